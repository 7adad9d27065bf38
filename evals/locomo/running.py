"""The whole measurement as a recipe: fill, ask, compare, tune, look for silence."""

from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Final

import numpy as np
from rich.progress import Progress

from evals.embedding import CachedQuestions
from evals.locomo import contenders
from evals.locomo.answers import MEASURES, Answer, Sheet, sheet
from evals.locomo.asking import EMBEDDER, Shelf, ask, embed, fill, opened
from evals.locomo.dataset import Conversation, Question
from evals.locomo.emptiness import (
    MEMORIES_A_QUESTION,
    Emptiness,
    measure_emptiness,
)
from evals.locomo.tuning import Tuning, leave_one_out
from evals.metrics import RESAMPLES, Interval, paired_bootstrap
from remanent import Embedder
from remanent.providers.embedders import make_embedder

PLAIN: Final = "Remanent"
EMBEDDED: Final = "Remanent + MiniLM"
COMPARED: Final = (
    "recall@1",
    "recall@5",
    "recall@10",
    "recall@20",
    "any@10",
    "all@10",
    "MRR",
    "session any@5",
    "within 500",
    "within 1,000",
    "within 1,500",
)

LINKED: Final = (
    ("recall@10", (1, 2, 3, 4)),
    ("all@10", (1, 2, 3, 4)),
    ("any@10", (1, 2, 3, 4)),
    ("MRR", (1, 2, 3, 4)),
    ("all@20", (1,)),
    ("recall@10", (1,)),
    ("any@10", (3,)),
    ("recall@10", (3,)),
)
"""On what links are compared: figures and the categories of questions."""

