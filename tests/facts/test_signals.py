"""What ranks where, and what is not relevant at all, on small invented memories."""

from collections import Counter
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from remanent.dynamics.ranking import inverse_document_frequency, saturation
from remanent.facts.layout import NONE, lay_out
from remanent.facts.matching import Term, session_scores, surrounding_scores
from remanent.facts.query import parse_query, without_speakers
from remanent.facts.relevance import Evidence
from remanent.facts.signals import Ranking, RecallWeights, rank, weights_from
from remanent.model.index import FACT, IN_FIRST_100, IN_LAST_100, TURN, Postings, ScopeIndex
from remanent.text.tokens import index_chunks, unit_flags

START = datetime(2025, 3, 1, 12, tzinfo=UTC)
DAY = 86_400_000_000
NOTHING = Postings(np.zeros(0, np.int64), np.zeros(0), np.zeros(0, np.uint8))


@dataclass(frozen=True)
class Said:
    text: str
    speaker: str | None = "anna"
    session: int = 0
    day: int = 0
    role: int = 0
    rests_on: int | None = None


def build(*said: Said) -> ScopeIndex:
    """Index what was said; seq is the place, from 1; a fact names the seq that it rests on."""
    rows: list[tuple[int, ...]] = []
    lengths: list[float] = []
    held: dict[str, list[tuple[int, int, int]]] = {}
    speakers = list(dict.fromkeys(each.speaker for each in said if each.speaker))
    for seq, each in enumerate(said, 1):
        at = int((START + timedelta(days=each.day)).timestamp()) * 1_000_000
        speaker = -1 if each.speaker is None else speakers.index(each.speaker)
        kind = TURN if each.rests_on is None else FACT
        for chunk in index_chunks(each.text):
            first, last = chunk.terms[: chunk.first], chunk.terms[chunk.length - chunk.last :]
            for term, count in Counter(chunk.terms).items():
                where = IN_FIRST_100 * (term in first) | IN_LAST_100 * (term in last)
                held.setdefault(term, []).append((len(rows), count, where))
            flags = unit_flags(each.text[chunk.start : chunk.end])
            row = (seq, kind, each.role, each.session, speaker, at, flags, each.rests_on or 0)
            rows.append(row)
            lengths.append(float(chunk.length))
    columns = np.array(rows, np.int64).reshape(-1, 8).T
    postings = {
        term: Postings(*(np.array(column, kind) for column, kind in zip(
            zip(*entries, strict=True), (np.int64, np.float64, np.uint8), strict=True
        )))
        for term, entries in held.items()
    }  # fmt: skip
    return ScopeIndex(
        seq=columns[0],
        kind=columns[1].astype(np.uint8),
        role=columns[2].astype(np.uint8),
        length=np.array(lengths),
        session=columns[3],
        speaker=columns[4],
        at=columns[5],
        flags=columns[6].astype(np.uint8),
        source=columns[7],
        speakers=tuple(speakers),
        sessions=1 + max((each.session for each in said), default=0),
        postings=lambda term: postings.get(term, NOTHING),
    )


def ask(index: ScopeIndex, question: str, **options: object) -> Ranking:
    return rank(index, parse_query(question), **options)  # type: ignore[arg-type]


def best(index: ScopeIndex, question: str) -> int:
    """The seq at rank 1."""
    ranking = ask(index, question)
    return int(ranking.layout.seq[ranking.best(1)[0]])


NOTES = build(
    Said("don't use agents in the pre-edit hook", session=0),
    Said("C++ on ubuntu 20.04", session=1),
    Said("user:jane prefers AND gates", session=2),
    Said("50% off (today only)", session=3),
    Said("我住在上海浦东新区", session=4),
    Said("步骤 重跑gen-itgc后清零", session=5),
    Said("今日はしりとりをした", session=6),
    Said("오늘 끝말잇기를 했다", session=7),
    Said("ผมชอบกาแฟ", session=8),
    Said("Mon chat s'appelle Biscotte et il est allergique au poulet.", session=9),
)


