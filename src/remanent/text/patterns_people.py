"""Rules for partners, relationships and relatives, also those named in passing."""

import re
from collections.abc import Iterator

from remanent.model.fact import Stance
from remanent.text import lexicon
from remanent.text.clauses import Clause
from remanent.text.drafts import Dated, Draft, draft
from remanent.text.lexicon import pattern_of
from remanent.text.names import person_at
from remanent.text.patterns_common import A_PARENT, DONE
from remanent.text.sentences import TIME, Screened
from remanent.text.values import NUMBER, Value
from remanent.text.verbs import VERB_FORMS, Form

_STATUS_END = re.compile(
    rf"\s*(?:$|[,.!;:)({TIME}]|and\b|but\b|now\b|with\b|so\b|for\b|since\b|again\b|lol\b|"
    r"btw\b|by choice|because\b|then\b|these\b|after\b|as\b(?! in\b)|too\b|these days|"
    r"going on\b|happily\b|though\b)"
)

_PERSON_AFTER = re.compile(
    r"\s*(?P<status>(?:happily |recently |newly )?(?:married|engaged)) to\s+(?:(?:my |a |"
    r"an )(?:[\w-]+ ){0,2}?(?:called|named) )?|\s*(?P<dating>dating|seeing|in a relationship with|"
    r"together with|going out with|back together with|back with)\s+(?:my (?:girlfriend|boyfriend|"
    "partner) |someone called |a (?:guy|girl|man|woman) (?:called|named) )?"
)

_ARTICLE_OR_MY = re.compile(r"(?:an?|my|the) ")

_NOT_A_PERSON = re.compile(r"\s*(?:the|my) (?:job|work|sea|idea|career|game|cause)")

_JEST = frozenset({"basically", "practically", "virtually", "literally"})
_LIVING = re.compile(
    r"(?:an?|my) (?:[\w-]+ ){0,3}?(?:man|woman|guy|girl|bloke|lad|lady|sweetheart|friend|one|"
    r"person|called|named|"
    rf"{pattern_of(lexicon.PEOPLE | lexicon.OCCUPATIONS)}|{pattern_of(lexicon.NATIONALITIES)}|dane|"
    rf"scot|scotsman|"
    r"frenchman|swede|spaniard|brit|finn|turk|pole)\b"
)
_WITH_WHAT = re.compile(
    r"\s*with (?!(?:a |an |my |the )?(?:\w+ )?(?:kids?|children|twins|someone|him|her|a|an|one|two|"
    r"three|no)\b|[A-Z])"
)
_OTHER_STATUS = re.compile(
    r",? as in\b|\s+(?:in (?:an? |talks|conversation)|handed|malt|room|file|core|source|to (?:the|"
    r"my) |in (?:the|a) (?:project|conversation|"
    "work|task|discussion|hobby|debate)|with (?:the|your|this) |at work)"
)

_STATUS_TRIMMINGS = re.compile(
    r"^(?:an? |happily |newly |recently |freshly |still |twice )+| again$"
)

_OF_A_THING = re.compile(r"(?:my|our|the|an?|this|your) ")


def _a_thing(clause: Clause, place: int) -> bool:
    """Tell "seeing the dentist" from "seeing dana" where nothing has a capital."""
    said = clause.folded[place:]
    return (
        clause.message.text.islower()
        and _OF_A_THING.match(said) is not None
        and _LIVING.match(said) is None
    )


_RELATIONSHIPS = sorted(lexicon.RELATIONSHIPS, key=len, reverse=True)


def _with_someone(clause: Clause, match: re.Match[str]) -> Iterator[Draft]:
    """Read who stands behind "married to" or "dating"; nothing where it is no person."""
    folded, message = clause.folded, clause.message
    if _a_thing(clause, match.end()):
        return  # "married to my work"
    person = person_at(message, clause.rest + match.end(), clause.rest_end)
    if match["status"]:
        start, end = clause.rest + match.start("status"), clause.rest + match.end("status")
        bare = message.folded[start:end]
        if clause.adverbs & _JEST or (person and person.folded.split()[0] in lexicon.TOOLS):
            return  # "I'm basically married to my sofa"
        known = person is not None or _LIVING.match(folded[match.end() :]) is not None
        if known and not _NOT_A_PERSON.match(folded[match.end() :]):
            yield draft(clause, "relationship", Value(bare, start, end))
    if person is not None:
        yield draft(clause, "partner", person)


