"""The closed list of expressions of time that we read, each with its pattern and its reading.

Patterns run over folded text (see `folding`), most specific first; words that one expression has
taken are not read again by a later one. A reader returns None where the words are not meant as a
time.
"""

import re

from remanent.text.date_combined import (
    BEFORE_LAST,
    DAY_WORD,
    DECADE,
    ISO,
    MONTH_YEAR,
    NAMED,
    PART_TODAY,
    RELATIVE_HOLIDAY,
    RELATIVE_MONTH,
    RELATIVE_SEASON,
    RELATIVE_UNIT,
    RELATIVE_WEEKDAY,
    SEASON_YEAR,
    SLASHED,
    beside_date,
    nth_of_month,
    range_of,
    third_of,
    unit_of_date,
)
from remanent.text.date_named import (
    day_of_month,
    decade_at,
    iso_date,
    month_and_year,
    named_date,
    plain_holiday,
    plain_month,
    plain_season,
    plain_year,
    season_and_year,
    slashed_date,
)
from remanent.text.date_reading import Read, Reader
from remanent.text.date_relative import (
    before_last,
    clipped_unit,
    counted,
    counted_weekdays,
    day_word,
    duration,
    part_of_today,
    plain_weekday,
    relative_holiday,
    relative_month,
    relative_season,
    relative_unit,
    relative_weekday,
    the_other_day,
    weekday_of_week,
)
from remanent.text.date_vocabulary import (
    ANY_WEEKDAY,
    DAY,
    DAY_OFFSETS,
    DECADES,
    DIGITS,
    HOLIDAY,
    MONTH,
    MONTH_NUMBERS,
    NUMBERS,
    ORDINALS,
    PART,
    SEASON,
    SEASONS,
    WEEKDAY_NUMBERS,
    WEEKDAYS,
    YEAR,
    B,
    E,
    P,
)
from remanent.text.lexicon import pattern_of

_WEEKDAY = f"(?:{pattern_of(WEEKDAYS)})"

_QUANTITY = (
    r"(?P<quantity>[0-9]{1,4}(?:\.[0-9])?|(?:an? )?(?:couple|few|"
    f"several)(?: of)?|{pattern_of(NUMBERS)})"
)

_UNIT = r"(?P<unit>minute|min|hour|hr|day|night|weekend|week|wk|fortnight|month|year|yr|decade)s?"

_PREPOSITION = (
    r"(?P<preposition>in|since|until|till|til|by|during|from|before|after|around|through)"
)


def _reader(pattern: re.Pattern[str] | str, read: Read, *needs: str) -> Reader:
    compiled = pattern if isinstance(pattern, re.Pattern) else P(pattern)
    return Reader(compiled, read, tuple(frozenset(words.split()) for words in needs))


_HALF = r"(?P<half> and a half)?"

_HALF_AFTER = r"(?P<half_after> and a half)?"

_MONTH_WORDS = " ".join(MONTH_NUMBERS)

_WEEKDAY_WORDS = " ".join(WEEKDAY_NUMBERS)

_UNIT_WORDS = (
    "minute minutes min mins hour hours hr hrs day days night nights weekend weekends week weeks "
    "wk wks fortnight fortnights month months year years yr yrs decade decades"
)

_HOLIDAY_WORDS = "christmas boxing new halloween valentine valentines"

_WHICH_WORDS = "last this next coming past previous"

_DAYLIKE = (
    f"{DIGITS} {_MONTH_WORDS} {_WEEKDAY_WORDS} yesterday today tomorrow christmas halloween year "
    "years"
)

