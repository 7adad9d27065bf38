"""From a message to the sentences that may state something about the speaker.

What is not the speaker's own word or not meant as a fact is taken out before any rule sees it:
code, tags, quoted lines and quotations are filled with HIDDEN, character by character, so that
positions stay; questions, conditions, wishes, role-play and instructions are dropped as sentences.
"""

import re
from dataclasses import dataclass

from remanent.text.folding import fold

MAX_CHARACTERS = 20_000
MAX_SENTENCES = 300
MAX_SENTENCE_CHARACTERS = 600

HIDDEN = "\ue000"  # words that are not the speaker's own
TIME = "\ue001"  # an expression of time, with its preposition
_OURS = {ord(HIDDEN): "\ufffd", ord(TIME): "\ufffd"}


@dataclass(frozen=True, slots=True)
class Sentence:
    """Characters [start, end) of the text, without the closing mark.

    Args:
        is_question: closed with a question mark, or asked without one.
        asks_first: begins with a question or an order; only what a clause of the speaker's own
            adds behind it may be read ("what can I cook, I'm vegan?").
    """

    start: int
    end: int
    is_question: bool
    asks_first: bool = False


@dataclass(frozen=True, slots=True)
class Screened:
    """A message as the rules may read it.

    Args:
        text: the message as it was written, cut at MAX_CHARACTERS.
        shown: the same with hidden parts filled, capitals kept.
        folded: `shown`, folded.
        sentences: those that may state something; empty where the whole message may not.
        dropped: True where a sentence with words in it was dropped or hidden.
        skipped_characters: how many characters of `text` stand in sentences beyond the bounds.
        asks: True where one of its sentences is a question.
        words: its words, folded, for cheap tests before costly ones.
        reports: True where it may report what someone says, thinks or wishes.
    """

    text: str
    shown: str
    folded: str
    sentences: tuple[Sentence, ...]
    dropped: bool
    skipped_characters: int = 0
    asks: bool = False
    words: frozenset[str] = frozenset()
    reports: bool = True


# What is not the speaker's own --------------------------------------------------------------------

_FENCED = re.compile(r"```.*?(?:```|\Z)", re.DOTALL)
_CODE = re.compile(r"`[^`\n]{1,200}`")
_TAGGED = re.compile(r"<([A-Za-z][\w-]{0,30})(?: [^<>\n]{0,200})?>.*?(?:</\1>|\Z)", re.DOTALL)
_QUOTED_LINE = re.compile(r"^[ \t]*(?:>|\|).*$", re.MULTILINE)
_WEB_ADDRESS = re.compile(r"https?://\S+")
_DOUBLE_QUOTED = re.compile(r'["“”„«»][^"“”„«»\n]{1,400}(?:["“”„«»]|$)', re.MULTILINE)
_SINGLE_QUOTED = re.compile(r"(?<![\w'])['‘](?=\S)(?:[^'’\n]|['’](?=\w)){2,300}['’](?!\w)")
_TITLE_CHARACTERS = 40
_SPEECH_BEFORE = re.compile(
    r"(?:\b(?:said|says?|saying|goes|went|like|told|tells|asked|asks|wrote|writes|replied|shouted|"
    "yelled|humming|singing|sang|lyrics?|line|translate|translated?|proofread|means?|phrase|word|"
    "sentence|quote|text|message|shirt|sign|sticker|mug|tattoo|read|reads|reading|watching|texted|"
    "whispered|answered|captioned|titled|heard|thought)|:)[,:]? ?$"
)
# A line of a program or of settings, not of a letter.
_CODE_LINE = re.compile(
    r"^[ \t]*(?:(?:async )?def \w+\(.*|return\b ?[\"'(\[{f].*|(?:const|let|var|final|public|private|"
    r"static)\s[\w :<>]+=.*|[a-z_]\w*(?:[._]\w+)* ?[+]?= ?f?[\"'\[{].*|(?:print|printf|puts|echo|assert|"
    r"console\.\w+|log\w*\.\w+) ?\(.*|(?:echo|puts|print) [\"'].*|[\[{(]? ?[\"']\w+[\"'] ?[:=].*|"
    r"(?:insert into|select .+ from) .*|(?:#|//|/\*|--) ?(?:todo|fixme)\b.*)$",
    re.MULTILINE | re.IGNORECASE,
)
_MAY_BE_CODE = re.compile("[\"'(=]|TODO|FIXME|todo|fixme")
_ACTION = re.compile(r"(?<![\w*])\*[^*\n]{0,200}? [^*\n]{0,200}\*(?![\w*])")


