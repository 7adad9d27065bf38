"""Transcripts of every known shape become messages; what is left out is said."""

import json
import zipfile
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from remanent.errors import ImportFormatError, InputError, TooLargeError
from remanent.faces.importers import Transcript, read_transcripts, reading, transcripts
from remanent.faces.samples import sample_path
from remanent.model.event import Message, Origin, Role

LOCOMO = Path(__file__).parents[3] / "shared" / "data" / "locomo10.zip"


def read_one(folder: Path, content: str | bytes, name: str = "talk.txt") -> Transcript:
    (transcript,) = read_all(folder, content, name)
    return transcript


def read_all(folder: Path, content: str | bytes, name: str = "talk.txt") -> tuple[Transcript, ...]:
    path = folder / name
    path.write_bytes(content if isinstance(content, bytes) else content.encode())
    return read_transcripts(path)


def at(*parts: int) -> datetime:
    year, month, day, *clock = parts
    hour, minute, second, *_ = [*clock, 0, 0, 0]
    return datetime(year, month, day, hour, minute, second, tzinfo=UTC)


# ---------------------------------------------------------------- LoCoMo


def a_locomo_conversation() -> dict[str, object]:
    return {
        "speaker_a": "Ines",
        "speaker_b": "Bo",
        "session_10_date_time": "12:05 am on 1 July, 2023",
        "session_10": [{"speaker": "Bo", "dia_id": "D10:1", "text": "Are you still up?"}],
        "session_2_date_time": "1:56 pm on 8 May, 2023",
        "session_2": [
            {"speaker": "Ines", "dia_id": "D2:1", "text": "Look at this!"},
            {"speaker": "Bo", "dia_id": "D2:2", "text": "Nice.", "blip_caption": "a red kite"},
            {"speaker": "Ines", "dia_id": "D2:3", "text": "", "blip_caption": "a beach"},
        ],
        "session_11_date_time": "9:00 am on 2 July, 2023",
        "session_2_summary": "They look at pictures.",
    }


def test_locomo_sessions_come_in_the_order_of_their_numbers_each_with_its_own_date(
    tmp_path: Path,
) -> None:
    transcript = read_one(tmp_path, json.dumps(a_locomo_conversation()), "26.json")
    assert transcript == Transcript(
        name="26",
        messages=(
            Message(
                text="Look at this!",
                speaker="Ines",
                at=at(2023, 5, 8, 13, 56),
                external_id="D2:1",
                session="session_2",
            ),
            Message(
                text="Nice. [shares: a red kite]",
                speaker="Bo",
                at=at(2023, 5, 8, 13, 56),
                external_id="D2:2",
                session="session_2",
            ),
            Message(
                text="[shares: a beach]",
                speaker="Ines",
                at=at(2023, 5, 8, 13, 56),
                external_id="D2:3",
                session="session_2",
            ),
            Message(
                text="Are you still up?",
                speaker="Bo",
                at=at(2023, 7, 1, 0, 5),
                external_id="D10:1",
                session="session_10",
            ),
        ),
    )


def test_a_list_of_locomo_conversations_gives_one_transcript_each_under_its_own_name(
    tmp_path: Path,
) -> None:
    nested = [
        {"sample_id": "talk-a", "conversation": a_locomo_conversation(), "qa": []},
        {"conversation": a_locomo_conversation()},
    ]
    read = read_all(tmp_path, json.dumps(nested), "ten.json")
    assert [transcript.name for transcript in read] == ["talk-a", "ten-2"]
    assert [len(transcript.messages) for transcript in read] == [4, 4]


def test_an_archive_gives_the_transcripts_of_its_files_in_the_order_of_their_names(
    tmp_path: Path,
) -> None:
    path = tmp_path / "talks.zip"
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr("data/b.json", json.dumps(a_locomo_conversation()))
        archive.writestr("data/a.md", "## 2026-03-01\n**Ann:** hello\n")
        archive.writestr("data/c.txt", "nothing that anybody said")
        archive.writestr("data/picture.png", b"\x89PNG")
    read = read_transcripts(path)
    assert [transcript.name for transcript in read] == ["a", "b"]
    assert any("c.txt" in note for note in read[0].notes)


