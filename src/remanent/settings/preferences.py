"""Settings of how preferences are learned, lost and ranked."""

from dataclasses import dataclass
from typing import Annotated

from remanent.errors import SettingsError
from remanent.settings.rules import Group, number, whole


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
