"""The memory behind the tools, and one call of a tool.

The actor is an agent, whose name and scope the settings fix.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

from mcp.server import ServerRequestContext
from mcp_types import CallToolRequestParams

from remanent.aio import AsyncMemory, AsyncScopedMemory
from remanent.model.governance import Actor, ActorKind
from remanent.settings import McpSettings, ProfileSettings

AGENT: Final = "mcp"
SESSION_HEADER: Final = "mcp-session-id"


@dataclass(frozen=True, slots=True)
class Desk:
    """One memory as the tools of a server use it.

    Args:
        session: labels what is written where the call and its connection name no session.
    """

    memory: AsyncMemory
    scope: AsyncScopedMemory
    agent: str
    session: str | None = None

    @property
    def settings(self) -> McpSettings:
        """How the server answers."""
        return self.memory.settings.mcp

    @property
    def profile(self) -> ProfileSettings:
        """Whose memory it is."""
        return self.memory.settings.profile


def open_desk(memory: AsyncMemory, *, session: str | None = None) -> Desk:
    """Stand at the scope that the settings name, as the agent that they name."""
    profile = memory.settings.profile
    agent = profile.agent or AGENT
    scope = memory.scope(
        tenant=profile.tenant,
        user=profile.owner,
        space=profile.space,
        actor=Actor(ActorKind.AGENT, agent),
    )
    return Desk(memory, scope, agent, session)


@dataclass(frozen=True, slots=True)
class Call:
    """One call of a tool.

    Args:
        values: the arguments that were given, read.
    """

    desk: Desk
    context: ServerRequestContext[Any, Any]
    request: CallToolRequestParams
    values: Mapping[str, Any]

    @property
    def scope(self) -> AsyncScopedMemory:
        """The memory."""
        return self.desk.scope

    @property
    def session(self) -> str | None:
        """The label of what is written: as given, else of the connection, else of the process."""
        given: str | None = self.values.get("session")
        headers = getattr(self.context.request, "headers", None)
        connected = None if headers is None else headers.get(SESSION_HEADER)
        return given or connected or self.desk.session

    def given(self, *names: str) -> dict[str, Any]:
        """Return those of some arguments that were given."""
        return {name: self.values[name] for name in names if name in self.values}