def _hide_foreign(text: str) -> str:
    """Fill what is not the speaker's own words; everything keeps its place."""
    if not text.isascii():
        text = text.translate(_OURS)
    if "`" in text:
        text = _CODE.sub(_filled, _FENCED.sub(_filled, text))
    if _MAY_BE_CODE.search(text):
        text = _CODE_LINE.sub(_filled, text)
    if "<" in text:
        text = _TAGGED.sub(_filled, text)
    if ">" in text or "|" in text:
        text = _QUOTED_LINE.sub(_filled, text)
    if "://" in text:
        text = _WEB_ADDRESS.sub(_filled, text)
    if '"' in text or not text.isascii():
        text = _DOUBLE_QUOTED.sub(_quotation, text)
    if "'" in text or "‘" in text:
        text = _SINGLE_QUOTED.sub(_quotation, text)
    return text


def _filled(match: re.Match[str]) -> str:
    return "".join("\n" if mark == "\n" else HIDDEN for mark in match[0])


_OWN_VOICE = re.compile(
    r"(?:I|My|We)\b|.*\b(?:I['’](?:m|ve)|I (?:am|have|live|love|like|hate|work|was)|[Mm]y name)\b"
)


def _quotation(match: re.Match[str]) -> str:
    """Keep a short title ("Dune"), hide what someone says."""
    words = match[0]
    inside = words[1:-1].strip()
    before = match.string[max(0, match.start() - 24) : match.start()].lower()
    is_title = (
        len(words) <= _TITLE_CHARACTERS
        and inside[:1].isupper()
        and not inside.endswith((".", "!", "?", ","))
        and not _SPEECH_BEFORE.search(before)
        and not _OWN_VOICE.match(inside)
    )
    return words if is_title else _filled(match)


# Sentences ----------------------------------------------------------------------------------------

_BREAK = re.compile(
    r"(?P<mark>[.!?…]+)(?=[\s\"'”’)\]\ue000]|$)|\n+|;|"
    r"(?P<picture>[\U0001F000-\U0001FAFF\u2600-\u27BF\uFE0F\u200D]+)|(?<= )[—–](?= )|"
    r"(?<=\s)-{1,2}\s"
)
_BREAKS = re.compile("[.!?…\n;\U0001f000-\U0001faff\u2600-\u27bf\ufe0f\u200d—–-]")
_ABBREVIATION = re.compile(
    r"(?:^|[^\w.])(?:dr|mr|mrs|ms|st|prof|e\.g|i\.e|vs|approx|jr|sr|mt|ave|u\.s|u\.k|a\.m|p\.m|no|"
    "sen|gen|rev|hon|[a-z])$"
)
_WORD = re.compile(r"[^\W_]")


def _split(folded: str) -> list[tuple[int, int, str]]:
    """Return (start, end, closing mark) of the first MAX_SENTENCES sentences."""
    found: list[tuple[int, int, str]] = []
    start = 0
    for candidate in _BREAKS.finditer(folded):
        if candidate.start() < start:
            continue
        match = _BREAK.match(folded, candidate.start())
        if match is None:
            continue
        mark = match["mark"]
        if mark == "." and _ABBREVIATION.search(
            folded, max(start, match.start() - 8), match.start()
        ):
            continue
        if match.start() > start:
            found.append((start, match.start(), mark or match["picture"] or ""))
        elif found and mark:
            found[-1] = (*found[-1][:2], found[-1][2] + mark)
        start = match.end()
        if len(found) == MAX_SENTENCES:
            return found
    if start < len(folded):
        found.append((start, len(folded), ""))
    return found


# Sentences that state nothing ---------------------------------------------------------------------

