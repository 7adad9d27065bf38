"""Rules for hobbies that are told by when or why they are done: "I unwind by baking"."""

import re
from collections.abc import Iterator

from remanent.text import lexicon
from remanent.text.clauses import Clause
from remanent.text.drafts import Dated, Draft, draft
from remanent.text.lexicon import words_of
from remanent.text.patterns_common import POINTING
from remanent.text.sentences import TIME
from remanent.text.values import Value, comma_of, items, tidied
from remanent.text.verbs import Form

_FREE_TIME = re.compile(
    r"\s+(?:my|our|most of my|all (?:of )?my|a lot of my|too much of my|most|every|"
    "much of my) (?:(?:free|spare) time|weekends?|evenings?|(?:sun|satur)days?|days off|nights|"
    r"summers?|winters?|holidays)\s+(?=[a-z]+ing\b)"
)
_BY_DOING = re.compile(r"\s+(?:best )?by (?=[a-z]+ing\b)")
_NO_PASTIME = words_of(
    """working waiting sleeping trying doing worrying thinking cleaning helping taking driving
    being having
    going getting looking studying commuting recovering dealing fixing debugging caring babysitting
    scrolling wondering using talking putting making sitting lying arguing preparing counting
    fighting"""
)


def spend_time(clause: Clause) -> Iterator[Draft]:
    """Read "I spend my weekends birdwatching", "I unwind by playing the cello"."""
    pattern = _FREE_TIME if clause.verb == "spend" else _BY_DOING
    match = pattern.match(clause.folded)
    if match is None or clause.form is not Form.PRESENT or not clause.holds or clause.elided:
        return
    start = clause.rest + match.end()
    value = tidied(
        clause.message, start, comma_of(clause.message, start, clause.rest_end), verb=True
    )
    if value is None or value.folded.split()[0] in _NO_PASTIME or not value.has_at_most(_SHORT):
        return
    if not POINTING.search(value.folded):
        yield draft(clause, "hobby", value)


_SHORT = 5
_KNOWN = (
    lexicon.HOBBIES | lexicon.ACTIVITIES | words_of("watercolours watercolors oils poetry djing")
)
_INTO = re.compile(r"\s+(?:really |properly |seriously |back )*into (?:playing (?:the )?|doing )?")
_IN = re.compile(r"\s+(?:a bit |a little )?in ")


def get_into(clause: Clause) -> Iterator[Draft]:
    """Read "I got into pottery last year", "I dabble in watercolours"."""
    dabbles = clause.verb == "dabble"
    match = (_IN if dabbles else _INTO).match(clause.folded)
    if match is None or clause.negated or clause.ended or clause.elided:
        return
    if not (clause.holds or (clause.happened and not dabbles)):
        return
    if clause.form is Form.PRESENT and not dabbles:
        return
    for value in items(clause.message, clause.rest + match.end(), clause.rest_end):
        if value.folded not in _KNOWN and value.folded.replace(" ", "-") not in _KNOWN:
            return
        yield draft(clause, "hobby", value, dated=Dated.STATE if dabbles else Dated.CHANGE)


_GO_DOING = re.compile(
    r"\s+(?P<what>[a-z]+ing)(?P<often>\s+(?:a lot|quite a (?:bit|lot)|often|regularly|"
    r"whenever (?:i|we) can|all the time|when(?:ever)? i can|a fair bit|most weekends))?(?=(?:\s+|(?!\w))(?:$|"
    rf"[,.!;:)({TIME}]|in\b|with\b|and\b|to\b))"
)
_OFTEN = frozenset({"often", "regularly", "sometimes", "always", "usually", "mostly"})


def go_doing(clause: Clause) -> Iterator[Draft]:
    """Read "I go hiking a lot"."""
    match = _GO_DOING.match(clause.folded)
    if match is None or clause.form is not Form.PRESENT or not clause.holds or clause.elided:
        return
    if match["what"] in _KNOWN and (match["often"] or clause.adverbs & _OFTEN):
        start, end = clause.rest + match.start("what"), clause.rest + match.end("what")
        yield draft(
            clause,
            "hobby",
            Value(clause.message.text[start:end], start, end),
            end=clause.rest + match.end(),
        )


_FOR_YEARS = re.compile(
    r"since (?:i was|childhood|19|20|[0-9]|school|college|uni|my)|\b(?:years?|decades?|ages|all "
    r"my life|as long as)\b"
)
_ONLY_WHEN = re.compile(rf"\s*(?:$|[,.!;{TIME}]|since\b|for\b|on and off\b)")


def been_doing(clause: Clause) -> Iterator[Draft]:
    """Read "I've been knitting since I was ten"; not "I've been painting for three hours"."""
    if clause.form is not Form.PERFECT_PROGRESSIVE or clause.negated:
        return
    name = lexicon.PASTIMES.get(clause.verb)
    if name is None or not _ONLY_WHEN.match(clause.folded):
        return
    behind = clause.message.text[clause.rest : clause.rest + _REACH].lower().partition(".")[0]
    if _FOR_YEARS.search(behind):
        yield draft(clause, "hobby", name, end=clause.rest, text=f"does {name} as a hobby")


_REACH = 60  # characters behind the verb
