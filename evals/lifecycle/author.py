"""The author of a life: draws values that nobody else has, writes turns, notes what they claim."""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from typing import Final

from evals.lifecycle.wording import Bank, bank, different, pool, template
from evals.lifecycle.world import ASSISTANT, CONTEXTUAL, TOOL, USER, Claim, Turn, day
from evals.preferences.dice import Dice

_LOWERED: Final = frozenset(
    {
        "My", "We", "The", "Our", "On", "Every", "Because", "They", "There", "Please",
        "Since", "Being", "At", "For", "In", "If", "Most", "You", "As", "Don", "No", "Currently",
    }
)  # fmt: skip
"""First words that lose their capital behind an opener."""

_OF_OTHERS: Final = 0.25
_SHARED: Final = frozenset(
    {
        "woman", "man", "city", "employer", "allergen", "medicine", "vehicle", "hobby",
        "occupation", "destination", "animal", "petname", "language", "laptop",
    }
)  # fmt: skip
"""Pools of which a quarter belongs to other people, tools and imagination."""

_EMOJI: Final = ("🙂", "😅", "🎉", "😬", "✨", "🙈")
_GAP_SECONDS: Final = 40
_DOSES: Final = ("5", "10", "15", "20", "25", "30", "40", "50", "60", "75", "100", "150", "250")
_FIELD: Final = re.compile(r"\{(\w+)\}")