_OPENING = (
    r"\s*(?:(?:and|but|so|well|ok|okay|oh|hey|hi|hello|yes|yeah|no|also|then|now|please|pls|hmm|um|"
    "anyway|just|could you|can you|would you|will you|let's|lets|i want you to|i need you to|"
    "i'd like you to|help me|you should|your task is to|your job is to|from now on)[,!:]? +)*"
)
_ASKED = re.compile(
    _OPENING
    + r"(?:(?:what|where|who|whom|whose|when|why|which|how)(?:'s|'re|'d| (?:is|are|was|were|do|"
    r"does|did|can|could|should|would|will|about|come|if|many|much|long|old|far|often|to|one|kind|"
    r"sort|type|i|am|my|on)\b)|(?:do|does|did|is|are|was|were|am|can|could|should|would|"
    "will|have|has|"
    r"had|may|might|isn't|aren't|don't|doesn't|didn't|won't|can't|couldn't|shouldn't) "
    r"(?:i|you|we|he|she|they|it|my|your|the|this|that|there|people|anyone|anybody|someone)\b)"
)
_TAG_QUESTION = re.compile(
    r",? (?:right|no|eh|yeah|correct|huh|isn't it|(?:do|am|are|have|is|was)n't \w+)$"
)
_UNREAL = re.compile(
    _OPENING + r"(?:if|unless|suppose|supposing|imagine|imagining|assuming|assume|say (?:i|we|my)|"
    "pretend|hypothetically|when (?:i|we|you|my)|whenever|once (?:i|we)|until (?:i|we)|"
    "in case|had i|"
    r"were i|should i|as if|as though|even if|what if|only if|"
    r"in (?:my|a|the|this|his|her|our|another) (?:\w+ )?(?:dreams?|life|story|novel|game|"
    "book|movie|"
    r"film|play|song|show|comic|universe|campaign|scenario|roleplay|rp|world|nightmare|alternate)|"
    "for (?:the sake of|argument's sake|this (?:exercise|example|scenario|game|question|"
    "story|prompt|task)|example)|in this (?:scenario|"
    "example|case|hypothetical|exercise|role|prompt|picture|video|photo)|back when|"
    r"the (?:day|time|year) i|every time|each time|by the time|dear \w+)\b"
)
_ORDER = re.compile(
    _OPENING
    + r"(?:write|draft|translate|proofread|rewrite|rephrase|paraphrase|summari[sz]e|correct|edit|"
    r"polish|shorten|improve|act|roleplay|role-play|compose|generate|create|make|repeat|complete|"
    "continue|convert|format|analy[sz]e|explain|describe|transcribe|spell-?check|fix|"
    "reply|respond|"
    "answer|play|be|become|simulate|you are|you're|you play|speak|talk|tell|say|send|"
    "post|tweet|add|"
    r"remind|turn this|turn that|put|set|save|call(?! me\b)|type|read|review|check|"
    r"give(?! me [^.!?]{2,60} any (?:day|time)\b)|"
    "show|list|find|"
    r"change|replace|insert|include|mention|quote|sing|recite|ask|use|imagine|pretend|picture|"
    r"treat|assume|suppose|address|search|look up|book|order|schedule|delete|remove|ignore|"
    r"here(?:'s| is| are) (?:my|the|a|an|our|what) |(?:subject|title|bio|caption|lyrics|prompt|"
    r"text|input|example|original|draft|abstract|cover letter|headline|tweet|note to self)\s*:)\b"
)
_PLAY = re.compile(
    _OPENING
    + r"(?:dear diary|(?:suppose|imagine|picture) (?:this|the following)|scenario\b|hypothetical|in this (?:game|scenario|"
    r"story|roleplay)|(?:user |buyer )?personas?(?: [a-z0-9]{1,2})?(?=\s*[:=–-])|(?:main )?character(?: sheet| [a-z0-9]{1,2}"
    r"| profile)?(?=\s*:)|npc\b|(?:sample|test|dummy|mock|fake) (?:user|profile|customer|data)\b(?=[^.!?]{0,20}:)|"
    r"pretend|imagine|roleplay|role-play|act (?:as|like)|act|let's (?:play|pretend|"
    r"roleplay)|"
    r"you are (?:a|an|now|the)|you play|you're (?:a|an|now|the) (?!\w*(?:star|genius|legend|life))|"
    r"play the|from now on (?:you|answer|act|speak|treat|talk)|in character)\b"
)
_FOREIGN_TEXT = re.compile(
    _OPENING
    + "(?:translate|proofread|rewrite|rephrase|paraphrase|summari[sz]e|correct|edit|polish|"
    "shorten|"
    r"improve|fix|review|check|analy[sz]e|convert|format|spell-?check|reply|respond|transcribe|"
    r"turn (?:this|that)|repeat|complete|continue|here(?:'s| is) (?:my|the|a|an)|subject|read)\b"
)
_REWORK = re.compile(
    _OPENING
    + (
        "(?:translate|proofread|rewrite|rephrase|paraphrase|summari[sz]e|correct|edit|polish|"
        r"spell-?check)\b"
    )
)
_MAKES_TEXT = re.compile(
    _OPENING
    + r"(?:write|draft|translate|proofread|rewrite|rephrase|paraphrase|summari[sz]e|polish|act|roleplay|"
    "role-play|compose|generate|create|repeat|complete|continue|transcribe|reply|respond|answer|"
    "play|"
    "be|become|simulate|you are|you're|you play|speak|talk|tell|say|tweet|type|read|quote|sing|"
    "recite|"
    r"imagine|pretend|picture|treat|assume|suppose|address|here(?:'s| is| are)|(?:subject|title|"
    r"bio|"
    r"caption|lyrics|prompt|text|input|example|original|draft|abstract|cover letter|headline|tweet|"
    r"note to self)\s*:)(?![\w'-])"
)
_SARCASM = re.compile(
    r"🙄|^\W*(?:oh |yeah |yes )?(?:sure|right|yeah|yep)[,.!]* and (?:i|i'm|my|we|we're)\b|(?:^|"
    r"\s)/s\b|\bsaid no ?one ever\b|\byeah,? right\b|\bas if\b|\bnot!|\bnot\.$|"
    r"^\W*(?:oh|well|yes|yeah|ha|ah|wow)?\W*(?:sure|right|great|brilliant|wonderful|lovely|fantastic|"
    r"perfect|marvellous|splendid|naturally|obviously|clearly|of course|what a \w+|how \w+|just great)"
    r"\W+(?:and |because |cos |cause |as )?(?:obviously |clearly |of course |naturally )?(?:i|we) (?:just |"
    r"really |so |totally |absolutely |do |simply )*(?:love|adore|enjoy|live for)\b|"
    r"^\W*(?:yes |yeah |oh |and )?(?:because|cos|cause) (?:(?:obviously|clearly|of course|naturally|"
    r"apparently|surely) (?:i|we)|(?:i|we)) (?:just |really |so |totally |absolutely |do |simply )*(?:love|"
    r"adore|enjoy|live for|want|need)\b|"
    r"\bi (?:obviously|clearly|apparently|evidently|must) (?:\w+ )?(?:love|hate|adore|enjoy|like|live)\b|"
    r"\b(?:apparently|clearly|evidently),? i(?: just| really)? (?:hate|love|adore|enjoy|like)\b|"
    r"^\W*(?:guess|i guess|looks like|sounds like|feels like)\W+(?:i|we)(?:'m|'ve)?\b.*\b(?:lol|now|haha|then)$|"
    r",\s*(?:maybe|perhaps|possibly|or something|or not|i think|i guess|i suppose|allegedly|if only|"
    r"supposedly|in theory|on paper|or so (?:i|he|she|they) \w+|in my dreams|i wish|not really|(?:yeah )?"
    r"right)\W*$|"
    r",\s(?:says|said|claims?|claimed|reckons?|insists?) (?:my |our |the |his |her )?[\w'-]+(?: [\w'-]+)?\W*$"
)
_MAY_BE_SARCASM = re.compile(
    "[🙄/]|ever|yeah|as if|not|sure|right|yep|great|brilliant|wonderful|lovely|fantastic|perfect|"
    "marvell|splendid|natur|obvious|clearly|of course|what a|how|because|cos|cause|apparent|evident|"
    "maybe|perhaps|possib|or som|or so|think|suppos|alleg|if only|theory|paper|dream|wish|"
    "must|guess|looks|sounds|feels|sa[iy]|claim|reckon|insist"
)


