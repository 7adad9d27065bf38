"""The most certain first-person statements in French, German and Spanish.

Few on purpose: name, home, origin, age, allergies and diet, each in its plainest form, at the
beginning of a sentence. Values stay in the language in which they were said.
"""

import re
from collections.abc import Iterator

from remanent.model.fact import Polarity
from remanent.text.drafts import Draft
from remanent.text.lexicon import words_of
from remanent.text.names import person_at
from remanent.text.places import place_at
from remanent.text.sentences import Screened
from remanent.text.values import items, tidied

_LEAD = (
    r"[\s,!.¡¿-]*(?:(?:bonjour|salut|coucou|oui|alors|et|bref|au fait|hallo|hi|hey|guten tag|ja|"
    "also|und|übrigens|hola|buenas|buenos días|sí|pues|bueno|y|moi|ahora|maintenant|"
    r"jetzt)[\s,!.]+)*"
)


def _p(pattern: str) -> re.Pattern[str]:
    return re.compile(_LEAD + pattern)


_NAME = _p(
    "(?:je m'appelle|mon (?:nom|prénom) est|moi c'est|ich heiße|ich heisse|mein name ist|me llamo|"
    r"mi nombre es)\s+"
)
_HOME = _p(
    "(?:j'habite (?:maintenant |actuellement )?(?:à|en|au|aux|dans le|dans la)|"
    "je vis (?:maintenant |actuellement )?(?:à|en|au|aux)|(?:ich )?wohne (?:jetzt |zurzeit |"
    r"seit \w+ )?(?:in|im)|(?:ich )?lebe (?:jetzt |zurzeit )?in|vivo (?:ahora )?en|"
    r"resido en)\s+(?:der |dem |l')?"
)
_ORIGIN = _p(
    r"(?:je viens (?:de|du|d')|ich komme (?:ursprünglich )?aus(?: der)?|soy de|vengo de)\s*"
)
_WORK = _p(
    r"(?:je travaille (?:chez|pour)|ich arbeite (?:bei|für)(?: der| dem)?|trabajo (?:en|para))\s+"
)
_ALLERGY = _p(
    "(?:je suis allergique (?:à l'|à la|à|aux|au)|ich bin (?:stark |sehr )?allergisch gegen|"
    r"soy (?:muy )?al[ée]rgic[oa] (?:a los|a las|al|a la|a))\s*"
)
_NOT_ALLERGY = _p(
    "(?:je ne suis pas allergique (?:à l'|à la|à|aux|au)|ich bin nicht allergisch gegen|"
    r"no soy al[ée]rgic[oa] (?:a los|a las|al|a la|a))\s*"
)
_AGE = _p(
    "(?:j'ai (?P<fr>[0-9]{1,3}) ans|ich bin (?P<de>[0-9]{1,3}) jahre alt|"
    r"tengo (?P<es>[0-9]{1,3}) años)\b"
)
_DIET = _p(
    r"(?:je suis|ich bin|soy|ich lebe|ich ernähre mich)\s+(?P<diet>végétarienne?|végane?|vegane?|"
    r"vegetarier(?:in)?|veganer(?:in)?|vegetarisch|vegetarian[oa]|vegan[oa]|vegan)(?=(?:\s+|(?!\w))(?:$|"
    r"[,.!;]|et\b|und\b|y\b|depuis\b|seit\b|desde\b))"
)
_PET = _p(
    "(?:(?P<fr>mon|ma|notre) (?P<fr_kind>chat|chatte|chien|chienne|lapin|perroquet|hamster|"
    "cheval) s'appelle|(?P<de>meine?|unsere?) (?P<de_kind>hund|hündin|katze|kater|hase|kaninchen|"
    "papagei|pferd) heißt|(?P<es>mi|nuestr[oa]) (?P<es_kind>perr[oa]|gat[oa]|conejo|loro|"
    r"caballo) se llama)\s+"
)
_STOP = re.compile(
    r"[,.;:!?()\n]|\s(?:et|mais|donc|car|depuis|avec|dans|pour|und|aber|seit|mit|weil|wo|als|y|"
    r"pero|desde|con|porque|donde|que|qui|où|maintenant|jetzt|ahora|je|ich|der|die|il|elle)\b"
)
_LIST_LINK = re.compile(
    r"\s*(?:,|\set\s|\sund\s|\sy\s|\se\s)\s*(?:aux |au |à la |à l'|à |a los |a las |al |a la |les |"
    "le |la |l'|los |el |gegen )?"
)

