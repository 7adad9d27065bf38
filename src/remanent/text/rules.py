"""Which rules are asked of a clause, and in which order.

A rule takes a clause and yields drafts, or nothing; the first rule that yields anything is the
one that counts. Rules are kept by the verb that they read, so that few are asked of a clause,
and costly ones only where the message has one of their words.
"""

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace

from remanent.text import (
    lexicon,
    patterns_diet,
    patterns_event,
    patterns_foreign,
    patterns_goal,
    patterns_habit,
    patterns_health,
    patterns_home,
    patterns_identity,
    patterns_introduced,
    patterns_language,
    patterns_leisure,
    patterns_loose,
    patterns_occupation,
    patterns_opinions,
    patterns_owned,
    patterns_pastime,
    patterns_people,
    patterns_plan,
    patterns_reactions,
    patterns_retraction,
    patterns_sayings,
    patterns_school,
    patterns_taste,
    patterns_things,
    patterns_work,
)
from remanent.text.clauses import Clause
from remanent.text.drafts import Draft
from remanent.text.lexicon import words_of
from remanent.text.subjects import USER
from remanent.text.verbs import VERB_FORMS, Form, stems

Rule = Callable[[Clause], Iterator[Draft]]


@dataclass(frozen=True, slots=True)
class Cues:
    """Which families of rules a message's words make worth asking."""

    conditional: bool
    favourites: bool
    go_to: bool
    noted: bool
    loose: bool
    things: bool
    named: bool
    ailing: bool
    foreign: bool
    takes_back: bool
    asks: bool


def cues_of(words: frozenset[str], *, asks: bool) -> Cues:
    """Return the families that a message with these words may need."""
    return Cues(
        conditional=not words.isdisjoint(_CONDITIONAL),
        favourites=not words.isdisjoint(_FAVOURITES),
        noted=not words.isdisjoint(_NOTED),
        go_to=words >= _GO_TO,
        loose=not words.isdisjoint(_LOOSE),
        things=not words.isdisjoint(_THINGS),
        named=not words.isdisjoint(_OWNERS) and not words.isdisjoint(_NAMED_KINDS),
        ailing="my" in words and not words.isdisjoint(patterns_reactions.AILMENTS),
        foreign=not words.isdisjoint(patterns_foreign.TRIGGERS),
        takes_back=not words.isdisjoint(_TAKING_BACK),
        asks=asks,
    )


def drafts_of(
    clause: Clause, cues: Cues, *, lead_end: int, past: bool, ahead: bool, lasted: bool
) -> list[Draft]:
    """Return what the first rule that fits reads in a clause.

    Args:
        lead_end: where the clause's own words begin.
        past, ahead: whether it names a time that is over, or still to come.
        lasted: whether it names years that something lasted.
    """
    if cues.conditional and _CONDITION.search(clause.message.folded, clause.start, clause.end):
        return []
    if _in_a_title(clause):
        return []
    was = clause.verb == "be" and clause.form is Form.PAST and not clause.negated
    if was and (lasted or _FOR_YEARS.search(clause.folded)):
        clause = replace(clause, form=Form.PRESENT, ended=True)  # "I was a cook for ten years"
    for reads in _asked(clause, cues, lead_end, past=past, ahead=ahead):
        found = list(reads)
        if found:
            return found
    return []


def _in_a_title(clause: Clause) -> bool:
    """Tell "I Love Lucy reruns" from "I love reruns" and "I LOVE reruns"."""
    if clause.elided or not clause.subject.is_user or clause.subject.owned:
        return False
    verb = clause.message.shown[clause.verb_start : clause.rest]
    return _TITLE_CASE.match(verb) is not None and clause.verb_start > clause.start


