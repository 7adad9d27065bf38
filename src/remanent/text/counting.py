"""What a text costs in a model's context, without any model's tokenizer.

An upper estimate: it stays at or above what the tokenizers of common models count (byte-pair
encodings of OpenAI's cl100k and o200k, BERT's word pieces) on our test set, on whole texts, and
close above on ordinary prose. A single strange word inside a text may cost more than its own
share; whole texts are what budgets are about.
"""

import re
from functools import lru_cache
from typing import Final

# Costs are whole hundredths, so that sums never depend on the order of addition.
_TOKEN: Final = 100
_SLACK: Final = 300  # one text's rounding: its first word, its end

_PIECES: Final = re.compile(
    r"(?P<lower>[a-z]+)|(?P<title>[A-Z][a-z]+)|(?P<upper>[A-Z]+)|(?P<digits>[0-9]+)"
    r"|(?P<ascii>[!-/:-@\[-`{-~]+)"
    r"|(?P<han>[\u2e80-\u2fdf\u3001-\u303f\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\uff01-\uff60]+)"
    r"|(?P<kana>[\u3040-\u30ff]+)|(?P<hangul>[\uac00-\ud7af]+)"
    r"|(?P<latin>[\u00c0-\u024f]+)|(?P<letter>[\u0370-\u06ff]+)|(?P<indic>[\u0900-\u1fff]+)"
    r"|(?P<mark>[\u2010-\u2027]+)"
    r"|(?P<other>.)",
    re.DOTALL,
)
_EACH: Final = {
    "ascii": 100,
    "han": 180,
    "kana": 120,
    "hangul": 280,
    "latin": 160,
    "letter": 110,
    "indic": 280,
    "mark": 150,
    "other": 300,
}
_HARD: Final = re.compile(
    r"[bcdfghjklmnpqrstvwxz]{4}|[jqxz][^aeiouy]|[aeiou]{4}|aa|ii|uu|kk|jj|hh|vv|sz|cz"
)
# Each of these is one token in all three tokenizers.
_COMMON_WORDS: Final = """
    a about abroad accident accomplish accomplishment achieve achievement activity advice
    afford afraid after again aid aim album all allergic also always am ambition an and angry
    animal anniversary annoyed another anxiety anxious any apartment app application
    appointment are army around art artwork as assist at ate author automobile award away baby
    back background band be beach bear beat beaten became because become been beer before
    began begin begun being bend bent best bet better bicycle bike birth birthday bit bite
    bitten bleed blew blow blown book boot bore born borne boss both bought boyfriend bracelet
    break breakfast breakup bride bring broke broken brother brought buddy budget build built
    burn burnt business but buy by cafe cake call calm came camera camp campus can car career
    cat catch caught celebrate celebration challenge champion championship charity chat child
    children chill choice choose chose chosen church cinema city class clinic clothes clothing
    coach coast coffee colleague college collision come community company competition complete
    computer concert condition console contest conversation cook cookie could country course
    craft crash create culture cycle d dad damage date daughter day deal dealt death degree
    design dessert did die died dies diet difficulty dig diner dinner diploma disappointed
    discuss disease dish dislike divorce do doctor does dog doing don donate donation done
    down drank draw drawn dream dress drew drink drive driven drove drum drunk dug dye dying
    each eat eaten election employ employer encounter end engaged enjoy episode ethnicity even
    ever every excited exercise faith fall fallen family fashion father favorite favourite
    fear fed feed feel feet fell felt festival few fight film finance financial find finish
    fired firm first fitness fix flat flew flight flower flown fly fond food foot for forget
    forgive forgiven forgot forgotten fought found freeze friend from froze frozen frustrated
    fund fundraiser funeral further game gaming garden gathering gave get gift gig girlfriend
    give given glad go goal goes going gone good goose got gotten government graduate
    grandfather grandma grandmother granny great grew grow grown growth guitar gym had hair
    hang happy has hate have having he health healthy hear heard held help her here heritage
    hers herself hid hidden hide hike hill him himself hired his hobby hold holiday home hope
    hospital house how hung hurt husband i id idea if ill illness im image in injury
    inspiration inspire instrument intend interest into is issue it its itself jewelry job
    joined journal journey joy juice just keep kept kid kind kitten kitty knew know known
    laptop last lately launch lead lean learn learnt leave led left lend lent let lets lie
    life like listen little live ll long look lose loss lost lot love lunch lying m mad made
    major make mama man manager many marathon marriage married marry match mate me meal mean
    meant medical meet men mentor met mice military mobile mom money more most mother
    motivation mountain mouse move movie much mum music must my myself name nation necklace
    need nervous never new next nice nickname no nonprofit nor not novel now obstacle
    occupation ocean of off old on once one only open or order other our ours ourselves out
    outdoors outfit over own paid pain paint pal parent part partner party pass passion pastry
    pay peace peak people perform performance person persons pet phone photo photograph
    photography piano picture pie place plan plant play poem political politician politics
    position prefer pregnant present pressure prize problem profession proud pup puppy
    purchase put question race rain raise ran rang re read really recently recipe recommend
    recommendation relationship relative relax religion religious relocate repair reside
    restaurant restore ridden ride right ring rise risen rode roots rose run s sad said salary
    sale same sang sat saw say scared school screenplay script sea see seek seen sell send
    sent separate series settle shake shaken she shine shirt shoe shook shoot shop shore shot
    should show shown shrink sibling sick since sing sister sit sketch sleep slept snack snow
    so software sold soldier some something son song soon soothing sought sounds speak speech
    spend spent spoke spoken sport spouse stand start startup stay steal stick still stole
    stolen stood storm stress strike struck struggle stuck study such suggest sung sunny
    supervisor support sure swear sweep sweet swept swim sworn t take taken talk taught tea
    teach teacher team teammate tear teeth television tell tent than thank thanks that the
    their theirs them themselves then there these they thing things think this those though
    thought threw thrilled through throw thrown tie time tip to today together told too took
    tooth tore torn tour tournament town trail training travel trek trip trouble truck try
    tune two tying under understand understood unemployed university until up upset us use
    vacation ve vegetarian vehicle very veteran victory violin visit volunteer wake want was
    watch way we wear weather weave wedding week well went were what when where which while
    who whom whose why wife will win wine with wives woke woman women won wore work workout
    world worn would woven write writing written wrote year years yes yet yoga you your yours
    yourself yourselves
"""
_COMMON: Final = frozenset(_COMMON_WORDS.split())
_VOWEL: Final = re.compile(r"[aeiouy]")
_LONGEST_CACHED: Final = 40
_BLANK: Final = re.compile(r"\s+")