@pytest.mark.parametrize(
    ("question", "seq"),
    [
        ("don't", 1), ("pre-edit", 1), ("ubuntu 20.04", 2), ("C++", 2), ("user:jane", 3),
        ("AND", 3), ("50%", 4), ("(today", 4), ("上海", 5), ("浦东新区", 5), ("itgc", 6),
        ("しりとり", 7), ("끝말잇기", 8), ("กาแฟ", 9), ("allergie du chat", 10),
    ],
)  # fmt: skip
def test_words_signs_and_scripts_find_their_note_first(question: str, seq: int) -> None:
    assert best(NOTES, question) == seq


@pytest.mark.parametrize(
    "question", ["", "   ", "\n\t", "\u200b", "?!", "*", "^", "-", "{}", '""', "...", "\x00"]
)
def test_a_blank_or_symbol_only_question_holds_nothing_to_look_for(question: str) -> None:
    assert parse_query(question).is_blank
    assert ask(NOTES, question).relevance == 0.0


@pytest.mark.parametrize(
    "question",
    ['"unbalanced', "NEAR(", "col : x", "a AND", "NOT x", "😀", "\ud800", "a" * 100_000, "OR"],
)
def test_no_question_is_read_as_syntax(question: str) -> None:
    ranking = ask(NOTES, question)
    assert np.isfinite(ranking.totals).all()


def test_near_identical_facts_each_answer_their_own_question() -> None:
    index = build(
        Said("Mila's birthday is 14 May", speaker=None),
        Said("Milo's birthday is 15 May", speaker=None),
    )
    assert best(index, "when is Mila's birthday?") == 1
    assert best(index, "when is Milo's birthday?") == 2


def test_a_question_finds_what_was_said_in_another_word() -> None:
    index = build(
        Said("The weather was lovely at the lake."),
        Said("I'm allergic to shellfish, sadly."),
        Said("We watched the regatta all afternoon."),
    )
    assert best(index, "what can't I eat?") == 2


def test_the_person_who_is_named_ranks_above_the_other() -> None:
    index = build(
        Said("I bought a kayak at the fair.", speaker="anna"),
        Said("I bought a kayak at the fair.", speaker="jonas", session=1),
    )
    assert best(index, "What did Anna buy?") == 1
    assert best(index, "What did Jonas buy?") == 2
    assert best(index, "what did Jon buy?") == 2  # a short form names him too
    both = ask(index, "What did Anna and Jonas buy?")
    assert "speaker" not in both.shares


def test_an_answer_is_found_by_the_question_before_it() -> None:
    index = build(
        Said("How is the garden?", session=1),
        Said("Fine, thanks for asking.", speaker="jonas", session=1),
        Said("What instrument does your daughter play?", speaker="anna"),
        Said("The cello, for six years now!", speaker="jonas"),
        Said("Lovely sound.", speaker="anna"),
    )
    ranking = ask(index, "Which instrument does Jonas's daughter play?")
    assert int(ranking.layout.seq[ranking.best(1)[0]]) == 4
    assert ranking.breakdown(3)["reply"] > 0
    assert ranking.breakdown(2)["question"] < 0


def test_a_named_time_prefers_what_was_said_then() -> None:
    index = build(
        Said("We went sailing again.", day=0, session=0),
        Said("We went sailing again.", day=90, session=1),
    )
    june = int((START + timedelta(days=85)).timestamp()) * 1_000_000
    query = parse_query("When did we go sailing in May?", spans=[(june, june + 10 * DAY)])
    assert query.terms == ("go", "sail")
    ranking = rank(index, query)
    assert ranking.layout.seq[ranking.best(2)].tolist() == [2, 1]
    assert ranking.shares["date"][1] == RecallWeights().date


@pytest.mark.parametrize(
    ("question", "seq"),
    [
        ("When did the ferry leave?", 2),
        ("Where did the ferry leave from?", 3),
        ("How long was the ferry away?", 4),
    ],
)
def test_a_text_that_tells_the_kind_that_is_asked_for_ranks_first(question: str, seq: int) -> None:
    index = build(
        Said("the ferry did leave, people say", session=0),
        Said("the ferry did leave on Tuesday then", session=1),
        Said("the ferry did leave from Bergen then", session=2),
        Said("the ferry did leave for three weeks", session=3),
    )
    assert best(index, question) == seq


