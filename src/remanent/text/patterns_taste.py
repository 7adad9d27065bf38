"""Rules for what someone likes and dislikes."""

import re
from collections.abc import Iterator

from remanent.text import lexicon
from remanent.text.clauses import Clause
from remanent.text.drafts import Draft, draft
from remanent.text.lexicon import words_of
from remanent.text.patterns_common import IS_CLAUSE, POINTING, without_negation
from remanent.text.sentences import HIDDEN
from remanent.text.values import Value, items, phrase, stop_of
from remanent.text.verbs import VERB_FORMS, Form

_LIKED_THE = re.compile(
    "the (?:(?:sea|ocean|seaside|beach|mountains?|outdoors|cold|heat|rain|snow|dark|city|"
    "countryside|gym|winter|summer|autumn|fall|spring|theatre|theater|cinema|opera|ballet|forest|"
    "woods|desert|sun|sunshine|night|nineties|80s|90s|dentist|phone|news|circus|library|sauna|"
    "cold weather|hot weather|beatles|radio|rolling stones|open air|wilderness|internet)|(?:smell|"
    "sound|taste|feel|feeling|sight|texture) of .*)"
)

_BAD_GERUND = re.compile(
    r"(?:being (?:right|able|told|asked|here|wrong|said|a\b|the\b|your|part|home)|having (?:you|"
    "this|to|a|the|my)|seeing|hearing|knowing|getting|talking(?! (?:on the phone|to strangers|"
    "in public|about politics))|chatting|working (?:with|on|here|for)|doing (?:this|it|that)|"
    "making (?:this|it|sure|you)|thinking|feeling|using (?:this|it|your|you)|saying|"
    "going (?:there|back|through|over)|watching (?:you|him|her|them|my|this|it)|reading (?:this|"
    "your|it)|living (?:here|there|with|in)|helping|asking|bothering|waiting|helping|"
    "listening to (?:you|this|your|him|her)|leaving|calling|learning (?:about|this|that|how)|"
    r"trying|sharing|admitting)\b"
)

_BAD_OBJECT = re.compile(
    r"(?:to\b|that\b|how\b|when\b|what\b|the way|the fact|the look|the idea|the new|the old|"
    r"the last|the first|the other|the same|my\b|our\b|his\b|her\b|their\b|its\b|everyone|"
    "everybody|people who|anyone who|all of|both of|some of|one of|most of|each other|"
    r"a good laugh\b(?!s)|ya\b|being\b(?! (?:called|outdoors|outside|alone|active|busy|in nature|"
    r"by the))|mine\b|where\b|why\b|if\b|as\b|so much|not\b|working\b(?! (?:out|in|from|at night|"
    r"nights|alone))|Lucy is|an? (?:lot|bit|ton|little)\b(?! of)|new things|better|more\b|less\b|"
    r"nothing|something|things?\b|stuff\b|the\b)"
)

_SOME_OF_THEM = re.compile(r"\s(?:that|who|which)\b")

_THE_BEFORE = re.compile(r"\bthe $")

_SOMEONES_BEFORE = re.compile(r"\b(?:my|our|your|his|her) $")

_COUNTED_THING = re.compile(
    r"(?:two|three|four|five|six|[0-9]+|several|few|many)\b(?! (?:player|letter))|(?:everywhere|"
    "theme|rewards)$"
)


# Nobody does: said of them it is sarcasm.
LIKED_IN_JEST = re.compile(
    r"^(?:traffic|mondays|paperwork|spam|taxes|bugs|meetings)$|\b(?:traffic jams?|rush hour|"
    "parking tickets?|queu(?:es|ing)|waiting|being stuck|delays|tax returns?|bureaucracy|"
    "root canals?|mosquitoes|hangovers?|getting up at|(?:late|cancelled|delayed) (?:trains|"
    "flights|buses)|toothache|standing in line|hold music|unpaid overtime|stubbing|being ignored|"
    r"monday mornings|monday meetings?|fire alarms?|audits?|deadlines?|spam|[2-6] ?am|on hold|"
    r"flat tyres?|flat tires?|paying (?:twice|double|extra|tax)|tax forms?|filling (?:in|out)|forms|"
    r"losing|redoing|starting over|from scratch again|standing in|being (?:ignored|broke|late|yelled)|"
    r"cancel\w*|broken|blocked|"
    r"on a friday afternoon|overtime|invoices?|meetings?|hangovers?)\b"
)
_LONGEST_GERUND_WORDS = 4  # more is a story, not a taste
_SHORTEST_TASTE = 2  # characters