def test_a_locomo_session_without_a_readable_date_keeps_its_turns_and_says_so(
    tmp_path: Path,
) -> None:
    conversation = a_locomo_conversation()
    conversation["session_2_date_time"] = "some day in May"
    transcript = read_one(tmp_path, json.dumps(conversation))
    assert [message.at for message in transcript.messages[:3]] == [None, None, None]
    assert "session_2" in transcript.notes[0]
    assert "some day in May" in transcript.notes[0]


def test_damaged_locomo_turns_and_sessions_are_counted(tmp_path: Path) -> None:
    conversation = a_locomo_conversation() | {"session_3": "lost", "session_4": [None, {"text": 5}]}
    transcript = read_one(tmp_path, json.dumps(conversation))
    assert len(transcript.messages) == 4
    assert transcript.skipped == 3


@pytest.mark.skipif(not LOCOMO.exists(), reason="the LoCoMo data set is not on this machine")
def test_the_whole_data_set_is_read_with_every_turn_dated_and_named() -> None:
    read = read_transcripts(LOCOMO)
    messages = [message for transcript in read for message in transcript.messages]
    assert len(read) == 10
    assert len(messages) == 5_882
    assert [transcript.notes for transcript in read] == [()] * 10
    assert all(message.at and message.speaker and message.external_id for message in messages)
    for transcript in read:
        times = [message.at for message in transcript.messages if message.at]
        assert times == sorted(times)


# ---------------------------------------------------------------- JSON


def test_a_list_of_chat_messages_is_read_whole(tmp_path: Path) -> None:
    messages = [
        {
            "id": "m1",
            "role": "user",
            "name": "Ann",
            "content": "I moved to Ghent.",
            "at": "2026-03-01T10:00:00+01:00",
            "zone": "Europe/Brussels",
            "session": "s1",
            "agent": "desk",
        },
        {"id": 2, "role": "assistant", "content": "How is it?", "at": 1772355660},
    ]
    assert read_one(tmp_path, json.dumps(messages), "chat.json") == Transcript(
        name="chat",
        messages=(
            Message(
                text="I moved to Ghent.",
                speaker="Ann",
                at=at(2026, 3, 1, 9),
                zone="Europe/Brussels",
                external_id="m1",
                session="s1",
                agent="desk",
            ),
            Message(
                text="How is it?",
                role=Role.ASSISTANT,
                origin=Origin.ASSISTANT,
                at=at(2026, 3, 1, 9, 1),
                external_id="2",
            ),
        ),
    )


@pytest.mark.parametrize("field", ["content", "text", "Text"])
def test_words_stand_under_any_of_their_common_names(tmp_path: Path, field: str) -> None:
    assert read_one(tmp_path, json.dumps([{field: "hi"}])).messages == (Message(text="hi"),)


@pytest.mark.parametrize("field", ["at", "timestamp", "created_at", "createdAt", "date"])
def test_a_time_stands_under_any_of_its_common_names(tmp_path: Path, field: str) -> None:
    item = {"text": "hi", field: "2026-03-01T10:00:00"}
    assert read_one(tmp_path, json.dumps([item])).messages[0].at == at(2026, 3, 1, 10)


@pytest.mark.parametrize("field", ["name", "speaker", "sender", "author"])
def test_a_name_stands_under_any_of_its_common_names(tmp_path: Path, field: str) -> None:
    item = {"text": "hi", field: "Ann"}
    assert read_one(tmp_path, json.dumps([item])).messages == (Message(text="hi", speaker="Ann"),)


