"""English word stems: the suffix rules of Porter2, with a table for what no suffix rule sees.

The rules follow the published description of the "English (Porter2)" algorithm (M. F. Porter,
2002, snowballstem.org). Irregular forms are mapped to their base word first ("went" to "go"),
which suffix rules cannot do. A word that is not lower-case ASCII letters is returned as it is.
"""

import re
from functools import lru_cache
from typing import Final

_VOWELS: Final = frozenset("aeiouy")
_LI_ENDINGS: Final = frozenset("cdeghkmnrt")
_DOUBLES: Final = frozenset(("bb", "dd", "ff", "gg", "mm", "nn", "pp", "rr", "tt"))
_REGION_PREFIXES: Final = ("gener", "commun", "arsen")
_LONGEST_WORD: Final = 40  # longer runs of letters are no English words

_REGION: Final = re.compile(r"[aeiouy][^aeiouy]")
_ENDS_SHORT: Final = re.compile(r"(?:[^aeiouy][aeiouy][^aeiouywxY]|^[aeiouy][^aeiouy])$")
_CONSONANT_Y: Final = re.compile(r"(?:^|(?<=[aeiouy]))y")

_EXCEPTIONS: Final = {
    "skis": "ski",
    "skies": "sky",
    "idly": "idl",
    "gently": "gentl",
    "ugly": "ugli",
    "early": "earli",
    "only": "onli",
    "singly": "singl",
    **{word: word for word in ("sky", "news", "howe", "atlas", "cosmos", "bias", "andes")},
}
_WHOLE_AFTER_PLURAL: Final = frozenset(
    ("inning", "outing", "canning", "herring", "earring", "proceed", "exceed", "succeed")
)

# Suffix tables run from the longest suffix to the shortest: the first that fits decides.
_STEP_2: Final = (
    ("ational", "ate"),
    ("fulness", "ful"),
    ("iveness", "ive"),
    ("ization", "ize"),
    ("ousness", "ous"),
    ("biliti", "ble"),
    ("lessli", "less"),
    ("tional", "tion"),
    ("alism", "al"),
    ("aliti", "al"),
    ("ation", "ate"),
    ("entli", "ent"),
    ("fulli", "ful"),
    ("iviti", "ive"),
    ("ousli", "ous"),
    ("abli", "able"),
    ("alli", "al"),
    ("anci", "ance"),
    ("ator", "ate"),
    ("enci", "ence"),
    ("izer", "ize"),
    ("bli", "ble"),
)
_STEP_3: Final = (
    ("ational", "ate"),
    ("tional", "tion"),
    ("alize", "al"),
    ("icate", "ic"),
    ("iciti", "ic"),
    ("ical", "ic"),
    ("ness", ""),
    ("ful", ""),
)
_STEP_4: Final = (
    "ement",
    "able",
    "ance",
    "ence",
    "ible",
    "ment",
    "ant",
    "ate",
    "ent",
    "ism",
    "iti",
    "ive",
    "ize",
    "ous",
    "al",
    "er",
    "ic",
)
# Most words have none of these: they are told apart by one look at all endings at once.
_ENDINGS_1: Final = ("eedly", "eed", "ingly", "edly", "ing", "ed")
_ENDINGS_2: Final = (*(suffix for suffix, _ in _STEP_2), "ogi", "li")
_ENDINGS_3: Final = (*(suffix for suffix, _ in _STEP_3), "ative")
_ENDINGS_4: Final = (*_STEP_4, "ion")

_IRREGULAR_FORMS: Final = """
be: am is are was were been being
bear: bore borne
beat: beaten
become: became
begin: began begun
bend: bent
bet: betted
bite: bit bitten
bleed: bled
blow: blew blown
break: broke broken
bring: brought
build: built
burn: burnt
buy: bought
catch: caught
child: children
choose: chose chosen choice
come: came
die: dying died dies
deal: dealt
dig: dug
do: did done does
draw: drew drawn
dream: dreamt
drink: drank drunk
drive: drove driven
eat: ate eaten
fall: fell fallen
feed: fed
feel: felt
fight: fought
find: found
fly: flew flown flight
foot: feet
forget: forgot forgotten
forgive: forgave forgiven
freeze: froze frozen
get: got gotten
give: gave given
go: went gone goes
goose: geese
grow: grew grown growth
hang: hung
have: had has
hear: heard
hide: hid hidden
hold: held
keep: kept
know: knew known
lead: led
lean: leant
learn: learnt
leave: left
lend: lent
lie: lying lain
lose: lost loss
make: made
man: men
mean: meant
meet: met
mouse: mice
pay: paid
person: people persons
ride: rode ridden
ring: rang rung
rise: rose risen
run: ran
say: said
see: saw seen
seek: sought
sell: sold sale
send: sent
shake: shook shaken
shine: shone
shoot: shot
show: shown
shrink: shrank shrunk
sing: sang sung
sit: sat
sleep: slept
speak: spoke spoken speech
spend: spent
stand: stood
steal: stole stolen
stick: stuck
strike: struck
swear: swore sworn
sweep: swept
swim: swam swum
take: took taken
teach: taught
tear: tore torn
tell: told
think: thought
throw: threw thrown
tie: tying
tooth: teeth
understand: understood
wake: woke woken
wear: wore worn
weave: wove woven
wife: wives
win: won
woman: women
write: wrote written
"""

