"""Notes on age and birthday."""

from remanent.text.lexicon import words_of
from remanent.text.notes import (
    Note,
    birth,
    moment,
    plain,
)
from remanent.text.sentences import TIME
from remanent.text.values import NUMBER

_AGES = (
    Note(
        "age",
        (r"\b(?:i|me|i'm) ?\((?P<v>[1-9][0-9]) ?[mf]\b"),
        plain,
        frozenset(f"{age}{sex}" for sex in "fm" for age in range(13, 100)),
        anywhere=True,
    ),
    Note(
        "age",
        (r"\((?:[mf],? ?)?(?P<v>[1-9][0-9])(?: ?[mf])?(?=[,)])"),
        plain,
        frozenset(map(str, range(13, 100)))
        | {f"{sex}{age}" for sex in "fm" for age in range(13, 100)}
        | {f"{age}{sex}" for sex in "fm" for age in range(13, 100)},
        aside=True,
        mark="(",
    ),
    Note(
        "age",
        (r"being (?P<v>[6-9][0-9]) (?=has|means|isn't|is\b)"),
        plain,
        words_of("being"),
    ),
    Note(
        "age",
        (rf"(?:as an?|being an?) (?P<v>{NUMBER})[- ](?:yr|yrs|year|years)s?[- ]olds?\b"),
        plain,
        words_of("old"),
    ),
    Note(
        "age",
        (
            rf"(?P<v>{NUMBER})(?: ?(?:yo|y/o|yrs old|years old|years young))(?=(?:\s+|(?!\w))(?:$|[,.!]|and\b|"
            r"here\b))"
        ),
        plain,
        words_of("yo y old young"),
    ),
    Note(
        "age",
        (
            rf"(?:at (?:the )?(?:ripe old |grand old )?age of|now that i'm|aged) "
            rf"(?P<v>{NUMBER})(?=,? i\b|,)"
        ),
        plain,
        words_of("age aged now"),
    ),
)
_MY_DAY = "(?:bday|b-day|birthday|birth date|dob|d\\.o\\.b\\.?|date of birth)"
_BIRTHDAYS = (
    Note(
        "birthday",
        (
            rf"(?:(?:my|the|oh|and) )*{_MY_DAY}(?:'s| is| falls| fell|:| =|,| -)?(?: actually| "
            rf"really)?"
            rf" ?(?:on )?(?:the )?{TIME}"
        ),
        moment,
        words_of("bday b birthday dob date d birth"),
    ),
    Note(
        "birthday",
        (
            rf"(?:my )?{_MY_DAY}(?: is|:|'s|"
            rf")?\s*(?P<v>[0-9]{{1,4}}[/.-][0-9]{{1,2}}[/.-][0-9]{{2,4}})"
        ),
        plain,
        words_of("bday birthday dob date d"),
    ),
    Note(
        "birthday",
        (
            rf"(?:my|mine)(?: birthday| bday)? falls on (?P<v>(?!an?\b|the "
            rf"same)[^,.;:!?{TIME}]{{4,40}}?)(?=(?:\s+|(?!\w))(?:$|[,.;:!?(]| this| so| and| but))"
        ),
        plain,
        words_of("falls"),
    ),
    Note(
        "birthday",
        (rf"i share (?:a|my|the same) birthday with [^.!?{TIME}]{{2,60}}?,? ?(?:on )?{TIME}"),
        moment,
        words_of("birthday"),
        others=True,
    ),
    Note(
        "birthday",
        (rf"(?:i'm |i )?(?:turn|turning) {NUMBER} ?(?:on )?{TIME}"),
        moment,
        words_of("turn turning"),
    ),
    Note(
        "birthday",
        (
            r"(?:i was )?born (?:in )?(?P<v>(?:19|20)[0-9]{2})(?=(?:\s+|(?!\w))(?:$|[.!)]|,? so\b|,? and i\b|"
            r",? btw\b))"
        ),
        plain,
        words_of("born"),
    ),
    Note(
        "birthday",
        (rf"(?:i was )?born {TIME}+(?=(?:\s+|(?!\w))(?:$|[.!)]|,? so\b|,? and i\b|,? btw\b))"),
        birth,
        words_of("born"),
    ),
    Note(
        "birthday",
        (
            r"(?:i was |i'm |i am )?an? (?P<v>christmas(?: day| eve)?|halloween|new year's(?: day| "
            r"eve)?|"
            r"leap (?:day|year)|valentine's(?: day)?|boxing day) baby\b"
        ),
        plain,
        words_of("baby"),
    ),
)


NOTES = (*_AGES, *_BIRTHDAYS)
