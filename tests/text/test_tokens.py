"""What a text is found by, in every script, and what it costs."""

import re
import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from remanent.text import cues
from remanent.text.counting import count_tokens
from remanent.text.stems import stem
from remanent.text.synonyms import related
from remanent.text.tokens import (
    EDGE_CHARACTERS,
    LONGEST_TERM,
    STOP_TERMS,
    chunks,
    has_time_word,
    index_chunks,
    is_question,
    tokenize,
    unit_flags,
)

ANY_TEXT = st.text(st.characters(exclude_categories=()), max_size=300)


@pytest.mark.parametrize(
    ("text", "queries"),
    [
        ("don't use agents in the pre-edit hook", ["don't", "don’t", "pre-edit", "edit", "agent"]),
        ("C++ on ubuntu 20.04", ["C++", "c++", "ubuntu 20.04", "20.04", "Ubuntu"]),
        ("user:jane prefers AND gates", ["user:jane", "jane", "AND"]),
        ("50% off (today only)", ["50%", "50", "(today"]),
        ("read a/b testing notes", ["a/b"]),
        ("see https://example.org/notes?id=7", ["example", "notes", "https://example.org/notes"]),
        ("it cost 1,250 euros", ["1250", "1,250"]),
        ("call get_user_name first", ["get_user_name", "get_user_name()"]),
        ("Zürich und ein Café", ["zurich", "Zürich", "cafe", "café", "ZÜRICH"]),
        ("smørrebrød i Łódź", ["smorrebrod", "lodz", "Łódź"]),
        ("great 🎉 party 👍🏽", ["🎉", "👍", "👍🏽"]),
        ("flag of 🇫🇮", ["🇫🇮"]),
        ("我住在上海浦东新区", ["上海", "浦东新区", "海"]),
        ("步骤 重跑gen-itgc后清零", ["itgc", "gen-itgc", "清零"]),
        ("今日はしりとりをした", ["しりとり", "今日"]),
        ("오늘 끝말잇기를 했다", ["끝말잇기", "오늘"]),
        ("ผมชอบกาแฟ", ["กาแฟ"]),
        ("मुझे चाय पसंद है", ["चाय"]),
        ("שלום עולם", ["עולם"]),
        ("ｆｕｌｌ　ｗｉｄｔｈ", ["full", "width"]),
    ],
)
def test_what_was_written_is_found_whole_and_by_its_parts(text: str, queries: list[str]) -> None:
    held = set(tokenize(text))
    for query in queries:
        assert held.intersection(tokenize(query)), query
        assert set(tokenize(query)) & held, query


def test_a_sign_that_belongs_to_a_word_is_kept_beside_it() -> None:
    assert tokenize("C++ and C# at 50%") == ["c", "c++", "and", "c", "c#", "at", "50", "50%"]


def test_every_term_of_a_part_of_an_unspaced_text_is_among_the_terms_of_the_whole() -> None:
    whole = set(tokenize("我住在上海浦东新区"))
    assert set(tokenize("浦东新区")) <= whole
    assert set(tokenize("กาแฟ")) <= set(tokenize("ผมชอบกาแฟ"))


@pytest.mark.parametrize(
    ("forms", "base"),
    [
        ("went gone goes going go", "go"),
        ("children child", "child"),
        ("bought buying buys buy", "buy"),
        ("happy happiness", None),
        ("relational relate related", None),
        ("painting painted paints paint", "paint"),
        ("allergies allergy", None),
        ("wives wife", None),
        ("taught teaches teaching", None),
    ],
)
def test_forms_of_one_english_word_share_a_stem(forms: str, base: str | None) -> None:
    stems = {stem(word) for word in forms.split()}
    assert len(stems) == 1
    if base is not None:
        assert stems == {base}


@pytest.mark.parametrize(
    ("word", "expected"),
    [
        ("caresses", "caress"), ("ponies", "poni"), ("cats", "cat"), ("gas", "gas"),
        ("agreed", "agre"), ("hopping", "hop"), ("hoping", "hope"), ("cry", "cri"), ("by", "by"),
        ("generously", "generous"), ("communication", "communic"), ("sensational", "sensat"),
        ("adjustable", "adjust"), ("controlling", "control"), ("sky", "sky"),
        ("succeed", "succeed"),
        ("national", "nation"), ("youth", "youth"), ("naïve", "naïve"), ("x" * 60, "x" * 60),
    ],
)  # fmt: skip
def test_suffixes_come_off_as_the_published_rules_say(word: str, expected: str) -> None:
    assert stem(word) == expected


def test_names_that_differ_by_a_letter_stay_apart() -> None:
    assert set(tokenize("Mila")).isdisjoint(tokenize("Milo"))
    assert set(tokenize("Jonas")).isdisjoint(tokenize("Jonathan"))


@given(ANY_TEXT)
def test_any_text_gives_bounded_terms_and_pieces_that_join_to_it(text: str) -> None:
    assert all(0 < len(term) <= LONGEST_TERM for term in tokenize(text))
    assert "".join(text[start:end] for start, end in chunks(text, 40)) == text
    assert all(end - start <= 40 for start, end in chunks(text, 40))
    assert count_tokens(text) >= 0
    assert 0 <= unit_flags(text) < 128


@given(ANY_TEXT)
def test_chunks_hold_the_terms_of_their_own_words(text: str) -> None:
    for chunk in index_chunks(text):
        assert chunk.terms == tokenize(text[chunk.start : chunk.end])
        assert chunk.length == len(chunk.terms)


