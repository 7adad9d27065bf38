"""Remanent: long-term memory for AI agents that serve many people.

from remanent import Memory

memory = Memory("memory.db")
alice = memory.scope(tenant="shop", user="alice")
alice.remember("I'm allergic to shellfish, and I just moved to Berlin.")
print(alice.recall("what can't I eat?").text)
"""

from typing import TYPE_CHECKING, Any

from remanent.errors import RemanentError

if TYPE_CHECKING:
    from remanent.aio import AsyncMemory, AsyncScopedMemory
    from remanent.async_tenant_memory import AsyncTenantMemory
    from remanent.flows.unmapped import UnmappedTotal
    from remanent.memory import Memory, ScopedMemory
    from remanent.model.answer import Answer, Citation, Response
    from remanent.model.event import Message, Origin, Role
    from remanent.model.fact import Fact, Polarity, Source, Tier
    from remanent.model.governance import Actor, ActorKind
    from remanent.model.prior import (
        Policies,
        Prior,
        PriorLedger,
        ReleasedAttribute,
        ReleasedPair,
        Surface,
    )
    from remanent.model.prompt import Prompt, Reply, ToolCall
    from remanent.model.recall import Explanation, Item, ItemKind, Recall
    from remanent.model.remembered import ChangeKind, FactChange, Remembered
    from remanent.model.scope import Scope, ScopeKind
    from remanent.model.work import Queue, Spending, Worked
    from remanent.ports import Clock, Embedder, Ids, Model, Noise
    from remanent.settings import Settings, load_settings
    from remanent.tenant_memory import TenantMemory

__version__ = "0.1.0"

_ROOMS = {
    "AsyncMemory": "aio",
    "AsyncScopedMemory": "aio",
    "Memory": "memory",
    "ScopedMemory": "memory",
    "Message": "model.event",
    "Origin": "model.event",
    "Role": "model.event",
    "Fact": "model.fact",
    "Polarity": "model.fact",
    "Source": "model.fact",
    "Tier": "model.fact",
    "Actor": "model.governance",
    "ActorKind": "model.governance",
    "Explanation": "model.recall",
    "Item": "model.recall",
    "ItemKind": "model.recall",
    "Recall": "model.recall",
    "ChangeKind": "model.remembered",
    "FactChange": "model.remembered",
    "Remembered": "model.remembered",
    "Scope": "model.scope",
    "ScopeKind": "model.scope",
    "Clock": "ports",
    "Embedder": "ports",
    "Ids": "ports",
    "AsyncTenantMemory": "async_tenant_memory",
    "TenantMemory": "tenant_memory",
    "Policies": "model.prior",
    "Prior": "model.prior",
    "PriorLedger": "model.prior",
    "ReleasedAttribute": "model.prior",
    "ReleasedPair": "model.prior",
    "Surface": "model.prior",
    "UnmappedTotal": "flows.unmapped",
    "Noise": "ports",
    "Answer": "model.answer",
    "Citation": "model.answer",
    "Model": "ports",
    "Prompt": "model.prompt",
    "Queue": "model.work",
    "Reply": "model.prompt",
    "Response": "model.answer",
    "Spending": "model.work",
    "ToolCall": "model.prompt",
    "Worked": "model.work",
    "Settings": "settings",
    "load_settings": "settings",
}

__all__ = [
    "Actor",
    "ActorKind",
    "Answer",
    "AsyncMemory",
    "AsyncScopedMemory",
    "AsyncTenantMemory",
    "ChangeKind",
    "Citation",
    "Clock",
    "Embedder",
    "Explanation",
    "Fact",
    "FactChange",
    "Ids",
    "Item",
    "ItemKind",
    "Memory",
    "Message",
    "Model",
    "Noise",
    "Origin",
    "Polarity",
    "Policies",
    "Prior",
    "PriorLedger",
    "Prompt",
    "Queue",
    "Recall",
    "ReleasedAttribute",
    "ReleasedPair",
    "RemanentError",
    "Remembered",
    "Reply",
    "Response",
    "Role",
    "Scope",
    "ScopeKind",
    "ScopedMemory",
    "Settings",
    "Source",
    "Spending",
    "Surface",
    "TenantMemory",
    "Tier",
    "ToolCall",
    "UnmappedTotal",
    "Worked",
    "__version__",
    "load_settings",
]


def __getattr__(name: str) -> Any:
    """Load a public name when it is first asked for: a hook must start as fast as Python does."""
    if name not in _ROOMS:
        raise AttributeError(f"module 'remanent' has no attribute {name!r}")
    import importlib  # noqa: PLC0415 - only where it is needed

    value = getattr(importlib.import_module(f"remanent.{_ROOMS[name]}"), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted(__all__)
