"""Statements from a person's own words, by rule and without a model.

Precision comes first: what is not certain is left alone, since the turn itself is kept and found
anyway. Only what the speaker says in his own voice counts: the assistant's, a tool's or a page's
words, questions, conditions, wishes, quotations, role-play and instructions yield nothing, and
what is said of another person has that person as its subject.

    message -> sentences (what may state something) -> times (resolved and taken out)
            -> clauses (who, which verb, is it so) -> rules by verb -> drafts -> statements

Bounds: text beyond MAX_CHARACTERS, sentences beyond MAX_SENTENCES and sentences longer than
MAX_SENTENCE_CHARACTERS are not read (`Extraction.skipped_characters` counts them); at most
MAX_STATEMENTS are returned.
"""

import re
from dataclasses import dataclass, replace
from datetime import UTC, datetime

from remanent.model.event import Origin, Role
from remanent.model.fact import Polarity, Stance, Statement
from remanent.text import (
    notes_addresses,
    notes_ages,
    notes_answers,
    notes_family,
    notes_health,
    notes_homes,
    notes_kept,
    notes_names,
    notes_particulars,
    notes_plain,
    notes_plans,
    notes_tastes,
    notes_tongues,
    notes_work,
    patterns_foreign,
    patterns_people,
    patterns_reactions,
    patterns_retraction,
)
from remanent.text.clauses import REPORTING_WORDS, Clause, lead_end_of, read_clauses
from remanent.text.dates import Granularity, Relation, ResolvedTime, resolve
from remanent.text.drafts import Draft
from remanent.text.lexicon import words_of
from remanent.text.notes import Note, index_of, read_notes
from remanent.text.pieces import pieces_of
from remanent.text.rules import cues_of, drafts_of
from remanent.text.sentences import (
    MAX_CHARACTERS,
    MAX_SENTENCE_CHARACTERS,
    MAX_SENTENCES,
    TIME,
    Screened,
    Sentence,
    screen,
)
from remanent.text.statements import statement_of
from remanent.text.subjects import USER, Subject

MAX_STATEMENTS = 64

__all__ = [
    "MAX_CHARACTERS",
    "MAX_SENTENCES",
    "MAX_SENTENCE_CHARACTERS",
    "MAX_STATEMENTS",
    "Extraction",
    "extract",
]


@dataclass(frozen=True, slots=True)
class Extraction:
    """What a turn states.

    Args:
        statements: in order of the text; the same statement once.
        covered: True where the turn says nothing beyond its statements (also where it says
            nothing at all: "ok, thanks").
        skipped_characters: how many characters were beyond the bounds and not read.
    """

    statements: tuple[Statement, ...]
    covered: bool
    skipped_characters: int = 0


_WORDS = re.compile(r"[^\W_]+")


def extract(
    text: str,
    *,
    role: Role,
    origin: Origin,
    speaker: str | None,
    at: datetime,
    zone: str | None,
) -> Extraction:
    """Read a turn's statements.

    Args:
        text: any text.
        role, origin: only a user's words from a person or an import yield statements.
        speaker: the speaker's own name, where known: what is said of that name is of the user.
        at: the moment of the turn.
        zone: the speaker's IANA time zone, where known.
    """
    words = frozenset(_WORDS.findall(text[:MAX_CHARACTERS].lower()))
    beyond = max(0, len(text) - MAX_CHARACTERS)
    if role is not Role.USER or origin not in _OWN_WORDS or words.isdisjoint(_TRIGGERS):
        return Extraction(
            (), covered=not beyond and words <= _EMPTY_WORDS, skipped_characters=beyond
        )
    moment = at.replace(tzinfo=UTC) if at.tzinfo is None else at.astimezone(UTC)
    message = screen(text)
    times = resolve(message.shown, at=moment, zone=zone) if message.sentences else ()
    message = replace(
        _without_times(message, times),
        words=words,
        reports=not words.isdisjoint(REPORTING_WORDS),
    )
    reader = _Reader(message, times, at=moment, zone=zone, speaker=speaker)
    reader.read()
    skipped = beyond + message.skipped_characters
    covered = not (message.dropped or skipped) and reader.says_nothing_more()
    return Extraction(tuple(reader.statements[:MAX_STATEMENTS]), covered, skipped)


_OWN_WORDS = frozenset({Origin.PERSON, Origin.IMPORT})


_PREPOSITION = re.compile(r"\b(?:back in|in|on|at|during|over|around|by|as of|starting) $")


