"""Which slots a question asks for: "what can't I eat?" asks for allergies and diet.

Only where its words say so plainly; a fact in such a slot, about the person asked about, answers
the question even where it shares no word with it.
"""

import re
from dataclasses import dataclass
from typing import Final

from remanent.facts.slots import normalise
from remanent.facts.subjects import OWNER, may_answer, words_of
from remanent.model.fact import Fact

_PATTERNS: Final = tuple(
    (re.compile(pattern, re.IGNORECASE), frozenset(slots.split()))
    for pattern, slots in (
        (r"\bwhere\b.*\b(?:live|lives|living|reside|resides|based)\b", "home"),
        (r"\b(?:home ?town|address|home city|city of residence)\b", "home origin"),
        (r"\b(?:what|which) (?:city|town|country|place)\b.*\b(?:live|lives|living)\b", "home"),
        (r"\bwhere\b.*\b(?:work|works|working|employed)\b", "work"),
        (r"\b(?:employer|work for|works for|which company|what company)\b", "work"),
        (r"\b(?:for a living|occupation|profession|job title|what job)\b", "occupation work"),
        (r"\bwhat\b.*\b(?:job|do for work)\b", "occupation work"),
        (r"\bwhat(?:'s| is| was) (?:my|his|her|their|[^\W_]+'s?) (?:full |first )?name\b", "name"),
        (r"\bwho am i\b|\bwhat am i called\b", "name"),
        (r"\bbirthday\b|\bwhen\b.*\bborn\b", "birthday"),
        (r"\bhow old\b|\bwhat age\b", "age birthday"),
        (r"\ballerg\w+", "allergy"),
        (r"\b(?:can'?t|cannot|can not|mustn'?t|shouldn'?t|not)\b.*\beat\b", "allergy diet"),
        (r"\b(?:diet|dietary|vegan|vegetarian)\b", "diet allergy"),
        (r"\b(?:married to|spouse|partner|husband|wife|girlfriend|boyfriend)\b", "partner"),
        (r"\b(?:married|relationship status|engaged|divorced)\b", "relationship partner"),
        (r"\b(?:siblings?|brothers?|sisters?|children|kids|sons?|daughters?|family)\b", "family"),
        (r"\b(?:pets?|dogs?|cats?)\b", "pet"),
        (r"\bwhere\b.*\b(?:from|grow up|grew up)\b", "origin"),
        (r"\bwhere\b.*\b(?:study|studies|studied)\b|\b(?:school|university|college)\b", "school"),
        (r"\blanguages?\b", "language"),
        (r"\be-?mail\b", "email"),
        (r"\bphone\b", "phone"),
        (r"\btime ?zone\b", "timezone"),
    )
)
MOST_CHARACTERS: Final = 500
_NAMING: Final = frozenset(
    {
        "where", "live", "lives", "living", "reside", "resides", "based", "city", "town", "country",
        "place", "work", "works", "working", "employed", "employer", "company", "job", "profession",
        "occupation", "title", "name", "called", "birthday", "born", "old", "age", "allergy",
        "allergic", "allergies", "allergen", "eat", "can't", "cannot", "diet", "dietary", "vegan",
        "vegetarian", "spouse", "partner", "husband", "wife", "girlfriend", "boyfriend", "married",
        "engaged", "divorced", "relationship", "status", "sibling", "siblings", "brother",
        "brothers", "sister", "sisters", "child", "children", "kid", "kids", "son", "sons",
        "daughter", "daughters", "family", "pet", "pets", "dog", "dogs", "cat", "cats", "from",
        "grow", "grew", "up", "study", "studies", "studied", "school", "university", "college",
        "language", "languages", "email", "e-mail", "phone", "number", "time", "zone", "timezone",
        "hometown", "address", "home",
    }
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Asked:
    """What a question asks for.

    Args:
        slots: the slots that its words name.
        rest: its words beyond those that name them, folded; what is left of "where does Ann live
            now" is "ann" and "now".
    """

    slots: frozenset[str]
    rest: frozenset[str] = frozenset()


def slots_asked(question: str) -> Asked:
    """Return the slots that a question asks for; none where its words name none."""
    text = question[:MOST_CHARACTERS].replace("’", "'")
    found: set[str] = set()
    rest = text
    for pattern, slots in _PATTERNS:
        named = pattern.search(text)
        if named:
            found |= slots
            kept = words_of(named.group()) & _NAMING
            rest = " ".join(word for word in rest.split() if not words_of(word) & kept)
    return Asked(frozenset(found), words_of(rest) if found else frozenset())


def answers(
    fact: Fact,
    question_words: frozenset[str],
    *,
    is_about_owner: bool,
    owners: frozenset[str] = frozenset(),
) -> bool:
    """Say whether a fact in a slot that was asked for is about the person asked about.

    Args:
        question_words: every word of the question, folded.
        is_about_owner: the question speaks of the scope's own person.
        owners: other names of that person.
    """
    if fact.subject == OWNER or (is_about_owner and normalise(fact.subject) in owners):
        return is_about_owner
    return may_answer(fact.subject, question_words)


def is_all_it_asks(asked: Asked, subject: str) -> bool:
    """Say whether a question asks for nothing but its slots, of the person that a fact is about.

    Then such a fact answers it, however few words they share; "what did my brother say of the
    boat" asks for more than a brother.
    """
    about = words_of(subject)
    rest = {word for word in asked.rest if word.removesuffix("'s") not in about}
    return not rest - _FRAME


_FRAME: Final = frozenset(
    {
        "a", "an", "the", "and", "or", "of", "to", "in", "at", "on", "for", "by", "with", "i",
        "i'm", "me", "my", "mine", "we", "our", "you", "your", "he", "him", "his", "she", "her",
        "they", "them", "their", "it", "its", "is", "are", "was", "were", "am", "be", "been", "do",
        "does", "did", "doing", "have", "has", "had", "what", "what's", "which", "who", "whom",
        "whose", "when", "where", "how", "why", "can", "could", "will", "would", "should", "any",
        "some", "now", "currently", "today", "again", "please", "tell", "know", "remember", "there",
        "user", "anything", "something", "everyone", "that", "this", "not",
    }
)  # fmt: skip
