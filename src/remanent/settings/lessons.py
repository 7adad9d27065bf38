"""Settings of lessons."""

from dataclasses import dataclass
from typing import Annotated

from remanent.settings.rules import Group, whole


@dataclass(frozen=True, slots=True, kw_only=True, repr=False)
class LessonsSettings(Group):
    """How many lessons are kept."""

    most: Annotated[
        int,
        whole(
            low=1,
            high=1_000_000,
            unit="lessons",
            about="How many lessons one scope keeps; beyond, the least valuable leave.",
            reason="A plausible default: far more than a team writes down in a year.",
        ),
    ] = 2_000