READERS: tuple[Reader, ...] = (
    _reader(rf"{B}(?:from|between) (?=[\w'])", range_of, "from between", _DAYLIKE),
    _reader(
        f"{B}(?:the )?(?:(?P<weekday>{_WEEKDAY})|(?:{_QUANTITY}{_HALF} )?{_UNIT}{_HALF_AFTER}) "
        r"(?P<side>before|after) (?=[\w'])(?!last\b)",
        beside_date,
        "before after",
        f"{_WEEKDAY_WORDS} {_UNIT_WORDS}",
        _DAYLIKE,
    ),
    _reader(rf"{B}(?:the )?(?P<unit>weekend|week) of ", unit_of_date, "week weekend", _DAYLIKE),
    _reader(
        f"{B}(?:the )?(?P<nth>{pattern_of(ORDINALS)}) (?P<unit>weekend|week|{_WEEKDAY}) (?:of|in) ",
        nth_of_month,
        _MONTH_WORDS,
        " ".join(ORDINALS),
    ),
    _reader(
        f"{B}(?:(?:at|in|towards?|around|near|by|from|since|until) )?(?P<third_words>(?:the "
        ")?(?P<third>early|mid|late|beginning|start|middle|end)(?: in| of)?)(?:(?<=early)|"
        r"(?<=mid)|(?<=late)|(?<= of)|(?<= in))[ -](?:the (?=end|start|year \d))?",
        third_of,
        "early mid late beginning start middle end",
        f"{_DAYLIKE} {' '.join(SEASONS)} week month",
    ),
    _reader(ISO, iso_date, DIGITS),
    _reader(SLASHED, slashed_date, DIGITS),
    _reader(NAMED, named_date, _MONTH_WORDS, DIGITS),
    _reader(MONTH_YEAR, month_and_year, _MONTH_WORDS, DIGITS),
    _reader(SEASON_YEAR, season_and_year, " ".join(SEASONS), DIGITS),
    _reader(DECADE, decade_at, DIGITS + " " + " ".join(DECADES)),
    _reader(DAY_WORD, day_word, " ".join(word.split()[-1] for word in DAY_OFFSETS)),
    _reader(PART_TODAY, part_of_today, "tonight night evening morning afternoon"),
    _reader(rf"{B}the other day{E}", the_other_day, "other"),
    _reader(
        f"{B}(?P<before>(?!))?{_QUANTITY}{_HALF} {_UNIT}{_HALF_AFTER}(?: or (?:so|"
        rf"two))? (?P<mark>ago|from now|from today|back(?=\s*(?:[.,;!?)]|$))){E}",
        counted,
        "ago now today back",
        _UNIT_WORDS,
    ),
    _reader(
        rf"{B}{_QUANTITY}(?P<half>(?!))?(?P<half_after>(?!))? (?P<weekday>{_WEEKDAY})s ago{E}",
        counted_weekdays,
        "ago",
        " ".join(f"{day}s" for day in WEEKDAYS),
    ),
    _reader(
        f"{B}(?P<for_>for )?(?:(?:over|in|during|within|these) )?(?:the )?(?P<span_of>last|past|"
        f"next|coming) {_QUANTITY}{_HALF} {_UNIT}{_HALF_AFTER}{E}",
        duration,
        _UNIT_WORDS,
        _WHICH_WORDS,
    ),
    _reader(
        f"{B}(?P<for_>for )?(?:(?:over|in|during|within) )?the (?P<span_of>last|past|next|"
        "coming) (?P<quantity>(?!))?(?P<half>(?!))?(?P<half_after>(?!))?(?P<unit>day|week|month|"
        rf"year|decade){E}(?! of\b)",
        duration,
        _UNIT_WORDS,
        _WHICH_WORDS,
    ),
    _reader(
        f"{B}(?P<for_>for )(?:(?:about|around|over|almost|nearly|roughly|at least|more than|like|"
        f"well over|only|just) )*(?P<span_of>(?!))?{_QUANTITY}{_HALF} {_UNIT}{_HALF_AFTER}{E}(?! "
        r"(?:a|per|each|every|old)\b|-)",
        duration,
        _UNIT_WORDS,
        "for",
    ),
    _reader(
        f"{B}(?P<before>in ){_QUANTITY}{_HALF} {_UNIT}{_HALF_AFTER}(?:'? time)?(?P<mark>(?!)"
        rf")?{E}(?! (?:a|per)\b)",
        counted,
        _UNIT_WORDS,
        "in",
    ),
    _reader(BEFORE_LAST, before_last, "last", "before"),
    _reader(
        rf"{B}(?P<side>earlier|later) this (?P<unit>week|month|year){E}",
        clipped_unit,
        "earlier later",
        "this",
    ),
    _reader(
        rf"{B}(?P<weekday>{_WEEKDAY}),? (?:of )?(?P<which>last|this|next) week{E}",
        weekday_of_week,
        _WEEKDAY_WORDS,
        "week",
    ),
    _reader(RELATIVE_UNIT, relative_unit, "week wk weekend month year yr quarter", _WHICH_WORDS),
    _reader(
        rf"{B}the (?P<which>past|previous) (?P<unit>weekend){E}",
        relative_unit,
        "weekend",
        _WHICH_WORDS,
    ),
    _reader(RELATIVE_WEEKDAY, relative_weekday, _WEEKDAY_WORDS, _WHICH_WORDS),
    _reader(RELATIVE_MONTH, relative_month, _MONTH_WORDS, _WHICH_WORDS),
    _reader(RELATIVE_SEASON, relative_season, " ".join(SEASONS), _WHICH_WORDS),
    _reader(
        RELATIVE_HOLIDAY,
        relative_holiday,
        "christmas boxing year years halloween valentine valentines",
    ),
    _reader(rf"{B}(?P<on>on )?(?P<weekday>{ANY_WEEKDAY}){PART}{E}", plain_weekday, _WEEKDAY_WORDS),
    _reader(
        f"{B}(?:on|for|by|since|until|till|before|after) (?P<named>the (?P<day>{DAY})(?<=[dht])"
        r"(?: of (?P<which>last|this|next) month)?)(?=\s*(?:[.,;!?)]|$|for\b|with\b|from\b|"
        r"because\b|then\b|and (?:i|we|my|then)\b|but\b|so\b))",
        day_of_month,
        DIGITS,
    ),
    _reader(rf"{B}{_PREPOSITION} (?P<month>{MONTH}){E}(?!')", plain_month, _MONTH_WORDS),
    _reader(
        rf"{B}{_PREPOSITION} (?:the year |about |around )?(?P<year>{YEAR}|'[0-9]{{2}}){E}",
        plain_year,
        DIGITS,
    ),
    _reader(
        f"{B}(?:in|during|over|since|until|till|by|before|after|through|"
        f"for) (?P<named>(?:the )?(?P<season>{SEASON})){E}(?! (?:break|camp|term|semester|"
        "olympics))",
        plain_season,
        " ".join(SEASONS),
    ),
    _reader(
        rf"{B}(?:on|at|since|until|till|by|before|after|for|over) (?P<holiday>{HOLIDAY}){E}",
        plain_holiday,
        _HOLIDAY_WORDS,
    ),
)

# First need of each reader, by word: few words of a text are in it, so few readers are asked.
_BY_WORD: dict[str, list[int]] = {}
for _index, _each in enumerate(READERS):
    for _word in _each.needs[0]:
        _BY_WORD.setdefault(_word, []).append(_index)


def readers_for(words: set[str]) -> list[Reader]:
    """Return the readers whose words all occur, most specific first."""
    found = sorted({index for word in words & TRIGGERS for index in _BY_WORD[word]})
    return [
        READERS[index]
        for index in found
        if not any(words.isdisjoint(kind) for kind in READERS[index].needs[1:])
    ]


TRIGGERS = frozenset().union(*(reader.needs[0] for reader in READERS))
