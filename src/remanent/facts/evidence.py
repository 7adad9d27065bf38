"""What one turn can carry: its own words, clause by clause, and whom each clause speaks of."""

import re
from collections.abc import Collection
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Final

from remanent.facts.injected import without_injected
from remanent.facts.slots import normalise
from remanent.facts.subjects import OWNER
from remanent.model.event import Event, Origin, Role
from remanent.model.fact import Statement
from remanent.text.content import stems_of

if TYPE_CHECKING:
    from remanent.text.dates import ResolvedTime
    from remanent.text.voices import Voiced

OWN_ORIGINS: Final = frozenset({Origin.PERSON, Origin.IMPORT})
LEAST_FACTS: Final = 3
WORDS_A_FACT: Final = 5
SHORTEST_BOUND: Final = 80
LONGEST_FACT_CHARACTERS: Final = 400

_WORD: Final = re.compile(r"[^\W_]+(?:['’-][^\W_]+)*")
_POINTS_BACK: Final = re.compile(
    r"\b(?:that|it|this|those|these|same|too|so do i|me too|yes|yeah|yep|exactly|right|agree|"
    r"correct|indeed|likewise)\b",
    re.IGNORECASE,
)
_AFFIRMS: Final = re.compile(
    r"\b(?:same|too|so do i|yes|yeah|yep|yup|exactly|right|agreed?|correct|indeed|likewise|true|"
    r"absolutely|definitely|of course)\b",
    re.IGNORECASE,
)
_TAKES_BACK: Final = re.compile(
    r"\b(?:scratch|forget|ignore|jok(?:e|ing)|kidding|wrong|mistake|never mind)\b", re.IGNORECASE
)
_MOST_WORDS_POINTING: Final = 15
_HARMLESS_NEGATION: Final = re.compile(
    r"\bcan(?:'|no|no)?t (?:wait|stop|help|get enough|recommend)\b|\bnot only\b|\bno (?:doubt|"
    r"problem|worries)\b|\bcouldn't be\b|\bwhy not\b",
    re.IGNORECASE,
)
_CONTRAST: Final = re.compile(r"[,;]?\s+(?=(?:but|instead|only|just|now|rather)\b)")
_DENIALS: Final = frozenset({"negated", "ended"})
_NEGATIVE_SENSE: Final = re.compile(
    r"\b(?:dislik|hat(?:es?|ed|ing)\b|loath|detest|avoid|stopp|quit|refus|"
    r"gave up|giv(?:es|en|ing) up|unable|former|ex-|lack|free of|declin|left\b|against|"
    r"without|none|abstain)",
    re.IGNORECASE,
)


