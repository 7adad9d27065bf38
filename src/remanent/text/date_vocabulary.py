"""The words that dates are made of, and the pieces of pattern that are built of them."""

import re

from remanent.text.lexicon import pattern_of
from remanent.text.local_calendar import MONTHS

MONTH_NUMBERS = {name.lower(): index + 1 for index, name in enumerate(MONTHS)} | {
    name[:3].lower(): index + 1 for index, name in enumerate(MONTHS)
}
MONTH_NUMBERS["sept"] = 9

WEEKDAYS = ("monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday")

SHORT_WEEKDAYS = {
    "mon": 0,
    "tue": 1,
    "tues": 1,
    "wed": 2,
    "weds": 2,
    "thu": 3,
    "thur": 3,
    "thurs": 3,
    "fri": 4,
    "sat": 5,
    "sun": 6,
}

WEEKDAY_NUMBERS = {name: index for index, name in enumerate(WEEKDAYS)} | SHORT_WEEKDAYS

_COUNTING = (
    "zero",
    "one",
    "two",
    "three",
    "four",
    "five",
    "six",
    "seven",
    "eight",
    "nine",
    "ten",
    "eleven",
    "twelve",
    "thirteen",
    "fourteen",
    "fifteen",
    "sixteen",
    "seventeen",
    "eighteen",
    "nineteen",
    "twenty",
)

NUMBERS = {word: float(index) for index, word in enumerate(_COUNTING)}
NUMBERS |= {"a": 1.0, "an": 1.0, "half a": 0.5, "half an": 0.5, "thirty": 30.0, "forty": 40.0}
NUMBERS |= {"fifty": 50.0, "a hundred": 100.0}

ORDINALS = {
    word: index + 1 for index, word in enumerate(("first", "second", "third", "fourth"))
} | {"1st": 1, "2nd": 2, "3rd": 3, "4th": 4, "last": -1}

DECADES = {"fifties": 50, "sixties": 60, "seventies": 70, "eighties": 80, "nineties": 90}

HOLIDAYS = {
    "christmas": (12, 25),
    "christmas day": (12, 25),
    "christmas eve": (12, 24),
    "boxing day": (12, 26),
    "new year's eve": (12, 31),
    "new years eve": (12, 31),
    "new year's day": (1, 1),
    "new years day": (1, 1),
    "halloween": (10, 31),
    "valentine's day": (2, 14),
    "valentines day": (2, 14),
}

SEASONS = ("spring", "summer", "autumn", "fall", "winter")

THIRDS = {"early": 0, "beginning": 0, "start": 0, "mid": 1, "middle": 1, "late": 2, "end": 2}


B = r"(?<![\w'$€£#@/\\-])"

E = r"(?![\w])"

MONTH = f"(?:{pattern_of(MONTH_NUMBERS)})"

DAY = r"(?:[12][0-9]|3[01]|0?[1-9])(?:st|nd|rd|th)?"

YEAR = r"(?:19|20)[0-9]{2}(?![0-9])"

ANY_WEEKDAY = rf"(?:{pattern_of(WEEKDAY_NUMBERS)})"

SEASON = f"(?:{pattern_of(SEASONS)})"

HOLIDAY = f"(?:{pattern_of(HOLIDAYS)})"

PART = r"(?: (?:in the )?(?P<part>morning|afternoon|evening|night|lunchtime))?"

MONTHS_PER_UNIT = {"month": 1, "year": 12, "yr": 12, "decade": 120}

DAYS_PER_UNIT = {"day": 1, "night": 1, "week": 7, "wk": 7, "weekend": 7, "fortnight": 14}

DAY_OFFSETS = {
    "the day before yesterday": -2,
    "day before yesterday": -2,
    "yesterday": -1,
    "today": 0,
    "earlier today": 0,
    "later today": 0,
    "tomorrow": 1,
    "tommorow": 1,
    "tommorrow": 1,
    "tomorow": 1,
    "tmrw": 1,
    "tmr": 1,
    "tmw": 1,
    "the day after tomorrow": 2,
    "day after tomorrow": 2,
}

P = re.compile

DIGITS = "0"  # stands for any word that begins with a digit