@pytest.mark.parametrize(
    ("word", "role", "origin"),
    [
        ("user", Role.USER, Origin.PERSON),
        ("Human", Role.USER, Origin.PERSON),
        ("assistant", Role.ASSISTANT, Origin.ASSISTANT),
        ("AI", Role.ASSISTANT, Origin.ASSISTANT),
        ("model", Role.ASSISTANT, Origin.ASSISTANT),
        ("system", Role.SYSTEM, Origin.DOCUMENT),
        ("developer", Role.SYSTEM, Origin.DOCUMENT),
        ("tool", Role.TOOL, Origin.TOOL),
    ],
)
@pytest.mark.parametrize("field", ["role", "sender"])
def test_only_the_words_of_people_come_from_a_person(
    tmp_path: Path, field: str, word: str, role: Role, origin: Origin
) -> None:
    (message,) = read_one(tmp_path, json.dumps([{"text": "hi", field: word}])).messages
    assert (message.role, message.origin, message.speaker) == (role, origin, None)


def test_a_role_that_is_a_name_is_the_speaker(tmp_path: Path) -> None:
    (message,) = read_one(tmp_path, json.dumps([{"text": "hi", "role": "Ann"}])).messages
    assert message == Message(text="hi", speaker="Ann")


def test_content_in_parts_keeps_its_words_and_says_what_had_none(tmp_path: Path) -> None:
    content = [{"type": "text", "text": "Look:"}, {"type": "image_url"}, "a kite"]
    transcript = read_one(tmp_path, json.dumps([{"role": "user", "content": content}]))
    assert transcript.messages[0].text == "Look:\na kite"
    assert "1 part(s) without words" in transcript.notes[0]


def test_a_conversation_object_hands_its_session_and_date_down_to_its_messages(
    tmp_path: Path,
) -> None:
    talk = {
        "title": "Ann's talks",
        "sessions": [
            {"id": "first", "date": "2026-03-01", "messages": [{"text": "one"}]},
            [{"text": "two", "at": "2026-03-02T08:00:00Z"}],
        ],
    }
    assert read_one(tmp_path, json.dumps(talk)) == Transcript(
        name="Ann's talks",
        messages=(
            Message(text="one", at=at(2026, 3, 1), session="first"),
            Message(text="two", at=at(2026, 3, 2, 8), session="2"),
        ),
    )


def test_a_list_of_conversations_gives_one_transcript_each(tmp_path: Path) -> None:
    talks = [{"id": "a", "messages": [{"text": "one"}]}, {"messages": [{"text": "two"}]}]
    read = read_all(tmp_path, json.dumps(talks), "both.json")
    assert [(talk.name, talk.messages[0].text) for talk in read] == [
        ("a", "one"),
        ("both-2", "two"),
    ]


def test_rows_whose_time_is_naive_aware_seconds_or_milliseconds_stand_on_the_same_second(
    tmp_path: Path,
) -> None:
    """Case T07: six rows are one second, two have no time and are kept, each said once."""
    times = [
        "2026-05-20T08:29:42",
        "2026-05-20T08:29:42Z",
        "2026-05-20T17:29:42+09:00",
        1779265782,
        1779265782000,
        "2026-05-20 08:29:42.958511+00:00",
        "not a date",
        "",
    ]
    rows = [{"text": f"row {n}", "created_at": time} for n, time in enumerate(times, start=1)]
    transcript = read_one(tmp_path, json.dumps(rows))
    read = [message.at and message.at.replace(microsecond=0) for message in transcript.messages]
    assert read == [at(2026, 5, 20, 8, 29, 42)] * 6 + [None, None]
    assert transcript.skipped == 0
    assert len(transcript.notes) == 2
    assert "not a date" in transcript.notes[0]


def test_a_time_of_zero_is_no_time(tmp_path: Path) -> None:
    transcript = read_one(tmp_path, json.dumps([{"text": "hi", "timestamp": 0}]))
    assert transcript.messages[0].at is None
    assert len(transcript.notes) == 1


def test_a_date_and_a_time_in_two_fields_are_one_moment(tmp_path: Path) -> None:
    item = {"text": "hi", "date": "2026-03-01", "time": "10:32"}
    assert read_one(tmp_path, json.dumps([item])).messages[0].at == at(2026, 3, 1, 10, 32)


