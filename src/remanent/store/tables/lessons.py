"""Lessons, the words under which they are found, and their vectors."""

import json
from collections.abc import Iterable, Mapping, Sequence
from hashlib import blake2b
from typing import Final

from remanent.model.event import Origin
from remanent.model.lesson import Condition, Lesson, LessonStatus, Tally
from remanent.store.engine import Session, Value, in_list, parts
from remanent.store.tables.times import from_column, from_optional, to_column, to_optional

_COLUMNS: Final = (
    "seq, id, text, because, error, error_digest, task, tool, repository, attributes, status, "
    "origin, author, origins, sightings, is_approved, repeats, replaces, replaced_by, "
    "recorded_at, last_seen_at, shown, used, helped, harmed, used_at, outcomes, value, failures"
)
_CONSTANT: Final = frozenset({"seq", "id", "origin", "recorded_at"})
_UPDATES: Final = ", ".join(
    f"{name} = excluded.{name}" for name in _COLUMNS.split(", ") if name not in _CONSTANT
)


def digest_of(word: str) -> int:
    """Return a signed 64-bit number that stands for a word in an index."""
    raw = blake2b(word.encode("utf-8", "surrogatepass"), digest_size=8).digest()
    return int.from_bytes(raw, "big", signed=True)


def upsert_lesson(session: Session, scope: int, lesson: Lesson) -> None:
    """Insert a lesson, or bring its row up to date."""
    values = _values(lesson)
    session.run(
        f"INSERT INTO lessons (scope, {_COLUMNS}) VALUES ({', '.join('?' * (len(values) + 1))}) "  # noqa: S608 - constants
        f"ON CONFLICT (scope, seq) DO UPDATE SET {_UPDATES}",
        (scope, *values),
    )


def read_lessons(session: Session, scope: int, seqs: Iterable[int]) -> dict[int, Lesson]:
    """Return lessons by number."""
    found: dict[int, Lesson] = {}
    for part in parts(dict.fromkeys(seqs)):
        places, values = in_list(part)
        rows = session.rows(
            f"SELECT {_COLUMNS} FROM lessons WHERE scope = ? AND seq IN {places}",  # noqa: S608 - constants
            (scope, *values),
        )
        found |= {row[0]: _lesson(row) for row in rows}
    return found


def find_seqs(session: Session, scope: int, ids: Iterable[str]) -> dict[str, int]:
    """Return the numbers of lessons by their public ids."""
    found: dict[str, int] = {}
    for part in parts(bytes.fromhex(each) for each in dict.fromkeys(ids)):
        places, values = in_list(part)
        rows = session.rows(
            f"SELECT id, seq FROM lessons WHERE scope = ? AND id IN {places}",  # noqa: S608 - constants
            (scope, *values),
        )
        found |= {bytes(row[0]).hex(): row[1] for row in rows}
    return found


def list_lessons(
    session: Session, scope: int, status: LessonStatus | None, *, skip: int, limit: int
) -> list[Lesson]:
    """Return lessons, the first learned first."""
    only, values = ("", ()) if status is None else (" AND status = ?", (status.value,))
    rows = session.rows(
        f"SELECT {_COLUMNS} FROM lessons WHERE scope = ?{only} ORDER BY seq LIMIT ? OFFSET ?",  # noqa: S608 - constants
        (scope, *values, limit, skip),
    )
    return [_lesson(row) for row in rows]


def count_lessons(session: Session, scope: int, status: LessonStatus | None) -> int:
    """Count lessons."""
    only, values = ("", ()) if status is None else (" AND status = ?", (status.value,))
    row = session.row(f"SELECT count(*) FROM lessons WHERE scope = ?{only}", (scope, *values))  # noqa: S608 - constants
    return 0 if row is None else int(row[0])


def delete_lessons(session: Session, scope: int, seqs: Sequence[int]) -> None:
    """Let go of lessons, and of everything that hangs on them."""
    for part in parts(seqs):
        places, values = in_list(part)
        for table, column in (
            ("lessons", "seq"), ("lesson_terms", "lesson_seq"), ("lesson_vectors", "lesson_seq"),
            ("sightings", "lesson_seq"), ("credits", "lesson_seq"),
        ):  # fmt: skip
            session.run(
                f"DELETE FROM {table} WHERE scope = ? AND {column} IN {places}",  # noqa: S608 - constants
                (scope, *values),
            )


def write_terms(session: Session, scope: int, seq: int, terms: Iterable[str]) -> None:
    """Put the words under which a lesson is found in place of the former ones."""
    session.run("DELETE FROM lesson_terms WHERE scope = ? AND lesson_seq = ?", (scope, seq))
    session.run_many(
        "INSERT INTO lesson_terms (scope, term, lesson_seq) VALUES (?, ?, ?)",
        [(scope, digest, seq) for digest in sorted({digest_of(term) for term in terms})],
    )


