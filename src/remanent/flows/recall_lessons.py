"""Lessons for what is at hand: by condition and by words, times a bounded prior.

Nothing is written: that they were shown is noted where somebody asks for it.
"""

from collections.abc import Callable, Mapping
from datetime import datetime
from typing import Final

import numpy as np

from remanent.errors import ProviderError
from remanent.flows.door import Door
from remanent.flows.propose import candidates, cosines_with
from remanent.flows.recall_ids import sign_recall
from remanent.flows.spaces import check_member
from remanent.lessons.ranking import LessonPlan, rank_lessons, terms_of, words_asked, words_of
from remanent.lessons.rendering import render_lessons
from remanent.model.governance import Actor
from remanent.model.lesson import LessonRecall, LessonStatus, Situation
from remanent.model.scope import Scope
from remanent.ports import Embedder, Snapshot
from remanent.providers.vectors import embed_question

NOTHING_LEARNED: Final = "nothing learned"
NOTHING_ASKED: Final = "blank query"
NOTHING_FITS: Final = "nothing fits this"
NO_ROOM: Final = "nothing fits the budget"


def recall_lessons(
    door: Door,
    scope: Scope,
    actor: Actor,
    query: str,
    situation: Situation,
    *,
    limit: int,
    budget_tokens: int | None,
    count_tokens: Callable[[str], int],
    at: datetime | None = None,
    plan: LessonPlan | None = None,
    embedder: Embedder | None = None,
) -> LessonRecall:
    """Return the lessons that fit a situation, best first.

    Args:
        query: what is being done, in words; may be blank where the situation says it.
        limit: lessons at most. budget_tokens: hard limit of the text.
        at: the moment at which uses are weighed; now by default.

    Raises:
        AccessError: the actor is no member of the space.
    """
    now = at or door.clock.now()
    words = words_asked(query, situation)
    asked = _asked(embedder, words)
    with door.read(scope, actor) as snapshot:
        check_member(snapshot, scope, actor)
        key = snapshot.state.key
        if not words.strip():
            return LessonRecall(sign_recall((), now, key), (), "", 0, reason=NOTHING_ASKED)
        among = snapshot.count_lessons(LessonStatus.ACTIVE)
        if not among:
            return LessonRecall(sign_recall((), now, key), (), "", 0, reason=NOTHING_LEARNED)
        terms = terms_of(words)
        cosines = {} if asked is None else cosines_with(snapshot, asked[0], asked[1])
        seqs = candidates(snapshot, situation.error, terms) | cosines.keys()
        ranked = rank_lessons(
            list(snapshot.lessons(seqs).values()),
            query,
            situation,
            now,
            plan=plan or LessonPlan(),
            holders=_holders(snapshot, seqs, terms),
            among=among,
            cosines=lambda lesson: cosines.get(lesson.seq),
        )
    chosen = ranked[:limit]
    text, shown, tokens = render_lessons(
        chosen, key=key, budget_tokens=budget_tokens, count_tokens=count_tokens
    )
    chosen = chosen[:shown]
    token = sign_recall(
        [item.lesson.id for item in chosen],
        now,
        key,
        relevances=[item.similarity for item in chosen],
        fired=[item.fired for item in chosen],
    )
    reason = None if chosen else (NO_ROOM if ranked else NOTHING_FITS)
    return LessonRecall(
        token, tuple(chosen), text, tokens, reason=reason, dropped=len(ranked) - len(chosen)
    )


def _holders(snapshot: Snapshot, seqs: set[int], terms: Mapping[str, int]) -> dict[str, int]:
    """Return how many lessons hold each term that the question or a candidate has."""
    every = set(terms)
    for lesson in snapshot.lessons(seqs).values():
        every |= terms_of(words_of(lesson)).keys()
    return snapshot.lesson_holders(every)


def _asked(
    embedder: Embedder | None, words: str
) -> "tuple[str, np.ndarray[tuple[int], np.dtype[np.float64]]] | None":
    if embedder is None or not words.strip():
        return None
    try:
        vector = embed_question(embedder, words)
        return embedder.fingerprint, np.asarray(vector, dtype=np.float64)
    except ProviderError:
        return None