_PEOPLE_WHO = re.compile(
    r"\s+(?P<who>(?:people|drivers|men|neighbours|neighbors|dogs|cyclists|kids) (?:who|"
    r"that) (?:[a-z'-]+ ?){1,5})(?<! )(?=(?:\s+|(?!\w))(?:$|[,.!;:)(]))"
)


_ONCE_MORE = re.compile(r"(?:,? (?:love|hate|loathe|adore)\b)+,?(?= )")


def tastes(clause: Clause, start: int, slot: str) -> Iterator[Draft]:
    """Yield one taste for each thing named from a place on, up to the first that is none."""
    message = clause.message
    again = _ONCE_MORE.match(message.folded, start, clause.rest_end)
    start = again.end() if again is not None else start
    stop = stop_of(message, start, clause.rest_end)
    said = message.folded[start:stop]
    people = _PEOPLE_WHO.match(message.folded, start, clause.rest_end)
    if people is not None and slot == "dislikes":
        end = people.end()
        yield draft(clause, slot, message.text[people.start("who") : end], end=end)
        return
    if IS_CLAUSE.search(said) or HIDDEN in said:
        return  # "I love Lucy is a good show"
    if _SOME_OF_THEM.match(message.folded, stop, clause.rest_end):
        return  # "I love stories that tackle ...": some of them
    after_gerund = False
    for value in items(message, start, clause.rest_end):
        gerund = value.folded.split()[0].endswith("ing")
        if (after_gerund and not gerund) or not _is_taste(clause, value):
            return
        if slot == "likes" and LIKED_IN_JEST.search(value.folded):
            return
        after_gerund = after_gerund or (gerund and " " in value.text)
        yield draft(clause, slot, value)


_HALF_SAID = words_of("living working being going coming sitting standing lying looking sharing")
_FOR_THIS = re.compile(r" for (?:the|this|that|my|our|your|their) ")
_SOUND_OF = re.compile(r"(?:sound|look|feel|idea) of ")


def _is_taste(clause: Clause, value: Value) -> bool:
    """Tell a taste from what points at something here, is someone's, or is a manner of speaking."""
    words = value.folded
    before = clause.message.folded[max(0, value.start - 5) : value.start]
    if words in lexicon.NATIONALITIES or _FOR_THIS.match(clause.message.folded, value.end):
        return False  # "I like Indian", "I like blue for the walls"
    if words in _HALF_SAID or (
        _SOUND_OF.match(words)
        and value.text[-1].isalpha()
        and any(word[0].isupper() for word in value.text.split())
    ):
        return False
    if POINTING.search(words) or _SOMEONES_BEFORE.search(before) or _COUNTED_THING.match(words):
        return False
    if _BAD_OBJECT.match(words) or _BAD_GERUND.match(words) or len(words) < _SHORTEST_TASTE:
        return False
    if words.split()[0].endswith("ing") and not value.has_at_most(_LONGEST_GERUND_WORDS):
        return False
    if _THE_BEFORE.search(before):
        return _LIKED_THE.fullmatch(f"the {words}") is not None or _all_capital(value)
    return True


def _all_capital(value: Value) -> bool:
    """Tell a proper name ("the Rolling Stones") from "the Miami vibe"."""
    return all(
        word[0].isupper() or word in {"of", "the", "and", "in"} for word in value.text.split()
    )


