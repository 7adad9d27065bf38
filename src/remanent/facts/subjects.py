"""Whose facts a question asks for.

A question about the person himself ("what foods do I dislike?") must not be answered with a
friend's tastes, however well the words match.
"""

import re
from collections.abc import Collection
from typing import Final

from remanent.facts.slots import normalise

OWNER: Final = "user"
_FIRST_PERSON: Final = frozenset({"i", "i'm", "i've", "i'd", "i'll", "me", "my", "mine", "myself"})
_WORD: Final = re.compile(r"[^\W_]+(?:['’][^\W_]+)?")
_OWNER_PHRASE: Final = re.compile(r"\bthe user\b")


def words_if_about_owner(question: str, owner_name: str) -> frozenset[str] | None:
    """Return the question's words where it asks about the scope's own person, else None.

    Args:
        owner_name: the id of the person; a question may name it.
    """
    words = words_of(question)
    name = normalise(owner_name)
    named = bool(name) and name in words
    if named or words & _FIRST_PERSON or _OWNER_PHRASE.search(normalise(question)):
        return words
    return None


def words_of(question: str) -> frozenset[str]:
    """Return the words of a question, folded, possessives also without their ending."""
    words = _WORD.findall(normalise(question).replace("’", "'"))
    return frozenset(words) | {word.removesuffix("'s") for word in words}


def owner_names(speakers: Collection[str], owner_name: str) -> frozenset[str] | None:
    """Return the names under which a scope's own person speaks, beside no name at all.

    Args:
        speakers: folded names of all who speak as the user.
        owner_name: the id of the person.

    Returns:
        His one other name, where only one is heard; nothing where he is heard by his id or
        without a name; None where several people speak as users and none of them is he: then
        "I" means nobody in particular.
    """
    names = {name for name in speakers if name}
    if not names or normalise(owner_name) in names:
        return frozenset()
    return frozenset(names) if len(names) == 1 else None


def may_answer(
    subject: str, words: frozenset[str] | None, owners: frozenset[str] = frozenset()
) -> bool:
    """Say whether a fact about a subject may answer such a question.

    Facts about the owner may; facts about somebody else only where the question speaks of him.

    Args:
        owners: other names of the owner, see `owner_names`.
    """
    if words is None or subject == OWNER or normalise(subject) in owners:
        return True
    return any(word.removesuffix("'s") in words for word in _WORD.findall(normalise(subject)))