def be_relationship(clause: Clause) -> Iterator[Draft]:
    """Read "I'm married to Siobhan", "I've been divorced for six years"."""
    if clause.form not in {Form.PRESENT, Form.PERFECT, Form.PROGRESSIVE}:
        return
    folded, message = clause.folded, clause.message
    if clause.form is Form.PERFECT and TIME not in folded and not clause.negated:
        return
    match = _PERSON_AFTER.match(folded)
    if match is not None and not clause.negated:
        yield from _with_someone(clause, match)
        return
    stripped = folded.lstrip()
    offset = len(folded) - len(stripped)
    for phrase_words in _RELATIONSHIPS:
        if stripped.startswith(phrase_words) and _STATUS_END.match(stripped[len(phrase_words) :]):
            if _OTHER_STATUS.match(stripped[len(phrase_words) :]):
                return
            start = clause.rest + offset
            end = start + len(phrase_words)
            if phrase_words.endswith("relationship") and _WITH_WHAT.match(message.text, end):
                return
            after = message.text[end : end + _REACH].lower()
            if phrase_words == "engaged" and TIME in stripped and not _LASTS.match(after):
                return  # "I'm engaged on Tuesday"
            said = _STATUS_TRIMMINGS.sub("", phrase_words)
            first = message.folded.index(said, start)
            yield draft(
                clause, "relationship", Value(message.text[first : first + len(said)], first, end)
            )
            return


_REACH = 8
_LASTS = re.compile(r"\W*(?:since|for|now|last|in )")
_IS_MY = re.compile(
    r"\s*(?:my|our) (?:(?:little|older|younger|big|eldest|youngest|oldest|twin|best|new|lovely|"
    r"beautiful) )*(?P<kind>[\w-]+)(?=(?:\s+|(?!\w))(?:$|[,.!;:)(]|now\b|and\b|but\b))"
)


def be_mine(clause: Clause) -> Iterator[Draft]:
    """Read "Freya is my wife", "Tom is my brother", "Biscotte is our cat"."""
    subject = clause.subject
    if (
        subject.is_user
        or subject.relation
        or not subject.given_name
        or clause.form is not Form.PRESENT
    ):
        return
    match = _IS_MY.match(clause.folded)
    if match is None or clause.negated or clause.ended:
        return
    kind, end = match["kind"], clause.rest + match.end()
    if kind in lexicon.PARTNERS:
        yield draft(clause, "partner", subject.given_name, end=end, subject="user")
        if kind in {"wife", "husband"}:
            yield draft(clause, "relationship", "married", end=end, subject="user")
    elif kind in lexicon.FAMILY:
        yield draft(clause, "family", f"{kind} {subject.given_name}", end=end, subject="user")
    elif kind in lexicon.ANIMALS:
        yield draft(clause, "pet", f"{kind} {subject.given_name}", end=end, subject="user")


_TOGETHER = re.compile(
    r"\s*(?P<what>(?:back |finally )?together|dating|married|engaged|a couple|an item|"
    r"seeing each other)(?=(?:\s+|(?!\w))(?:$|[,.!;:)(]|and\b|but\b|now\b|again\b|for\b|since\b|so\b|too\b|"
    r"these\b|after\b|" + TIME + r"))(?! on (?:this|that))"
)