def _without_times(message: Screened, times: tuple[ResolvedTime, ...]) -> Screened:
    """Fill every expression of time, with its preposition, so that no value swallows it."""
    if not times:
        return message
    shown, folded = list(message.shown), list(message.folded)
    for time in times:
        if message.folded.startswith("'s", time.end):
            continue  # "yesterday's class"
        start = time.start
        before = _PREPOSITION.search(message.folded, max(0, start - 12), start)
        if before is not None and time.relation is not Relation.FOR:
            start = before.start()
        for place in range(start, time.end):
            shown[place] = folded[place] = TIME
    return replace(message, shown="".join(shown), folded="".join(folded))


_AILMENTS = (patterns_reactions.allergy_in_passing, patterns_reactions.condition_in_passing)
_PEOPLE = (
    patterns_people.named_in_passing,
    patterns_people.named_before,
    patterns_people.named_together,
)


_NOTES = (
    *notes_names.NOTES,
    *notes_homes.NOTES,
    *notes_ages.NOTES,
    *notes_tongues.NOTES,
    *notes_addresses.NOTES,
    *notes_work.NOTES,
    *notes_family.NOTES,
    *notes_kept.NOTES,
    *notes_health.NOTES,
    *notes_plans.NOTES,
    *notes_tastes.NOTES,
    *notes_plain.NOTES,
    *notes_particulars.NOTES,
)
_ALWAYS = {place: note for place, note in enumerate(_NOTES) if not note.words}
_NOTED = index_of(_NOTES)
_NOTED_WORDS = frozenset(_NOTED)


def _notes_for(words: frozenset[str], text: str) -> tuple[Note, ...]:
    """Return the notes that a message with these words may hold, in their order."""
    found = {place: note for word in words & _NOTED_WORDS for place, note in _NOTED[word]}
    if ">" in text:
        found |= _ALWAYS
    if not found:
        return ()
    return tuple(
        note
        for _, note in sorted(found.items())
        if (not note.also or not note.also.isdisjoint(words))
        and (not note.mark or any(mark in text for mark in note.mark))
    )


