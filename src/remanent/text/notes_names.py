"""Notes on names."""

from remanent.model.fact import Stance
from remanent.text.lexicon import words_of
from remanent.text.notes import (
    Note,
    person,
    person_closed,
)

_NAMES = (
    Note(
        "name",
        (
            r"(?:it'?s|it is)(?: me)? (?P<v>)(?=[\w'’-]+(?: (?!i'm\b|im\b|i\b|that\b|where\b|"
            r"we're\b)[\w'’-]+)? ?(?:(?:from|here|again|"
            r"speaking|btw)\b|,? with an? [a-z]\b|now, not\b|, not [a-z]+\s*$))"
        ),
        person,
        words_of("it its"),
        also=words_of("from here again speaking btw with now not"),
    ),
    Note(
        "name",
        (r"myself (?P<v>)(?=[\w'’-]+(?: [\w'’-]+)?(?:\s*[,.]|\s*$| from| here| and i))"),
        person,
        words_of("myself"),
    ),
    Note(
        "name",
        (
            r"(?:every(?:one|body)|people|friends|folks|mates|most people|the (?:whole )?(?:lads|"
            r"kids|"
            r"guys|girls|family|team|neighbours|neighbors|street|village))(?: "
            r"(?!who\b)[\w']+){0,4}?"
            r" (?:just )?calls? me (?P<v>)"
        ),
        person_closed,
        words_of("call calls"),
        others=True,
    ),
    Note(
        "name",
        (
            r"i (?:do not|don't|dont|no longer) use the name (?P<v>)(?=.{2,30}?\bany ?more\b|"
            r".*\blonger\b)"
        ),
        person,
        words_of("name"),
        stance=Stance.END,
    ),
    Note(
        "name",
        (
            r"(?:(?:they|my (?:parents|mum|mom|dad|folks)|mum and dad|mom and dad) (?:named|"
            r"christened) "
            r"me|i (?:answer|respond) to(?: the name)?|i was (?:named|christened)) (?P<v>)"
        ),
        person_closed,
        words_of("named christened answer respond"),
        others=True,
    ),
)


NOTES = _NAMES