def test_only_the_kind_that_is_asked_for_counts() -> None:
    index = build(Said("the ferry left for three weeks"), Said("the ferry left from Bergen"))
    asked_how_long = ask(index, "How long was the ferry away?").shares
    assert asked_how_long["duration"].tolist() == [RecallWeights().duration, 0.0]
    assert asked_how_long["number"].tolist() == [RecallWeights().number, 0.0]
    assert "place" not in asked_how_long
    asked_where = ask(index, "Where did the ferry go?").shares
    assert asked_where["place"].tolist() == [0.0, RecallWeights().place]
    assert "duration" not in asked_where


WORDS = st.lists(st.sampled_from(["oak", "elm", "fir", "ash", "yew"]), min_size=1, max_size=4)


@given(st.lists(st.tuples(WORDS, st.integers(0, 2)), min_size=1, max_size=12))
def test_scores_from_postings_are_those_of_the_texts_put_together(
    said: list[tuple[list[str], int]],
) -> None:
    index = build(*(Said(" ".join(words), session=session) for words, session in said))
    layout = lay_out(index)
    terms = [Term(word, 1.0, index.postings(word)) for word in ("oak", "elm")]
    found = surrounding_scores(layout, terms)
    together: list[list[str]] = []
    whole: list[list[str]] = []
    for place, (words, session) in enumerate(said):
        others = [at for at, (_, theirs) in enumerate(said) if theirs == session]
        own = others.index(place)
        around = [said[at][0] for at in others[max(own - 2, 0) : own + 3] if at != place]
        together.append(words * 2 + [word for other in around for word in other])
        whole.append([word for at in others for word in said[at][0]])
    lengths = np.array([float(len(words)) for words in together])
    expected = np.zeros(len(said))
    for term in terms:
        counts = np.array([float(words.count(term.term)) for words in together])
        idf = inverse_document_frequency(len(said), float(term.postings.units.shape[0]))
        expected += idf * saturation(counts, lengths, average_length=float(lengths.mean()))
    assert found.passage == pytest.approx(expected)
    sessions = session_scores(layout, terms)
    by_session, covered = sessions.scores[layout.session], sessions.covered[layout.session]
    assert (covered <= 1 + 1e-9).all()
    assert ((covered > 0) == (by_session > 0)).all()
    assert ((by_session > 0) == [bool({"oak", "elm"} & set(words)) for words in whole]).all()


def test_neighbours_are_found_within_a_session_only() -> None:
    layout = lay_out(
        build(
            Said("one", session=0),
            Said("two", session=1),
            Said("fact of one", rests_on=1),
            Said("three", session=0),
            Said("four", session=0),
        )
    )
    assert layout.next.tolist() == [3, NONE, NONE, 4, NONE]
    assert layout.previous.tolist() == [NONE, NONE, NONE, 0, 3]
    assert layout.neighbourhood[:, 3].tolist() == [4, NONE, NONE, NONE, NONE]
    assert layout.neighbourhood[:, 4].tolist() == [NONE, NONE, NONE, NONE, 0]
    assert layout.source.tolist() == [NONE, NONE, 0, NONE, NONE]


def test_a_word_at_a_neighbours_edge_counts_and_one_in_its_middle_does_not() -> None:
    filler = "so and so it went on for quite a while with nothing much to it at all " * 3
    index = build(
        Said("zebra", session=0),
        Said("It stood right there.", session=0),
        Said(f"{filler} zebra {filler}", session=1),
        Said("It stood right there.", session=1),
    )
    context = ask(index, "zebra").shares["context"]
    assert context[1] > 0
    assert context[3] == 0


def test_a_long_text_is_judged_by_its_best_chunk() -> None:
    index = build(
        Said("A note about nothing in particular. " * 40 + "The key is under the blue pot."),
        Said("blue"),
    )
    ranking = ask(index, "under which blue pot is the key?")
    layout = ranking.layout
    assert layout.seq[ranking.best(1)[0]] == 1
    assert ranking.best_unit[0] == layout.item_of_unit.tolist().index(1) - 1


