"""Whom a clause is about: the speaker, a relative, a name, what someone has."""

import re
from dataclasses import dataclass

from remanent.text import lexicon
from remanent.text.names import NAME_WORD, name_at
from remanent.text.sentences import Screened
from remanent.text.verbs import VERB_FORMS

USER = "user"


@dataclass(frozen=True, slots=True)
class Subject:
    """Whom a clause is about.

    Args:
        name: "user", or the other person.
        relation: his relation to the speaker, where said ("brother").
        given_name: his name, where said.
        end: where the subject's words end.
        plural: True for "we" and "my parents".
        owned: what of his it is about ("birthday" in "my sister's birthday"), else "".
    """

    name: str
    end: int
    relation: str = ""
    given_name: str = ""
    plural: bool = False
    owned: str = ""

    @property
    def is_user(self) -> bool:
        """True where the speaker speaks of himself."""
        return self.name == USER


_I = re.compile(r"(?:i|we)(?=['\s])|(?:im|ive|ill)(?=\s)")
_I_ALONE = {"i": "i", "we": "we", "im": "i", "ive": "i", "ill": "i"}
_MINE = re.compile(
    "(?:my|our) ((?:(?:little|older|younger|big|elder|eldest|youngest|oldest|twin|best|closest|"
    "good|dear|new(?! year)|old|current|lovely|middle|other|second|baby|own|poor|rescue|two|three|"
    "four|2|3|4|both|beautiful|amazing|main|biggest|secret|real|late|former|imaginary|work|"
    "personal|full|legal|actual|preferred|favou?rite|all-time|all time|lifelong|sweet|newborn|"
    "adopted|foster|great) )*)((?:mother tongue|(?:phone|mobile|cell|telephone|whatsapp) number|"
    "email address|e-mail address|(?:home|postal|mailing|street) address|home town|time ?zone|"
    "job title|(?:first|native|second) language|pet peeve|birth date|date of birth|guinea pig|"
    "dream job|day job|last name|first name|surname|new year's resolution|guilty pleasure|"
    r"go-to (?=[a-z])|[^\W\d_]+(?:-[^\W\d_]+)*))(?<!\bis)(?<!\bare)(?<!\bwas)(?<!\band)(?<!\bhas)"
    r"(?![^\W_])"
)
_THIRD = re.compile(r"(he|she)(?=['\s])")
_THEIRS = re.compile(
    r"(his|her|their) ((?:little|older|younger|big|twin|best|new|old|eldest|youngest) )?([^\W\d_]+)"
)
_POSSESSIVE = re.compile(r"'s?(?=\s)")
_LATE = re.compile(r"\b(?:late|ex|former|future|imaginary|fictional)\b")


def subject_at(message: Screened, place: int, known: list[Subject]) -> Subject | None:
    """Read the subject that begins at a place; `known` are the people of the message so far."""
    folded = message.folded
    match = _I.match(folded, place)
    if match is not None:
        return Subject(USER, place + len(_I_ALONE[match[0]]), plural=match[0] == "we")
    match = _MINE.match(folded, place)
    if match is not None:
        return _mine(message, match)
    match = _THIRD.match(folded, place)
    if match is not None:
        person = _meant_by(match[1], known)
        return person and Subject(person.name, match.end(), person.relation, person.given_name)
    match = _THEIRS.match(folded, place)
    if match is not None and known:
        return _theirs(match, known)
    return _named(message, place)


def _meant_by(pronoun: str, known: list[Subject]) -> Subject | None:
    """Return the one person of the message that "he" or "she" can mean."""
    wrong = lexicon.MALE if pronoun in {"she", "her"} else lexicon.FEMALE
    names = {person.name: person for person in known if not person.plural}
    fitting = [person for person in names.values() if person.relation not in wrong]
    return fitting[0] if len(fitting) == 1 else None


_AND_I = re.compile(r",? and (?:i|me|my)\b")


def _mine(message: Screened, match: re.Match[str]) -> Subject | None:
    """Read "my sister", "my sister Ana", "my sister's husband", "my birthday", "my parents"."""
    adjectives, noun, end = match[1], match[2], match.end()
    if _LATE.search(adjectives):
        return None
    if noun in lexicon.PEOPLE:
        relation = f"best {noun}" if "best " in adjectives and noun == "friend" else noun
        return _relative(message, relation, end)
    if noun in lexicon.ANIMALS and message.folded.startswith("'", end):
        return _possessed(message, Subject(noun, end, relation=noun))
    if noun in lexicon.PLURAL_PEOPLE:
        return Subject(noun, end, relation=noun, plural=True)
    return Subject(USER, end, owned=f"{adjectives}{noun}")


