"""Lessons as quoted data in one fenced block, within a hard budget of tokens."""

from collections.abc import Callable, Sequence

from remanent.model.lesson import Condition, LessonItem
from remanent.text.fencing import fenced
from remanent.text.quoting import plain_name, quoted

MOST_CHARACTERS = 600
"""Of one lesson as it is shown."""


def line_of_lesson(number: int, item: LessonItem) -> str:
    """Return the one line that shows a lesson: what it is for, what to do, how it fared."""
    lesson = item.lesson
    tally = lesson.tally
    fared = f" (helped {tally.helped} of {tally.outcomes})" if tally.outcomes else ""
    for_what = described(lesson.condition)
    said = "" if lesson.is_approved else f", {lesson.origin.value}"
    return f"{number}. lesson{said}{for_what}: {quoted(lesson.text, most=MOST_CHARACTERS)}{fared}"


def described(condition: Condition) -> str:
    """Return what a lesson is for, in words."""
    parts = []
    if condition.error:
        parts.append(f"on the error {quoted(condition.error, most=160)}")
    if condition.task:
        parts.append(f"for the task {quoted(condition.task, most=160)}")
    if condition.tool:
        parts.append(f"with {plain_name(condition.tool)}")
    if condition.repository:
        parts.append(f"in {plain_name(condition.repository)}")
    parts += [f"where {plain_name(each)}" for each in condition.attributes]
    return f", {', '.join(parts)}" if parts else ""


def render_lessons(
    items: Sequence[LessonItem],
    *,
    key: bytes,
    budget_tokens: int | None,
    count_tokens: Callable[[str], int],
) -> tuple[str, int, int]:
    """Return the text, how many items from the first are in it, and its size by the counter."""
    lines = [line_of_lesson(place + 1, item) for place, item in enumerate(items)]
    while lines:
        text = fenced(lines, key)
        tokens = count_tokens(text)
        if budget_tokens is None or tokens <= budget_tokens:
            return text, len(lines), tokens
        lines.pop()
    return "", 0, 0
