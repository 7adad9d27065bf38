"""Everyday words that stand in for one another: what a question may mean by another word.

A small table of our own. A question's words look for these too, at a fraction of their weight;
what is stored is never changed by it, so the table can grow without reindexing. Groups are
symmetric: each word of a line looks for the others.
"""

from typing import Final

from remanent.text.stems import stem

_GROUPS: Final = """
mother mom mum mama
father dad papa
kid child son daughter toddler baby
parent mother mom father dad
sibling brother sister
grandmother grandma granny
grandfather grandpa
family relative parent sibling kid child wife husband
husband wife spouse partner
boyfriend girlfriend partner date relationship
friend buddy pal mate
work job career occupation profession employ employer position company joined hired
company firm business startup employer
boss manager supervisor
colleague coworker teammate
fired layoff unemployed
buy purchase get order shop
sell sale
gift present
car vehicle automobile truck drive
bike bicycle cycle
home house apartment flat place live
live reside stay move home apartment
move relocate settle
travel trip vacation journey tour visit getaway holiday fly
country abroad nation
city town
beach ocean sea coast shore
mountain hill peak
hike trail trek
camp tent outdoors
movie film cinema watch
show series episode television
book novel read author
write writing script screenplay poem journal
music song band album concert tune listen
concert gig festival performance
play perform
paint art draw sketch artwork
photo picture image photograph photography camera snapshot
cook recipe meal dish bake food
eat food meal dinner lunch breakfast snack diet allergic allergy vegan vegetarian
allergy allergic intolerant intolerance
dessert bake cake cookie pie pastry sweet
drink coffee tea beer wine juice
restaurant cafe diner
dog puppy pup
cat kitten kitty
pet dog cat puppy kitten animal
exercise workout gym fitness training yoga run
run jog race marathon
sport team match game
game gaming videogame console
competition contest tournament championship
win award prize victory champion
sick ill illness disease condition
doctor hospital clinic medical appointment
hurt injury injure pain
health healthy fitness diet
stress anxious anxiety pressure overwhelm
relax calm unwind destress chill peace soothing
happy glad joy joyful excited thrilled
sad upset disappointed
angry mad frustrated annoyed
scared afraid fear nervous
like love enjoy favorite prefer fond
favorite favourite best fave
hate dislike
hobby pastime activity interest passion
begin start launch open
end finish complete
study learn class course school
school college university degree campus
degree graduate major diploma
teach teacher instruct coach mentor
church faith religion religious
volunteer charity donate nonprofit community
donate donation charity raise fundraiser
money finance financial budget fund afford salary
marry married marriage wedding bride engaged
divorce separate breakup
pregnant baby birth born
die death pass funeral
birthday born celebrate celebration anniversary
party celebration gathering
meet encounter
talk speak chat discuss conversation
help assist support aid
advice suggest recommend recommendation tip
plan goal intend aim
goal dream aim aspiration ambition
problem issue challenge trouble difficulty obstacle struggle setback
idea thought plan
inspire inspiration motivate motivation
accomplish achieve achievement accomplishment proud
repair fix restore
broken break damage
make create build craft design
clothes clothing shirt dress outfit fashion
shoe sneaker boot
jewelry necklace ring bracelet
phone mobile call
computer laptop
app application software
garden plant flower
weather rain storm snow sunny
name nickname call
hair haircut dye
instrument guitar piano violin drum
ethnicity heritage culture background roots
accident crash collision
recently lately
army military veteran soldier
politics political politician election government
""".strip()


def _table() -> dict[str, tuple[str, ...]]:
    found: dict[str, dict[str, None]] = {}
    for line in _GROUPS.splitlines():
        terms = [stem(word) for word in line.split()]
        for term in terms:
            found.setdefault(term, {}).update(dict.fromkeys(terms))
    return {
        term: tuple(other for other in others if other != term) for term, others in found.items()
    }


_RELATED: Final = _table()


def related(term: str) -> tuple[str, ...]:
    """Return the terms (stems) that may stand for a term; none for most."""
    return _RELATED.get(term, ())