_WHO = r"(?:he|she|they|my [a-z]+|the [a-z]+)"
_SAID = r"(?:said|says|claims?|claimed|jokes?|joked|wrote|replied|answered|yelled|shouted|thinks?)"
# What takes a whole sentence back, or gives it to another, behind it and before it.
_DENIED_BEHIND = re.compile(
    rf"(?:[,(–—-]\s*(?:not|joke|kidding|lol jk|or so {_WHO}(?: [a-z]+)? {_SAID}|in my dreams)|"
    rf",? {_WHO} (?:said|claimed|joked|wrote|replied|answered|yelled|shouted)|"
    rf" (?:is|was) (?:what|how) {_WHO} (?:{_SAID}|puts? it|told me)|"
    r" (?:is|was) (?:his|her|their|my [a-z]+'s) (?:answer|reply|excuse|line|motto|bio|reason)|"
    r" as the (?:song|saying|poem|joke|story) (?:goes|has it)|when (?:pigs fly|hell freezes over)|"
    r" in (?:an ideal|a perfect|another|my next|my other|a parallel) (?:world|life|universe)|"
    r" according to (?:my horoscope|the stars|my ex|him|her|them|legend|linkedin|facebook|google|rumou?r|"
    r"the rumou?rs|some quiz|this quiz)|,? if i (?:win|won|ever|could|were|had|was)\b[^,]*)[)\s.,!]*$"
)
_DENIED_BEFORE = re.compile(
    _OPENING + r"(?:rumou?r has it|(?:it's|it is|its) not (?:true|like|as if|as though|that)\b|"
    r"it isn't (?:true|like|as if|that)\b|it is not true|the joke is|(?:people|they|folks|strangers|"
    r"everyone|everybody|some) (?:all |always |just |often )?(?:assumes?|thinks?|says?|believes?|claims?|"
    r"guess(?:es)?)\b|nobody (?:believes|thinks|says)|i (?:doubt|dreamt|dreamed|(?:almost|nearly) (?:believed"
    r"|thought)|never said|never claimed|didn't say|wouldn't say)\b|sometimes i feel like|you'd think|"
    r"you would think|(?:my|your|the) horoscope|according to (?:him|her|them|my horoscope|legend)|"
    r"(?:he|she) (?:said|says|told me|thinks|claims|claimed|jokes|joked|wishes|reckons|swears)\b)"
)


