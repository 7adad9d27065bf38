"""Settings of whoever serves a memory: whose it is, and how the MCP server answers."""

from dataclasses import dataclass
from typing import Annotated

from remanent.errors import SettingsError
from remanent.settings.rules import Group, Refused, switch, text, whole

_LONGEST_NAME = 1024
DEFAULT_USER = "me"


def _name(value: object) -> str:
    """A name of a scope or a label; which of them can stand is for the scope to say."""
    if not isinstance(value, str) or not value.strip():
        raise Refused
    if len(value) > _LONGEST_NAME:
        raise Refused(f"it has {len(value):,} characters, and {_LONGEST_NAME:,} are the most")
    return value


@dataclass(frozen=True, slots=True, kw_only=True, repr=False)
class ProfileSettings(Group):
    """Whose memory a server or a hook works in; no model chooses it."""

    tenant: Annotated[
        str,
        text(
            allowed="a name",
            check=_name,
            about="The surface or deployment whose memory it is.",
            reason="The same on every machine, as on the command line.",
        ),
    ] = "default"
    user: Annotated[
        str | None,
        text(
            allowed="a name",
            check=_name,
            about=f'Whose memory it is; none is "{DEFAULT_USER}", unless a space is named.',
            reason="The same on every machine, as on the command line; no login name is stored.",
        ),
    ] = None
    space: Annotated[
        str | None,
        text(
            allowed="a name",
            check=_name,
            about="A shared memory in place of a user's.",
            reason="A person's own memory is what most agents work in.",
        ),
    ] = None
    agent: Annotated[
        str | None,
        text(
            allowed="a name",
            check=_name,
            about="The label of the agent that writes; none is the name of its way in, as mcp.",
            reason="Who wrote something is told by the way it came where nothing else is said.",
        ),
    ] = None

    def agree(self) -> None:
        """Refuse a user and a space at once."""
        if self.user is not None and self.space is not None:
            raise SettingsError(
                "profile.user and profile.space are both given.",
                remedy="Keep the one whose memory is meant.",
            )

    @property
    def owner(self) -> str | None:
        """The user meant, None where a space is."""
        return DEFAULT_USER if self.user is None and self.space is None else self.user


@dataclass(frozen=True, slots=True, kw_only=True, repr=False)
class McpSettings(Group):
    """The MCP server."""

    port: Annotated[
        int,
        whole(
            low=0,
            high=65_535,
            unit="port",
            about="The port on this machine at which it answers over HTTP; 0 takes any free one.",
            reason="Free on most machines; only loopback is ever listened on.",
        ),
    ] = 8_719
    token_file: Annotated[
        str | None,
        text(
            allowed="the path of a file",
            check=_name,
            about=(
                "A file whose first line is the token that HTTP clients show; none takes it from "
                "REMANENT_MCP_TOKEN."
            ),
            reason="There is no token by default: without one nothing is served over HTTP.",
        ),
    ] = None
    reply_tokens: Annotated[
        int,
        whole(
            low=500,
            high=20_000,
            unit="tokens",
            about="How long one reply of a tool may be; more comes page by page.",
            reason="Clients refuse replies above some 25,000 tokens, and a model reads them all.",
        ),
    ] = 4_000
    most_items: Annotated[
        int,
        whole(
            low=1,
            high=1_000,
            unit="items",
            about="How many items one reply of a tool holds at most, whatever is asked for.",
            reason="More than a model weighs at once; a cursor leads to what follows.",
        ),
    ] = 50
    quotes_person: Annotated[
        bool,
        switch(
            about=(
                "Whether words that the agent passes on as the person's own count as such; else "
                "they are kept as told by the agent, and become no facts."
            ),
            reason="An agent is how the person speaks to memory here; set it to false for one "
            "that reads untrusted pages unattended.",
        ),
    ] = True