def count_tokens(text: str) -> int:
    """Return how many tokens a text costs at most, by our estimate; 0 for an empty text."""
    if not text:
        return 0
    words = text.split()
    lengths = list(map(len, words))
    if max(lengths, default=0) <= _LONGEST_CACHED:
        cost = sum(map(_cached_cost, words))
    else:
        cost = sum(
            _cached_cost(word) if length <= _LONGEST_CACHED else _cost(word)
            for word, length in zip(words, lengths, strict=True)
        )
    runs = len(words) - 1 + text[0].isspace() + text[-1].isspace()
    cost += _blanks_cost(text, characters=len(text) - sum(lengths), runs=runs)
    return -(-(_SLACK + cost) // _TOKEN)


def _blanks_cost(text: str, *, characters: int, runs: int) -> int:
    """White space costs where it is more than one space."""
    if characters == runs:  # each is one character
        return _TOKEN * (characters - text.count(" ") + text.count("\n"))
    return sum(_blank_cost(blank) for blank in _BLANK.findall(text) if blank != " ")


def _blank_cost(blank: str) -> int:
    """Most lines and indents are one token each."""
    lines = blank.count("\n")
    return _TOKEN * (lines + 1) if len(blank) <= 16 else _TOKEN * (lines + len(blank) // 8)  # noqa: PLR2004 - measured


@lru_cache(maxsize=65_536)
def _cached_cost(word: str) -> int:
    return _cost(word)


def _cost(word: str) -> int:
    cost = 0
    for place, match in enumerate(_PIECES.finditer(word)):
        kind = match.lastgroup or "other"
        length = match.end() - match.start()
        if kind in ("lower", "title"):
            cost += _letters_cost(match.group().lower(), is_first=place == 0)
            cost += 25 if kind == "title" else 0
        elif kind == "upper":
            cost += _TOKEN + 40 * (length - 1)
        elif kind == "digits":
            cost += _TOKEN * ((length + 1) // 2)
        else:
            cost += _EACH[kind] * length
    return cost


def _letters_cost(letters: str, *, is_first: bool) -> int:
    if is_first and letters in _COMMON:
        return _TOKEN
    length = len(letters)
    if length > 3 and (_HARD.search(letters) or not _VOWEL.search(letters)):  # noqa: PLR2004 - measured
        return _TOKEN + 60 * (length - 2)
    return _TOKEN + 25 + 15 * max(length - 3, 0) + 8 * max(length - 11, 0) + (0 if is_first else 25)