@given(ANY_TEXT, st.integers(1, 40))
def test_chunks_say_which_terms_stand_at_the_edges(text: str, times: int) -> None:
    text = text * times
    for chunk in index_chunks(text):
        words = list(re.finditer(r"\S+", text[chunk.start : chunk.end]))
        early = [each for each in words if chunk.start + each.start() < EDGE_CHARACTERS]
        late = [each for each in words if chunk.start + each.end() > len(text) - EDGE_CHARACTERS]
        assert chunk.first == sum(len(tokenize(each.group())) for each in early)
        assert chunk.last == sum(len(tokenize(each.group())) for each in late)


def test_the_edges_of_a_chunk_are_those_of_the_whole_text() -> None:
    (only,) = index_chunks("alpha " + "filler " * 40 + "omega")
    assert only.first == 15
    assert only.last == 15
    (short,) = index_chunks("alpha omega")
    assert (short.first, short.last) == (2, 2)
    first, *_, last = index_chunks("First part of it. " * 30 + "omega")
    assert first.first > 0 == first.last
    assert last.first == 0 < last.last


def test_chunks_end_after_a_sentence_or_between_words() -> None:
    text = "One sentence here. Another sentence there. " * 12
    for start, end in chunks(text, 100)[:-1]:
        assert text[start:end].rstrip().endswith(".")
    words = "word " * 100
    assert all(words[start:end].endswith(" ") for start, end in chunks(words, 99)[:-1])
    assert chunks("x" * 1000, 400) == [(0, 400), (400, 800), (800, 1000)]
    assert chunks("", 400) == [(0, 0)]


def test_stop_words_are_terms_as_the_index_holds_them() -> None:
    assert {*tokenize("this was because of the only one you very don't")} - {"one"} <= STOP_TERMS
    assert STOP_TERMS.isdisjoint(tokenize("Berlin oats work home like love buy eat"))


@pytest.mark.parametrize(
    "text",
    [
        "Where are you going?", "You did what?!", "what is your name", "do you know him",
        "Nice. And how was it?", "你好吗？", "Nice boat, is it yours? [a photo of a boat]",
    ],
)  # fmt: skip
def test_a_text_that_ends_by_asking_is_a_question(text: str) -> None:
    assert is_question(text)


@pytest.mark.parametrize(
    "text",
    ["I went home.", "Why? Because I could.", "What a day", "", "When I was ten we moved"],
)
def test_a_text_that_goes_on_after_asking_is_none(text: str) -> None:
    assert not is_question(text)


def test_words_of_time_are_told_from_words_that_look_like_them() -> None:
    for text in ("yesterday", "in May", "two weeks ago", "since 2019", "on Friday", "3rd May"):
        assert has_time_word(text), text
    for text in ("maybe I may", "we sat", "the answer is 42", "", "secondhand monster"):
        assert not has_time_word(text), text


def test_each_cue_of_a_text_is_one_flag() -> None:
    assert unit_flags("We stayed in Oslo for three days") == (
        cues.HAS_NUMBER | cues.HAS_NAME | cues.HAS_PLACE | cues.HAS_DURATION | cues.HAS_TIME_WORD
    )
    assert unit_flags("ok then") == 0
    assert unit_flags("Really? Good.") == cues.ASKS


def test_a_word_and_its_stand_in_look_for_each_other() -> None:
    assert stem("allergic") in related(stem("eat"))
    assert stem("eat") in related(stem("allergic"))
    assert stem("job") in related(stem("work"))
    assert related("zyzzyva") == ()


# (text, the largest count among OpenAI's cl100k and o200k and BERT's word pieces)
COUNTED = [
    ("I moved to Lisbon last spring and found work in a bakery near the river.", 16),
    ("My daughter Mila turns six on the 14th of May, and Milo the day after.", 20),
    ("def add(a: int, b: int) -> int:\n    return a + b\n", 19),
    ('{"id": "a1", "role": "user", "content": "hello", "at": 1700000000}', 34),
    ("https://example.com/path/to/page?query=1&lang=en#top", 23),
    ("我住在上海浦东新区，昨天和朋友去吃了火锅。", 27),
    ("今日はしりとりをした。", 11),
    ("오늘 끝말잇기를 했다.", 16),
    ("Я живу в Москве и работаю программистом уже пять лет.", 44),
    ("أعيش في القاهرة وأعمل مهندسًا منذ خمس سنوات.", 36),
    ("Ich wohne seit drei Jahren in einer kleinen Stadt am See.", 21),
    ("PLEASE READ THE TERMS", 4),
    ("😀👍🏽🎉", 11),
]


@pytest.mark.parametrize(("text", "real"), COUNTED)
def test_the_count_is_never_below_a_real_tokenizer(text: str, real: int) -> None:
    assert real <= count_tokens(text) <= 3 * real + 4


def test_a_count_is_close_above_on_a_page_of_prose() -> None:
    page = " ".join(text for text, _ in COUNTED[:2]) * 10
    assert 350 <= count_tokens(page) <= 500
    assert count_tokens("") == 0


@pytest.mark.parametrize(
    ("blank", "more"), [("\n", 2), ("\t", 1), ("  ", 1), ("\n\n ", 3), (" \n", 2)]
)
def test_white_space_counts_where_it_is_more_than_one_space(blank: str, more: int) -> None:
    assert count_tokens(f"a{blank}b") == count_tokens("a b") + more
    assert count_tokens(f"{blank}a b") == count_tokens(f"a b{blank}") == count_tokens("a b") + more


@pytest.mark.slow
def test_a_megabyte_of_anything_is_read_in_seconds() -> None:
    start = time.process_time()
    for text in ("x" * 1_000_000, "字" * 500_000, "a.b-" * 250_000, "\ud800\x00" * 300_000):
        assert all(len(term) <= LONGEST_TERM for term in tokenize(text))
        assert count_tokens(text) > 0
        assert unit_flags(text) >= 0
    assert time.process_time() - start < 20