def be_together(clause: Clause) -> Iterator[Draft]:
    """Read "Dario and I are back together"."""
    subject = clause.subject
    if not (subject.is_user and subject.plural) or clause.form not in {
        Form.PRESENT,
        Form.PERFECT,
        Form.PROGRESSIVE,
    }:
        return
    match = _TOGETHER.match(
        clause.message.folded[clause.verb_start : clause.rest_end]
        .removeprefix("are")
        .removeprefix("'re")
        .removeprefix("been")
    )
    if match is None or clause.negated or clause.ended:
        return
    what = match["what"]
    if what in {"married", "engaged"}:
        yield draft(clause, "relationship", what, end=clause.end)
    if subject.given_name:
        yield draft(clause, "partner", subject.given_name, end=clause.end)


_DATE_CALLED = re.compile(
    r"\s+(?:(?:my (?:girlfriend|boyfriend|partner)|an? (?:[\w-]+ )?(?:guy|girl|man|woman)|"
    "someone)(?: called| named)?|called|named)(?= )"
)


def date_someone(clause: Clause) -> Iterator[Draft]:
    """Read "I'm dating Noor"."""
    if clause.form not in {Form.PROGRESSIVE, Form.PERFECT_PROGRESSIVE} or clause.negated:
        return
    match = _DATE_CALLED.match(clause.folded)
    if clause.verb == "see" and (match is None or "ed" not in match[0]):
        return  # "I'm seeing Anton tomorrow"
    start = clause.rest + (match.end() if match else 0)
    person = person_at(clause.message, start, clause.rest_end)
    if person is not None:
        yield draft(clause, "partner", person)


_SOMEONE = re.compile(r"\s+someone(?: new)?(?=(?:\s+|(?!\w))(?:$|[,.!;:)(]|now\b|and\b|but\b))")


def see_someone(clause: Clause) -> Iterator[Draft]:
    """Read "I'm seeing someone"."""
    match = _SOMEONE.match(clause.folded)
    if match is not None and clause.form is Form.PROGRESSIVE and not clause.negated:
        yield draft(
            clause,
            "relationship",
            f"seeing {match[0].strip()}",
            end=clause.rest + match.end(),
            text=f"is seeing {match[0].strip()}",
        )


_LEFT_ME = re.compile(r"\s+(?:up with |out on )?me\b(?! (?:a|the|some|my|in charge|alone|with)\b)")


def _bond_with(relation: str) -> str:
    """Name what is over with a husband or wife, or with anyone else."""
    return "married" if relation in {"wife", "husband", "spouse"} else "in a relationship"


def walk_out(clause: Clause) -> Iterator[Draft]:
    """Read "my boyfriend dumped me"."""
    if clause.subject.relation not in lexicon.PARTNERS or clause.form not in DONE or clause.negated:
        return
    if _LEFT_ME.match(clause.folded):
        given = clause.subject.given_name
        yield Draft(
            "partner" if given else "relationship",
            given or _bond_with(clause.subject.relation),
            clause.end,
            subject="user",
            stance=Stance.END,
            dated=Dated.CHANGE,
        )


def marry(clause: Clause) -> Iterator[Draft]:
    """Read "I married Noor", "we eloped", "we tied the knot"."""
    if clause.form not in DONE or clause.negated or clause.ended:
        return
    if clause.verb == "tie" and not clause.folded.startswith(" the knot"):
        return
    if clause.verb in {"elope", "tie"}:
        yield draft(clause, "relationship", "married", dated=Dated.CHANGE)
        if clause.subject.is_user and clause.subject.given_name:
            yield draft(clause, "partner", clause.subject.given_name, dated=Dated.CHANGE)
        return
    person = person_at(clause.message, clause.rest, clause.rest_end)
    if person is not None and not (clause.elided and not person.text[0].isupper()):
        yield draft(clause, "relationship", "married", end=person.end, dated=Dated.CHANGE)
        yield draft(clause, "partner", person, dated=Dated.CHANGE)


_GOT_STATUS = re.compile(
    r"\s+(?:re)?(?P<status>married|engaged|divorced|hitched|remarried)"
    rf"(?:\s+{TIME}+)?(?P<to>\s+to\s+(?:my (?:partner|girlfriend|boyfriend|fiancée?|"
    rf"love) )?)?(?=(?:\s+|(?!\w))(?:$|[,.!;:)(]|in\b|on\b|at\b|and\b|but\b|to\b|{TIME}|last\b|so\b|young\b|"
    r"again\b|[^\W\d_]))"
)


