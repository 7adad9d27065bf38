"""Packages that are installed only by those who want them: asked for late, missed politely."""

import importlib
import importlib.util
import os
from types import ModuleType

from remanent.errors import MissingExtraError


def require(*packages: str, install: str) -> None:
    """Raise MissingExtraError unless every package can be found; nothing is imported.

    Args:
        packages: top-level names of modules.
        install: what `pip install` must be told, such as `"remanent[local]"`.
    """
    for package in packages:
        if importlib.util.find_spec(package) is None:
            raise MissingExtraError(
                f"This provider needs the package {package!r}, which is not installed.",
                remedy=f"Install it with `pip install {install}`.",
            )


def load(module: str, *, install: str) -> ModuleType:
    """Import an optional module, or raise MissingExtraError with the command that mends it."""
    try:
        return importlib.import_module(module)
    except ImportError as error:
        raise MissingExtraError(
            f"The module {module!r} cannot be imported ({error}).",
            remedy=f"Install it with `pip install {install}`.",
        ) from error


def keep_onnxruntime_silent() -> None:
    """Turn off the telemetry of onnxruntime; to be called before anything imports it.

    Since 1.29 its official builds write a device id and events under the home folder and send
    them to their maker. The variable keeps all of that from starting; whoever set it is obeyed.
    """
    os.environ.setdefault("ORT_DISABLE_TELEMETRY", "1")