@dataclass(slots=True)
class Author:
    """Writes one life.

    Args:
        is_held: whether held-out words may be used.
    """

    dice: Dice
    is_held: bool
    turns: list[Turn] = field(default_factory=list)
    claims: dict[str, Claim] = field(default_factory=dict)
    _left: dict[str, list[str]] = field(default_factory=dict)
    _others: dict[str, list[str]] = field(default_factory=dict)
    _taken: set[str] = field(default_factory=set)

    # Values

    def draw(self, name: str) -> str:
        """Draw a value of a pool that this life has not had."""
        return self._pool(self._either(name)).pop()

    def _either(self, name: str) -> str:
        return self.dice.one(("woman", "man")) if name == "person" else name

    def any_of(self, name: str) -> str:
        """Draw a value that may come again: for what claims nothing of the person.

        Of pools that say something of people, it is one that is never the person's own.
        """
        name = self._either(name)
        self._pool(name)
        return self.dice.one(self._others.get(name) or pool(name, is_held=self.is_held))

    def _pool(self, name: str) -> list[str]:
        if name not in self._left:
            values = pool(name, is_held=self.is_held)
            values = self.dice.some(values, len(values))
            count = int(len(values) * _OF_OTHERS) if name in _SHARED else 0
            self._others[name], self._left[name] = values[:count], values[count:]
        return self._left[name]

    def date(self, after: float, before: float) -> tuple[str, str, datetime]:
        """Draw a day of the calendar that this life has not named.

        Returns:
            How it is written, its marks, and when it begins.
        """
        while True:
            moment = day(float(int(self.dice.uniform(after, before))))
            key = f"{moment:%m-%d}"
            if key not in self._taken or self.dice.chance(0.01):
                break
        self._taken.add(key)
        number, month = moment.day, bank("pools")["month"][moment.month - 1]
        nth = f"{number}{_ending(number)}"
        forms = (
            f"{number} {month}", f"{month} {number}", f"the {nth} of {month}", f"{nth} {month}",
            f"{month} {nth}",
        )  # fmt: skip
        marks = [form.removeprefix("the ") for form in forms]
        marks += [f"{number} of {month}", f"{month} the {nth}", key]
        return self.dice.one(forms), "|".join(marks), moment

    def number(self, low: int, high: int) -> str:
        """Draw a whole number that this life has not named."""
        while True:
            found = str(self.dice.whole(low, high))
            if found not in self._taken:
                self._taken.add(found)
                return found

    def dose(self) -> str:
        """Draw a dose; the same one may come again with another medicine."""
        return self.dice.one(_DOSES)

    # Turns

    def moment(self, number: float) -> datetime:
        """Return a waking moment of a day that is taken by no other turn."""
        inside = self.dice.uniform(0.3, 0.93)
        return self.free(day(int(number) + inside))

    def free(self, at: datetime) -> datetime:
        """Return the first moment from `at` on in which nothing is said."""
        while any(abs((turn.at - at).total_seconds()) < _GAP_SECONDS for turn in self._near(at)):
            at += timedelta(seconds=_GAP_SECONDS + 5)
        return at

    def _near(self, at: datetime) -> Iterable[Turn]:
        return (turn for turn in self.turns if turn.at.date() == at.date())

    def say(self, at: datetime, text: str, role: str = USER) -> str:
        """Write a turn and return its provisional id."""
        key = f"k{len(self.turns)}"
        self.turns.append(Turn(id=key, at=at, role=role, text=text))
        return key

    def state(self, at: datetime, sentence: str, *, plain: bool = False) -> str:
        """Write a turn of the person that says something worth keeping; return its id.

        Args:
            plain: with nothing around it.
        """
        text = sentence if plain else self.surround(sentence)
        return self.say(at, self.dress(text))

    def surround(self, sentence: str) -> str:
        """Put an opener before a sentence, or small talk around it, now and then."""
        chatter = bank("chatter")
        luck = self.dice.uniform()
        if luck < 0.14:
            opener = template(self.dice, chatter, "opener", is_held=self.is_held)
            first, _, rest = sentence.partition(" ")
            if re.split("['’]", first)[0] in _LOWERED and not opener.endswith(". "):
                first = first[0].lower() + first[1:]
            return f"{opener}{first} {rest}"
        if luck < 0.24:
            return f"{self.small_talk()} {sentence}"
        if luck < 0.34:
            return f"{sentence} {self.small_talk()}"
        return sentence

    def small_talk(self) -> str:
        """Return a sentence that claims nothing worth keeping."""
        words = template(self.dice, bank("chatter"), "say", is_held=self.is_held)
        return capital(self.filled(words))

    def dress(self, text: str) -> str:
        """Vary how a text is typed; its words stay."""
        dice = self.dice
        text = capital(text)
        if dice.chance(0.3):
            text = text.replace("'", "’")
        if dice.chance(0.07):
            text = text.lower()
        luck = dice.uniform()
        if text.endswith(".") and luck < 0.3:
            ends = ("", "!", "…", "..")
            text = text[:-1] + ends[min(int(luck / 0.09), 3)]
        if dice.chance(0.04):
            text = f"{text} {dice.one(_EMOJI)}"
        if dice.chance(0.03):
            text = text.replace(", ", " - ", 1)
        return text

    def reply(self, at: datetime) -> None:
        """Let the assistant answer with nothing in particular."""
        words = template(self.dice, bank("chatter"), "reply", is_held=self.is_held)
        self.say(at + timedelta(seconds=20), words, ASSISTANT)

    def filled(self, words: str, values: Mapping[str, str] | None = None) -> str:
        """Fill a template; what has no value draws one that may come again."""
        given = values or {}

        def value(found: re.Match[str]) -> str:
            name = found.group(1)
            return given[name] if name in given else self.any_of(name)

        return _FIELD.sub(value, words)

    def fill(self, words: Bank, name: str, values: Mapping[str, str]) -> str:
        """Draw a template of a name and fill it."""
        return self.filled(template(self.dice, words, name, is_held=self.is_held), values)

    def wordings(self, words: Bank, name: str, count: int, values: Mapping[str, str]) -> list[str]:
        """Return different wordings of the same."""
        drawn = different(self.dice, words, name, count, is_held=self.is_held)
        return [self.filled(each, values) for each in drawn]

    # Claims

    def claim(
        self,
        turns: Sequence[str],
        *,
        slot: str,
        value: str,
        marks: Sequence[str],
        start: datetime,
        kind: str = CONTEXTUAL,
        end: datetime | None = None,
        relation: str = "new",
        to: str | None = None,
        is_true: bool = True,
    ) -> str:
        """Note what turns say; return the id of the claim."""
        name = f"c{len(self.claims):03d}"
        self.claims[name] = Claim(
            id=name, kind=kind, slot=slot, value=value, marks=tuple(marks), turns=tuple(turns),
            start=start, end=end, relation=relation, to=to, is_true=is_true,
        )  # fmt: skip
        return name

    def told_again(self, claim: str, turn: str) -> None:
        """Note that a turn says a claim once more."""
        old = self.claims[claim]
        self.claims[claim] = replace(old, turns=(*old.turns, turn))

    def over(self, claim: str, at: datetime) -> None:
        """Note that a claim held until a moment."""
        old = self.claims[claim]
        if old.end is None or old.end > at:
            self.claims[claim] = replace(old, end=max(at, old.start))

    def take_back(self, claim: str) -> None:
        """Note that a claim was never so."""
        self.claims[claim] = replace(self.claims[claim], is_true=False)

    # Noise

    def noise(self, at: datetime) -> None:
        """Write a turn about others, of a tool, of an assistant that guesses, or of imagination."""
        kind, role = self.dice.one(
            (("other", USER), ("other", USER), ("unreal", USER), ("tool", TOOL),
             ("guess", ASSISTANT))
        )  # fmt: skip
        words = self.filled(template(self.dice, bank("noise"), kind, is_held=self.is_held))
        self.say(at, self.dress(words) if role == USER else words, role)

    # The end

    def bound(self) -> tuple[tuple[Turn, ...], dict[str, Claim]]:
        """Return the turns in the order of time and the claims, with final ids."""
        ordered = sorted(self.turns, key=lambda turn: (turn.at, int(turn.id[1:])))
        names = {turn.id: f"t{place:04d}" for place, turn in enumerate(ordered, 1)}
        turns = tuple(replace(turn, id=names[turn.id]) for turn in ordered)
        claims = {
            name: replace(claim, turns=tuple(names[turn] for turn in claim.turns))
            for name, claim in self.claims.items()
        }
        return turns, claims


def capital(text: str) -> str:
    """Return a text with its first letter as a capital."""
    return text[:1].upper() + text[1:]


def bare(value: str) -> str:
    """Return a value as a mark: without its article."""
    for article in ("a ", "an ", "the "):
        value = value.removeprefix(article)
    return value


def _ending(number: int) -> str:
    if number % 100 in (11, 12, 13):
        return "th"
    return {1: "st", 2: "nd", 3: "rd"}.get(number % 10, "th")
