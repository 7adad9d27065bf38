"""The settings themselves. Everything else about them follows from these declarations.

The owner has no settings: his secret is set by `remanent init` and only its hash is kept, in the
store, never in a file or a variable that a coding agent could read.
"""

import os
import re
from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from enum import StrEnum
from typing import Annotated

from remanent.errors import SettingsError
from remanent.settings.lessons import LessonsSettings
from remanent.settings.places import FILE_NAME, default_path, is_server, is_well_formed, masked
from remanent.settings.rules import (
    Group,
    Refused,
    Setting,
    choice,
    named_numbers,
    number,
    settings_of,
    switch,
    text,
    whole,
)
from remanent.settings.serving import McpSettings, ProfileSettings

_LONGEST_TEXT = 4096
_UNWRITABLE = r"[\x00-\x1f\x7f\ud800-\udfff]"
_SCHEME = r"[A-Za-z][A-Za-z0-9+.-]*://"
_KEYWORDS = r"(?i)(host|hostaddr|port|dbname|user|password|service)\s*="


class Fusion(StrEnum):
    """How signals become one order."""

    WEIGHTED = "weighted"
    RRF = "rrf"


class Durability(StrEnum):
    """When a write counts as done."""

    FULL = "full"
    NORMAL = "normal"


class PlanName(StrEnum):
    """The plans of retention that can be chosen by name."""

    REMANENT = "remanent"
    FADE = "fade"
    NMAFC = "nmafc"
    FERN = "fern"


def _text(value: object) -> str:
    if not isinstance(value, str) or not value.strip():
        raise Refused
    if len(value) > _LONGEST_TEXT:
        raise Refused(f"it has {len(value):,} characters, and {_LONGEST_TEXT:,} are the most")
    if re.search(_UNWRITABLE, value):
        raise Refused("it holds a control character, or bytes that are not UTF-8")
    return value


def _path(value: object) -> str:
    """A file's path or a server's address."""
    path = _text(os.fspath(value) if isinstance(value, os.PathLike) else value)
    if is_server(path):
        if not is_well_formed(path):
            raise Refused(
                "it is no postgresql://user:password@host:port/database that can be read in one "
                "way; write @ : / ? # % inside a name or password as %40 %3A %2F %3F %23 %25"
            )
    elif re.match(_SCHEME, path) or path.startswith("file:"):
        raise Refused("it must be the plain path of a file, or start with postgresql://")
    elif re.match(_KEYWORDS, path):
        raise Refused(
            "it looks like keywords for a database; write postgresql://user@host:port/database, "
            "or ./ before the name of a file"
        )
    return path


def _zone(value: object) -> str:
    """An IANA time zone that this machine knows."""
    import zoneinfo  # noqa: PLC0415 - 7 ms that a memory without a zone can spare

    zone = _text(value)
    try:
        zoneinfo.ZoneInfo(zone)
    except (ValueError, OSError, zoneinfo.ZoneInfoNotFoundError):
        import difflib  # noqa: PLC0415 - only a mistake pays for it

        known = {name.lower(): name for name in zoneinfo.available_timezones()}
        near = difflib.get_close_matches(zone.lower().replace(" ", "_"), known, n=1)
        hint = f'; the nearest is "{known[near[0]]}"' if near else ', such as "Europe/Berlin"'
        raise Refused(f"it is no time zone that this machine knows{hint}") from None
    return zone


def _address(value: object) -> str:
    """The address of a server of models."""
    address = _spec(value)
    if not re.fullmatch(r"https?://[^\s/]+(?:/\S*)?", address):
        raise Refused
    return address


def _spec(value: object) -> str:
    """The name of an embedder or a model; whether it exists is for its provider to say."""
    spec = _text(value)
    if masked(spec) != spec:
        raise Refused("it holds a password or a key; give that in the provider's own variable")
    return spec