_GOT_INVOLVED = re.compile(
    r"(?<=to )(?!(?:my|a|an) (?:\w+ )?(?:partner|girlfriend|boyfriend|fiancée?|love|sweetheart|"
    r"friend|man|woman|guy|girl)\b)"
    r"(?:the|an?|this|my|our|it)\b|\s*from (?!my (?:wife|husband)\b)|\s*in (?:an? |talks|"
    r"conversation)"
)


def get_married(clause: Clause) -> Iterator[Draft]:
    """Read "we got engaged last weekend", "I got married to Noor", "I got divorced"."""
    match = _GOT_STATUS.match(clause.folded)
    if match is None or not clause.happened or _GOT_INVOLVED.match(clause.folded, match.end()):
        return
    end = clause.rest + match.end()
    status = "divorced" if match["status"] == "divorced" else "married"
    status = "engaged" if match["status"] == "engaged" else status
    yield draft(clause, "relationship", status, end=end, dated=Dated.CHANGE)
    if status == "divorced":
        return
    given = clause.subject.given_name
    if clause.subject.is_user and given:
        yield draft(clause, "partner", given, end=end, dated=Dated.CHANGE)
    person = person_at(clause.message, end, clause.rest_end) if match["to"] else None
    if person is not None:
        yield draft(clause, "partner", person, dated=Dated.CHANGE)


_DIVORCE_DONE = re.compile(
    r"\s*(?:(?:just|finally|now) )*(?:came through|come through|went through|gone through|"
    r"(?:been )?(?:final|finali[sz]ed|official|done|complete)\b)"
)


def own_divorce(clause: Clause) -> Iterator[Draft]:
    """Read "my divorce came through", "my divorce is final"."""
    if clause.subject.owned.split()[-1] != "divorce" or clause.negated or clause.ended:
        return
    said = clause.message.folded[clause.subject.end : clause.rest_end]
    said = _COPULA.sub("", said)
    if clause.form is not Form.FUTURE and _DIVORCE_DONE.match(said):
        yield draft(clause, "relationship", "divorced", dated=Dated.CHANGE)


_COPULA = re.compile(r"^(?:'s| is| was| has(?: been)?| got)\b")

_APART = re.compile(
    rf"\s+up(?:\s+{TIME}+)?(?:\s+with\s+(?:my (?:girlfriend|boyfriend|partner|ex)[, ]*)?)?"
)

_BROKE_UP_CLOSED = re.compile(rf"(?:$|[,.!;:)({TIME}]|and\b|but\b|so\b|after\b|because\b|again\b)")


def break_up(clause: Clause) -> Iterator[Draft]:
    """Read "we broke up", "I split up with Marco"."""
    match = _APART.match(clause.folded)
    if match is None or clause.form not in DONE or clause.negated:
        return
    if not (clause.subject.plural or "with" in match[0] or clause.subject.is_user):
        return
    rest = clause.folded[match.end() :].lstrip()
    if "with" not in match[0] and not _BROKE_UP_CLOSED.match(rest):
        return
    if "with" not in match[0] and not clause.subject.plural:
        return
    person = (
        person_at(clause.message, clause.rest + match.end(), clause.rest_end)
        if "with" in match[0]
        else None
    )
    end = person.end if person is not None else clause.rest + match.end()
    given = person.text if person is not None else clause.subject.given_name
    if given:
        yield Draft("partner", given, end, stance=Stance.END, dated=Dated.CHANGE)
    else:
        bond = _bond_with(clause.subject.relation)
        yield Draft("relationship", bond, end, stance=Stance.END, dated=Dated.CHANGE)


_ONLY_CHILD = re.compile(
    r"\s+(?P<who>an only child|(?:the )?(?:oldest|eldest|youngest|middle child|"
    f"middle) of {NUMBER}(?: (?:kids|children|siblings|brothers|sisters))?|a twin|"
    r"an identical twin)\b"
)