def _asked(
    clause: Clause, cues: Cues, lead_end: int, *, past: bool, ahead: bool
) -> Iterator[Iterator[Draft]]:
    if cues.favourites:
        yield patterns_taste.favourites(clause, lead_end)
    if cues.go_to:
        yield patterns_sayings.go_to(clause, lead_end)
    if clause.subject.owned:
        yield patterns_plan.own_plan(clause, ahead=ahead)
        for rule in OF_OWNED.get(clause.verb, ()):
            yield rule(clause)
        return
    if clause.elided or not clause.subject.is_user:
        yield from _without_i(clause, cues, lead_end, ahead=ahead)
    if not clause.verb or not _may_be_read(clause, cues):
        return
    lead = clause.message.folded[clause.start : lead_end]
    yield patterns_retraction.never_did(clause)
    yield patterns_pastime.spare_time(clause, lead)
    if clause.verb == "be":
        yield patterns_plan.be_plan(clause, ahead=ahead)
    else:
        for rule in BEFORE_ALL:
            yield rule(clause)
    verbs = [clause.verb] if clause.verb in VERB_FORMS else sorted(stems(clause.verb))
    for verb in verbs:
        for rule in BY_VERB.get(verb, ()):
            yield rule(clause)
    yield patterns_habit.used_to(clause)
    yield patterns_habit.given_up(clause)
    yield patterns_taste.used_to_like(clause)
    yield patterns_plan.awaited(clause, ahead=ahead)
    yield patterns_plan.signed_up(clause, ahead=ahead)
    yield patterns_plan.booked(clause, ahead=ahead)
    yield patterns_plan.plan(clause, ahead=ahead)
    yield patterns_event.event(clause, past=past)
    yield patterns_event.event_of_another(clause, past=past)


def _without_i(
    clause: Clause, cues: Cues, lead_end: int, *, ahead: bool
) -> Iterator[Iterator[Draft]]:
    rules = (LOOSE if cues.loose else ()) + (OF_THINGS if cues.things else ())
    for rule in rules:
        yield _of_speaker(rule(clause, lead_end))
    if cues.noted:
        yield _of_speaker(patterns_plan.noted(clause, lead_end, ahead=ahead))


def _of_speaker(reads: Iterator[Draft]) -> Iterator[Draft]:
    """What these rules read is the speaker's, whatever the clause begins with."""
    return (replace(read, subject=read.subject or USER) for read in reads)


def _may_be_read(clause: Clause, cues: Cues) -> bool:
    """Tell the speaker and people from bare names that may be anything, or part of a riddle."""
    subject = clause.subject
    if clause.elided or subject.is_user:
        return True
    if subject.relation:
        return _RELATION_PARTS.split(subject.relation)[-1] in _PEOPLE
    if cues.asks:
        return False
    if clause.verb == "be":
        return _SAID_OF_PEOPLE.match(clause.folded) is not None
    if clause.verb == "have":
        return _KIN.match(clause.folded) is not None
    return clause.verb in _PERSONAL_VERBS


_PEOPLE = lexicon.PEOPLE | lexicon.PLURAL_PEOPLE
_RELATION_PARTS = re.compile("'s | ")
_SAID_OF_PEOPLE = re.compile(
    r"\s*(?:allergic|my|our|[0-9]|a |an |married|engaged|vegan|vegetarian|from|turning)"
)
_PERSONAL_VERBS = words_of(
    """live move relocate work love like hate enjoy stand loathe adore speak study dislike
    detest collect break pass play adopt fly graduate marry"""
)
_KIN = re.compile(
    r"\s+(?:a|an|one|two|three|four|five|no|twin) (?:\w+ )?(?:kids?|children|daughters?|sons?|boys|girls|"
    r"sisters?|brothers?|siblings|grandchildren)\b"
)
_CONDITION = re.compile(
    r"\b(?:if|unless|whether|as if|as though|in case|supposing|assuming|would|provided|as long as|"
    r"in the event|depending on|sarcas\w+|in theory|hypothetically|in the (?:story|game|novel|book|"
    r"movie|film|play|dream|show|sims|song)|in minecraft|in my (?:dreams?|head|story|novel|game))\b(?! (?:that|it|"
    "this) (?:helps|matters|counts|is relevant)| (?:helpful|relevant|anyone))"
)

_TITLE_CASE = re.compile(r"[A-Z][a-z]+\b")

_FOR_YEARS = re.compile(r"\bfor (?:[\w-]+ ){0,3}?(?:years|decades|a decade)\b")