@dataclass(frozen=True, slots=True, kw_only=True, repr=False)
class StoreSettings(Group):
    """Where memories are kept, and how safely."""

    path: Annotated[
        str | None,
        text(
            allowed="the path of a file or a postgresql:// address",
            check=_path,
            about=f"Where the memory is; none is {FILE_NAME} in this user's data folder.",
            reason=(
                "One memory for each user without any set-up. A relative path starts at the "
                "folder of the file that names it, elsewhere at the working folder."
            ),
        ),
    ] = None
    durability: Annotated[
        Durability,
        choice(
            among=Durability,
            about="Whether a write waits until the disk has it (full) or only the system (normal).",
            reason=(
                "In 30 simulated power cuts full lost nothing and normal lost acknowledged "
                "writes in 27. A killed process loses nothing under either."
            ),
        ),
    ] = Durability.FULL
    busy_timeout_seconds: Annotated[
        float,
        number(
            low=0,
            high=3_600,
            unit="seconds",
            about="How long a write waits for other processes before it gives up.",
            reason="Four processes writing to one file at once met no error with 30.",
        ),
    ] = 30.0
    group_commit_blocks: Annotated[
        int,
        whole(
            low=1,
            high=4_096,
            unit="writes",
            about="How many concurrent writes share one commit at most.",
            reason="64 clients wrote 6,700 durable rows a second together, one client at most 550.",
        ),
    ] = 64
    group_commit_milliseconds: Annotated[
        float,
        number(
            low=0,
            high=1_000,
            unit="milliseconds",
            about="How long a commit waits for further writes at most.",
            reason="About what waiting for the disk costs once (4 ms).",
        ),
    ] = 5.0
    hot_scopes: Annotated[
        int,
        whole(
            low=1,
            high=100_000,
            unit="scopes",
            about="How many scopes keep their search index in memory; the least used leaves first.",
            reason="A scope of 10,000 memories takes about 10 ms to load and 4 MB to keep.",
        ),
    ] = 64
    hot_bytes: Annotated[
        int,
        whole(
            low=1_000_000,
            high=1_000_000_000_000,
            unit="bytes",
            about="How much memory those search indexes take together at most.",
            reason="Room for a million memories at about 400 bytes each.",
        ),
    ] = 512_000_000
    backup_before_migration: Annotated[
        bool,
        switch(
            about="Whether an older store is copied before it is brought up to date.",
            reason="A migration that stops half-way must cost nothing but time.",
        ),
    ] = True
    postgres_pool_min_size: Annotated[
        int,
        whole(
            low=0,
            high=1_000,
            unit="connections",
            about="How many connections to a PostgreSQL server stay open.",
            reason="The first call after a pause should not wait for a connection.",
        ),
    ] = 1
    postgres_pool_max_size: Annotated[
        int,
        whole(
            low=1,
            high=1_000,
            unit="connections",
            about="How many connections to a PostgreSQL server are open at most.",
            reason="A server allows 100 by default, and several processes share them.",
        ),
    ] = 10

    def agree(self) -> None:
        """Refuse a pool that is smaller than its least."""
        if self.postgres_pool_min_size > self.postgres_pool_max_size:
            raise SettingsError(
                f"store.postgres_pool_min_size is {self.postgres_pool_min_size} and "
                f"store.postgres_pool_max_size only {self.postgres_pool_max_size}.",
                remedy="Lower the first or raise the second.",
            )

    @property
    def location(self) -> str:
        """The path or address to open: `path`, or the default where there is none."""
        return str(default_path()) if self.path is None else self.path


