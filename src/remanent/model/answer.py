"""What a model makes of memory: an answer with its citations, or that nothing is known."""

from dataclasses import dataclass

from remanent.model.remembered import FactChange
from remanent.model.work import Rejected


@dataclass(frozen=True, slots=True)
class Citation:
    """A recalled memory that an answer rests on.

    Args:
        item_id: the id of the turn or fact, as recall gave it.
        text: its words.
        source_ids: ids of the turns behind it.
        external_ids: the caller's own ids of those turns, where he gave any.
    """

    item_id: str
    text: str
    source_ids: tuple[str, ...] = ()
    external_ids: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Answer:
    """An answer from memory alone.

    Args:
        known: False where memory does not hold it; `text` then says so.
        citations: only of what was recalled; empty where the model named none.
        recall_id: of the recall behind it; an outcome or a use cites it.
        reason: why nothing is known, where it is not.
        fits: whether the answer is of the kind that the question names, such as a number.
        input_tokens, output_tokens: what it cost; 0 where no model had to be asked.
    """

    text: str
    known: bool
    citations: tuple[Citation, ...] = ()
    recall_id: str = ""
    reason: str | None = None
    fits: bool = True
    input_tokens: int = 0
    output_tokens: int = 0


@dataclass(frozen=True, slots=True)
class Response:
    """A reply in a conversation, and what was learned from the message.

    Args:
        event_ids: ids of the stored turns: the person's, then the assistant's.
        changes: what happened to facts.
        rejected: what the model wanted to save and was not let.
        pending: what could not be finished yet, as in `Remembered`.
    """

    text: str
    citations: tuple[Citation, ...] = ()
    recall_id: str = ""
    event_ids: tuple[str, ...] = ()
    changes: tuple[FactChange, ...] = ()
    rejected: tuple[Rejected, ...] = ()
    pending: tuple[str, ...] = ()
    input_tokens: int = 0
    output_tokens: int = 0