def test_a_zone_that_does_not_exist_is_left_out_and_said(tmp_path: Path) -> None:
    transcript = read_one(tmp_path, json.dumps([{"text": "hi", "zone": "Mars/Olympus"}]))
    assert transcript.messages[0].zone is None
    assert "Mars/Olympus" in transcript.notes[0]


def test_entries_without_words_are_counted_and_named(tmp_path: Path) -> None:
    entries = [{"text": "hi"}, {"text": "ho"}, {"text": "  "}, 7, None]
    transcript = read_one(tmp_path, json.dumps(entries))
    assert [message.text for message in transcript.messages] == ["hi", "ho"]
    assert transcript.skipped == 3
    assert transcript.notes == (
        "Message 3 has no words.",
        "Message 4 is a JSON number, not an object.",
        "Message 5 is a JSON null, not an object.",
    )


def test_damaged_json_is_refused_with_the_place(tmp_path: Path) -> None:
    with pytest.raises(ImportFormatError, match=r"damaged.*line 2"):
        read_all(tmp_path, '[{"role": "user",\n "content": }]')


# ---------------------------------------------------------------- JSON lines


def test_json_lines_are_read_around_damage_which_is_counted_and_shown(tmp_path: Path) -> None:
    lines = '{"text": "one"}\n\n{"text": "two"\nrubbish\n{"text": "three \u2028 still three"}\n'
    transcript = read_one(tmp_path, lines, "log.jsonl")
    assert [message.text for message in transcript.messages] == ["one", "three \u2028 still three"]
    assert transcript.skipped == 2
    assert transcript.notes[0].startswith("Line 3 is damaged")
    assert "rubbish" in transcript.notes[1]


def test_the_only_line_of_a_json_lines_file_is_a_message(tmp_path: Path) -> None:
    assert read_one(tmp_path, '{"text": "one"}').messages == (Message(text="one"),)


def test_a_line_that_is_a_whole_conversation_is_a_transcript(tmp_path: Path) -> None:
    lines = '{"id": "a", "messages": [{"text": "one"}]}\n{"messages": [{"text": "two"}]}\n{"x\n'
    read = read_all(tmp_path, lines, "log.jsonl")
    assert [transcript.name for transcript in read] == ["a", "log-2"]
    assert read[0].skipped == 1


def test_the_log_of_another_program_is_refused_rather_than_read_in_fragments(
    tmp_path: Path,
) -> None:
    lines = ['{"content": "a fragment"}', *['{"type": "x", "payload": {}}'] * 2]
    with pytest.raises(ImportFormatError, match="another program"):
        read_all(tmp_path, "\n".join(lines))
    with pytest.raises(ImportFormatError, match="another program"):
        read_all(tmp_path, "[" + ",".join(lines) + "]")


# ---------------------------------------------------------------- Markdown


def test_headings_open_sessions_and_their_dates_hold(tmp_path: Path) -> None:
    text = """# Talks with Ann

## Session 1 — 2026-03-01 14:00

**Ann:** I moved.
It was easy.

And cheap.
**Assistant**: Good!

---

## 2 March 2026

[10:32] Ann: The flat is bright.
[23:58] Assistant: Good night.
[00:02] Ann: Good night!
"""
    assert read_one(tmp_path, text) == Transcript(
        name="Talks with Ann",
        messages=(
            Message(
                text="I moved.\nIt was easy.\n\nAnd cheap.",
                speaker="Ann",
                at=at(2026, 3, 1, 14),
                session="Session 1 — 2026-03-01 14:00",
            ),
            Message(
                text="Good!",
                role=Role.ASSISTANT,
                origin=Origin.ASSISTANT,
                at=at(2026, 3, 1, 14),
                session="Session 1 — 2026-03-01 14:00",
            ),
            Message(
                text="The flat is bright.",
                speaker="Ann",
                at=at(2026, 3, 2, 10, 32),
                session="2 March 2026",
            ),
            Message(
                text="Good night.",
                role=Role.ASSISTANT,
                origin=Origin.ASSISTANT,
                at=at(2026, 3, 2, 23, 58),
                session="2 March 2026",
            ),
            Message(
                text="Good night!",
                speaker="Ann",
                at=at(2026, 3, 3, 0, 2),
                session="2 March 2026",
            ),
        ),
    )