def _relative(message: Screened, relation: str, end: int) -> Subject | None:
    folded = message.folded
    link = _NAME_LINK.match(folded, end)
    named = name_at(message, link.end(), expected=True) if link is not None else 0
    given = message.text[link.end() : named] if link is not None and named else ""
    person = Subject(given or relation, named or end, relation, given)
    if folded.startswith("'", person.end):
        return _possessed(message, person)
    joined = _AND_I.match(folded, person.end)
    if joined is not None and joined[0].endswith(" i"):
        return Subject(USER, joined.end(), relation, given, plural=True)
    if joined is not None or folded.startswith((" and ", "/", " or "), person.end):
        return None
    return person


_NAME_LINK = re.compile(r",? (?:named |called )?[\"“(]?")


def _possessed(message: Screened, owner: Subject) -> Subject:
    """Read "my sister's husband" and "my sister's birthday"; "my sister's a nurse" is the verb."""
    possessive = _POSSESSIVE.match(message.folded, owner.end)
    if possessive is None:
        return owner
    match = _OWNED.match(message.folded, possessive.end() + 1)
    if match is None or (match[0] not in _OWNED_NOUNS and not match[0].startswith("favo")):
        return owner
    noun, end = match[0], match.end()
    if noun in lexicon.PEOPLE | lexicon.PLURAL_PEOPLE:
        name = f"{owner.name}'s {noun}"
        return Subject(name, end, relation=name, plural=noun in lexicon.PLURAL_PEOPLE)
    return Subject(owner.name, end, owner.relation, owner.given_name, owned=noun)


_OWNED = re.compile(
    r"favou?rite [^\W\d_]+|native language|first language|phone number|email address|"
    r"[^\W\d_]+(?:-[^\W\d_]+)*"
)
_OWNED_NOUNS = (
    lexicon.words_of("birthday bday name email hometown job age address employer hobby")
    | lexicon.phrases_of("phone number, native language, first language, email address")
    | lexicon.PEOPLE
    | lexicon.PLURAL_PEOPLE
    | lexicon.ANIMALS
)


def _theirs(match: re.Match[str], known: list[Subject]) -> Subject | None:
    """Read "his sister" and "her birthday" of the one person that can be meant."""
    noun = match[3]
    person = _meant_by("he" if match[1] == "his" else "she", known)
    if match[1] == "their" or person is None:
        return None
    if noun in lexicon.PEOPLE:
        name = f"{person.name}'s {noun}"
        return Subject(name, match.end(), relation=name)
    if noun in _OWNED_NOUNS or noun == "favourite":
        return Subject(person.name, match.end(), person.relation, person.given_name, owned=noun)
    return None


_BEFORE_VERB = re.compile(
    r"(?:'s| is| has| loves| hates| can't| likes| works| lives| plays| speaks| just)(?= (?:an? |"
    r"allergic|vegan|"
    r"vegetarian|[0-9]|diabetic|in|at|from|getting|turned|moved|moving|[a-z]))"
)
_AND_I_ALONE = re.compile(r" and i\b")
_SHORTEST_NAME = 3


def _named(message: Screened, place: int) -> Subject | None:
    """Read a name in the subject's place; only one that no common word at a beginning can be."""
    folded = message.folded
    match = NAME_WORD.match(folded, place)
    if match is None:
        return None
    word = match[0].removesuffix("'s")
    end = match.start() + len(word)
    if word in lexicon.BARE_RELATIONS and _BEFORE_VERB.match(folded, end):
        return Subject(word, end, relation=word)
    if word in lexicon.NAMELESS:
        return _possessed(message, Subject(word, end, relation=word))
    written = message.shown[place:end]
    if not written[0].isupper() or written.isupper() or len(word) < _SHORTEST_NAME:
        return None
    if word in VERB_FORMS or word in lexicon.FIRST_WORDS_NOT_NAMES | lexicon.NOT_NAMES:
        return None
    name = message.text[place:end]
    joined = _AND_I_ALONE.match(folded, end)
    if joined is not None:
        return Subject(USER, joined.end(), "", name, plural=True)
    return _possessed(message, Subject(name, end, given_name=name))