@dataclass(frozen=True, slots=True, kw_only=True, repr=False)
class RecallSettings(Group):
    """What a recall gives back where the call does not say."""

    limit: Annotated[
        int,
        whole(
            low=1,
            high=1_000,
            unit="items",
            about="How many memories a recall gives back at most.",
            reason="The number at which retrieval is measured and its floors are set.",
        ),
    ] = 10
    budget_tokens: Annotated[
        int | None,
        whole(
            low=1,
            high=1_000_000,
            unit="tokens",
            about="How long the text of a recall may be; none leaves it to the limit.",
            reason="The largest budget that is measured; ten turns of chat take about 520.",
        ),
    ] = 1_500
    source_turns: Annotated[
        int,
        whole(
            low=0,
            high=100,
            unit="turns",
            about="How many source turns are shown below the facts at most.",
            reason="As many as memories are given back.",
        ),
    ] = 10
    source_turns_whole: Annotated[
        int,
        whole(
            low=0,
            high=100,
            unit="turns",
            about="How many of those source turns are shown whole, best match first.",
            reason="The best three carry most of the evidence; the budget bounds them as well.",
        ),
    ] = 3
    source_turn_lines: Annotated[
        int,
        whole(
            low=0,
            high=100,
            unit="lines",
            about="How many lines of each other source turn are shown; 0 leaves those turns out.",
            reason="Enough to recognise a turn by.",
        ),
    ] = 2
    source_turn_pool: Annotated[
        int,
        whole(
            low=1,
            high=1_000,
            unit="turns",
            about="From how many candidates the source turns are chosen, by match with the query.",
            reason="Wider than the limit: the turn that matches best may belong to a lower fact.",
        ),
    ] = 30
    fusion: Annotated[
        Fusion,
        choice(
            among=Fusion,
            about="How signals become one order: their weighted sum, or reciprocal ranks (k = 60).",
            reason=(
                "On LoCoMo the weighted sum of BM25 and MiniLM gained 4.2 points over BM25 where "
                "reciprocal ranks lost 1.4."
            ),
        ),
    ] = Fusion.WEIGHTED
    hops: Annotated[
        int,
        whole(
            low=0,
            high=4,
            unit="links",
            about=(
                "Over how many links a question walks (my wife's brother: 2) and a good match "
                "lends to what it is linked to; 0 follows none."
            ),
            reason=(
                "Enough for whom questions name; on LoCoMo no setting differs, on questions that "
                "walk from one person to another 95 of 100 find their answer, and none without."
            ),
        ),
    ] = 3
    relevance_floor: Annotated[
        float | None,
        number(
            low=0,
            high=1,
            unit="relevance",
            about=(
                "How relevant the best memory must be for any to be given back; 0 gives back the "
                "nearest always, none takes the measured floor of the ranking in use."
            ),
            reason="A floor belongs to the ranking that it was measured with.",
        ),
    ] = None
    weights: Annotated[
        Mapping[str, float],
        named_numbers(
            unit="weight",
            about="Weights of single ranking signals, by name, in place of the measured ones.",
            reason="Empty, so that the weights behind the published figures hold.",
        ),
    ] = field(default_factory=dict, hash=False)

    def agree(self) -> None:
        """Refuse to choose more source turns than there are to choose from."""
        if self.source_turns > self.source_turn_pool:
            raise SettingsError(
                f"recall.source_turns is {self.source_turns} and recall.source_turn_pool, from "
                f"which they are chosen, only {self.source_turn_pool}.",
                remedy="Lower the first or raise the second.",
            )


@dataclass(frozen=True, slots=True, kw_only=True, repr=False)
class RememberSettings(Group):
    """How words are taken down where the call does not say."""

    zone: Annotated[
        str | None,
        text(
            allowed='an IANA time zone such as "Europe/Berlin"',
            check=_zone,
            about='The speaker\'s time zone, in which "yesterday" is read; none reads it in UTC.',
            reason="The zone of a server says nothing of the person who writes to it.",
        ),
    ] = None
    max_message_characters: Annotated[
        int,
        whole(
            low=1,
            high=10_000_000,
            unit="characters",
            about="How long one message may be; a longer one is refused, not cut.",
            reason="A whole book fits; a file given by mistake does not.",
        ),
    ] = 1_000_000
    max_messages_per_call: Annotated[
        int,
        whole(
            low=1,
            high=1_000_000,
            unit="messages",
            about="How many messages one call may hold; they are stored together or not at all.",
            reason="Larger imports come in batches, so that other writers are not kept waiting.",
        ),
    ] = 10_000
    extract: Annotated[
        bool,
        switch(
            about="Whether facts are drawn from what the person says; turns are kept in any case.",
            reason="The rules need no model and are built for precision.",
        ),
    ] = True