_NOT_TO = re.compile(
    r"(?:to|for)\s+(?:think|believe|say|imagine|know|keep|see|hear|be|have|get|make|do|take|add|"
    "point|mention|ask|tell|thank|use|start|call|pretend|joke|assume|break|admit|bother|"
    "disappoint|nag|complain|interrupt|brag|sound|go over|help|wait|feel|suggest|share|try|"
    "understand|consider|discuss|move|give|put|let|leave|work with|go with|change|set|find|"
    "learn about this|look at|talk about|hate|agree|disagree|remind|burst|rush|order|book|live|"
    r"stay)\b"
)

_ENJOY_GOOD = re.compile(r"\s+(?:an? )?(?:nice|good|great|decent|proper)\s+")

_STRONGLY = re.compile(r"\b(?:really|absolutely|just|still|always)\b")

_TO = re.compile(r"\s+to\s+")


_CONTRARY = re.compile(
    r"[\s,.!;—–-]*(?:no,? )?i (?:absolutely |really |just |actually )?(?:love|adore|worship|live "
    r"for|loathe|"
    r"detest|hate) (?:it|them|him|her)\b"
)
_UPRIGHT = re.compile(
    r"\s+(?:up|still|here|by|for (?:long|hours)|in line|on|straight|around|behind|back|next|there|"
    r"and|upright)\b"
)


def like(clause: Clause) -> Iterator[Draft]:
    """Read love, like, enjoy, adore, prefer: with "not" they are dislikes."""
    never = clause.form is Form.PAST and clause.negated and "never" in clause.adverbs
    if not (clause.form in {Form.PRESENT, Form.PERFECT} or never) or clause.mood == "can":
        return
    folded = clause.folded
    if (
        clause.elided
        and not _STRONGLY.search(" ".join(clause.adverbs))
        and clause.verb not in {"love", "adore"}
    ):
        return
    start = clause.rest
    match = _TO.match(folded)
    if match is not None:
        yield from _like_to(clause, start + match.end())
        return
    if _NOT_TO.match(folded.lstrip()):
        return
    if clause.verb == "prefer":
        yield from _prefer(clause)
        return
    if clause.negated and _CONTRARY.match(clause.message.folded, clause.end):
        return  # "I don't like dogs, I love them"
    slot = "dislikes" if clause.negated else "likes"
    plain = without_negation(clause)
    if (
        clause.verb == "enjoy"
        and (good := _ENJOY_GOOD.match(folded)) is not None
        and not folded[good.end() :].strip()
    ):
        return
    yield from tastes(plain, start, slot)


_LIKED_ACTIVITIES = words_of(
    """cook read dance sing travel run hike swim bake paint draw write garden fish camp cycle
    ski surf climb knit sew play bike walk sketch watch listen collect jog skate sail row box
    eat drink ride craft build restore forage volunteer explore meditate crochet photograph
    kayak snowboard learn languages"""
) | frozenset(lexicon.PASTIMES)

_FIRST_WORD = re.compile(r"[a-z]+")


def _like_to(clause: Clause, start: int) -> Iterator[Draft]:
    message = clause.message
    word = _FIRST_WORD.match(message.folded, start, clause.rest_end)
    if word is None or word[0] not in _LIKED_ACTIVITIES or clause.verb == "prefer":
        return
    value = phrase(message, start, clause.rest_end)
    if value is None or POINTING.search(value.folded):
        return
    slot = "dislikes" if clause.negated else "likes"
    said = value.text
    if value.folded in lexicon.PASTIMES:
        said = lexicon.PASTIMES[value.folded]
    else:
        said = f"{_gerund(word[0])}{value.text[len(word[0]) :]}"
    yield draft(without_negation(clause), slot, said, end=value.end)


def _gerund(base: str) -> str:
    """Return the form in "-ing" that a listed verb has."""
    forms = [form for form, (of, kinds) in VERB_FORMS.items() if of == base and kinds == {"ing"}]
    return max(forms, key=len, default=f"{base}ing")


_OVER = re.compile(r"\s+(?:over|to|instead of|rather than|than|more than)\b")

_DEICTIC_CHOICE = re.compile(
    r"\b(?:option|one|version|first|second|latter|former|approach|answer|layout|style|design|draft|"
    r"way|it)\b"
)

_SOMEONES_CHOICE = re.compile(r"\b(?:the|my|your) $")


