"""Settings of how facts are kept."""

from dataclasses import dataclass
from enum import StrEnum
from typing import Annotated

from remanent.settings.rules import Group, choice, number


class PlanName(StrEnum):
    """The plans of retention that can be chosen by name."""

    REMANENT = "remanent"
    FADING = "fading"
    FADE = "fade"
    NMAFC = "nmafc"
    FERN = "fern"


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