@dataclass(frozen=True, slots=True, kw_only=True, repr=False)
class RetentionSettings(Group):
    """How facts fade where a tenant says nothing else."""

    plan: Annotated[
        PlanName,
        choice(
            among=PlanName,
            about="Which presets keep the facts of each tier where a tenant has chosen none.",
            reason=(
                "Facts that matter never fade, the current situation fades in two layers of days, "
                "passing things within a week or two."
            ),
        ),
    ] = PlanName.REMANENT
    archive_below: Annotated[
        float | None,
        number(
            low=0,
            high=0.99,
            unit="strength",
            about=(
                "At which strength a fact leaves the hot set: out of card and brief, still "
                "recalled, marked; none takes the plan's own."
            ),
            reason="Each plan has its own: 0.2 in remanent, the published floors in the others.",
        ),
    ] = None
    relevance_identity: Annotated[
        float,
        number(
            low=0,
            high=1,
            unit="relevance",
            about="Relevance, before it was ever used, of a name, a birthday, an origin.",
            reason="A memory that loses a name is no memory.",
        ),
    ] = 1.0
    relevance_relationship: Annotated[
        float,
        number(
            low=0,
            high=1,
            unit="relevance",
            about="Relevance, before it was ever used, of family, partners and pets.",
            reason="Nearly as much as who somebody is.",
        ),
    ] = 0.9
    relevance_health: Annotated[
        float,
        number(
            low=0,
            high=1,
            unit="relevance",
            about="Relevance, before it was ever used, of health, allergies and diet.",
            reason="To forget an allergy does harm.",
        ),
    ] = 1.0
    relevance_milestone: Annotated[
        float,
        number(
            low=0,
            high=1,
            unit="relevance",
            about="Relevance, before it was ever used, of what happened and is completed.",
            reason="What happened stays true.",
        ),
    ] = 0.9
    relevance_plan: Annotated[
        float,
        number(
            low=0,
            high=1,
            unit="relevance",
            about="Relevance, before it was ever used, of plans and goals.",
            reason="A plan matters until it is carried out, and is asked about meanwhile.",
        ),
    ] = 0.6
    relevance_state: Annotated[
        float,
        number(
            low=0,
            high=1,
            unit="relevance",
            about="Relevance, before it was ever used, of what holds now, and of what has no kind.",
            reason="The middle: nothing says that it matters, nor that it does not.",
        ),
    ] = 0.5
    relevance_chatter: Annotated[
        float,
        number(
            low=0,
            high=1,
            unit="relevance",
            about="Relevance, before it was ever used, of a passing mood and small talk.",
            reason="Worth something on the same day.",
        ),
    ] = 0.2


@dataclass(frozen=True, slots=True, kw_only=True, repr=False)
class EmbedderSettings(Group):
    """Search by meaning, beside search by words."""

    spec: Annotated[
        str | None,
        text(
            allowed='"local", a folder, or a name such as "openai:text-embedding-3-small"',
            check=_spec,
            about="Which embedder is used; none searches by words alone.",
            reason="Recall holds its floor without any model; an embedder adds to it.",
        ),
    ] = None
    batch_size: Annotated[
        int,
        whole(
            low=1,
            high=4_096,
            unit="texts",
            about="How many texts are embedded in one request.",
            reason="Below the bound of the common providers, and long enough to be efficient.",
        ),
    ] = 64
    timeout_seconds: Annotated[
        float,
        number(
            low=0.1,
            high=3_600,
            unit="seconds",
            about="How long one request may take; after that its texts stay pending.",
            reason="A slow provider answers well within it; what is remembered is safe before.",
        ),
    ] = 30.0


