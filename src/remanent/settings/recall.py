"""Settings of what is recalled, and how it is ranked."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Annotated

from remanent.errors import SettingsError
from remanent.settings.rules import Group, choice, named_numbers, number, whole


class Fusion(StrEnum):
    """How signals become one order."""

    WEIGHTED = "weighted"
    RRF = "rrf"


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
