"""Which slots a question asks for: "what can't I eat?" asks for allergies and diet.

Only where its words say so plainly; a fact in such a slot, about the person asked about, answers
the question even where it shares no word with it.
"""

import re
from typing import Final

from remanent.facts.subjects import OWNER, may_answer
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
        (r"\bwhat\b.*\bname\b|\bwho am i\b", "name"),
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


def slots_asked(question: str) -> frozenset[str]:
    """Return the slots that a question asks for; none where its words name none."""
    text = question[:MOST_CHARACTERS].replace("’", "'")
    found: set[str] = set()
    for pattern, slots in _PATTERNS:
        if pattern.search(text):
            found |= slots
    return frozenset(found)


def answers(fact: Fact, question_words: frozenset[str], *, is_about_owner: bool) -> bool:
    """Say whether a fact in a slot that was asked for is about the person asked about.

    Args:
        question_words: every word of the question, folded.
        is_about_owner: the question speaks of the scope's own person.
    """
    if fact.subject == OWNER:
        return is_about_owner
    return may_answer(fact.subject, question_words)