@dataclass(frozen=True, slots=True, kw_only=True, repr=False)
class PreferencesSettings(Group):
    """How preferences are learned, shown and acted on."""

    learning_rate: Annotated[
        float,
        number(
            low=0.01,
            high=9,
            unit="weight",
            about="What one event of full size adds to a weight of 0; weights end at 9.",
            reason="Ten full events give 7 of 9: quick to learn, slow to saturate.",
        ),
    ] = 1.5
    confidence_rate: Annotated[
        float,
        number(
            low=0.01,
            high=10,
            unit="per event",
            about="How fast confidence grows with the number of events.",
            reason="Two full events give .70, one gives .45.",
        ),
    ] = 0.6
    known_confidence: Annotated[
        float,
        number(
            low=0,
            high=1,
            unit="confidence",
            about="From which confidence on a line of the card is marked as known.",
            reason="Two events are known, one is not.",
        ),
    ] = 0.65
    floor_weight: Annotated[
        float,
        number(
            low=0,
            high=8.9,
            unit="weight",
            about="The weight below which a preference has faded.",
            reason="The floor of the half-lives that are published with it.",
        ),
    ] = 1.0
    card_lines: Annotated[
        int,
        whole(
            low=1,
            high=64,
            unit="lines",
            about="How many preferences a card shows at most.",
            reason="What an agent reads at a glance; the budget bounds it as well.",
        ),
    ] = 8
    card_tokens: Annotated[
        int,
        whole(
            low=1,
            high=1_000_000,
            unit="tokens",
            about="How long the text of a card may be.",
            reason="A card is 25 to 40 tokens however long the history.",
        ),
    ] = 40
    context_floor: Annotated[
        float,
        number(
            low=0,
            high=1,
            unit="share",
            about="What is left, in a known context, of what a spread from it does not bring up.",
            reason=(
                "How much more often something shows in the context than elsewhere decides; the "
                "spread adds what only goes with it."
            ),
        ),
    ] = 0.85
    act_weight: Annotated[
        float,
        number(
            low=0,
            high=9,
            unit="weight",
            about="From which weight on, if known, an agent may fill something in silently.",
            reason="Three full events within a half-life.",
        ),
    ] = 3.0
    verify_confidence: Annotated[
        float,
        number(
            low=0,
            high=1,
            unit="confidence",
            about="From which confidence on an agent may act if it says so.",
            reason="One full event gives .45.",
        ),
    ] = 0.4
    ask_weight: Annotated[
        float,
        number(
            low=0,
            high=9,
            unit="weight",
            about="From which weight on something unsure is worth a question.",
            reason="The floor: what has faded is not asked about.",
        ),
    ] = 1.0
    questions_a_day: Annotated[
        int,
        whole(
            low=0,
            high=1_000,
            unit="questions",
            about="How many questions of an agent's a person is asked in 24 hours at most.",
            reason="More than a few are a nuisance.",
        ),
    ] = 3
    ask_again_days: Annotated[
        float,
        number(
            low=0,
            high=3_650,
            unit="days",
            about="How long an attribute is left alone after the person was asked about it.",
            reason="A week; an answer that is recorded settles it sooner.",
        ),
    ] = 7.0

    def agree(self) -> None:
        """Refuse thresholds that stand in the wrong order."""
        if self.verify_confidence > self.known_confidence:
            raise SettingsError(
                f"preferences.verify_confidence is {self.verify_confidence} and "
                f"preferences.known_confidence only {self.known_confidence}.",
                remedy="Lower the first or raise the second.",
            )