def count_holders(session: Session, scope: int, terms: Iterable[str]) -> dict[str, int]:
    """Return how many lessons each term finds."""
    by_digest = {digest_of(term): term for term in terms}
    found: dict[str, int] = {}
    for part in parts(sorted(by_digest)):
        places, values = in_list(part)
        rows = session.rows(
            f"SELECT term, count(*) FROM lesson_terms WHERE scope = ? AND term IN {places} "  # noqa: S608 - constants
            "GROUP BY term",
            (scope, *values),
        )
        found |= {by_digest[row[0]]: row[1] for row in rows}
    return found


def seqs_of_term(session: Session, scope: int, term: str, *, limit: int) -> list[int]:
    """Return the lessons that a term finds, the last learned first."""
    rows = session.rows(
        "SELECT lesson_seq FROM lesson_terms WHERE scope = ? AND term = ? "
        "ORDER BY lesson_seq DESC LIMIT ?",
        (scope, digest_of(term), limit),
    )
    return [row[0] for row in rows]


def seqs_of_error(session: Session, scope: int, error: str, *, limit: int) -> list[int]:
    """Return the lessons for one signature of an error, the last learned first."""
    rows = session.rows(
        "SELECT seq FROM lessons WHERE scope = ? AND error_digest = ? ORDER BY seq DESC LIMIT ?",
        (scope, digest_of(error), limit),
    )
    return [row[0] for row in rows]


def write_vector(session: Session, scope: int, seq: int, fingerprint: str, data: bytes) -> None:
    """Keep the vector of a lesson, as 16-bit numbers."""
    session.run(
        "INSERT INTO lesson_vectors (scope, lesson_seq, fingerprint, data) VALUES (?, ?, ?, ?) "
        "ON CONFLICT (scope, lesson_seq) DO UPDATE SET fingerprint = excluded.fingerprint, "
        "data = excluded.data",
        (scope, seq, fingerprint, data),
    )


def read_vectors(
    session: Session, scope: int, fingerprint: str, *, limit: int
) -> Mapping[int, bytes]:
    """Return the vectors of one fingerprint, those of the lessons learned last."""
    rows = session.rows(
        "SELECT lesson_seq, data FROM lesson_vectors WHERE scope = ? AND fingerprint = ? "
        "ORDER BY lesson_seq DESC LIMIT ?",
        (scope, fingerprint, limit),
    )
    return {row[0]: bytes(row[1]) for row in rows}


def seqs_without_vector(session: Session, scope: int, fingerprint: str, *, limit: int) -> list[int]:
    """Return lessons that have no vector of a fingerprint, the first learned first."""
    rows = session.rows(
        "SELECT seq FROM lessons WHERE scope = ? AND seq NOT IN (SELECT lesson_seq "
        "FROM lesson_vectors WHERE scope = ? AND fingerprint = ?) ORDER BY seq LIMIT ?",
        (scope, scope, fingerprint, limit),
    )
    return [row[0] for row in rows]


def _values(lesson: Lesson) -> tuple[Value, ...]:
    condition, tally = lesson.condition, lesson.tally
    return (
        lesson.seq,
        bytes.fromhex(lesson.id),
        lesson.text,
        lesson.because,
        condition.error,
        None if condition.error is None else digest_of(condition.error),
        condition.task,
        condition.tool,
        condition.repository,
        json.dumps(condition.attributes),
        lesson.status.value,
        lesson.origin.value,
        lesson.author,
        lesson.origins,
        lesson.sightings,
        int(lesson.is_approved),
        lesson.repeats,
        None if lesson.replaces is None else bytes.fromhex(lesson.replaces),
        None if lesson.replaced_by is None else bytes.fromhex(lesson.replaced_by),
        to_column(lesson.recorded_at),
        to_optional(lesson.last_seen_at),
        tally.shown,
        tally.used,
        tally.helped,
        tally.harmed,
        json.dumps(tally.used_at),
        tally.outcomes,
        tally.value,
        tally.failures,
    )


def _lesson(row: tuple) -> Lesson:  # type: ignore[type-arg]  # columns as asked
    (
        seq, number, text, because, error, _, task, tool, repository, attributes, status, origin,
        author, origins, sightings, is_approved, repeats, replaces, replaced_by, recorded_at,
        last_seen_at, shown, used, helped, harmed, used_at, outcomes, value, failures,
    ) = row  # fmt: skip
    return Lesson(
        id=bytes(number).hex(),
        seq=seq,
        text=text,
        because=because,
        condition=Condition(
            error=error,
            task=task,
            tool=tool,
            repository=repository,
            attributes=tuple(json.loads(attributes)),
        ),
        status=LessonStatus(status),
        origin=Origin(origin),
        author=author,
        origins=origins,
        sightings=sightings,
        is_approved=bool(is_approved),
        repeats=repeats,
        replaces=None if replaces is None else bytes(replaces).hex(),
        replaced_by=None if replaced_by is None else bytes(replaced_by).hex(),
        recorded_at=from_column(recorded_at),
        last_seen_at=from_optional(last_seen_at),
        tally=Tally(
            shown=shown,
            used=used,
            helped=helped,
            harmed=harmed,
            used_at=tuple(json.loads(used_at)),
            outcomes=outcomes,
            value=value,
            failures=failures,
        ),
    )