class _Reader:
    """Reads one message; owns what was found so far."""

    def __init__(
        self,
        message: Screened,
        times: tuple[ResolvedTime, ...],
        *,
        at: datetime,
        zone: str | None,
        speaker: str | None,
    ) -> None:
        self.statements: list[Statement] = []
        self._message = message
        self._times = times
        self._at = at
        self._zone = zone
        self._speaker = (speaker or "").casefold()
        self._cues = cues_of(message.words, asks=message.asks)
        self._known: list[Subject] = []
        self._said: set[tuple[object, ...]] = set()
        self._covered = bytearray(len(message.folded))
        self._in_passing = (_AILMENTS if self._cues.ailing else ()) + (
            _PEOPLE if self._cues.named else ()
        )
        self._notes = _notes_for(message.words, message.text)
        self._mix_up = self._cues.takes_back and patterns_retraction.is_mix_up(message.folded)

    def read(self) -> None:
        """Read all sentences."""
        for sentence in self._message.sentences:
            if len(self.statements) >= MAX_STATEMENTS:
                return
            if self._cues.takes_back and self._took_back(sentence):
                continue
            self._read_sentence(sentence)
        if not self._message.words.isdisjoint(notes_answers.ANSWER_WORDS):
            for read in notes_answers.answers(self._message):
                self._add_note(read, (0, len(self._message.text)))
        for note in notes_tastes.ANSWERS if self._message.asks else ():
            if not note.words.isdisjoint(self._message.words):
                for read in read_notes(self._message, (note,), 0, len(self._message.folded)):
                    self._add_note(read, (0, len(self._message.text)))

    def says_nothing_more(self) -> bool:
        """Tell whether all words with content lie in what the statements cover."""
        return all(
            match[0] in _EMPTY_WORDS or all(self._covered[match.start() : match.end()])
            for match in _WORDS.finditer(self._message.folded)
        )

    def _took_back(self, sentence: Sentence) -> bool:
        """Take back what a sentence, or its first clause, takes back; True for a whole one."""
        read = patterns_retraction.taken_back(self._message, sentence.start, sentence.end)
        if read is not None:
            self._take_back(read, sentence.start, sentence.end)
            return True
        pieces = pieces_of(self._message, sentence)
        if len(pieces) > 1:
            first = pieces[0]
            read = patterns_retraction.taken_back(self._message, first.start, first.end)
            if read is not None:
                self._take_back(read, first.start, first.end)
        return False

    def _take_back(self, read: Draft, start: int, end: int) -> None:
        """Drop what stands before it in the message, or say that something before was wrong."""
        if read.value is None and self.statements:
            self.statements.clear()
            self._cover(0, end)
            return
        before = set(_WORDS.findall(self._message.folded[:start])) - _EMPTY_WORDS
        if read.value is None and len(before) > _FEW_WORDS:
            return
        self._add(read, USER, (start, end))

    def _read_sentence(self, sentence: Sentence) -> None:
        found_before = len(self.statements)
        for clause in read_clauses(self._message, sentence, self._known):
            self._read_clause(clause)
        span = (sentence.start, sentence.end)
        aside = sentence.is_question or sentence.asks_first
        if not aside:
            for in_passing in self._in_passing:
                for read in in_passing(self._message, *span):
                    self._add(read, USER, span, covers=False)
        if self._notes:
            for read in read_notes(self._message, self._notes, *span, aside=aside):
                self._add_note(read, span)
        if self._cues.foreign and len(self.statements) == found_before:
            for read in patterns_foreign.read_foreign(self._message, *span):
                self._add(read, USER, span)

    def _add_note(self, read: Draft, span: tuple[int, int]) -> None:
        """Add what a note says, unless a clause has said so much of the speaker already."""
        if read.stance is Stance.ASSERT and read.slot in _LASTS and self._is_over(span):
            return  # "I had a dog named Rex", "I gave up my job at Ford"
        slots = {
            statement.slot
            for statement in self.statements
            if statement.subject == USER
            and statement.span[0] < span[1]
            and statement.span[1] > span[0]
            and statement.stance is read.stance
        }
        if read.slot in slots and read.slot not in _MANY_OF:
            return
        words = (read.value or "").lower()
        if any(words == (statement.value or "").lower() for statement in self.statements):
            return
        times = tuple(time for time in self._times if span[0] <= time.start < span[1])
        self._add(read, read.subject or USER, span, times=times)

    def _is_over(self, span: tuple[int, int]) -> bool:
        """Tell whether a sentence speaks of what is no more."""
        return _OVER.search(self._message.folded, *span) is not None

    def _read_clause(self, clause: Clause) -> None:
        if _IN_FICTION.search(self._message.folded, clause.start, clause.end):
            return
        times = tuple(time for time in self._times if clause.start <= time.start < clause.end)
        reads = drafts_of(
            clause,
            self._cues,
            lead_end=lead_end_of(clause),
            past=any(self._is_past(time) for time in times),
            ahead=any(self._is_ahead(time) for time in times),
            lasted=any(
                _YEARS_NAMED.search(time.span.words.lower()) for time in times if _lasts(time)
            ),
        )
        person = clause.subject
        for read in reads:
            subject = read.subject or self._name_of(person)
            self._add(read, subject, (clause.start, clause.end), times=times, clause=clause)
        if reads and person.given_name and not person.is_user and person not in self._known:
            self._known.append(person)

    def _name_of(self, subject: Subject) -> str:
        is_speaker = self._speaker and subject.name.casefold() == self._speaker
        return USER if is_speaker else subject.name

    def _is_past(self, time: ResolvedTime) -> bool:
        return (
            time.span.start < self._at
            and time.relation is Relation.AT
            and time.granularity is not Granularity.DURATION
        )

    def _is_ahead(self, time: ResolvedTime) -> bool:
        return (
            time.span.end > self._at
            and (time.span.start > self._at or time.granularity in _WIDE)
            and time.relation in _AHEAD
        )

    def _add(
        self,
        read: Draft,
        subject: str,
        span: tuple[int, int],
        *,
        times: tuple[ResolvedTime, ...] = (),
        clause: Clause | None = None,
        covers: bool = True,
    ) -> None:
        statement = statement_of(
            read,
            subject=subject,
            span=_trimmed(self._message.text, *span),
            times=times,
            at=self._at,
            zone=self._zone,
            clause=clause,
        )
        if statement is None:
            return
        mixed_up = False
        if self._mix_up and statement.polarity is Polarity.NEGATIVE and statement.slot is not None:
            statement = replace(statement, polarity=Polarity.POSITIVE, stance=Stance.RETRACT)
            mixed_up = True
        if covers:
            self._cover(span[0], max(read.end, span[0]))
            for time in times:
                self._cover(time.start, time.end)
        key = (
            statement.subject.casefold(),
            statement.slot,
            (statement.value or "").casefold(),
            statement.polarity,
            statement.stance,
        )
        if key not in self._said:
            self._said.add(key)
            self.statements.append(statement)
            if mixed_up:
                self._give_to_another(read, subject, span)

    def _give_to_another(self, read: Draft, subject: str, span: tuple[int, int]) -> None:
        """Give to a neighbour what "that was my neighbour, I'm not allergic to nuts" says."""
        other = patterns_retraction.of_another(self._message) if subject == USER else None
        if other is not None:
            self._add(
                replace(read, polarity=Polarity.POSITIVE, subject=other, text=""), other, span
            )

    def _cover(self, start: int, end: int) -> None:
        self._covered[start:end] = b"\x01" * (end - start)