@dataclass(frozen=True, slots=True, kw_only=True, repr=False)
class ModelsSettings(Group):
    """A language model, where one is used: which, how long, how much, and for which turns."""

    spec: Annotated[
        str | None,
        text(
            allowed='a name such as "openai:gpt-5-mini" or "ollama:llama3.2"',
            check=_spec,
            about="Which model reads what the rules cannot; none leaves it to the rules.",
            reason="Everything works without a model; one adds what plain rules do not read.",
        ),
    ] = None
    base_url: Annotated[
        str | None,
        text(
            allowed="the http:// or https:// address of a server",
            check=_address,
            about="Where the model's server is; none is the provider's own address.",
            reason="A server on one's own machine speaks the same interface at another address.",
        ),
    ] = None
    timeout_seconds: Annotated[
        float,
        number(
            low=0.1,
            high=3_600,
            unit="seconds",
            about="How long one request may take; after that its turns wait for another attempt.",
            reason="Long enough for a reply of a thousand tokens; what was said is safe before.",
        ),
    ] = 60.0
    work_at_once: Annotated[
        bool,
        switch(
            about=(
                "Whether a write asks the model about its own turns before it returns; else they "
                "wait for `work`."
            ),
            reason="What was just said can be recalled as a fact; a server sets it to false.",
        ),
    ] = True
    gate: Annotated[
        float,
        number(
            low=0,
            high=1,
            unit="surprise",
            about=(
                "From which surprise on a turn goes to the model; 0 sends all that state anything "
                "the rules do not cover."
            ),
            reason=(
                "On three conversations of LoCoMo it spares 42 % of the turns, and 22 % of those "
                "that questions rest on; 0.6 spares 69 and 47 %."
            ),
        ),
    ] = 0.5
    calls_a_day: Annotated[
        int,
        whole(
            low=0,
            high=1_000_000,
            unit="calls",
            about="How many calls one person or space may cost in a day (UTC).",
            reason="More than a long day of talk needs; a loop that went wrong ends there.",
        ),
    ] = 500
    tokens_a_day: Annotated[
        int,
        whole(
            low=0,
            high=1_000_000_000,
            unit="tokens",
            about="How many tokens, read and written, those calls may take.",
            reason="About 1,000 for each of the calls.",
        ),
    ] = 500_000
    attempts: Annotated[
        int,
        whole(
            low=1,
            high=100,
            unit="attempts",
            about="How often a piece of work is tried before it is given up, visibly.",
            reason="With the pauses between them, five reach over a quarter of an hour's outage.",
        ),
    ] = 5
    backoff_seconds: Annotated[
        float,
        number(
            low=0,
            high=86_400,
            unit="seconds",
            about="How long after a failure work is tried again; twice as long after each further.",
            reason="A service that has no room is left alone, and longer each time.",
        ),
    ] = 60.0
    turns_a_call: Annotated[
        int,
        whole(
            low=1,
            high=64,
            unit="turns",
            about="How many turns of one write go into one call at most.",
            reason="One call for a few turns costs less than several, and can be read as surely.",
        ),
    ] = 4
    context_turns: Annotated[
        int,
        whole(
            low=0,
            high=64,
            unit="turns",
            about="How many turns before them are shown, to explain what they point back to.",
            reason='What "that" means stands in the turn before.',
        ),
    ] = 2
    known_facts: Annotated[
        int,
        whole(
            low=0,
            high=200,
            unit="facts",
            about="How many known facts are shown with them at most, the nearest by their words.",
            reason="Enough for what a few turns can end or take back.",
        ),
    ] = 12
    most_waiting: Annotated[
        int,
        whole(
            low=1,
            high=1_000_000,
            unit="pieces of work",
            about="How much may wait in one scope; a write says what it does not add.",
            reason="Two days at the most calls a day; it stays bounded while a model is away.",
        ),
    ] = 1_000


@dataclass(frozen=True, slots=True, kw_only=True)
class Settings:
    """Every setting of one memory; always valid.

    Args:
        origins: where each given value came from, by name; for showing only, and no part of
            what makes two settings equal.
    """

    store: StoreSettings = field(default_factory=StoreSettings)
    recall: RecallSettings = field(default_factory=RecallSettings)
    remember: RememberSettings = field(default_factory=RememberSettings)
    preferences: PreferencesSettings = field(default_factory=PreferencesSettings)
    retention: RetentionSettings = field(default_factory=RetentionSettings)
    embedder: EmbedderSettings = field(default_factory=EmbedderSettings)
    models: ModelsSettings = field(default_factory=ModelsSettings)
    lessons: LessonsSettings = field(default_factory=LessonsSettings)
    profile: ProfileSettings = field(default_factory=ProfileSettings)
    mcp: McpSettings = field(default_factory=McpSettings)
    origins: Mapping[str, str] = field(default_factory=dict, compare=False, repr=False)


GROUPS: dict[str, type[Group]] = {
    group.name: group.type
    for group in fields(Settings)
    if isinstance(group.type, type) and issubclass(group.type, Group)
}

SETTINGS: dict[str, Setting] = {
    setting.name: setting for group in GROUPS.values() for setting in settings_of(group)
}


def setting_named(settings: Settings, name: str) -> object:
    """The value of one setting by its name, "recall.limit"."""
    group, _, field_name = name.partition(".")
    value: object = getattr(getattr(settings, group), field_name)
    return value