@dataclass(frozen=True)  # not slotted: what is worked out is kept
class Evidence:
    """One turn that was asked about.

    Args:
        turn: as it is stored.
        before: the turn that it may point back to.
        subject: whom "I" in it means: "user", or the name of whoever speaks.
        stated: what the rules read in it.
    """

    turn: Event
    before: Event | None = None
    subject: str = OWNER
    stated: tuple[Statement, ...] = ()

    @property
    def is_own(self) -> bool:
        """Whether it is a person's own word."""
        return self.turn.role is Role.USER and self.turn.origin in OWN_ORIGINS

    @cached_property
    def text(self) -> str:
        """Its words without what memory put into them."""
        return without_injected(self.turn.text).text

    @cached_property
    def shown(self) -> frozenset[tuple[str, str]]:
        """The facts that memory had put into it."""
        return without_injected(self.turn.text).shown

    @cached_property
    def most_facts(self) -> int:
        """How many facts it can carry, in proportion to its words."""
        return LEAST_FACTS + len(_WORD.findall(self.text)) // WORDS_A_FACT

    @cached_property
    def longest_fact(self) -> int:
        """How long a fact of it may be, in characters."""
        return min(max(SHORTEST_BOUND, len(self.text)), LONGEST_FACT_CHARACTERS)

    @cached_property
    def clauses(self) -> "tuple[Voiced, ...]":
        """Its clauses that may state something."""
        from remanent.text.voices import voices  # noqa: PLC0415 - loads the rules' grammar

        return voices(self.text)

    @cached_property
    def tokens(self) -> frozenset[str]:
        """What its words are about to the letter: numbers, dates, names, denials."""
        return _critical(self.text)

    @cached_property
    def pointed_at(self) -> str:
        """The words before it, where it is short and speaks of "that"."""
        if self.before is None or len(_WORD.findall(self.text)) > _MOST_WORDS_POINTING:
            return ""
        if not _POINTS_BACK.search(self.text):
            return ""
        return without_injected(self.before.text).text

    @cached_property
    def affirmed(self) -> str:
        """The words before it, where it says yes to them."""
        if not _AFFIRMS.search(self.text) or _TAKES_BACK.search(self.text):
            return ""
        return self.pointed_at if _DENIALS.isdisjoint(self.tokens) else ""

    @cached_property
    def stems(self) -> frozenset[str]:
        """The stems of its words, and of what it says yes to."""
        return stems_of(self.text) | stems_of(self.affirmed)

    @cached_property
    def words(self) -> frozenset[str]:
        """Its words and those it says yes to, folded, possessives without their ending."""
        found = _WORD.findall(normalise(f"{self.text} {self.affirmed}").replace("’", "'"))
        return frozenset(found) | {word.removesuffix("'s") for word in found}

    @cached_property
    def times(self) -> "tuple[ResolvedTime, ...]":
        """The expressions of time in it, resolved as of when it was said."""
        from remanent.text.dates import resolve  # noqa: PLC0415 - loads 50 ms of patterns

        return resolve(self.text, at=self.turn.occurred_at, zone=self.turn.zone)

    def clauses_for(self, stems: frozenset[str]) -> "list[Voiced]":
        """Return the clauses that carry some stems; of a mere yes, all of them."""
        from remanent.text.voices import supporting  # noqa: PLC0415 - the same

        found = supporting(self.clauses, stems)
        if not found and self.affirmed and stems & stems_of(self.affirmed):
            return [clause for clause in self.clauses if clause.about == OWNER]
        return found

    def has_numbers_of(self, claim: str) -> bool:
        """Say whether every number of a claim stands in the words."""
        return _numbers(claim) <= _numbers(f"{self.text}\n{self.affirmed}") | self._days

    @cached_property
    def _days(self) -> frozenset[str]:
        """The days that its expressions of time resolve to."""
        return frozenset(
            token for time in self.times for token in _numbers(f"{time.span.start:%Y-%m-%d %Y}")
        )

    def has_names_of(self, claim: str) -> bool:
        """Say whether every name of a claim stands in the words."""
        written = f"x {claim[:1].lower()}{claim[1:]}"
        names = {token.removeprefix("name:") for token in _critical(written)
                 if token.startswith("name:")}  # fmt: skip
        return all(self._has_word(word) for name in names for word in _WORD.findall(name))

    def has_subject(self, subject: str, others: Collection[str]) -> bool:
        """Say whether the words, or those just before, name somebody."""
        wanted = [word.removesuffix("'s") for word in _WORD.findall(normalise(subject))]
        known = self.words | frozenset(word for text in others for word in _WORD.findall(text))
        return bool(wanted) and all(word in known for word in wanted)

    def _has_word(self, word: str) -> bool:
        return word in self.words or word.removesuffix("'s") in self.words


def denies_more(clause: str, claim: str) -> bool:
    """Say whether a clause denies or ends something that a claim says without a denial."""
    said = _critical(_HARMLESS_NEGATION.sub(" ", _part_about(clause, claim)))
    if _DENIALS.isdisjoint(said):
        return False
    return _DENIALS.isdisjoint(_critical(claim)) and not _NEGATIVE_SENSE.search(claim)


def _part_about(clause: str, claim: str) -> str:
    """Return the part of a clause that a claim ends with: "no coffee any more, only rooibos"."""
    last = next((stems for word in reversed(claim.split()) if (stems := stems_of(word))), None)
    parts = _CONTRAST.split(clause)
    holding = [part for part in parts if last is not None and last & stems_of(part)]
    return holding[-1] if holding else clause


def _numbers(text: str) -> frozenset[str]:
    """Return the numbers, dates and times of a text, units left out."""
    return frozenset(
        part
        for token in _critical(text)
        if token.startswith(("number:", "date:", "time:", "code:"))
        for part in re.findall(r"\d+(?:[.,:]\d+)*|[^\W\d_]+\d\w*", token.partition(":")[2])
    )


def _critical(text: str) -> frozenset[str]:
    """Return what a text is about to the letter; see `critical_tokens`."""
    from remanent.text.quantities import critical_tokens  # noqa: PLC0415 - loads word lists

    return critical_tokens(text)