@pytest.mark.parametrize(
    "line",
    [
        "**Ann:** hello",
        "**Ann**: hello",
        "__Ann:__ hello",
        "Ann: hello",
        "Ann : hello",
        "- Ann: hello",
        "* **Ann:** hello",
    ],
)
def test_a_name_in_any_of_the_common_marks_is_the_speaker(tmp_path: Path, line: str) -> None:
    assert read_one(tmp_path, line).messages == (Message(text="hello", speaker="Ann"),)


@pytest.mark.parametrize(
    "line",
    [
        "[10:32] Ann: hello",
        "[10:32] **Ann:** hello",
        "(10:32) Ann: hello",
        "10:32 Ann: hello",
        "10:32 - Ann: hello",
        "[10:32 am] Ann: hello",
        "[2026-03-01 10:32] Ann: hello",
        "[2026-03-01, 10:32:00] Ann: hello",
        "[12:32+02:00] Ann: hello",
    ],
)
def test_a_time_before_the_name_is_read_on_the_day_of_the_heading(
    tmp_path: Path, line: str
) -> None:
    (message,) = read_one(tmp_path, f"# 2026-03-01\n{line}\n").messages
    assert message == Message(
        text="hello", speaker="Ann", at=at(2026, 3, 1, 10, 32), session="2026-03-01"
    )


def test_angle_brackets_name_speakers_where_two_lines_have_them(tmp_path: Path) -> None:
    for text in ("<Ann> hi\n<Bob> hello\n", "Ann> hi\nBob> hello\n"):
        assert read_one(tmp_path, text).messages == (
            Message(text="hi", speaker="Ann"),
            Message(text="hello", speaker="Bob"),
        )
    timed = read_one(tmp_path, "# 2026-03-01\n[10:32] <Ann> hi\n[10:33] <Bob> hello\n")
    assert [message.at for message in timed.messages] == [
        at(2026, 3, 1, 10, 32),
        at(2026, 3, 1, 10, 33),
    ]
    with pytest.raises(ImportFormatError):
        read_one(tmp_path, "x> is a prompt\nand nothing else\n")


@pytest.mark.parametrize(
    ("first", "second", "moment"),
    [
        ("12/01/2026, 10:32 - Ann: hi", "13/01/2026, 10:33 - Bob: ho", at(2026, 1, 12, 10, 32)),
        ("1/12/26, 10:32 AM - Ann: hi", "1/13/26, 10:33 AM - Bob: ho", at(2026, 1, 12, 10, 32)),
        ("[12.01.26, 22:32:05] Ann: hi", "[13.01.26, 8:33:06] Bob: ho", at(2026, 1, 12, 22, 32, 5)),
        ("1/2/26, 10:32\u202fPM - Ann: hi", "1/3/26, 9:00\u202fAM - Bob: ho",
         at(2026, 1, 2, 22, 32)),
        ("\u200e[12/01/2026, 10:32] Ann: hi", "[28/01/2026, 10:33] Bob: ho",
         at(2026, 1, 12, 10, 32)),
        ("[2026-01-12 10:32 PM] Ann: hi", "[2026-01-13 9:00 AM] Bob: ho", at(2026, 1, 12, 22, 32)),
        ("12/01/2026, 10:32 - +32 470 12 34 56: hi", "13/01/2026, 10:33 - ~ Bob: ho",
         at(2026, 1, 12, 10, 32)),
    ],
)  # fmt: skip
def test_chats_from_a_phone_are_read_with_their_dates(
    tmp_path: Path, first: str, second: str, moment: datetime
) -> None:
    transcript = read_one(tmp_path, f"{first}\nand more\n{second}\n")
    one, two = transcript.messages
    assert (one.text, one.at) == ("hi\nand more", moment)
    assert (two.text, two.speaker) == ("ho", "Bob")
    assert two.at is not None
    assert two.at > moment
    assert transcript.notes == ()


