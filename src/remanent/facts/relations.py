"""Words that tell how somebody stands to somebody: which mean the same, and the name beside one.

"sister Anna" in the slot family says that somebody called Anna is a sister; "Ana" in the slot
partner says as much as "wife Ana". Nothing here knows a person.
"""

import re
from typing import Final

from remanent.facts.slots import normalise
from remanent.text import lexicon

_SYNONYMS: Final = {
    word: words.split()[0]
    for words in (
        "mother mum mom mummy mama mommy",
        "father dad daddy papa",
        "grandmother grandma gran nan nana nanna nonna granny",
        "grandfather grandpa granddad grandad",
        "aunt auntie",
        "child kid kids children baby toddler newborn",
        "colleague coworker co-worker workmate",
        "flatmate roommate housemate",
        "neighbour neighbor neighbours neighbors",
        "friend mate buddy pal",
        "boss manager supervisor",
        "stepmother stepmum stepmom",
        "stepfather stepdad",
        "employer company workplace firm",
        "school university college",
        "hometown birthplace",
    )
    for word in words.split()
} | dict.fromkeys(lexicon.PARTNERS, "partner")
_PLURALS: Final = {
    "sons": "son", "daughters": "daughter", "sisters": "sister", "brothers": "brother",
    "siblings": "sibling", "cousins": "cousin", "nieces": "niece", "nephews": "nephew",
    "aunts": "aunt", "uncles": "uncle", "parents": "parent", "grandparents": "grandparent",
    "grandchildren": "grandchild", "grandkids": "grandchild", "friends": "friend", "pets": "pet",
    "puppies": "puppy", "ponies": "pony", "bunnies": "bunny", "kitties": "kitty",
} | {f"{animal}s": animal for animal in lexicon.ANIMALS}  # fmt: skip
_KINDS: Final = {
    "sibling": frozenset({"brother", "sister", "twin", "sibling"}),
    "parent": frozenset({"mother", "father", "parent"}),
    "grandparent": frozenset({"grandmother", "grandfather", "grandparent"}),
    "child": frozenset({"son", "daughter", "child"}),
    "pet": lexicon.ANIMALS | {"pet"},
}
_ANIMALS: Final = lexicon.ANIMALS | {"pet"}
_PLACES: Final = frozenset({"hometown"})
_BODIES: Final = frozenset({"employer", "school"})
_PERSONAL: Final = (
    lexicon.PEOPLE | {"parent", "grandparent", "boss", "employee", "wife", "husband"}
)  # fmt: skip
RELATIONS: Final = (
    _PERSONAL | _ANIMALS | _PLACES | _BODIES | frozenset(_SYNONYMS) | frozenset(_PLURALS)
)
"""Every word that names a relation, folded."""

_COMPOSED: Final = {
    "mother-in-law": (("partner", "mother"),),
    "father-in-law": (("partner", "father"),),
    "brother-in-law": (("partner", "brother"), ("sibling", "partner")),
    "sister-in-law": (("partner", "sister"), ("sibling", "partner")),
    "son-in-law": (("child", "partner"),),
    "daughter-in-law": (("child", "partner"),),
    "niece": (("sibling", "daughter"),),
    "nephew": (("sibling", "son"),),
    "aunt": (("parent", "sister"),),
    "uncle": (("parent", "brother"),),
    "grandmother": (("parent", "mother"),),
    "grandfather": (("parent", "father"),),
    "grandchild": (("child", "child"),),
    "granddaughter": (("child", "daughter"),),
    "grandson": (("child", "son"),),
}
_BLOOD: Final = frozenset(
    {"mother", "father", "brother", "sister", "son", "daughter", "child", "parent", "sibling",
     "twin", "grandmother", "grandfather", "uncle", "aunt", "niece", "nephew"}
)  # fmt: skip
_YOUNG: Final = frozenset({"son", "daughter", "child"})
_SOCIAL: Final = frozenset(lexicon.ACQUAINTANCES) | {"flatmate", "boss"}

_NAMED_BEHIND: Final = re.compile(
    r"\A(?P<name>[^(),]+?)\s*(?:\((?P<a>[^()]+)\)|,\s*(?P<b>[^,]+))\Z"
)
_REACH: Final = 60  # characters around a name
_BEFORE: Final = re.compile(
    r"\b(?:my|our) (?:[\w-]+ ){0,2}?([\w-]+)(?:,| (?:is )?(?:called|named))? ?\Z"
)
_NAMED: Final = re.compile(
    r"\b(?i:my|our) (?:[\w-]+ ){0,2}?(?P<relation>[\w-]+),?(?: named| called|'s name is| is)? "
    r"(?P<name>[^\W\d_a-z][\w-]*(?: [^\W\d_a-z][\w-]*)?)"
)
_NAMED_FIRST: Final = re.compile(
    r"(?P<name>[^\W\d_a-z][\w-]*(?: [^\W\d_a-z][\w-]*)?)(?:,| is) (?:my|our) "
    r"(?:(?:best|old|new|little|big) )?(?P<relation>[\w-]+)\b"
)
_BEHIND: Final = re.compile(r"(?:,| is) (?:my|our) (?:(?:best|old|new|little|big) )?([\w-]+)\b")
_NOT_A_NAME: Final = frozenset(
    {"a", "an", "the", "my", "two", "three", "four", "five", "six", "no", "one", "some", "many",
     "old", "new", "little", "big", "and", "or", "of", "in", "on", "from", "with", "who", "called"}
)  # fmt: skip