_ANY_ARTICLE = re.compile(r"(?:an?|the) ")


def be_family(clause: Clause) -> Iterator[Draft]:
    """Read "I'm a mother of two", "I'm an only child"."""
    if clause.form is not Form.PRESENT or clause.elided or clause.negated or clause.ended:
        return
    match = A_PARENT.match(clause.folded) or _ONLY_CHILD.match(clause.folded)
    if match is None:
        return
    start, end = clause.rest + match.start("who"), clause.rest + match.end("who")
    article = _ANY_ARTICLE.match(match["who"])
    start += article.end() if article else 0
    yield draft(clause, "family", Value(clause.message.text[start:end], start, end))


_IN_PASSING = re.compile(
    r"\b(?:my|our) (?P<adjectives>(?:(?:little|older|younger|big|elder|eldest|youngest|oldest|twin|"
    "dear|new|lovely|beautiful|wonderful|amazing|sweet|baby|newborn|rescue|old|silly|lazy|poor|"
    "middle|other|crazy|grumpy|tabby|ginger|black|white|beloved|second|first|adorable|fluffy|fat|"
    f"stupid) )*)(?P<kind>{pattern_of(lexicon.PARTNERS | lexicon.FAMILY | lexicon.ANIMALS)})"
    r"(?P<link>,? named |,? called |, | \()?(?(link)| )"
)

_IN_FRONT = re.compile(
    r"\b(?:was|were|had been|imaginary|late|ex|former|future|fictional|dead|stop|like|as|if|wish) $"
)

_APPOSITION = re.compile(
    r"(?<![\w'-])(?P<name>[^\W\d_]{2,20})(?:, | \()(?:who(?:'s| is) )?(?:my|our) (?:(?:little|"
    "older|younger|big|elder|eldest|youngest|oldest|twin|lovely|new|dear|old|"
    f"rescue) )*(?P<kind>{pattern_of(lexicon.PARTNERS | lexicon.FAMILY | lexicon.ANIMALS)})"
    r"(?=\s*(?:[,.!;)(]|$))"
)


def named_before(message: Screened, start: int, end: int) -> Iterator[Draft]:
    """Yield those who are named before what they are: "Tom, my husband, works nights"."""
    for match in _APPOSITION.finditer(message.folded, start, end):
        first, last = match.span("name")
        word, name = match["name"], message.text[first:last]
        if not name[0].isupper() or name.isupper() or message.text.isupper():
            continue
        if word in lexicon.FIRST_WORDS_NOT_NAMES | lexicon.NOT_NAMES | lexicon.PLACES:
            continue
        if word in VERB_FORMS or word in lexicon.PEOPLE:
            continue
        if match["kind"] in lexicon.PARTNERS:
            yield Draft("partner", name, match.end(), subject="user", confidence=0.85)
        elif match["kind"] in lexicon.ANIMALS:
            value = f"{match['kind']} {name}"
            yield Draft("pet", value, match.end(), subject="user", confidence=0.85)
        else:
            value = f"{match['kind']} {name}"
            yield Draft("family", value, match.end(), subject="user", confidence=0.85)


_PLURAL_NAMED = re.compile(
    r"\b(?:my|our) (?:(?:little|older|younger|big|two|grown-up|lovely|twin|three|baby|"
    "beautiful) "
    f")*(?P<kind>{pattern_of(lexicon.FAMILY_PLURALS - {'parents', 'grandparents', 'babies'})}),? "
    r"(?:named |called |\()?(?=[a-z]+(?:, [a-z]+)*,? (?:and|&) [a-z])"
)
_SINGULAR = {"children": "child", "kids": "kid", "twins": "twin", "grandkids": "grandkid"}
_ANOTHER_NAME = re.compile(r",? (?:and|&) |, ")