def _prefer(clause: Clause) -> Iterator[Draft]:
    if clause.negated or clause.ended:
        return
    value = phrase(clause.message, clause.rest, clause.rest_end, until=_OVER)
    if value is None:
        return
    words = value.folded
    if (
        _DEICTIC_CHOICE.search(words)
        or POINTING.search(words)
        or _BAD_OBJECT.match(words)
        or IS_CLAUSE.search(words)
    ):
        return
    before = clause.message.folded[max(0, value.start - 5) : value.start]
    if _SOMEONES_CHOICE.search(before):
        return
    yield draft(clause, "likes", value)


def used_to_like(clause: Clause) -> Iterator[Draft]:
    """Read "I used to love sushi": no longer."""
    if not clause.ended or clause.form is not Form.PAST or clause.elided:
        return
    slot = {
        "love": "likes",
        "like": "likes",
        "enjoy": "likes",
        "hate": "dislikes",
        "dislike": "dislikes",
    }.get(clause.verb)
    if slot is not None:
        yield from tastes(clause, clause.rest, slot)


def hate(clause: Clause) -> Iterator[Draft]:
    """Read "I hate Mondays"."""
    if clause.form not in {Form.PRESENT, Form.PERFECT} or clause.negated or clause.mood == "can":
        return
    if clause.elided and clause.verb not in {"hate", "loathe"}:
        return
    if _NOT_TO.match(clause.folded.lstrip()) or _TO.match(clause.folded):
        return
    yield from tastes(clause, clause.rest, "dislikes")


def cannot_stand(clause: Clause) -> Iterator[Draft]:
    """Read "I can't stand olives"."""
    if clause.mood != "can" or not clause.negated or _UPRIGHT.match(clause.folded):
        return
    yield from tastes(without_negation(clause), clause.rest, "dislikes")


_CARE_FOR = re.compile(r"\s+(?:much |that much |at all )?for\s+")


def do_not_care(clause: Clause) -> Iterator[Draft]:
    """Read "I do not care for opera"."""
    match = _CARE_FOR.match(clause.folded)
    if match is not None and clause.negated and clause.form is Form.PRESENT:
        yield from tastes(without_negation(clause), clause.rest + match.end(), "dislikes")


_FOND = re.compile(
    r"\s*(?:big |really )?(?:(?:such |quite )?(?:an? |the )?(?:(?:big|huge|massive|great|total|"
    "real|avid|lifelong|big-time|super|proud|diehard|die-hard|long-time|longtime|keen|"
    "biggest) )*(?:fan|fans|lover|admirer|enthusiast|devotee) of|(?:into|(?:obsessed|"
    "in love) with|fond of|keen on|crazy about|mad about|nuts about|passionate about|partial to|"
    r"big on|hooked on|addicted to|enamoured with|enamored with|wild about))\s+"
)

_NOT_FOND = re.compile(
    r"\s*(?:(?:an? )?(?:(?:big|huge|massive|great) )*(?:fan|lover) of|(?:(?:that|really|too|very|"
    "all that|particularly) )*(?:into|fond of|keen on|crazy about|mad about|partial to|big on|"
    r"wild about))\s+"
)

_NOT_INTO = re.compile(
    "(?:the (?:code|details|system|weeds|city|office|room|house|water|car|building|void|habit)|"
    r"trouble|bed|town|work|groups|parts|pieces|shape|a\b)"
)

_ELIDED_FAN = re.compile(
    r"\s*(?:(?:an? |such )?(?:big |huge |massive )*fan of|(?:obsessed with|mad about|crazy about|"
    "nuts about|hooked on|partial to|in love with) (?!this|that|it|how|my|the|your|you|him|her|"
    "them)[a-z])"
)


_WEAKNESS = re.compile(
    r"\s+a (?:(?:huge|real|big|bit of a|total|serious|secret) )*(?:weakness|soft spot|thing|"
    r"passion) for\s+"
)


def have_weakness(clause: Clause) -> Iterator[Draft]:
    """Read "I have a weakness for old maps"."""
    match = _WEAKNESS.match(clause.folded)
    if match is not None and clause.holds and not clause.elided:
        yield from tastes(clause, clause.rest + match.end(), "likes")