def screen(text: str) -> Screened:
    """Return a message's sentences that may state facts, with everything else hidden or dropped."""
    text = text[:MAX_CHARACTERS]
    shown = _hide_foreign(text)
    folded = fold(shown)
    if "*" in text and _ACTION.search(folded):
        return Screened(text, shown, folded, (), dropped=True)
    kept: list[Sentence] = []
    dropped = HIDDEN in shown
    sentences = _split(folded)
    skipped = len(folded) - sentences[-1][1] if len(sentences) == MAX_SENTENCES else 0
    for start, end, mark in sentences:
        if not _WORD.search(folded, start, end):
            continue
        if end - start > MAX_SENTENCE_CHARACTERS:
            skipped += end - start
            continue
        verdict = _verdict(folded, start, end, mark)
        if verdict is _STOP:
            return Screened(text, shown, folded, tuple(kept), dropped=True)
        if verdict is _DROP:
            dropped = True
            continue
        asks_first = verdict is _ASIDE
        dropped = dropped or asks_first
        kept.append(Sentence(start, end, is_question=verdict is _QUESTION, asks_first=asks_first))
    asks = "?" in folded
    return Screened(text, shown, folded, tuple(kept), dropped, skipped, asks)


_KEEP, _DROP, _STOP, _QUESTION, _ASIDE = "keep", "drop", "stop", "question", "aside"


def _verdict(folded: str, start: int, end: int, mark: str) -> str:
    words = folded[start:end]
    if _PLAY.match(words):
        return _STOP
    if _ORDER.match(words):
        takes_text = words.rstrip().endswith(":") or ": " in words
        brings_text = takes_text and _FOREIGN_TEXT.match(words) is not None
        if brings_text or _REWORK.match(words):
            return _STOP
        return _DROP if takes_text or _MAKES_TEXT.match(words) else _ASIDE
    if _UNREAL.match(words) or _is_sarcastic(words, mark):
        return _DROP
    if _DENIED_BEFORE.match(words) or _DENIED_BEHIND.search(words):
        return _DROP
    if _ASKED.match(words):
        return _ASIDE
    if "?" not in mark:
        return _KEEP
    return _DROP if _TAG_QUESTION.search(words) else _QUESTION


def _is_sarcastic(words: str, mark: str) -> bool:
    if "🙄" in mark:
        return True
    return bool(_MAY_BE_SARCASM.search(words) and _SARCASM.search(words))