def named_together(message: Screened, start: int, end: int) -> Iterator[Draft]:
    """Yield those who are named together: "my daughters Mia and Zoe start school soon"."""
    for match in _PLURAL_NAMED.finditer(message.folded, start, end):
        if _IN_FRONT.search(message.folded[max(0, match.start() - 12) : match.start()]):
            continue
        kind = _SINGULAR.get(match["kind"], match["kind"].removesuffix("s"))
        place = match.end()
        found: list[Draft] = []
        while (name := person_at(message, place, end, words=1, expected=True)) is not None:
            if name.folded in lexicon.FIRST_WORDS_NOT_NAMES or not name.text[0].isupper():
                break
            found.append(
                Draft("family", f"{kind} {name.text}", name.end, subject="user", confidence=0.85)
            )
            link = _ANOTHER_NAME.match(message.folded, name.end, end)
            if link is None:
                break
            place = link.end()
        if len(found) > 1:
            yield from found


_IS_GONE = re.compile(
    r"\s+(?:has |had |just |recently |sadly |finally |suddenly )*(?:died|passed|was put|is gone|"
    r"is no longer|crossed the rainbow|got run over|was run over)\b"
)
_LOST = re.compile(
    r"\b(?:goodbye to|lost|buried|put down|rehomed|gave away|cremated|mourning|miss|without|"
    "death of|loss of|passing of|losing) $"
)

_NAME_OF_PLACE = re.compile(r" (?:st|street|road|day)\b")

_NAME_CLOSED = re.compile(r"(?:,|\s*$|\)|[.!;])")


_PUT_DOWN = re.compile(
    r",? (?:had to be |was |be |being )?(?:put )?(?:to sleep|down|euthani[sz]ed)\b"
)
_NO_PUTTING = re.compile(
    r"\b(?:if|may|might|should|would|could|not|never|don't|didn't|sing|sang|sings|rock|rocked|lull)\b"
)


def _put_down(message: Screened, pet: str, start: int, before: int, end: int) -> Iterator[Draft]:
    """Read "we had to put our cat Tom to sleep": he is no more."""
    if _NO_PUTTING.search(message.folded, start, before) is None:
        yield Draft("pet", pet, end, subject="user", stance=Stance.END)


def named_in_passing(message: Screened, start: int, end: int) -> Iterator[Draft]:
    """Yield partners, relatives and pets that a sentence names beside what it says."""
    for match in _IN_PASSING.finditer(message.folded, start, end):
        before = message.folded[max(0, match.start() - 12) : match.start()]
        if _IN_FRONT.search(before):
            continue
        name = person_at(message, match.end(), end, words=1, expected=True)
        if name is None or not message.shown[name.start].isupper() or message.text.isupper():
            continue
        word = name.folded
        if message.shown[match.start("kind")].isupper():
            continue  # "My Cousin Rachel" is a title
        if (
            word in lexicon.FIRST_WORDS_NOT_NAMES
            or word in lexicon.PLACES
            or name.text.isupper()
            or _NAME_OF_PLACE.match(message.folded, name.end)
        ):
            continue
        if match["link"] == ", " and not _NAME_CLOSED.match(
            message.folded[name.end : name.end + 2]
        ):
            continue
        kind = match["kind"]
        if kind in lexicon.ANIMALS and _PUT_DOWN.match(message.folded, name.end):
            yield from _put_down(message, f"{kind} {name.text}", start, match.start(), name.end)
            continue
        if _LOST.search(before) or _IS_GONE.match(message.folded, name.end, end):
            if kind in lexicon.ANIMALS:
                value = f"{kind} {name.text}"
                yield Draft("pet", value, name.end, subject="user", stance=Stance.END)
            continue
        if kind in lexicon.PARTNERS:
            yield Draft("partner", name.text, name.end, subject="user", confidence=0.85)
        elif kind in lexicon.ANIMALS:
            yield Draft("pet", f"{kind} {name.text}", name.end, subject="user", confidence=0.85)
        else:
            yield Draft("family", f"{kind} {name.text}", name.end, subject="user", confidence=0.85)