def test_which_way_round_a_date_is_meant_is_said_where_nothing_shows_it(tmp_path: Path) -> None:
    transcript = read_one(tmp_path, "03/04/2026, 10:32 - Ann: hi\n03/04/2026, 10:33 - Bob: ho\n")
    assert transcript.messages[0].at == at(2026, 4, 3, 10, 32)
    assert "day, month, year" in transcript.notes[0]


def test_what_a_chat_says_about_itself_is_left_out_and_counted(tmp_path: Path) -> None:
    transcript = read_one(
        tmp_path,
        "12/01/2026, 10:31 - Messages are encrypted.\n"
        "12/01/2026, 10:32 - Ann: hi\n"
        "13/01/2026, 10:33 - Bob left\n"
        "13/01/2026, 10:34 - Ann: bye\n",
    )
    assert [message.text for message in transcript.messages] == ["hi", "bye"]
    assert transcript.skipped == 2


def test_words_copied_from_an_assistants_page_are_not_the_users(tmp_path: Path) -> None:
    said = read_one(tmp_path, "You said:\nI live in Ghent.\n\nChatGPT said:\nI live there too.\n")
    assert [(message.role, message.text) for message in said.messages] == [
        (Role.USER, "I live in Ghent."),
        (Role.ASSISTANT, "I live there too."),
    ]


def test_names_that_only_a_colon_shows_are_said(tmp_path: Path) -> None:
    transcript = read_one(tmp_path, "Ingredients: flour\nTime: 20 minutes\n")
    assert "'Ingredients', 'Time' begin one message each" in transcript.notes[0]
    assert read_one(tmp_path, "Ann: hi\nBob: ho\nAnn: bye\nBob: bye\n").notes == ()
    assert read_one(tmp_path, "User: hi\nAssistant: ho\n").notes == ()


def test_who_speaks_once_in_a_conversation_of_single_lines_is_a_speaker_too(tmp_path: Path) -> None:
    transcript = read_one(tmp_path, "Ann: hi\nBob: I live in Ghent.\nAnn: bye\n")
    assert [message.speaker for message in transcript.messages] == ["Ann", "Bob", "Ann"]
    assert "'Bob' begin one message each" in transcript.notes[0]


def test_the_calls_of_tools_have_no_words_and_make_no_file_strange(tmp_path: Path) -> None:
    lines = [
        {"role": "user", "content": "What is the time?"},
        *({"role": "assistant", "content": None, "tool_calls": [{"id": "c"}]} for _ in range(3)),
    ]
    transcript = read_one(tmp_path, "\n".join(map(json.dumps, lines)))
    assert (len(transcript.messages), transcript.skipped) == (1, 3)


def test_a_colon_inside_a_message_does_not_make_a_speaker(tmp_path: Path) -> None:
    text = "Ann: We need this.\nFlour: 200 g\nsee https://a.example: yes\nBo: Thanks\nAnn: Bye\n"
    transcript = read_one(tmp_path, "Bo: Hi.\n" + text)
    assert [(message.speaker, message.text) for message in transcript.messages] == [
        ("Bo", "Hi."),
        ("Ann", "We need this.\nFlour: 200 g\nsee https://a.example: yes"),
        ("Bo", "Thanks"),
        ("Ann", "Bye"),
    ]
    assert any("Flour" in note for note in transcript.notes)


def test_lines_inside_a_code_fence_are_words_of_the_message(tmp_path: Path) -> None:
    code = "```yaml\n# 2026-01-01\n**Bo:** no\n---\n```"
    transcript = read_one(tmp_path, f"**Ann:** Look:\n{code}\n**Bo:** I see.\n")
    assert [message.text for message in transcript.messages] == [f"Look:\n{code}", "I see."]


