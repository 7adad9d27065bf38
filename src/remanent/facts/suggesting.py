"""Proposals to the owner: the same content is the same proposal, whoever makes it."""

import json
from collections.abc import Iterable, Mapping
from datetime import datetime
from hashlib import blake2b
from typing import Final

from remanent.model.suggestion import Suggestion, SuggestionKind

MOST_FACTS: Final = 20
"""So many facts are named as what a proposal rests on."""


def propose(
    kind: SuggestionKind,
    content: Mapping[str, str],
    *,
    reason: str,
    fact_ids: Iterable[str],
    at: datetime,
) -> Suggestion:
    """Return a proposal; its id is a hash of its kind and its sorted content."""
    pairs = tuple(sorted(content.items()))
    joined = json.dumps([kind.value, pairs])
    return Suggestion(
        id=blake2b(joined.encode(), digest_size=16).hexdigest(),
        kind=kind,
        content=pairs,
        reason=reason,
        fact_ids=tuple(dict.fromkeys(fact_ids))[:MOST_FACTS],
        proposed_at=at,
    )