_LONGEST_ALLERGEN_WORDS = 4

TRIGGERS = words_of(
    """je j ich mein meine unsere unser me mi soy vivo vengo tengo trabajo no mon ma notre moi
    resido nuestro nuestra bonjour salut hallo hola ja oui"""
) - {"me", "no", "ma"} | {"m'appelle", "llamo", "s'appelle", "llama"}


_AND = re.compile(
    r"\s*,?\s(?:et|und|y)\s(?=j'|je |ich |wohne |lebe |bin |komme |vivo |soy |tengo |me )"
)


def read_foreign(message: Screened, start: int, end: int) -> Iterator[Draft]:
    """Yield what a French, German or Spanish sentence states about its speaker."""
    position = start
    for link in _AND.finditer(message.folded, start, end):
        yield from _read_clause(message, position, link.start())
        position = link.end()
    yield from _read_clause(message, position, end)


def _read_clause(message: Screened, start: int, end: int) -> Iterator[Draft]:
    folded = message.folded
    match = _NAME.match(folded, start, end)
    if match is not None:
        person = person_at(message, match.end(), end)
        if person is not None:
            yield Draft("name", person.text, person.end)
        return
    for slot, pattern in (("home", _HOME), ("origin", _ORIGIN), ("work", _WORK)):
        match = pattern.match(folded, start, end)
        if match is not None:
            stop = _STOP.search(folded, match.end(), end)
            last = stop.start() if stop else end
            place = place_at(message, match.end(), last)
            if place is not None and message.shown[place.start].isupper():
                yield Draft(slot, place.text, place.end)
            return
    yield from _body(message, start, end)


def _body(message: Screened, start: int, end: int) -> Iterator[Draft]:
    folded = message.folded
    for pattern, polarity in ((_ALLERGY, Polarity.POSITIVE), (_NOT_ALLERGY, Polarity.NEGATIVE)):
        match = pattern.match(folded, start, end)
        if match is not None:
            for first, last in _listed(message, match.end(), end):
                value = tidied(message, first, last)
                if value is not None and value.has_at_most(_LONGEST_ALLERGEN_WORDS):
                    yield Draft("allergy", value.text, value.end, polarity=polarity)
            return
    match = _AGE.match(folded, start, end)
    if match is not None:
        yield Draft("age", match["fr"] or match["de"] or match["es"], match.end())
        return
    match = _DIET.match(folded, start, end)
    if match is not None:
        yield Draft("diet", message.text[match.start("diet") : match.end("diet")], match.end())
        return
    match = _PET.match(folded, start, end)
    if match is not None:
        name = person_at(message, match.end(), end, words=1)
        language = next(code for code in ("fr", "de", "es") if match[code])
        if name is not None:
            kind = message.text[match.start(f"{language}_kind") : match.end(f"{language}_kind")]
            yield Draft("pet", f"{kind} {name.text}", name.end)


_LIST_STOP = re.compile(
    r"[.;:!?()\n]|\s(?:mais|donc|car|depuis|aber|seit|weil|pero|desde|porque|que|qui)\b"
)


def _listed(message: Screened, start: int, end: int) -> Iterator[tuple[int, int]]:
    """Cut "noix, au lait et aux crustacés" into its parts."""
    folded = message.folded
    stop = _LIST_STOP.search(folded, start, end)
    last = stop.start() if stop else end
    position = start
    for link in _LIST_LINK.finditer(folded, start, last):
        yield position, link.start()
        position = link.end()
    yield position, last


__all__ = ["TRIGGERS", "items", "read_foreign"]
