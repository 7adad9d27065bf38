"""Forms of the verbs that statements are made of."""

from enum import StrEnum

from remanent.text.lexicon import words_of


class Form(StrEnum):
    """The form in which a verb stands in a clause."""

    PRESENT = "present"
    PAST = "past"
    PERFECT = "perfect"
    PROGRESSIVE = "progressive"
    PERFECT_PROGRESSIVE = "perfect progressive"
    PAST_PROGRESSIVE = "past progressive"
    FUTURE = "future"


# base: past, past participle; where both are the same, once.
_IRREGULAR = {
    "be": "was been",
    "become": "became become",
    "begin": "began begun",
    "bite": "bit bitten",
    "break": "broke broken",
    "breed": "bred",
    "bring": "brought",
    "build": "built",
    "buy": "bought",
    "catch": "caught",
    "choose": "chose chosen",
    "come": "came come",
    "cut": "cut",
    "do": "did done",
    "draw": "drew drawn",
    "drink": "drank drunk",
    "drive": "drove driven",
    "eat": "ate eaten",
    "fall": "fell fallen",
    "feed": "fed",
    "feel": "felt",
    "fight": "fought",
    "find": "found",
    "fly": "flew flown",
    "forget": "forgot forgotten",
    "get": "got gotten",
    "give": "gave given",
    "go": "went gone",
    "grow": "grew grown",
    "have": "had",
    "hear": "heard",
    "hit": "hit",
    "hold": "held",
    "hurt": "hurt",
    "keep": "kept",
    "know": "knew known",
    "lead": "led",
    "learn": "learned",
    "leave": "left",
    "lose": "lost",
    "make": "made",
    "mean": "meant",
    "meet": "met",
    "pay": "paid",
    "put": "put",
    "quit": "quit",
    "read": "read",
    "ride": "rode ridden",
    "run": "ran run",
    "say": "said",
    "see": "saw seen",
    "sell": "sold",
    "send": "sent",
    "set": "set",
    "sing": "sang sung",
    "sit": "sat",
    "sleep": "slept",
    "speak": "spoke spoken",
    "spend": "spent",
    "split": "split",
    "outgrow": "outgrew outgrown",
    "stand": "stood",
    "steal": "stole stolen",
    "swim": "swam swum",
    "take": "took taken",
    "teach": "taught",
    "tell": "told",
    "think": "thought",
    "throw": "threw thrown",
    "understand": "understood",
    "unwind": "unwound",
    "wake": "woke woken",
    "wear": "wore worn",
    "win": "won",
    "write": "wrote written",
    "sew": "sewed sewn",
    "knit": "knitted",
    "ski": "skied",
}
_REGULAR = words_of(
    """accept acquire adopt adore announce apply arrive ask attend avoid bake birdwatch blog
    book borrow boulder box brew call camp cancel celebrate certify change check clean climb
    close coach collect commute complete compose cook crash crochet cycle dance date deal
    defend despise detest die dislike divorce donate draw drop dump earn elope embroider end
    enjoy enrol enroll enter exercise fast fence ferment finish fish follow forage foster
    found freelance garden graduate hand handle hate help hike hire hope host identify inherit
    interview invest jog join juggle kayak land launch lift like listen live loathe look love
    major manage marry meditate miss mountaineer move name nap need observe open order own
    pack paint pass perform pickle plan plant play practice practise prefer present propose
    publish purchase qualify raise reach record relocate remarry rent report research reside
    resign restore retire return row sail save schedule sculpt settle sew share sign skate
    sketch skip smoke snowboard speak spend stargaze start stay stop stream study submit
    suffer surf survive swap switch talk tend test tie total tour trade train transfer travel
    try turn tutor use vape visit volunteer vote wait walk want wash watch weigh welcome
    whittle wish work wrap treat splurge upgrade react carry touch dread abide tolerate dabble
    struggle recover intend bore rob cancel postpone hospitalise hospitalize sprain carve
    relax fracture dislocate"""
)
# Words in "-ing" after "I'm" that are no verb of a statement.
BE_ING_NOUNS = frozenset(
    ["amazing", "boring", "interesting", "willing", "missing", "nothing", "something", "anything"]
)
_DOUBLING = words_of(
    """drop split get run swim sit put set cut hit plan stop quit skip jog knit begin win chat
    shop trip wrap nap swap travel label total refer prefer enrol transfer submit"""
)


def _ing(base: str) -> list[str]:
    forms = [f"{base}ing"]
    if base in _DOUBLING:
        forms.append(f"{base}{base[-1]}ing")
    if base.endswith("ie"):
        forms = [f"{base[:-2]}ying"]
    elif base.endswith("e") and base not in {"be", "see"}:
        forms = [f"{base[:-1]}ing"]
    return forms


def _third(base: str) -> str:
    if base == "be":
        return "is"
    if base == "have":
        return "has"
    if base.endswith(("s", "sh", "ch", "x", "z", "o")):
        return f"{base}es"
    if base.endswith("y") and base[-2] not in "aeiou":
        return f"{base[:-1]}ies"
    return f"{base}s"


def _ed(base: str) -> list[str]:
    if base.endswith("e"):
        return [f"{base}d"]
    if base.endswith("y") and base[-2] not in "aeiou":
        return [f"{base[:-1]}ied"]
    if base in _DOUBLING:
        return [f"{base}{base[-1]}ed", f"{base}ed"]
    return [f"{base}ed"]


def _forms() -> dict[str, tuple[str, frozenset[str]]]:
    """Map each written form to its base and the kinds it can be: s, base, past, done, ing."""
    collected: dict[str, tuple[str, set[str]]] = {}

    def put(form: str, base: str, kind: str) -> None:
        _, kinds = collected.setdefault(form, (base, set()))
        if collected[form][0] == base:
            kinds.add(kind)

    bases = sorted(_REGULAR | _IRREGULAR.keys())
    for base in bases:
        put(base, base, "base")
    for base in bases:
        put(_third(base), base, "s")
        for form in _ing(base):
            put(form, base, "ing")
        if base in _IRREGULAR:
            past, _, done = _IRREGULAR[base].partition(" ")
            put(past, base, "past")
            put(done or past, base, "done")
        else:
            for form in _ed(base):
                put(form, base, "past")
                put(form, base, "done")
    return {form: (base, frozenset(kinds)) for form, (base, kinds) in collected.items()}


VERB_FORMS = _forms()
_SHORTEST_STEM = 3  # "bring" and "bed" are no forms of anything


def verb_of(word: str, kind: str) -> str | None:
    """Return the base of a word where it can be that kind of form; None where it cannot.

    Words that are not listed are taken as regular where their ending says so.
    """
    known = VERB_FORMS.get(word)
    if known is not None:
        return known[0] if kind in known[1] else None
    ending = "ing" if kind == "ing" else "ed" if kind in {"past", "done"} else None
    if ending is None or not word.endswith(ending):
        return None
    stem = word.removesuffix(ending)
    return word if len(stem) >= _SHORTEST_STEM else None


def third_person(word: str) -> str:
    """Return how a verb in its base form is said of someone else ("drink", "drinks")."""
    return "does" if word == "do" else _third(word)


def stems(verb: str) -> frozenset[str]:
    """Return what an unlisted verb's base can be ("decided": "decide"); a listed one is itself."""
    found = {verb}
    if verb not in VERB_FORMS:
        if verb.endswith("ed"):
            found |= {verb[:-1], verb[:-2], verb[:-3]}
        elif verb.endswith("ing"):
            found |= {verb[:-3], f"{verb[:-3]}e", verb[:-4]}
    return frozenset(found)