# The words that each family needs.
_TAKING_BACK = words_of(
    """scratch strike disregard ignore forget take kidding joking jk lied made mixed mix
    misspoke meant mean joke nvm previous lie wrong true sarcasm messing teasing leg neighbour neighbor
    confused mistake that sorry correction oops nope"""
)
_CONDITIONAL = words_of(
    """if unless whether as case supposing assuming would provided event depending theory
    hypothetically story
    game novel book movie film play dream dreams head show sims song minecraft sarcasm sarcastic"""
)
_FAVOURITES = words_of("favourite favorite fave fav")
_NOTED = words_of(
    """dentist appointment exam exams interview surgery operation canal biopsy scan mri viva finals
    test checkup check ultrasound flight trip"""
)
_GO_TO = words_of("my go to")
_LOOSE = words_of(
    """call calls address refer name here this as being it mum mom dad mother father parent
    counting email mail e number phone mobile cell reach write contact text ring laid fired
    sacked let made home birthday put known knows hired recruited took day drop old
    bred raised"""
)
_THINGS = words_of(
    """thing cup jam fun passion hobby peeve weakness pleasure favourite favorite place food
    nemesis nightmare slaps rocks gross disgusting vile revolting worst makes make nothing
    allergy allergies hives rash me us er hospital emergency could over my beat"""
)
_OWNERS = words_of("my our")
_NAMED_KINDS = frozenset(
    word
    for kind in lexicon.PARTNERS | lexicon.FAMILY | lexicon.FAMILY_PLURALS | lexicon.ANIMALS
    for word in re.split(r"[ -]", kind)
)