def be_fond(clause: Clause) -> Iterator[Draft]:
    """Read "I'm really into bouldering", "I'm not keen on spicy food"."""
    if clause.form not in {Form.PRESENT, Form.PERFECT} or clause.subject.owned:
        return
    known = clause.form is Form.PERFECT or _ELIDED_FAN.match(clause.folded) is not None
    known = known or (clause.negated and _NOT_FOND.match(clause.folded) is not None)
    if clause.elided and not known:
        return
    match = (_NOT_FOND if clause.negated else _FOND).match(clause.folded)
    if match is None:
        return
    start = clause.rest + match.end()
    if "into" in match[0] and _NOT_INTO.match(clause.message.folded, start):
        return
    if clause.message.folded.startswith("'s", start):
        return
    yield from tastes(without_negation(clause), start, "dislikes" if clause.negated else "likes")


_FAN = re.compile(
    r"\s+(?:not )?(?:more of )?(?:an? )(?:(?:big|huge|massive|total|avid|real|die-hard|diehard|"
    r"lifelong|passionate) )*(?P<what>[\w'&-]+(?: [\w'&-]+){0,2}) (?:fan|lover|enthusiast|nerd|"
    r"supporter|person)(?=(?:\s+|(?!\w))(?:$|[,.!;:)(]|and\b|but\b|so\b|since\b))"
)


def be_a_fan(clause: Clause) -> Iterator[Draft]:
    """Read "I'm a huge jazz fan", "I'm not a tea person"."""
    if clause.form is not Form.PRESENT or clause.elided or clause.subject.owned:
        return
    match = _FAN.match(clause.folded)
    if match is None:
        return
    what = match["what"]
    kind = match[0].split()[-1]
    if kind == "person" and what not in {
        "dog",
        "cat",
        "coffee",
        "tea",
        "beer",
        "wine",
        "cheese",
        "chocolate",
        "dessert",
        "breakfast",
    }:
        return
    if what.split()[0] in {
        "big",
        "huge",
        "real",
        "such",
        "new",
        "the",
        "ceiling",
        "desk",
        "bit",
        "very",
    } or what in {"people", "animal", "night", "morning"}:
        return
    start, end = clause.rest + match.start("what"), clause.rest + match.end("what")
    value = Value(clause.message.text[start:end], start, end)
    if what.split()[-1] in {
        "dog",
        "cat",
        "movie",
        "film",
        "book",
        "game",
        "comic",
        "train",
        "car",
        "animal",
        "plant",
    }:
        value = Value(f"{value.text}s", start, end)
    yield draft(without_negation(clause), "dislikes" if clause.negated else "likes", value)


_FAVOURITE = re.compile(r"(?:all-time |all time )?favou?rite\b")

_PART_OF_THING = re.compile(r"(?:part|thing|bit|line|moment|memory|of|one)\b")

_NO_FAVOURITE = re.compile(
    r"\s*(?:the one|the part|when|that|to|how|this|being|when|it|probably|from|about|in the)\b"
)


def own_favourite(clause: Clause) -> Iterator[Draft]:
    """Read "my favourite colour is green"; "my pet peeve is loud chewing"."""
    owned = clause.subject.owned
    if clause.form is not Form.PRESENT or clause.negated:
        return
    if owned.endswith(("pet peeve", "least favourite", "least favorite")):
        yield from tastes(clause, clause.rest, "dislikes")
        return
    if _FAVOURITE.match(owned) or owned.endswith(
        ("guilty pleasure", "comfort food", "comfort show")
    ):
        named = owned.split("ite", 1)[-1].strip()
        if "favo" in owned and (not named or _PART_OF_THING.match(named)):
            return
        if _NO_FAVOURITE.match(clause.folded):
            return
        if _SOMEONE_FAVOURED.search(named or owned):
            return
        yield from _favourite_values(clause, clause.rest, owned)