Answers = tuple[tuple[Answer, ...], ...]
"""For each conversation, for each of its questions."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Plan:
    """What a run measures.

    Args:
        limit: questions of each conversation at most, evenly spread; None for all.
        hops: also Remanent with so many links followed, beside the shipped number; 0 is none.
        embedder: also the arms that need the local embedder.
        tunes: also leave-one-conversation-out.
        memories: to how many foreign memories each question is put.
        resamples, seed: of the bootstrap.
    """

    limit: int | None = None
    hops: int | None = None
    embedder: bool = True
    tunes: bool = True
    memories: int = MEMORIES_A_QUESTION
    resamples: int = RESAMPLES
    seed: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Speed:
    """What was observed on the way; it belongs to the machine, not to the program.

    Args:
        turns, facts: how much was remembered.
        turns_a_second, embedded_a_second: None where an earlier run had done it.
        recall_milliseconds: for each arm the median and the 95th percentile of one recall.
    """

    turns: int
    facts: int
    turns_a_second: float | None
    embedded_a_second: float | None
    recall_milliseconds: dict[str, tuple[float, float]]


@dataclass(frozen=True, slots=True, kw_only=True)
class Linked:
    """What links change of one figure.

    Args:
        categories: of these questions.
        other: the figure with the other number of hops, `shipped` with the shipped one.
        difference: shipped minus other, paired.
    """

    measure: str
    categories: tuple[int, ...]
    other: float
    shipped: float
    difference: Interval


@dataclass(frozen=True, slots=True, kw_only=True)
class Measurement:
    """Everything that a run found out.

    Args:
        sheets: the figures of each arm.
        differences: for each of Remanent's arms, for each other arm, one interval for each of
            `COMPARED`: the other arm minus Remanent, answerable questions.
        links: for each of Remanent's arms what links change, where that was asked for.
        fact_items: for each of Remanent's arms the mean number of facts among ten items.
    """

    conversations: int
    questions: int
    sheets: dict[str, Sheet]
    differences: dict[str, dict[str, list[Interval]]]
    links: dict[str, list[Linked]]
    tuning: dict[str, Tuning]
    emptiness: dict[str, Emptiness]
    fact_items: dict[str, float]
    speed: Speed


@dataclass(slots=True)
class _Run:
    """What the steps of one run share."""

    conversations: Sequence[Conversation]
    folder: Path
    plan: Plan
    progress: Progress
    answers: dict[str, Answers] = field(default_factory=dict)

    @property
    def questions(self) -> list[tuple[Question, ...]]:
        return [conversation.questions for conversation in self.conversations]

    @property
    def asked(self) -> int:
        return sum(len(each) for each in self.questions)

    @contextmanager
    def step(self, title: str, total: int) -> Iterator[Callable[[int], None]]:
        """Show how far one step has come."""
        task = self.progress.add_task(title, total=total)
        yield lambda done: self.progress.advance(task, done)
        self.progress.update(task, completed=total)


def measure(
    conversations: Sequence[Conversation], folder: Path, plan: Plan, progress: Progress
) -> Measurement:
    """Measure everything that the plan asks for.

    Args:
        folder: where memory files and vectors are kept; what is there and fits is used.
    """
    run = _Run([_thinned(each, plan.limit) for each in conversations], folder, plan, progress)
    local = CachedQuestions(make_embedder(EMBEDDER)) if plan.embedder else None
    arms: dict[str, Embedder | None] = {PLAIN: None}
    if local is not None:
        arms[EMBEDDED] = local
    beside = ThreadPoolExecutor(max_workers=1)  # for the second core
    try:
        prepared = _prepare_contenders(run, local, beside)
        shelves = _fill(run, local)
        for name, embedder in arms.items():
            run.answers[name] = _ask(run, shelves, name, embedder)
            if plan.hops is not None:
                other = arm_with_hops(name, plan.hops)
                run.answers[other] = _ask(run, shelves, other, embedder, hops=plan.hops)
        _ask_contenders(run, local, prepared)
    finally:
        beside.shutdown(cancel_futures=True)
    sheets = {name: _sheet(run, given) for name, given in run.answers.items()}
    return Measurement(
        conversations=len(run.conversations),
        questions=run.asked,
        sheets=sheets,
        differences={name: _differences(sheets, name, plan) for name in arms},
        links={name: _linked(sheets, name, plan) for name in arms if plan.hops is not None},
        tuning={
            name: _tune(run, shelves, name, embedder)
            for name, embedder in arms.items()
            if plan.tunes and len(shelves) > 1
        },
        emptiness={
            name: _emptiness(run, shelves, name, embedder)
            for name, embedder in arms.items()
            if len(shelves) > 1
        },
        fact_items={
            name: float(np.mean([each.facts for given in run.answers[name] for each in given]))
            for name in arms
        },
        speed=_speed(shelves, {name: run.answers[name] for name in arms}),
    )


def _thinned(conversation: Conversation, limit: int | None) -> Conversation:
    """Keep evenly spread questions: the same ones on every run."""
    questions = conversation.questions
    if limit is None or len(questions) <= limit:
        return conversation
    kept = tuple(questions[place * len(questions) // limit] for place in range(limit))
    return replace(conversation, questions=kept)


def _fill(run: _Run, embedder: Embedder | None) -> list[Shelf]:
    total = sum(len(conversation.messages) for conversation in run.conversations)
    shelves: list[Shelf] = []
    with run.step("remembering", total) as done:
        for conversation in run.conversations:
            shelves.append(fill(conversation, run.folder))
            done(len(conversation.messages))
    if embedder is None:
        return shelves
    units = total + sum(shelf.facts for shelf in shelves)
    with run.step("embedding", units) as done:
        return [embed(shelf, embedder=embedder, progress=done) for shelf in shelves]


def arm_with_hops(name: str, hops: int) -> str:
    """Return the name of an arm with so many links followed."""
    return f"{name}, {hops} hops"


def _ask(
    run: _Run,
    shelves: Sequence[Shelf],
    name: str,
    embedder: Embedder | None,
    *,
    hops: int | None = None,
) -> Answers:
    answers: list[tuple[Answer, ...]] = []
    with run.step(f"asking {name}", run.asked) as done:
        for shelf, questions in zip(shelves, run.questions, strict=True):
            given: list[Answer] = []
            with opened(shelf, embedder=embedder, hops=hops) as scope:
                for question in questions:
                    given.append(ask(scope, question))
                    done(1)
            answers.append(tuple(given))
    return tuple(answers)


def _prepare_contenders(
    run: _Run, embedder: Embedder | None, beside: ThreadPoolExecutor
) -> list[Future[None]]:
    """Begin to embed what the baselines search; nothing of it is in anybody's way."""
    if embedder is None:
        return []
    return [
        beside.submit(contenders.prepare, conversation, embedder=embedder, folder=run.folder)
        for conversation in run.conversations
    ]


