"""Settings of the language model, and of what it may be asked."""

from dataclasses import dataclass
from typing import Annotated

from remanent.settings.rules import Group, number, switch, text, whole
from remanent.settings.values import read_address, read_spec


@dataclass(frozen=True, slots=True, kw_only=True, repr=False)
class ModelsSettings(Group):
    """A language model, where one is used: which, how long, how much, and for which turns."""

    spec: Annotated[
        str | None,
        text(
            allowed='a name such as "openai:gpt-5-mini" or "ollama:llama3.2"',
            check=read_spec,
            about="Which model reads what the rules cannot; none leaves it to the rules.",
            reason="Everything works without a model; one adds what plain rules do not read.",
        ),
    ] = None
    base_url: Annotated[
        str | None,
        text(
            allowed="the http:// or https:// address of a server",
            check=read_address,
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