_FAVOURITE_OF = re.compile(
    "(?:my|our) (?:all[- ]time |absolute |personal |current )*(?P<least>least )?(?:favou?rite|"
    r"fave?) (?P<what>[\w' -]{2,40}?)(?: of all time| ever| at the moment| right now)? (?P<be>is|"
    r"are|'s|has to be|would be|will always be|has always been)\s+(?:definitely |probably |still |"
    "always |the |from )*"
)

_NO_FAVOURITE_OF = re.compile(r"(?:part|thing about|bit|line|moment|memory|of|one|time|thing)\b")

_SOMEONE_FAVOURED = re.compile(rf"(?:{lexicon.pattern_of(lexicon.PEOPLE)}|person|human)s?$")
_BARE_PARTICIPLES = words_of("called named entitled titled")
_CALLED = re.compile(r"\s*(?:called|named|entitled|titled)\s+")
_DOES_IT = re.compile(r"[a-z]{2,}ing\b")
_DONE_FOR_FUN = re.compile(
    r"\b(?:activity|hobby|way|pastime|sports?|exercise|job|subject|chores?|workout|class|thing|pleasure|"
    r"peeve|discipline|events?|style|technique)\b"
)

_HERE_OR_YOURS = re.compile(r"\b(?:this|your|that|so far|from|here)\b")

_NO_FAVOURITE_VALUE = re.compile(
    r"(?:when|that|how|where|to|not|being able)\b|(?:ruined|broken|gone|sold|dead|missing|late|"
    r"full|empty|cheap|"
    r"expensive|closed|cancelled|torn|stained|dirty|discontinued|amazing|great|perfect|check|"
    r"wrong)$"
)


def _after_called(clause: Clause, start: int) -> int:
    """Return where the value begins, after "called" in "my favourite film is called Amélie"."""
    called = _CALLED.match(clause.message.folded, start, clause.end)
    return called.end() if called is not None else start


def _is_doing(value: Value, kind: str) -> bool:
    """Tell "my favourite pub is closing" from "my favourite hobby is sailing"."""
    if value.folded in _BARE_PARTICIPLES:
        return True
    return _DOES_IT.match(value.folded) is not None and not _DONE_FOR_FUN.search(kind)


def favourites(clause: Clause, lead_end: int) -> Iterator[Draft]:
    """Read "my favourite kind of music is jazz", whatever stands between."""
    message = clause.message
    match = _FAVOURITE_OF.match(message.folded, lead_end, clause.end)
    if match is None:
        return
    what = match["what"]
    if _NO_FAVOURITE_OF.match(what) or _HERE_OR_YOURS.search(what):
        return
    if _SOMEONE_FAVOURED.search(what):
        return  # "my favourite uncle is a pilot"
    if "definitely" not in match[0] and "probably" in match[0]:
        return
    slot = "dislikes" if match["least"] else "likes"
    start = _after_called(clause, match.end())
    if HIDDEN in message.folded[start : clause.end]:
        return
    for value in items(message, start, clause.end)[:6]:
        if _is_doing(value, what):
            return
        if POINTING.search(value.folded) or (
            _BAD_OBJECT.match(value.folded) and not message.shown[value.start].isupper()
        ):
            return
        if _NO_FAVOURITE_VALUE.match(value.folded):
            return
        yield draft(clause, slot, value)


def _favourite_values(clause: Clause, start: int, kind: str) -> Iterator[Draft]:
    message = clause.message
    start = _after_called(clause, start)
    if HIDDEN in message.folded[start : clause.end]:
        return
    for value in items(message, start, clause.rest_end)[:6]:
        if _is_doing(value, kind):
            return
        if POINTING.search(value.folded) or _NO_FAVOURITE_VALUE.match(value.folded):
            return
        yield draft(clause, "likes", value)


_ENOUGH_OF = re.compile(r"\s+enough of\s+")


def get_enough(clause: Clause) -> Iterator[Draft]:
    """Read "I can't get enough of mango"."""
    match = _ENOUGH_OF.match(clause.folded)
    if match is not None and clause.mood == "can" and clause.negated:
        yield from tastes(without_negation(clause), clause.rest + match.end(), "likes")