LOOSE = (*patterns_introduced.RULES, *patterns_loose.RULES, patterns_retraction.put_down)
OF_THINGS = (
    patterns_diet.no_for_me,
    patterns_language.is_my_language,
    patterns_health.stings,
    *patterns_opinions.RULES,
    *patterns_sayings.RULES,
    patterns_health.allergy_here,
    patterns_health.listed_allergies,
)
BEFORE_ALL: tuple[Rule, ...] = (
    patterns_occupation.for_a_living,
    patterns_habit.habit,
    patterns_habit.never,
)
# What is said of something that someone has: "my birthday is ...", "our dog died".
OF_OWNED: dict[str, tuple[Rule, ...]] = {
    "be": (
        patterns_owned.owned_statements,
        patterns_taste.own_favourite,
        patterns_pastime.own_hobby,
        patterns_health.own_allergy,
        patterns_health.own_condition,
        patterns_language.own_language_skill,
        patterns_goal.own_goal,
        patterns_things.own_possession,
        patterns_people.own_divorce,
    ),
    "change": (patterns_owned.contact_changed,),
    "come": (patterns_people.own_divorce,),
    "go": (patterns_people.own_divorce,),
    "fall": (patterns_owned.owned_statements,),
    "act": (patterns_health.own_condition,),
    "flare": (patterns_health.own_condition,),
    "get": (patterns_health.own_condition,),
    "die": (patterns_things.die,),
    "pass": (patterns_things.die,),
}
BY_VERB: dict[str, tuple[Rule, ...]] = {
    "be": (
        patterns_health.be_allergic,
        patterns_diet.be_diet,
        patterns_pastime.be_keen,
        patterns_taste.be_fond,
        patterns_taste.be_a_fan,
        patterns_sayings.be_sucker,
        patterns_health.be_ill,
        patterns_diet.eat_no,
        patterns_people.be_together,
        patterns_people.be_mine,
        patterns_identity.be_years_old,
        patterns_identity.be_age,
        patterns_identity.be_born,
        patterns_identity.be_origin,
        patterns_occupation.be_retired,
        patterns_occupation.be_in_field,
        patterns_work.be_employed,
        patterns_work.get_laid_off,
        patterns_occupation.get_promoted,
        patterns_things.be_owner,
        patterns_occupation.be_occupation,
        patterns_school.be_school,
        patterns_people.be_relationship,
        patterns_people.be_family,
        patterns_home.be_home,
        patterns_language.be_language,
        patterns_language.be_raised,
        patterns_habit.be_smoker,
        patterns_goal.be_determined,
        patterns_owned.be_zone,
        patterns_identity.be_called,
        patterns_identity.be_name,
    ),
    "live": (
        patterns_reactions.live_with,
        patterns_sayings.cannot_live_without,
        patterns_home.live,
    ),
    "reside": (patterns_home.live,),
    "move": (patterns_home.move,),
    "relocate": (patterns_home.move,),
    "settle": (patterns_home.settle,),
    "call": (patterns_home.call_home,),
    "rent": (patterns_home.rent,),
    "share": (patterns_home.rent,),
    "make": (patterns_home.make_move, patterns_occupation.earn_living),
    "earn": (patterns_occupation.earn_living,),
    "qualify": (patterns_occupation.earn_living,),
    "hit": (patterns_identity.hit_age,),
    "change": (patterns_introduced.change_name,),
    "celebrate": (patterns_owned.celebrate_birthday,),
    "treat": (patterns_things.treat_myself,),
    "splurge": (patterns_things.treat_myself,),
    "upgrade": (patterns_things.treat_myself,),
    "bring": (patterns_things.treat_myself,),
    "trade": (patterns_things.pass_on,),
    "donate": (patterns_things.pass_on,),
    "find": (patterns_sayings.find,),
    "dread": (patterns_sayings.endure,),
    "abide": (patterns_sayings.endure,),
    "tolerate": (patterns_sayings.endure,),
    "grow": (patterns_reactions.outgrow, patterns_identity.grow_up, patterns_sayings.come_to_love),
    "come": (
        patterns_identity.come_from,
        patterns_sayings.come_to_love,
        patterns_reactions.react_to,
    ),
    "spend": (patterns_identity.spend_childhood, patterns_leisure.spend_time),
    "unwind": (patterns_leisure.spend_time,),
    "relax": (patterns_leisure.spend_time,),
    "dabble": (patterns_leisure.get_into,),
    "tend": (patterns_habit.tend,),
    "cancel": (patterns_plan.call_off,),
    "hope": (patterns_goal.want_to,),
    "hail": (patterns_identity.come_from,),
    "work": (
        patterns_work.work_at,
        patterns_work.work_as,
        patterns_work.work_in,
        patterns_goal.work_towards,
    ),
    "intern": (patterns_work.work_at,),
    "temp": (patterns_work.work_at,),
    "contract": (patterns_work.work_at,),
    "join": (patterns_work.join,),
    "start": (patterns_work.start_work,),
    "get": (
        patterns_work.get_job,
        patterns_work.get_laid_off,
        patterns_occupation.get_promoted,
        patterns_people.get_married,
        patterns_things.get_rid_of,
        patterns_things.get_thing,
        patterns_language.have_language,
        patterns_leisure.get_into,
        patterns_taste.get_enough,
        patterns_habit.wake_up,
        patterns_health.get_condition,
        patterns_health.get_diagnosed,
        patterns_reactions.react_to,
    ),
    "land": (patterns_work.get_job,),
    "accept": (patterns_work.get_job,),
    "take": (patterns_work.get_job, patterns_pastime.take_up),
    "leave": (
        patterns_people.walk_out,
        patterns_home.leave_place,
        patterns_work.leave_job,
        patterns_work.leave_company,
    ),
    "quit": (patterns_work.leave_job, patterns_work.leave_company, patterns_diet.quit_habit),
    "stop": (patterns_diet.quit_habit,),
    "resign": (patterns_work.leave_job,),
    "retire": (patterns_work.leave_job,),
    "teach": (patterns_occupation.teach,),
    "do": (
        patterns_diet.avoid,
        patterns_school.do_degree,
        patterns_occupation.do_work,
        patterns_pastime.practise,
    ),
    "train": (patterns_school.train_to_be, patterns_goal.work_towards),
    "study": (patterns_school.study,),
    "become": (patterns_occupation.become, patterns_diet.keep_diet),
    "freelance": (patterns_occupation.freelance,),
    "go": (
        patterns_identity.go_by,
        patterns_school.go_to_school,
        patterns_habit.wake_up,
        patterns_diet.keep_diet,
        patterns_sayings.go_off,
        patterns_leisure.go_doing,
    ),
    "attend": (patterns_school.attend,),
    "drop": (patterns_school.drop_out,),
    "flunk": (patterns_school.drop_out,),
    "turn": (patterns_identity.turn_age, patterns_diet.keep_diet),
    "speak": (patterns_language.speak,),
    "read": (patterns_language.read_language,),
    "know": (patterns_language.know_language,),
    "understand": (patterns_language.know_language,),
    "marry": (patterns_people.marry,),
    "elope": (patterns_people.marry,),
    "tie": (patterns_people.marry,),
    "see": (patterns_people.see_someone, patterns_people.date_someone),
    "dump": (patterns_people.walk_out,),
    "break": (
        patterns_people.walk_out,
        patterns_people.break_up,
        patterns_reactions.react_to,
    ),
    "split": (patterns_people.break_up,),
    "date": (patterns_people.be_together, patterns_people.date_someone),
    "have": (
        patterns_work.get_job,
        patterns_language.have_language,
        patterns_things.have,
        patterns_diet.cannot_eat,
        patterns_health.have_allergy,
        patterns_reactions.had_reaction,
        patterns_health.have_condition,
        patterns_taste.have_weakness,
    ),
    "suffer": (patterns_health.get_condition,),
    "own": (patterns_things.have,),
    "drive": (patterns_things.have,),
    "ride": (patterns_things.have,),
    "buy": (patterns_things.buy,),
    "purchase": (patterns_things.buy,),
    "inherit": (patterns_things.buy,),
    "adopt": (patterns_things.adopt,),
    "rescue": (patterns_things.adopt,),
    "pick": (patterns_things.get_thing,),
    "sell": (patterns_things.sell,),
    "give": (patterns_things.give_away, patterns_diet.quit_habit),
    "want": (patterns_goal.want_to,),
    "aim": (patterns_goal.want_to,),
    "try": (patterns_goal.want_to,),
    "save": (patterns_goal.work_towards,),
    "love": (patterns_sayings.love_me_some, patterns_taste.like),
    "like": (patterns_introduced.like_to_be_called, patterns_taste.like),
    "enjoy": (patterns_taste.like,),
    "adore": (patterns_taste.like,),
    "prefer": (patterns_introduced.like_to_be_called, patterns_taste.like),
    "hate": (patterns_taste.hate,),
    "loathe": (patterns_taste.hate,),
    "detest": (patterns_taste.hate,),
    "dislike": (patterns_taste.hate,),
    "despise": (patterns_taste.hate,),
    "stand": (patterns_taste.cannot_stand,),
    "bear": (patterns_taste.cannot_stand,),
    "stomach": (patterns_taste.cannot_stand,),
    "care": (patterns_taste.do_not_care,),
    "play": (patterns_pastime.play,),
    "collect": (patterns_pastime.collect,),
    "practise": (patterns_pastime.practise,),
    "practice": (patterns_pastime.practise,),
    "wake": (patterns_habit.wake_up,),
    "avoid": (patterns_diet.avoid,),
    "touch": (patterns_diet.avoid,),
    "react": (patterns_reactions.react_to,),
    "carry": (patterns_reactions.react_to,),
    "outgrow": (patterns_reactions.outgrow,),
    "recover": (patterns_reactions.recover,),
    "beat": (patterns_reactions.recover,),
    "struggle": (patterns_reactions.live_with,),
    "eat": (
        patterns_diet.eat_no,
        patterns_diet.has_not_eaten,
        patterns_diet.keep_diet,
        patterns_diet.eat_diet,
        patterns_diet.cannot_eat,
        patterns_diet.no_longer_consume,
    ),
    "drink": (
        patterns_diet.abstain,
        patterns_diet.eat_diet,
        patterns_diet.cannot_eat,
        patterns_diet.no_longer_consume,
    ),
    "smoke": (
        patterns_habit.never_smoked,
        patterns_habit.smoke,
        patterns_diet.abstain,
        patterns_diet.no_longer_consume,
    ),
    "meditate": (patterns_habit.smoke,),
    "journal": (patterns_habit.smoke,),
    "vape": (patterns_habit.smoke, patterns_diet.abstain, patterns_diet.no_longer_consume),
    "keep": (patterns_diet.keep_diet, patterns_things.keep_animals),
    "follow": (patterns_diet.keep_diet,),
}
for _verbs, _rule in (
    (lexicon.PASTIMES, patterns_pastime.pastime),
    (patterns_pastime.CRAFTS, patterns_pastime.craft),
    (patterns_habit.DAILY, patterns_habit.daily),
    (lexicon.PASTIMES, patterns_leisure.been_doing),
):
    for _verb in _verbs:
        BY_VERB[_verb] = (*BY_VERB.get(_verb, ()), _rule)