def test_neighbours_and_sessions_fade_where_turns_are_long() -> None:
    reply = "Here is a long and careful answer about many things. " * 60
    index = build(
        Said("I prefer oat milk in my coffee.", role=0, session=0),
        Said(reply + " oat milk coffee", role=1, session=0, speaker="assistant"),
        Said(reply, role=1, session=1, speaker="assistant"),
    )
    ranking = ask(index, "which milk do I prefer in coffee?")
    assert ranking.layout.talk == 0.0
    assert not {"context", "passage", "session", "session_words", "reply", "length"} & set(
        ranking.shares
    )
    near = ask(index, "which milk?", similarity=np.full(index.units, 0.5)).shares
    assert not {"passage_embedding", "session_embedding"} & set(near)
    assert ranking.shares["own"].tolist() == [RecallWeights().own, 0.0, 0.0]
    assert ranking.layout.seq[ranking.best(1)[0]] == 1


def test_a_fact_takes_what_surrounds_it_from_its_source() -> None:
    index = build(
        Said("Where are you working these days?", speaker="jonas"),
        Said("I just joined Halden.", speaker="anna"),
        Said("works at Halden", speaker="anna", rests_on=2),
        Said("Let's talk about the regatta.", speaker="jonas"),
    )
    ranking = ask(index, "Where does Anna work?")
    for name in ("context", "passage", "session", "reply", "speaker"):
        assert ranking.shares[name][2] == ranking.shares[name][1]
    assert set(ranking.layout.seq[ranking.best(2)].tolist()) == {2, 3}


def test_what_is_not_allowed_is_never_found_and_does_not_set_the_scale() -> None:
    index = build(
        Said("a kayak, a kayak, my kayak", session=0), Said("one red kayak here", session=1)
    )
    ranking = ask(index, "kayak", allowed=np.array([False, True]))
    assert ranking.layout.seq[ranking.best(5)].tolist() == [2]
    assert ranking.shares["words"][1] == RecallWeights().words
    assert ask(index, "kayak", allowed=np.zeros(2, np.bool_)).best(5).size == 0


def test_meaning_finds_what_words_do_not() -> None:
    index = build(Said("The cello, naturally.", session=0), Said("It rained.", session=1))
    similarity = np.array([0.7, np.nan])
    ranking = ask(index, "favourite music?", similarity=similarity)
    assert ranking.layout.seq[ranking.best(1)[0]] == 1
    assert ranking.shares["embedding"].tolist() == [RecallWeights().embedding, 0.0]
    assert ranking.evidence.nearness is not None


def test_a_turn_gains_by_the_meaning_of_its_neighbours_and_of_its_session() -> None:
    index = build(
        Said("The cello, naturally.", session=0),
        Said("Every day.", session=0),
        Said("Once more.", session=0),
        Said("Not today.", session=0),
        Said("It rained.", session=1),
        Said("plays the cello", session=0, rests_on=1),
    )
    near = np.array([0.8, 0.2, 0.1, 0.1, 0.4, np.nan])
    shares = ask(index, "favourite music?", similarity=near).shares
    weights = RecallWeights()
    around = [1.0, 1.0, 1.0, 0.25, 0.5, 1.0]  # the fourth is three turns away
    assert shares["passage_embedding"] == pytest.approx(
        [weights.passage_embedding * each for each in around]
    )
    assert shares["session_embedding"] == pytest.approx(
        [weights.session_embedding * each for each in (1.0, 1.0, 1.0, 1.0, 0.5, 1.0)]
    )


def test_a_session_gains_by_how_much_of_the_question_it_holds() -> None:
    index = build(
        Said("kayak kayak kayak kayak", session=0),
        Said("A kayak and a lantern.", session=1),
        Said("Nothing of the sort.", session=2),
    )
    half, whole, none = ask(index, "a kayak or a lantern").shares["session_words"]
    assert whole == pytest.approx(RecallWeights().session_words)
    assert 0.0 < half < whole / 2  # the rarer word tells more
    assert none == 0.0
    unheard = ask(index, "kayak, lantern, periscope").shares["session_words"]
    assert 0.0 < unheard[1] < whole


def test_a_turns_own_words_tell_more_than_its_neighbours() -> None:
    index = build(Said("Two oars and a kayak."), Said("Two oars and a paddle."))
    passage = ask(index, "kayak").shares["passage"]
    assert passage[0] > passage[1] > 0