def relation_of(word: str) -> str | None:
    """Return the word that stands for all that mean the same relation; None for no relation."""
    folded = normalise(word)
    folded = folded.removeprefix("best ").removeprefix("close ")
    folded = _PLURALS.get(folded, folded)
    if folded in _SYNONYMS:
        return _SYNONYMS[folded]
    return folded if folded in RELATIONS else None


def words_for(relation: str) -> frozenset[str]:
    """Return every word that names a relation."""
    return frozenset({relation}) | frozenset(
        word for word, group in _SYNONYMS.items() if group == relation
    )


def is_covered_by(said: str, asked: str) -> bool:
    """Say whether somebody who was named in one relation answers a question for another.

    A brother is a sibling, and a sibling may be a brother.
    """
    return (
        said == asked
        or said in _KINDS.get(asked, frozenset())
        or (said in _KINDS and asked in _KINDS[said])
    )


def may_be_one(first: str, second: str) -> bool:
    """Say whether one person can stand in both relations to the same other person.

    A sister is no colleague; a friend may be one, but that is for the owner to say.
    """
    return is_covered_by(first, second) or is_covered_by(second, first)


def are_social(first: str, second: str) -> bool:
    """Say whether both are relations that one person may well have at once: friend and boss."""
    return first in _SOCIAL | {"partner"} and second in _SOCIAL | {"partner"}


def is_blood(relation: str) -> bool:
    """Say whether only relatives have it."""
    return relation in _BLOOD


def is_young(relation: str) -> bool:
    """Say whether it is that of a child, which two parents share."""
    return relation in _YOUNG


def is_animal(relation: str) -> bool:
    """Say whether it is that of a pet."""
    return relation in _ANIMALS


def composed_of(relation: str) -> tuple[tuple[str, str], ...]:
    """Return the two steps, or those that it may be, of which a relation is made."""
    return _COMPOSED.get(relation, ())


def slots_of(relation: str) -> tuple[str, ...]:
    """Return the slots in which somebody of a relation is named."""
    if relation == "partner":
        return ("partner", "family")
    if relation in _ANIMALS:
        return ("pet",)
    if relation == "employer":
        return ("work",)
    if relation == "hometown":
        return ("origin",)
    if relation == "school":
        return ("school",)
    return ("family", relation)


def named_in(slot: str | None, value: str | None) -> tuple[str, str] | None:
    """Return the relation and the name that a value gives; the name may be "".

    "sister Anna" in family is ("sister", "Anna"), "Ana" in partner is ("partner", "Ana"),
    "dog" in pet is ("dog", ""); "two children" is nobody.
    """
    if slot is None or not value:
        return None
    match slot:
        case "partner" | "work" | "school" | "home" | "origin":
            whole = {"work": "employer", "origin": "hometown"}.get(slot, slot)
            relation, name = _split(value)
            return (whole, value.strip()) if relation is None or not name else (whole, name)
        case "family" | "pet":
            relation, name = _split(value)
            if relation is not None:
                return relation, name
            return (slot, value.strip()) if _is_name(value) else _in_other_words(value)
        case _:
            told = relation_of(slot)
            if told is None or told in _PLACES | _BODIES:
                return None
            relation, name = _split(value)
            return (told, value.strip() if relation is None else name)


def relations_told(text: str, name: str) -> frozenset[str]:
    """Return how a text says that somebody stands to its speaker: "my colleague Anna"."""
    folded = normalise(text).replace("’", "'")
    at = folded.find(name)
    found: set[str] = set()
    while at >= 0:
        before, after = folded[max(0, at - _REACH) : at], folded[at + len(name) :][:_REACH]
        for match in (_BEFORE.search(before), _BEHIND.match(after)):
            told = None if match is None else relation_of(match[1])
            if told is not None:
                found.add(told)
        at = folded.find(name, at + 1)
    return frozenset(found)


def names_told(text: str, relation: str) -> tuple[str, ...]:
    """Return the names of those of whom a text says that they stand so to its speaker."""
    plain = text.replace("’", "'")
    found = [
        match["name"]
        for pattern in (_NAMED, _NAMED_FIRST)
        for match in pattern.finditer(plain)
        if relation_of(match["relation"]) == relation and _is_name(match["name"])
    ]
    return tuple(dict.fromkeys(found))


def _split(value: str) -> tuple[str | None, str]:
    """Cut "sister Anna", "Anna (sister)" and "Anna, sister" into relation and name."""
    behind = _NAMED_BEHIND.match(value.strip())
    if behind is not None:
        relation = relation_of(behind["a"] or behind["b"])
        if relation is not None:
            return relation, behind["name"].strip()
    words = value.split()
    for count in (3, 2, 1):
        relation = relation_of(" ".join(words[:count])) if count <= len(words) else None
        if relation is not None:
            name = " ".join(words[count:])
            return relation, name if _is_name(name) else ""
    return None, ""


def _in_other_words(value: str) -> tuple[str, str] | None:
    """Read "сестра Анна": small words before a name, whatever the language."""
    words = value.split()
    small = next((place for place, word in enumerate(words) if not word[0].islower()), 0)
    name = " ".join(words[small:])
    if not 0 < small <= _LONGEST_RELATION_WORDS or not _is_name(name):
        return None
    told = normalise(" ".join(words[:small]))
    return None if told.split()[0] in _NOT_A_NAME else (told, name)


def _is_name(text: str) -> bool:
    """Say whether words may be a name: capital letters, or a script that has none."""
    words = text.split()
    if not 0 < len(words) <= _LONGEST_NAME_WORDS:
        return False
    first = words[0]
    if normalise(first) in _NOT_A_NAME or first[0].isdigit():
        return False
    return first[0].isupper() or not first[0].islower()


_LONGEST_NAME_WORDS: Final = 4
_LONGEST_RELATION_WORDS: Final = 2