def test_a_date_above_the_first_message_is_the_date_of_the_session(tmp_path: Path) -> None:
    (message,) = read_one(tmp_path, "Date: 2026-03-01\n\nAnn: hello\n").messages
    assert message == Message(text="hello", speaker="Ann", at=at(2026, 3, 1))


def test_a_time_of_day_with_no_date_is_kept_without_a_time_and_said(tmp_path: Path) -> None:
    transcript = read_one(tmp_path, "[10:32] Ann: hello")
    assert transcript.messages == (Message(text="hello", speaker="Ann"),)
    assert len(transcript.notes) == 1


def test_words_before_any_speaker_are_counted_and_shown(tmp_path: Path) -> None:
    transcript = read_one(tmp_path, "# 2026-03-01\nThey met in a bar.\n\n**Ann:** hello\n")
    assert transcript.skipped == 1
    assert "They met in a bar." in transcript.notes[0]


# ---------------------------------------------------------------- rubbish and bounds


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"   \n",
        b"\x00\x01\x02",
        b"\xff\xfe",
        b"\x89PNG\r\n\x1a\n\x00",
        b"just some prose without any speaker",
        b"null",
        b"17",
        b"[]",
        b"{}",
        b"[[[1]]]",
        b'{"mapping": {}}',
        b"[" * 100_000,
        b'{"a":' * 100_000,
        b'[{"text": ' + b"9" * 5_000 + b"}]",
    ],
    ids=lambda content: repr(content[:20]),
)
def test_a_file_without_a_message_is_refused_with_the_remedy(
    tmp_path: Path, content: bytes
) -> None:
    with pytest.raises(ImportFormatError) as caught:
        read_all(tmp_path, content)
    assert "transcripts.md" in caught.value.remedy


def test_bytes_that_are_no_text_are_replaced_and_said(tmp_path: Path) -> None:
    transcript = read_one(tmp_path, b'{"text": "caf\xe9"}')
    assert transcript.messages[0].text == "caf\N{REPLACEMENT CHARACTER}"
    assert "UTF-8" in transcript.notes[0]


def test_a_byte_order_mark_is_no_part_of_the_words(tmp_path: Path) -> None:
    expected = (Message(text="hello", speaker="Ann"),)
    assert read_one(tmp_path, "Ann: hello".encode("utf-8-sig")).messages == expected
    assert read_one(tmp_path, "Ann: hello".encode("utf-16")).messages == expected


def test_any_unicode_survives_in_words_ids_and_names(tmp_path: Path) -> None:
    item = {"text": "\ud83d \x00 \u202e🙂", "id": "\udc00", "name": "🙂"}
    (message,) = read_one(tmp_path, json.dumps([item])).messages
    assert message == Message(text="\ud83d \x00 \u202e🙂", external_id="\udc00", speaker="🙂")


def test_a_file_that_cannot_be_opened_is_an_input_error_that_names_it(tmp_path: Path) -> None:
    for path in (tmp_path, tmp_path / "missing.json", tmp_path / "nul\0.json"):
        with pytest.raises(InputError, match="cannot be read"):
            read_transcripts(path)


def test_a_damaged_archive_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "talks.zip"
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("a.md", "Ann: hello\n" * 1_000)
    content = bytearray(path.read_bytes())
    content[40:60] = b"\xff" * 20
    with pytest.raises(ImportFormatError, match="cannot be unpacked"):
        read_all(tmp_path, bytes(content), "damaged.zip")


def test_an_archive_without_a_transcript_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "pictures.zip"
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr("picture.png", b"\x89PNG")
    with pytest.raises(ImportFormatError, match="no transcript"):
        read_transcripts(path)