def _ask_contenders(run: _Run, embedder: Embedder | None, prepared: Sequence[Future[None]]) -> None:
    names = (*contenders.WORD_ARMS, *(contenders.VECTOR_ARMS if embedder is not None else ()))
    answers: dict[str, list[tuple[Answer, ...]]] = {name: [] for name in names}
    with run.step("asking the baselines", run.asked) as done:
        for future in prepared:
            future.result()
        for conversation in run.conversations:
            given: list[dict[str, Answer]] = []
            for found in contenders.answers(conversation, embedder=embedder, folder=run.folder):
                given.append(found)
                done(1)
            for name in names:
                answers[name].append(tuple(found[name] for found in given))
    run.answers.update({name: tuple(each) for name, each in answers.items()})


def _sheet(run: _Run, answers: Answers) -> Sheet:
    return sheet(
        [question for questions in run.questions for question in questions],
        [answer for given in answers for answer in given],
    )


def _differences(sheets: dict[str, Sheet], base: str, plan: Plan) -> dict[str, list[Interval]]:
    own = sheets[base]
    answerable = np.isin(own.categories, (1, 2, 3, 4))
    columns = [MEASURES.index(measure) for measure in COMPARED]
    return {
        name: paired_bootstrap(
            (other.values - own.values)[answerable][:, columns],
            resamples=plan.resamples,
            seed=plan.seed,
        )
        for name, other in sheets.items()
        if name != base
    }


def _linked(sheets: dict[str, Sheet], name: str, plan: Plan) -> list[Linked]:
    """Compare the shipped number of hops with the other on what links should help."""
    assert plan.hops is not None, "another number was asked for"
    shipped, other = sheets[name], sheets[arm_with_hops(name, plan.hops)]
    found = []
    for measure, categories in LINKED:
        asked = np.isin(shipped.categories, categories)
        column = MEASURES.index(measure)
        (difference,) = paired_bootstrap(
            (shipped.values - other.values)[asked][:, [column]],
            resamples=plan.resamples,
            seed=plan.seed,
        )
        found.append(
            Linked(
                measure=measure,
                categories=categories,
                other=other.mean(measure, categories),
                shipped=shipped.mean(measure, categories),
                difference=difference,
            )
        )
    return found


def _tune(run: _Run, shelves: Sequence[Shelf], name: str, embedder: Embedder | None) -> Tuning:
    answerable = sum(one.is_answerable for each in run.questions for one in each)
    with run.step(f"tuning {name}, leaving one out", 2 * answerable) as done:
        return leave_one_out(
            shelves, run.questions, run.answers[name], embedder=embedder, progress=done
        )


def _emptiness(
    run: _Run, shelves: Sequence[Shelf], name: str, embedder: Embedder | None
) -> Emptiness:
    memories = min(run.plan.memories, len(shelves) - 1)
    with run.step(f"asking {name} what it cannot know", run.asked * memories) as done:
        return measure_emptiness(
            shelves,
            run.questions,
            run.answers[name],
            embedder=embedder,
            memories=memories,
            progress=lambda: done(1),
        )


def _speed(shelves: Sequence[Shelf], answers: dict[str, Answers]) -> Speed:
    turns = sum(len(shelf.conversation.messages) for shelf in shelves)
    facts = sum(shelf.facts for shelf in shelves)
    remembering = sum(shelf.remember_seconds for shelf in shelves)
    embedding = sum(shelf.embed_seconds for shelf in shelves)
    reused = any(shelf.is_reused for shelf in shelves)
    return Speed(
        turns=turns,
        facts=facts,
        turns_a_second=None if reused else turns / remembering,
        embedded_a_second=(turns + facts) / embedding if embedding and not reused else None,
        recall_milliseconds={name: _latency(given) for name, given in answers.items()},
    )


def _latency(answers: Answers) -> tuple[float, float]:
    times = [answer.seconds for given in answers for answer in given if answer.seconds is not None]
    middle, high = np.quantile(np.array(times) * 1000, (0.5, 0.95))
    return float(middle), float(high)
