"""Notes on addresses and telephone numbers."""

import re
from collections.abc import Iterator

from remanent.model.fact import Stance
from remanent.text.drafts import Draft
from remanent.text.lexicon import words_of
from remanent.text.notes import (
    Note,
    plain,
)
from remanent.text.patterns_common import EMAIL, PHONE
from remanent.text.sentences import Screened

_NOT_MINE = re.compile(
    r"\b(?:his|her|their|theirs|your|him|them|she|he|she's|he's|they|is that|scam|spam|noreply|"
    r"no-reply|support|info|sales|hello|admin|contact|help|everyone|wrong|typo in|test|example of|"
    r"order|ref|reference|invoice number|tracking|account number|dentist|doctor|teacher|landlord|"
    r"boss|wife|husband|mum|mom|dad|sister|brother|friend|daughter|son|colleague|neighbour|"
    r"neighbor|restaurant|hotel|pizzeria|school|tell|ask)\b|@\S+\?|\?\s*$"
)


def _address(message: Screened, note: Note, match: re.Match[str], _end: int) -> Iterator[Draft]:
    """Read an address or a number that a note announces as the speaker's."""
    line = message.text.find("\n", match.start())
    line_end = min(len(message.text), match.end("v") + 80, line if line >= 0 else len(message.text))
    pattern = EMAIL if note.slot == "email" else PHONE
    found = pattern.match(message.text, match.start("v"), line_end)
    if found is None or _NOT_MINE.search(message.folded[match.start() : match.start("v")]):
        return
    if note.slot == "email" and found[0].partition("@")[0].lower() in _NOBODY:
        return
    if (
        note.slot == "phone" and sum(mark.isdigit() for mark in found[0]) < _SHORTEST_NUMBER
    ) or " 19" in found[0][-5:]:
        return
    if _NO_ADDRESS_AFTER.match(message.folded, found.end()):
        return
    yield note.draft(found[0].rstrip("."), found.end())


_NOBODY = words_of(
    """test support info admin noreply no-reply hello sales contact help jobs example foo user
    office team service orders billing returns press"""
)
_SHORTEST_NUMBER = 7
_NO_ADDRESS_AFTER = re.compile(
    r"\s*(?:as an?\b|for (?:the (?:restaurant|hotel|office|school)|testing|review|his|her|them|"
    r"him)|points|"
    r"is (?:his|hers|her|theirs|not|wrong))"
)

_AT = r"(?P<v>)(?=[\w.+-]+@)"
_NO = r"(?P<v>)(?=\+?\(?[0-9][0-9 ()./-]{5,})"
_MAILS = (
    Note(
        "email",
        (
            r"(?:use|try|switch (?:it |that )?to|update (?:it |that |my \w+ )?to|change (?:it |"
            r"that |my "
            rf"\w+ )?to|make it|it's under|under) (?:please |instead |now )?{_AT}"
        ),
        _address,
        words_of("use try switch update change make under"),
        mark="@",
        anywhere=True,
        aside=True,
    ),
    Note(
        "email",
        (
            r"(?:send|forward|email|mail|resend|post|deliver|copy)(?: me)?(?: (?:the|my|it|that|"
            r"all|this|"
            r"a|any|over|please|copies?|copy|of|here|everything|your|reply|invoice|receipt|"
            r"tickets?|"
            r"confirmation|booking|voucher|results?|newsletter|updates?|code|link|quote|docs?|"
            rf"documents?|details|statement|bill))* (?:over )?(?:to|at) {_AT}"
        ),
        _address,
        words_of("send forward email mail resend post deliver copy"),
        mark="@",
        anywhere=True,
        aside=True,
    ),
    Note(
        "email",
        (
            r"(?:(?:signed|sign|log|logged|logging|signing) (?:in|up|on)|registered|subscribed|"
            r"booked|"
            rf"account(?: is)?)(?: [\w/]+){{0,3}}? (?:as|with|using|under|on|from|is) {_AT}"
        ),
        _address,
        words_of("signed sign log logged registered subscribed booked account signing logging"),
        mark="@",
        anywhere=True,
        aside=True,
    ),
    Note(
        "email",
        (
            r"(?:reach|contact|find|get|mail|email|e-mail|write to|message|cc|ping|get hold of) "
            r"me(?: "
            rf"(?!and\b)[\w,]+){{0,4}}?[:,]? (?:at |on |via |under )?{_AT}"
        ),
        _address,
        words_of("reach contact find get mail email e write message cc ping"),
        mark="@",
        anywhere=True,
        aside=True,
    ),
    Note(
        "email",
        (rf"\b(?:i'm|i am|im) {_AT}"),
        _address,
        words_of("i im"),
        anywhere=True,
        aside=True,
        others=True,
        mark="@",
    ),
    Note(
        "email",
        (
            r"\b(?:my|the best|best|new|our) (?:(?:new|work|private|personal|current|other|main|"
            r"correct|"
            r"right|proper|own|uni|preferred) )*(?:e-?mail|mail|address|email address|inbox|gmail|"
            r"mail "
            rf"address)(?: (?:address|is|now|would be|should be|for \w+|actually))*[:,=]? {_AT}"
        ),
        _address,
        words_of("email mail address inbox gmail e"),
        mark="@",
        anywhere=True,
        aside=True,
    ),
    Note(
        "email",
        (r"(?P<v>[\w.+-]+ ?[\[(] ?at ?[\])] ?[\w-]+(?: ?[\[(] ?dot ?[\])] ?[\w-]+)+)"),
        plain,
        words_of("at"),
        anywhere=True,
    ),
)
_PHONES = (
    Note(
        "phone",
        (
            r"(?:text|ring|call|phone|whatsapp|reach|message|sms|contact|get|buzz|signal|telegram|"
            r"get "
            r"hold of)(?: me)(?: (?!(?:and|to|the code|code|order|ref|pin|"
            r"get)\b)[\w',]+){0,6}?[:,]? ?(?:at |on |under |via )?"
            rf"{_NO}"
        ),
        _address,
        words_of(
            "text ring call phone whatsapp reach message sms contact get buzz signal telegram"
        ),
        mark="0123456789",
        anywhere=True,
        aside=True,
    ),
    Note(
        "phone",
        (
            r"(?:\b(?:my|our|new|own|the best|best) (?:(?:new|own|work|uk|us|german|private|"
            r"personal|"
            r"current|mobile|cell|phone|contact|correct) )*|^)(?:(?:phone |mobile |cell )?number|"
            r"digit of my cell|mobile|cell|landline|phone|tel|digits|whatsapp(?: is best)?|sim new "
            r"number|handy)"
            r"(?: \([^()]{2,30}\))?(?: (?:is|now|has changed to|changed to|would be|here|there|"
            r"best|to "
            rf"reach me|to use|on|a 7|[0-9]))*[:,=]? {_NO}"
        ),
        _address,
        words_of("number mobile cell landline phone tel digits whatsapp handy"),
        mark="0123456789",
        anywhere=True,
        aside=True,
    ),
    Note(
        "phone",
        (rf"new (?:one|number|no\.?|sim)(?: is)?[:,]? {_NO}"),
        _address,
        words_of("new"),
        mark="0123456789",
        anywhere=True,
    ),
    Note(
        "phone",
        (
            r"(?:the )?number ending (?:in |with )?(?P<v>[0-9]{2,5}) (?:isn't|is not|isnt|is no "
            r"longer) "
            r"mine\b"
        ),
        plain,
        words_of("ending"),
        stance=Stance.END,
    ),
)


NOTES = (*_MAILS, *_PHONES)