def test_what_is_over_a_bound_is_refused_or_left_out_and_said(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(reading, "MAX_MESSAGES", 3)
    monkeypatch.setattr(reading, "MAX_TEXT_CHARACTERS", 5)
    monkeypatch.setattr(reading, "MAX_LABEL_CHARACTERS", 2)
    items = [{"text": "a", "id": "long"}, {"text": "b" * 6}, *[{"text": "c"}] * 5]
    transcript = read_one(tmp_path, json.dumps(items))
    assert [message.text for message in transcript.messages] == ["a", "c", "c"]
    assert transcript.messages[0].external_id is None
    assert transcript.skipped == 4

    monkeypatch.setattr(transcripts, "MAX_FILE_BYTES", 100)
    with pytest.raises(TooLargeError):
        read_all(tmp_path, json.dumps(items))


def test_an_archive_is_bounded_by_what_it_unpacks_to_not_by_what_it_says(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "bomb.zip"
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        for name in ("a.txt", "b.txt", "c.txt"):
            archive.writestr(name, "Ann: hello\n" * 100)
    monkeypatch.setattr(transcripts, "MAX_ARCHIVE_BYTES", 2_500)
    with pytest.raises(TooLargeError, match="unpacks"):
        read_transcripts(path)
    monkeypatch.setattr(transcripts, "MAX_ARCHIVE_FILES", 2)
    with pytest.raises(TooLargeError, match="3 files"):
        read_transcripts(path)


def test_notes_end_with_the_number_of_those_unsaid(tmp_path: Path) -> None:
    lines = ['{"text": "hi"}'] * 40 + [f"{{damaged {n}" for n in range(30)]
    transcript = read_one(tmp_path, "\n".join(lines))
    assert transcript.skipped == 30
    assert len(transcript.notes) == reading.MAX_NOTES + 1
    assert transcript.notes[-1] == "… and 10 more notes."


json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=12),
    lambda inner: (
        st.lists(inner, max_size=4)
        | st.dictionaries(
            st.sampled_from(
                [
                    "text",
                    "content",
                    "role",
                    "name",
                    "speaker",
                    "at",
                    "date",
                    "time",
                    "id",
                    "session",
                    "zone",
                    "messages",
                    "turns",
                    "sessions",
                    "conversation",
                    "session_1",
                    "session_1_date_time",
                    "sample_id",
                    "blip_caption",
                ]
            ),
            inner,
            max_size=5,
        )
    ),
    max_leaves=20,
)
markdown_lines = st.lists(
    st.sampled_from(
        [
            "# 2026-13-45",
            "# 9999-12-31",
            "## ",
            "---",
            "```",
            "Ann: hi",
            "**B:** x",
            "[25:99] C: y",
            "[23:59] C: y",
            "[0:01] C: y",
            "Date: 99 May 2020",
            "13:00 pm Bo: z",
            "- x",
            "",
            "\x00",
        ]
    )
    | st.text(max_size=20),
    max_size=12,
)


@settings(
    suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=timedelta(seconds=2)
)
@given(
    st.binary(max_size=200)
    | json_values.map(lambda value: json.dumps(value).encode())
    | st.lists(json_values, max_size=4).map(
        lambda values: "\n".join(json.dumps(value) for value in values).encode()
    )
    | markdown_lines.map(lambda lines: "\n".join(lines).encode("utf-8", "surrogatepass"))
)
def test_any_file_is_read_or_refused_by_an_input_error(tmp_path: Path, content: bytes) -> None:
    try:
        read = read_all(tmp_path, content)
    except InputError:
        return
    assert read
    for transcript in read:
        assert transcript.messages
        assert all(message.text.strip() for message in transcript.messages)
        assert all(
            message.at is None or message.at.tzinfo is UTC for message in transcript.messages
        )


def test_the_sample_conversation_is_read_whole() -> None:
    (transcript,) = read_transcripts(sample_path())
    assert (transcript.name, transcript.skipped, transcript.notes) == ("conversation", 0, ())
    assert 90 <= len(transcript.messages) <= 130
    assert len({message.external_id for message in transcript.messages}) == len(transcript.messages)
    assert list(dict.fromkeys(message.session for message in transcript.messages)) == [
        f"s{number}" for number in range(1, 10)
    ]
    times = [message.at for message in transcript.messages if message.at]
    assert len(times) == len(transcript.messages)
    assert times == sorted(times)