_BASE_FORMS: Final = {
    form: base.strip()
    for line in _IRREGULAR_FORMS.strip().splitlines()
    for base, _, forms in (line.partition(":"),)
    for form in forms.split()
}


@lru_cache(maxsize=65_536)
def stem(word: str) -> str:
    """Give the stem of a lower-case word, the same for its usual English inflections."""
    word = _BASE_FORMS.get(word, word)
    if len(word) < 3 or len(word) > _LONGEST_WORD or not (word.isascii() and word.isalpha()):  # noqa: PLR2004 - letters
        return word
    special = _EXCEPTIONS.get(word)
    return special if special is not None else _porter2(word)


def _porter2(word: str) -> str:
    """Take the suffixes off one lower-case ASCII word of at least three letters."""
    word = _CONSONANT_Y.sub("Y", word)
    first = _first_region(word)
    match = _REGION.search(word, first)
    second = match.end() if match else len(word)
    word = _without_plural(word)
    if word in _WHOLE_AFTER_PLURAL:
        return word
    word = _without_past_or_gerund(word, first)
    if len(word) > 2 and word[-1] in "yY" and word[-2] not in _VOWELS:  # noqa: PLR2004 - letters
        word = word[:-1] + "i"
    word = _step_2(word, first)
    word = _step_3(word, first, second)
    word = _step_4(word, second)
    word = _step_5(word, first, second)
    return word.replace("Y", "y")


def _first_region(word: str) -> int:
    """Where region R1 begins: after the first consonant that follows a vowel."""
    for prefix in _REGION_PREFIXES:
        if word.startswith(prefix):
            return len(prefix)
    match = _REGION.search(word)
    return match.end() if match else len(word)


def _without_plural(word: str) -> str:
    if word.endswith("sses"):
        return word[:-2]
    if word.endswith(("ied", "ies")):
        return word[:-2] if len(word) > 4 else word[:-1]  # noqa: PLR2004 - letters
    if word.endswith(("us", "ss")) or not word.endswith("s"):
        return word
    return word[:-1] if not _VOWELS.isdisjoint(word[:-2]) else word


def _without_past_or_gerund(word: str, first: int) -> str:
    if not word.endswith(_ENDINGS_1):
        return word
    for suffix in ("eedly", "eed"):
        if word.endswith(suffix):
            return word[: -len(suffix)] + "ee" if len(word) - len(suffix) >= first else word
    for suffix in ("ingly", "edly", "ing", "ed"):
        if word.endswith(suffix):
            rest = word[: -len(suffix)]
            if _VOWELS.isdisjoint(rest):
                return word
            if rest.endswith(("at", "bl", "iz")):
                return rest + "e"
            if rest[-2:] in _DOUBLES:
                return rest[:-1]
            return rest + "e" if first >= len(rest) and _ENDS_SHORT.search(rest) else rest
    return word


def _step_2(word: str, first: int) -> str:
    if not word.endswith(_ENDINGS_2):
        return word
    for suffix, new in _STEP_2:
        if word.endswith(suffix):
            return word[: -len(suffix)] + new if len(word) - len(suffix) >= first else word
    if word.endswith("ogi"):
        return word[:-1] if len(word) - 3 >= first and word[-4:-3] == "l" else word
    if word.endswith("li") and len(word) - 2 >= first and word[-3:-2] in _LI_ENDINGS:
        return word[:-2]
    return word


def _step_3(word: str, first: int, second: int) -> str:
    if not word.endswith(_ENDINGS_3):
        return word
    for suffix, new in _STEP_3:
        if word.endswith(suffix):
            return word[: -len(suffix)] + new if len(word) - len(suffix) >= first else word
    if word.endswith("ative") and len(word) - 5 >= second:
        return word[:-5]
    return word


def _step_4(word: str, second: int) -> str:
    if not word.endswith(_ENDINGS_4):
        return word
    for suffix in _STEP_4:
        if word.endswith(suffix):
            return word[: -len(suffix)] if len(word) - len(suffix) >= second else word
    if word.endswith("ion") and len(word) - 3 >= second and word[-4:-3] in ("s", "t"):
        return word[:-3]
    return word


def _step_5(word: str, first: int, second: int) -> str:
    if word.endswith("e"):
        at = len(word) - 1
        if at >= second or (at >= first and not _ENDS_SHORT.search(word[:-1])):
            return word[:-1]
    elif word.endswith("ll") and len(word) - 1 >= second:
        return word[:-1]
    return word