def _trimmed(text: str, start: int, end: int) -> tuple[int, int]:
    """Return a span without the blanks at its ends."""
    words = text[start:end]
    return start + len(words) - len(words.lstrip()), start + len(words.rstrip())


_IN_FICTION = re.compile(
    r"\b(?:in|for|of) (?:this|that) (?:story|novel|game|scenario|exercise|example|film|movie|play|"
    r"sketch|role ?play|campaign|simulation|universe|timeline|version of events)\b"
)

_YEARS_NAMED = re.compile(r"\b(?:years?|yrs?|decades?|[0-9]{4})\b")


def _lasts(time: ResolvedTime) -> bool:
    return time.relation in {Relation.FOR, Relation.UNTIL} or time.granularity is Granularity.RANGE


# What a note must not assert where its sentence tells of an end or of long ago.
_LASTS = frozenset(
    {"work", "pet", "owns", "school", "occupation", "relationship", "partner", "home"}
)
_OVER = re.compile(
    r"\b(?:gave up|given up|giving up|quit|resigned|used to|no longer|(?:i|we) (?:once |also |only )?had "
    r"(?:an?|two|three|my|our)|once had|as a (?:kid|child|boy|girl|teenager)|growing up|back then|back in the "
    r"day|when i was (?:a|an|young|little|small|at|in)|(?:my|our) (?:ex|late|former|old)\b)"
)

# Of these a note may say more than the clauses of its sentence.
_MANY_OF = frozenset({"dislikes", "likes", "allergy", "language"})
_FEW_WORDS = 3  # with more than these before it, a retraction means what stands there
_AHEAD = frozenset({Relation.AT, Relation.BY, Relation.SINCE, Relation.AFTER})
_WIDE = frozenset(
    {
        Granularity.WEEK,
        Granularity.WEEKEND,
        Granularity.MONTH,
        Granularity.SEASON,
        Granularity.YEAR,
        Granularity.PART,
    }
)

# Words that say nothing by themselves.
_EMPTY_WORDS = words_of(
    """hi hello hey hiya yo thanks thank you ok okay yes no yeah yep nope please lol haha and
    but so too also now though btw well oh ah wow um hmm really just very much great nice cool
    good sure right i im am the a an is it that this fyi anyway actually honestly there all
    everyone again morning evening afternoon then ta cheers bye sorry pls hahaha yay ugh hehe
    x xx xd tbh as m s t re ve ll d"""
)
# Too common to say that a note is worth looking for.
_COMMON = words_of(
    """it its no not can cant cannot on in at now so to of do be by and up off out one two three four
    five six seven eight nine ten here back again still already that what where with as use make
    change update set put get find down over for or if but an the this there some much many time
    say way day days end ends start starts red hot cold second first last good bad well work
    working team state states office plan version go going big old new place done over under
    group part point class course high long low little right wrong life key bit word words need
    needs run runs book pass enough law keep mind head turn past clear order service
    """
) | frozenset(map(str, range(100)))
# Without one of these a message states nothing that the rules read.
_TRIGGERS = (
    patterns_foreign.TRIGGERS
    | words_of(
        """i im ive we my our me mine mum mom dad grandma grandpa nan granny he she his her home
    born birthday allergic lives moved works hates loves likes can adopted married enjoys
    dislikes joined speaks plays relocated passed sold bought quit started graduated finished
    visited went saw met got ran won broke turned attended completed retired became gave had
    took submitted published defended landed eloped lost left vegan vegetarian pescatarian
    been love loving hate hating divorced diabetic coeliac celiac slaps rocks scratch kidding
    joking forget jk disregard strike ignore here email phone number mobile hives gluten name
    turns nothing fan makes make gross plant dairy counting off mother father parent going
    flying heading leaving visiting diagnosed relocating living working volunteered hiked
    climbed swam favourite favorite adore loathe known dentist exam
    exams interview surgery canal biopsy scan viva finals gonna starting moving keen fluent
    anaphylactic is are lie lied nvm joke collects flies broke passed"""
    )
    | (_NOTED.keys() - _COMMON)
)
