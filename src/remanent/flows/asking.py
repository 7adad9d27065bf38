"""Asking a model: one question, one more try where the reply cannot be read, and what it cost.

Shared by the flows that ask; nothing here holds a view or a transaction, and whoever asks holds
none either.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeVar

from remanent.errors import ModelError, ModelReplyError
from remanent.flows.model_plans import MOST_TRIES
from remanent.model.fact import Fact
from remanent.model.prompt import Prompt, Reply
from remanent.ports import Model
from remanent.text.prompts import fuse, judge, verify
from remanent.text.prompts.judge import Judgement
from remanent.text.prompts.verify import Verified

if TYPE_CHECKING:
    from remanent.model.work import ModelRole

T = TypeVar("T")


@dataclass(slots=True)
class Cost:
    """What was asked of a model in one role."""

    calls: int = 0
    failures: int = 0
    input_tokens: int = 0
    output_tokens: int = 0


class Asking:
    """Asks one model, and keeps what it cost and what it last said."""

    def __init__(self, model: Model, *, timeout_seconds: float) -> None:
        """Ask nothing yet."""
        self.model = model
        self.costs: dict[ModelRole, Cost] = {}
        self.replies: list[tuple[ModelRole, Reply]] = []
        self._timeout_seconds = timeout_seconds

    def ask(self, prompt: Prompt, parse: Callable[[Reply], T]) -> T:
        """Return what a reply says; one that cannot be read is asked for once more.

        Raises:
            ModelError: there is no reply, or none that can be read whole.
        """
        cost = self.costs.setdefault(prompt.role, Cost())
        for tried in range(1, MOST_TRIES + 1):
            cost.calls += 1
            try:
                reply = self._ask(prompt)
                cost.input_tokens += reply.input_tokens
                cost.output_tokens += reply.output_tokens
                value = parse(reply)
            except ModelReplyError:
                cost.failures += 1
                if tried == MOST_TRIES:
                    raise
            except ModelError:
                cost.failures += 1
                raise
            else:
                self.replies.append((prompt.role, reply))
                return value
        raise AssertionError("the last try returns or raises")

    def _ask(self, prompt: Prompt) -> Reply:
        try:
            return self.model.ask(prompt, timeout_seconds=self._timeout_seconds)
        except ModelError:
            raise
        except Exception as error:
            # A model of the caller's own may raise anything; its words may be the person's.
            raise ModelError(f"{self.model.name} failed ({type(error).__name__}).") from error

    @property
    def total(self) -> Cost:
        """What was asked in all."""
        return Cost(
            *(
                sum(getattr(cost, name) for cost in self.costs.values())
                for name in ("calls", "failures", "input_tokens", "output_tokens")
            )
        )


def ask_judge(asking: Asking, old: Fact, new: Fact) -> Judgement:
    """Ask how a new fact stands to an old one.

    Raises:
        ModelError: there is no answer that can be read.
    """
    return asking.ask(judge.render(old, new), judge.parse)


def ask_fuse(asking: Asking, members: Sequence[Fact]) -> str | None:
    """Ask for one sentence that says all that some facts say; None where there is none.

    Raises:
        ModelError: there is no answer that can be read.
    """
    longest = sum(len(fact.text) for fact in members) + 2 * len(members)
    return asking.ask(fuse.render(members), lambda reply: fuse.parse(reply, longest=longest))


def ask_verify(asking: Asking, merged: str, members: Sequence[Fact]) -> Verified:
    """Ask whether a sentence keeps all that some facts say.

    Raises:
        ModelError: there is no answer that can be read.
    """
    return asking.ask(verify.render(merged, members), verify.parse)