def test_the_parts_of_a_score_add_up_to_it() -> None:
    ranking = ask(NOTES, "What does jane prefer on ubuntu?")
    parts = sum(ranking.breakdown(2).values())
    assert parts == pytest.approx(float(ranking.totals[2]), abs=1e-5)


def test_asking_twice_gives_the_same_and_changes_nothing() -> None:
    before = NOTES.length.copy()
    first, second = ask(NOTES, "ubuntu"), ask(NOTES, "ubuntu")
    assert first.totals.tolist() == second.totals.tolist()
    assert NOTES.length.tolist() == before.tolist()


def test_an_empty_memory_answers_nothing() -> None:
    ranking = ask(build(), "where do I live?")
    assert ranking.best(10).size == 0
    assert ranking.relevance < ranking.default_floor


MEMORY = build(
    Said("I moved to Bergen last spring.", session=0),
    Said("The new job at the harbour office is fine.", session=0),
    Said("My daughter Mila plays the cello.", session=1),
    Said("I'm allergic to shellfish.", session=1),
    Said("We adopted a cat named Biscotte.", session=2),
    Said("I'd love to sail to the Faroe Islands one day.", session=2),
)


@pytest.mark.parametrize(
    "question",
    [
        "where do I live?", "what is my job?", "Which instrument does Mila play?",
        "what can't I eat?", "What's the name of my cat?", "Where does Anna work?",
        "Do I have any allergies?", "Where would Anna like to sail?",
    ],
)  # fmt: skip
def test_what_memory_can_answer_is_relevant(question: str) -> None:
    ranking = ask(MEMORY, question)
    assert ranking.relevance >= ranking.default_floor


@pytest.mark.parametrize(
    "question",
    [
        "What did Octavian paint in Lausanne?", "When did Brunhilde's motorbike break down?",
        "what is my blood type?", "zyzzyva", "Does Ingrid play the cello?",
        "Who won the chess tournament in Reykjavik?",
    ],
)  # fmt: skip
def test_what_is_about_somebody_or_something_else_is_not_relevant(question: str) -> None:
    ranking = ask(MEMORY, question)
    assert ranking.relevance < ranking.default_floor


def test_every_word_that_memory_lacks_counts_against_an_answer() -> None:
    figures = [
        ask(MEMORY, f"Does my cat {words}?").relevance
        for words in ("", "yodel", "yodel xylophones", "yodel xylophones underwater")
    ]
    assert figures == sorted(figures, reverse=True)
    assert len(set(figures)) == len(figures)


def test_what_is_missed_weighs_whatever_is_matched() -> None:
    here = Evidence(
        coverage=0.5,
        matched=1.0,
        missed=1.0,
        names=0,
        unknown_names=0,
        speaker_named=False,
        out_of_time=False,
    )
    assert replace(here, missed=3.0).relevance() < here.relevance()
    assert replace(here, nearness=0.9).relevance() > replace(here, nearness=0.1).relevance()


def test_a_time_outside_of_memory_counts_against_an_answer() -> None:
    question = "Where did Anna move?"
    long_ago = int(datetime(1999, 1, 1, tzinfo=UTC).timestamp()) * 1_000_000
    now = rank(MEMORY, parse_query(question))
    then = rank(MEMORY, parse_query(question, spans=[(long_ago, long_ago + DAY)]))
    assert then.relevance < now.relevance
    assert then.evidence.out_of_time


def test_weights_are_replaced_by_name_and_an_unknown_one_is_refused() -> None:
    assert weights_from({"words": 2.0}) == RecallWeights(words=2.0)
    with pytest.raises(KeyError, match="popularity"):
        weights_from({"popularity": 1.0})


def test_an_embedder_sees_the_question_without_the_speakers_names() -> None:
    assert without_speakers("When did Anna's cat arrive?", ["anna"]) == "When did cat arrive?"
    assert without_speakers("Hannah sings", ["anna"]) == "Hannah sings"
    assert without_speakers("Anna?", ["anna"]) == "Anna?"
    assert without_speakers("where?", []) == "where?"
    assert without_speakers("Anna Lind and C++", ["anna lind", "c++ (bot)"]) == "and C++"
