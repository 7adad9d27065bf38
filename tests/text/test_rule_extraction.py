"""What a person says of himself and his people becomes statements; nothing else does."""

import re
import time
from datetime import UTC, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from remanent.model.event import Origin, Role
from remanent.model.fact import Polarity, Stance, Statement, TimeSpan
from remanent.text.rule_extraction import MAX_CHARACTERS, MAX_STATEMENTS, Extraction, extract

AT = datetime(2026, 5, 4, 12, tzinfo=UTC)


def read(
    text: str,
    *,
    role: Role = Role.USER,
    origin: Origin = Origin.PERSON,
    speaker: str | None = None,
    zone: str | None = None,
) -> Extraction:
    return extract(text, role=role, origin=origin, speaker=speaker, at=AT, zone=zone)


def written(statement: Statement) -> str:
    words = f"{statement.subject} | {statement.slot} | {statement.value}"
    if statement.polarity is Polarity.NEGATIVE:
        words += " | not"
    if statement.stance is not Stance.ASSERT:
        words += f" | {statement.stance}"
    return words


def facts(text: str) -> list[str]:
    return [written(statement) for statement in read(text).statements]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        # who
        (
            "My name is Priya and I'm from Chennai.",
            ["user | name | Priya", "user | origin | Chennai"],
        ),
        ("hi! I'm Marguerite, nice to meet you", ["user | name | Marguerite"]),
        ("I go by Kit these days", ["user | name | Kit"]),
        ("everyone calls me Bex", ["user | name | Bex"]),
        (
            "This is Dr. Hannelore Pfeiffer, writing from Graz.",
            ["user | name | Dr. Hannelore Pfeiffer"],
        ),
        ("I'm 34", ["user | age | 34"]),
        ("I'm sixty-seven years young, my dear", ["user | age | sixty-seven"]),
        ("I just turned 40!", ["user | age | 40"]),
        (
            "I'm Dana, 41, a nurse from Tromsø, living in Bergen",
            [
                "user | name | Dana",
                "user | age | 41",
                "user | occupation | nurse",
                "user | home | Bergen",
            ],
        ),
        ("My birthday is 14 May", ["user | birthday | 14 May"]),
        ("I was born on the 3rd of May, 1988.", ["user | birthday | 3rd of May, 1988"]),
        ("I was born and raised in Cork", ["user | origin | Cork"]),
        ("I'm Brazilian", ["user | origin | Brazilian"]),
        ("my timezone is Europe/Helsinki", ["user | timezone | Europe/Helsinki"]),
        ("I'm on Eastern time", ["user | timezone | Eastern time"]),
        ("My email is zoe.v@example.net.", ["user | email | zoe.v@example.net"]),
        ("my phone number is +44 20 7946 0958", ["user | phone | +44 20 7946 0958"]),
        (
            "I speak Catalan, Spanish and a bit of French",
            [f"user | language | {name}" for name in ("Catalan", "Spanish", "French")],
        ),
        # where
        ("I live in a small flat in Leeds with my two cats", ["user | home | Leeds"]),
        ("i live in berlin", ["user | home | berlin"]),
        ("Just moved to Portland, Oregon!", ["user | home | Portland, Oregon"]),
        ("I live on the Isle of Skye", ["user | home | Isle of Skye"]),
        ("my new address is 3 Mill Lane, Totnes.", ["user | home | 3 Mill Lane, Totnes"]),
        ("We moved from Leeds to York", ["user | home | York", "user | home | Leeds | end"]),
        # work and school
        ("I work at Nordlys", ["user | work | Nordlys"]),
        ("I just joined Halden", ["user | work | Halden"]),
        (
            "I'm a software engineer at Google",
            ["user | occupation | software engineer", "user | work | Google"],
        ),
        (
            "I work as a nurse at St Thomas' Hospital",
            ["user | work | St Thomas' Hospital", "user | occupation | nurse"],
        ),
        (
            "I do payroll at the county hospital",
            ["user | occupation | payroll", "user | work | county hospital"],
        ),
        ("I'm a PhD student at ETH", ["user | occupation | PhD student", "user | school | ETH"]),
        ("I live in Berlin and work at Nordlys", ["user | home | Berlin", "user | work | Nordlys"]),
        ("As a nurse I see this every day", ["user | occupation | nurse"]),
        # body
        (
            "I'm allergic to nuts, dairy and shellfish",
            [f"user | allergy | {what}" for what in ("nuts", "dairy", "shellfish")],
        ),
        ("bee stings send me to the ER, full-blown allergy", ["user | allergy | bee stings"]),
        ("I can't have nuts, I'm allergic", ["user | allergy | nuts"]),
        ("I'm not allergic to walnuts", ["user | allergy | walnuts | not"]),
        ("I'm vegan", ["user | diet | vegan"]),
        ("I don't eat pork", ["user | diet | no pork"]),
        ("no gluten for me please", ["user | diet | no gluten"]),
        ("I was diagnosed with ADHD at 37", ["user | health | ADHD"]),
        ("I don't have diabetes, the test came back clear", ["user | health | diabetes | not"]),
        # tastes
        ("I love sushi and ramen", ["user | likes | sushi", "user | likes | ramen"]),
        ("I don't like mushrooms", ["user | dislikes | mushrooms"]),
        ("I can't stand loud music", ["user | dislikes | loud music"]),
        ("I love mac and cheese", ["user | likes | mac and cheese"]),
        (
            "I'm really into bouldering and sourdough",
            ["user | likes | bouldering", "user | likes | sourdough"],
        ),
        ("I prefer tea over coffee", ["user | likes | tea"]),
        ("my favourite colour is teal", ["user | likes | teal"]),
        ("Olives are not my thing", ["user | dislikes | Olives"]),
        ("ngl pineapple on pizza slaps", ["user | likes | pineapple on pizza"]),
        # doing
        ("I play the guitar", ["user | hobby | guitar"]),
        ("in my spare time I restore old radios", ["user | hobby | restore old radios"]),
        ("I drink coffee every morning", ["user | habit | drink coffee every morning"]),
        ("every Sunday we go to the farmers' market", ["user | habit | go to the farmers' market"]),
        ("I own a kayak", ["user | owns | kayak"]),
        (
            "just bought a secondhand cello off a retired music teacher",
            ["user | owns | secondhand cello"],
        ),
        ("I don't have a car", ["user | owns | car | not"]),
        ("We have two cats, Miso and Tofu", ["user | pet | cat Miso", "user | pet | cat Tofu"]),
        ("I saw the dentist yesterday", ["user | event | saw the dentist"]),
        ("passed my driving test this morning!!!", ["user | event | passed my driving test"]),
        ("I fly out to Lima on the 9th", ["user | plan | fly out to Lima"]),
        ("I'm moving to Berlin next month", ["user | plan | moving to Berlin"]),
        ("I want to read 50 books this year", ["user | goal | read 50 books"]),
        # people
        (
            "I have a brother and two sisters",
            ["user | family | brother", "user | family | two sisters"],
        ),
        ("My son is called Bram", ["user | family | son Bram"]),
        ("I'm engaged to Mateo", ["user | relationship | engaged", "user | partner | Mateo"]),
        ("Dario and I are back together", ["user | partner | Dario"]),
        ("My wife Solveig and I want to redo the kitchen", ["user | partner | Solveig"]),
        ("My cat Turnip knocked the router over again", ["user | pet | cat Turnip"]),
    ],
)
def test_a_first_person_statement_is_read(text: str, expected: list[str]) -> None:
    assert facts(text) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (
            "My colleague Jonas can't stand olives, and his sister just moved to Porto.",
            ["Jonas | dislikes | olives", "Jonas's sister | home | Porto"],
        ),
        ("Mila's birthday is 14 May", ["Mila | birthday | 14 May"]),
        ("my daughter is 7 years old", ["daughter | age | 7"]),
        (
            "my sister Ana is 27 and she lives in Bilbao",
            ["Ana | age | 27", "Ana | home | Bilbao", "user | family | sister Ana"],
        ),
        ("My dad's a retired teacher", ["dad | occupation | retired teacher"]),
        ("My brother's wife is from Peru", ["brother's wife | origin | Peru"]),
        ("my roommate Chidi works nights at the airport", ["Chidi | work | airport"]),
        ("That was my neighbour's idea, he lives in Bonn", []),
        ("she's a dentist in Kaunas", []),
    ],
)
def test_what_is_said_of_someone_else_is_of_him(text: str, expected: list[str]) -> None:
    assert facts(text) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("I used to live in Tromsø.", ["user | home | Tromsø | end"]),
        ("I don't live in Paris anymore", ["user | home | Paris | end"]),
        ("I quit my job at Acme", ["user | work | Acme | end"]),
        ("I left Acme", ["user | work | Acme | end"]),
        ("They laid me off from Norvane last month.", ["user | work | Norvane | end"]),
        ("I no longer eat meat", ["user | habit | eat meat | end"]),
        ("I don't drink coffee any more, only rooibos", ["user | habit | drink coffee | end"]),
        ("I quit smoking", ["user | habit | smoking | end"]),
        ("I'm no longer vegan", ["user | diet | vegan | end"]),
        ("we broke up", ["user | relationship | in a relationship | end"]),
        ("I sold my bike", ["user | owns | bike | end"]),
        ("our dog died in spring, miss him so much", ["user | pet | dog | end"]),
        ("I used to love sushi", ["user | likes | sushi | end"]),
    ],
)
def test_what_is_over_ends(text: str, expected: list[str]) -> None:
    assert facts(text) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("scratch that", ["user | None | None | retract"]),
        ("I was just kidding", ["user | None | None | retract"]),
        ("never mind, forget what I said", ["user | None | None | retract"]),
        ("no, I meant Porto, not Lisbon", ["user | None | Lisbon | retract"]),
        (
            "That was my neighbour, I'm not allergic to walnuts.",
            ["user | allergy | walnuts | retract", "neighbour | allergy | walnuts"],
        ),
        (
            "actually I never worked at Dovetail, I mixed that up",
            ["user | work | Dovetail | retract"],
        ),
        ("scratch that, I live in Riga", ["user | None | None | retract", "user | home | Riga"]),
        ("I live on Mill Street, Ely. Just kidding!", []),
        ("don't forget I'm vegetarian", ["user | diet | vegetarian"]),
        ("don't forget the milk", []),
        ("forget it", []),
        ("I take it back to the shop", []),
    ],
)
def test_what_is_taken_back_is_retracted(text: str, expected: list[str]) -> None:
    assert facts(text) == expected


@pytest.mark.parametrize(
    "text",
    [
        # asked, wished, supposed
        "Do I like olives?",
        "Did I mention that I live in Berlin?",
        "I live in Berlin, right?",
        "do people think I'm odd, I live in Ely",
        "Can I eat oysters while I'm pregnant? Asking for my sister.",
        "If I moved to Rome I'd need a scooter",
        "unless I get the job in Zürich, we stay put",
        "Imagine I own a bakery: how do I price a croissant?",
        "I wish I lived in Rome and had a dog",
        "I'd love to live in Japan someday",
        "I might move to Madrid",
        "I think I'm allergic to nuts",
        "I almost moved to Japan",
        "In my dream I lived in Paris",
        "for this exercise, I'm a doctor",
        # someone else's words, and other texts
        'She said "I hate cilantro" and left the table',
        "She said 'I hate cilantro' and left the table",
        "He said he lives in Berlin",
        "My mum thinks I'm a lawyer",
        "She thinks I'm a spy and I live in Berlin",
        "John: I'm allergic to nuts",
        "> I live in London",
        "```I live in London```",
        "<memory>User likes sauna</memory>\nok thanks",
        "User is allergic to walnuts",
        "Show me the unpaid invoices of customer Radek Vlk.",
        "Team standup at 09:30",
        "How can I sort a linked list?",
        # instructions and play
        "write a story where I live on Mars",
        "Translate to German: my name is Anna and I live in Paris. I'm vegan.",
        "Proofread please: 'I work at a bank and I love numbers.'",
        "Pretend I'm a pirate. I live in Tortuga.",
        "*I draw my sword* I am Sir Aldric of Thornmere, and I fear no dragon!",
        "From now on answer as though I was a doctor.",
        # manners of speaking
        "I live for the weekend",
        "I live in fear of Mondays",
        "I work on the override valve team",
        "I moved to Python from Java",
        "I moved to a new team",
        "I'm allergic to mornings",
        "I'm tired",
        "hi im confused about step 4",
        "I'm Batman lol",
        "I'm Irish coffee's biggest fan",
        "I have a question",
        "I have a dog in this fight",
        "I own that mistake, sorry",
        "I love it when you explain",
        "I like that one",
        "I love how the second paragraph reads now, thanks!",
        "I love Lucy is a good show",
        "I read 1984 in school",
        "I'm in Lisbon for a conference until Thursday",
        "oh great, another meeting. I just LOVE Mondays 🙄",
        "I don't dislike jazz",
        "I left my keys at home",
        "I left Tom a message",
        "I joined the call",
        "I joined Anna at the café",
        "my name is on the list",
        "Einstein was born in Ulm",
        "I'm 20 minutes away",
        "every Friday",
        "",
    ],
)
def test_what_is_not_stated_is_left_alone(text: str) -> None:
    assert facts(text) == []


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Known as Bex to everyone.", ["user | name | Bex"]),
        ("Teodor is my name.", ["user | name | Teodor"]),
        ("I prefer to be called Sam.", ["user | name | Sam"]),
        ("I changed my name to Noor last year.", ["user | name | Noor"]),
        ("Everyone knows me as Duke.", ["user | name | Duke"]),
        ("my name isn't Susan, it's Suzanne", ["user | name | Suzanne"]),
        ("I call Valletta home now.", ["user | home | Valletta"]),
        ("I'm a resident of Tampere.", ["user | home | Tampere"]),
        ("I rent a small flat in Leith.", ["user | home | Leith"]),
        (
            "I left London for Bristol in March.",
            ["user | home | Bristol", "user | home | London | end"],
        ),
        ("We finally made the move to Aarhus.", ["user | home | Aarhus"]),
        ("I've been in Galway since we were kids", ["user | home | Galway"]),
        ("Halvard hired me last week.", ["user | work | Halvard"]),
        ("I have a job at Fennel & Co.", ["user | work | Fennel & Co"]),
        ("I've accepted an offer from Quillon.", ["user | work | Quillon"]),
        ("My last day at Norvane was Friday.", ["user | work | Norvane | end"]),
        ("I'm the CTO of Larkspur.", ["user | occupation | CTO", "user | work | Larkspur"]),
        ("I used to be at Monzo.", ["user | work | Monzo | end"]),
        ("I was promoted to senior editor.", ["user | occupation | senior editor"]),
        ("I qualified as a vet last year.", ["user | occupation | vet"]),
        ("I make my living as a potter.", ["user | occupation | potter"]),
        ("I work in IT as a sysadmin.", ["user | occupation | sysadmin"]),
        ("Nurse here, working nights.", ["user | occupation | Nurse"]),
        ("I'm at Leeds University.", ["user | school | Leeds University"]),
        ("As a 52-year-old, I find this confusing.", ["user | age | 52"]),
        ("I just hit 50.", ["user | age | 50"]),
        ("I'm 28F, living in Austin", ["user | age | 28", "user | home | Austin"]),
        ("14 May is my birthday.", ["user | birthday | 14 May"]),
        ("My birthday falls on 3 October.", ["user | birthday | 3 October"]),
        ("My divorce came through in April.", ["user | relationship | divorced"]),
        ("I have a wife called Inga.", ["user | partner | Inga"]),
        ("Tom, my husband, works nights.", ["user | partner | Tom"]),
        (
            "Joss and I tied the knot on Saturday.",
            ["user | relationship | married", "user | partner | Joss"],
        ),
        (
            "My twins, Ada and Max, start school soon.",
            ["user | family | twin Ada", "user | family | twin Max"],
        ),
        ("I have a five-year-old.", ["user | family | five-year-old"]),
        ("My wife and I have a little boy.", ["user | family | little boy"]),
        ("I'm an aunt!", ["user | family | aunt"]),
        ("I'm a dog mum to Biscuit.", ["user | pet | dog Biscuit"]),
        ("we keep chickens", ["user | pet | chickens"]),
        ("We just brought home a kitten named Olive.", ["user | pet | kitten Olive"]),
        ("I treated myself to a new camera.", ["user | owns | new camera"]),
        ("I ride a Brompton.", ["user | owns | Brompton"]),
        ("my number changed to 555 0134.", ["user | phone | 555 0134"]),
        ("Drop me a line at kit@example.com.", ["user | email | kit@example.com"]),
        ("I carry an EpiPen for my peanut allergy.", ["user | allergy | peanut"]),
        ("I react badly to sulfites.", ["user | allergy | sulfites"]),
        ("Penicillin brings me out in hives.", ["user | allergy | Penicillin"]),
        ("Kiwi makes my mouth itch.", ["user | allergy | Kiwi"]),
        ("I get hives from strawberries.", ["user | allergy | strawberries"]),
        ("No nuts for me, I'm allergic.", ["user | allergy | nuts"]),
        ("severe nut allergy here so please be careful", ["user | allergy | nut"]),
        ("I avoid gluten.", ["user | diet | no gluten"]),
        ("I don't touch pork.", ["user | diet | no pork"]),
        ("I haven't eaten meat since 1998", ["user | diet | no meat"]),
        ("I'm off sugar at the moment.", ["user | diet | no sugar"]),
        ("my son can't have dairy", ["son | diet | no dairy"]),
        ("I could eat ramen every day.", ["user | likes | ramen"]),
        ("I'm a sucker for period dramas.", ["user | likes | period dramas"]),
        ("My go-to snack is hummus.", ["user | likes | hummus"]),
        ("Give me mountains over beaches any day.", ["user | likes | mountains"]),
        ("I can't live without coffee.", ["user | likes | coffee"]),
        ("Big sci-fi fan here.", ["user | likes | sci-fi"]),
        ("i luv sushi", ["user | likes | sushi"]),
        ("I've come to love okra.", ["user | likes | okra"]),
        ("Horror films aren't for me.", ["user | dislikes | Horror films"]),
        ("I find golf boring.", ["user | dislikes | golf"]),
        ("Slow walkers drive me mad.", ["user | dislikes | Slow walkers"]),
        ("I could do without coriander.", ["user | dislikes | coriander"]),
        ("I can't stand people who whistle", ["user | dislikes | people who whistle"]),
        ("I don't like cilantro, never have", ["user | dislikes | cilantro"]),
        ("I spend my weekends birdwatching.", ["user | hobby | birdwatching"]),
        ("I dabble in watercolours.", ["user | hobby | watercolours"]),
        ("I've been knitting since I was ten.", ["user | hobby | knitting"]),
        ("I go hiking a lot.", ["user | hobby | hiking"]),
        ("I write poetry.", ["user | hobby | write poetry"]),
        ("Tamil is my first language.", ["user | language | Tamil"]),
        ("I get by in Portuguese.", ["user | language | Portuguese"]),
        ("I have basic Korean.", ["user | language | Korean"]),
        ("I need it for my diabetes.", ["user | health | diabetes"]),
        ("I struggle with anxiety.", ["user | health | anxiety"]),
        (
            "As someone with coeliac disease I can't just eat anywhere.",
            ["user | health | coeliac disease"],
        ),
        ("I smoke.", ["user | habit | smoke"]),
        ("I tend to skip breakfast.", ["user | habit | skip breakfast"]),
        ("Can't wait for our Iceland trip in August.", ["user | plan | Iceland trip"]),
        ("I'm booked in for a root canal on Thursday.", ["user | plan | root canal"]),
        ("Dentist tomorrow.", ["user | plan | Dentist"]),
        ("I've got surgery scheduled for the 9th.", ["user | plan | surgery"]),
        ("gonna move to berlin next year", ["user | plan | move to berlin"]),
        ("I was robbed last week.", ["user | event | was robbed"]),
        ("I'm determined to learn the piano.", ["user | goal | learn the piano"]),
        ("My dream is to open a café.", ["user | goal | open a café"]),
        ("One day I want to sail around the world.", ["user | goal | sail around the world"]),
        ("Cork born and bred.", ["user | origin | Cork"]),
        ("I spent my childhood in Lagos.", ["user | origin | Lagos"]),
        (
            "One thing you should know about me is that I can't stand jazz.",
            ["user | dislikes | jazz"],
        ),
        ("I should mention that I'm diabetic", ["user | health | diabetic"]),
    ],
)
def test_other_ways_of_saying_the_same_are_read(text: str, expected: list[str]) -> None:
    assert facts(text) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("I left Paris for good.", ["user | home | Paris | end"]),
        ("I outgrew my egg allergy.", ["user | allergy | egg | end"]),
        ("I recovered from Lyme disease.", ["user | health | Lyme disease | end"]),
        ("I've gone off sushi.", ["user | likes | sushi | end"]),
        ("I haven't smoked since 2019.", ["user | habit | smoke | end"]),
        ("I was a teacher for twenty years.", ["user | occupation | teacher | end"]),
        ("I was vegan for three years", ["user | diet | vegan | end"]),
        ("I was a nurse until 2019", ["user | occupation | nurse | end"]),
        ("We cancelled our trip to Egypt.", ["user | plan | trip to Egypt | end"]),
        ("Our dog Rex passed away last month.", ["user | pet | dog Rex | end"]),
        ("We sold the house in Devon", ["user | owns | house | end"]),
        ("I traded in my Golf for a Leaf.", ["user | owns | Golf | end"]),
    ],
)
def test_other_ways_of_saying_that_it_is_over_end_it(text: str, expected: list[str]) -> None:
    assert facts(text) == expected


@pytest.mark.parametrize(
    "text",
    [
        "I don't just like jazz",
        "This bug drives me mad",
        "Karen annoys me",
        "It's not for me",
        "I find this boring",
        "I'd choose option A over option B",
        "I can't live without this tool",
        "My go-to response is no",
        "I've gone off topic",
        "I've come to hate this codebase",
        "I call it a day",
        "I rent a server in Frankfurt",
        "We're renting a cottage in Wales for a week",
        "I left the meeting for good",
        "I made the move to Linux",
        "I just hit enter",
        "I treated myself to a day off",
        "I upgraded to a paid plan",
        "They hired me to fix the code",
        "I'm at Leeds University for a conference",
        "I've been with Femi for six years",
        "I react badly to criticism",
        "I avoid meetings",
        "I don't touch that code",
        "I tend to agree",
        "I spend my weekends working",
        "I got into an argument",
        "I've been painting for three hours",
        "I get by in life",
        "I have a little time",
        "The teacher here is nice",
        "Team standup at 09:30",
        "Can't wait for your reply",
        "I have tickets in Jira",
        "I'm determined to fix this",
        "I was right for years",
        "Tom, my friend, you are right",
        "It's Windows again",
        "I like to be called back",
        "My ex has our dog",
        "I'm Peter from support's biggest fan",
        "I love being stuck in traffic jams",
        "I just love traffic jams",
        "I adore Monday mornings",
        "Team standup, then I'm taking the bus",
        "I'm taking Friday off",
    ],
)
def test_what_only_sounds_like_a_statement_is_left_alone(text: str) -> None:
    assert facts(text) == []


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        # who and where
        ("myself Anand, writing about my order", ["user | name | Anand"]),
        ("Everybody at the pool calls me Wes", ["user | name | Wes"]),
        ("Name? Ottilie. Colour? Any.", ["user | name | Ottilie"]),
        ("hello, this is Greta", ["user | name | Greta"]),
        ("We're in a flat above a bakery in Porto", ["user | home | Porto"]),
        ("what's on in Ghent, where I live, this week?", ["user | home | Ghent"]),
        ("as a Dane I find this mild", ["user | origin | Dane"]),
        ("Lead plumber, 54, bad shoes", ["user | age | 54", "user | occupation | Lead plumber"]),
        ("(m, 41, tall) which coat for my build?", ["user | age | 41"]),
        ("DOB 03/09/1984", ["user | birthday | 03/09/1984"]),
        ("My birthday falls on Midsummer Eve", ["user | birthday | Midsummer Eve"]),
        ("mother tongue Welsh, sorry", ["user | language | Welsh"]),
        ("zero Dutch, so I pointed", ["user | language | Dutch | not"]),
        ("I can read Arabic", ["user | language | Arabic"]),
        ("clocks here are JST", ["user | timezone | JST"]),
        ("I'm an hour ahead of Lisbon", ["user | timezone | an hour ahead of Lisbon"]),
        ("send the receipt to pip@example.org", ["user | email | pip@example.org"]),
        ("ring me on 01632 960 444", ["user | phone | 01632 960 444"]),
        # work, school and people
        ("My employer (Larkmoor Mills) blocks it", ["user | work | Larkmoor Mills"]),
        ("my shifts at Larkmoor are long", ["user | work | Larkmoor"]),
        ("Working for Larkmoor Rail means free trips", ["user | work | Larkmoor Rail"]),
        ("just got promoted to head chef", ["user | occupation | head chef"]),
        ("3rd year at Umbra College, no sleep", ["user | school | Umbra College"]),
        ("I've left Umbra College", ["user | school | Umbra College | end"]),
        ("Ivo (husband) does the garden", ["user | partner | Ivo"]),
        ("separated since May", ["user | relationship | separated"]),
        ("our youngest, Tove, has a cold", ["user | family | youngest Tove"]),
        ("hubby's vegan", ["hubby | diet | vegan"]),
        ("Omar broke his wrist on Saturday", ["Omar | event | broke his wrist"]),
        # tastes, food and health
        ("Coriander tastes like soap", ["user | dislikes | Coriander"]),
        ("karaoke is my idea of hell", ["user | dislikes | karaoke"]),
        ("I can never say no to a scone", ["user | likes | scone"]),
        ("Cats > dogs", ["user | likes | Cats"]),
        ("I'd rather have tea than cocoa", ["user | likes | tea"]),
        ("I carry an epipen because of wasps", ["user | allergy | wasps"]),
        ("I'm doing keto till June", ["user | diet | keto"]),
        ("living with MS, so no stairs", ["user | health | MS"]),
        ("insomnia's back", ["user | health | insomnia"]),
        ("the depression has lifted", ["user | health | depression | end"]),
        # things, habits and aims
        ("no pets here", ["user | pet | pets | not"]),
        ("there's a piano in my kitchen", ["user | owns | piano"]),
        ("We parted with the caravan", ["user | owns | caravan | end"]),
        ("walk to work rain or shine", ["user | habit | walk to work rain or shine"]),
        ("I don't bike to work any more", ["user | habit | bike to work | end"]),
        ("gave up fencing, bad knees", ["user | hobby | fencing | end"]),
        (
            "New Year's resolution: phone out of the bedroom",
            ["user | goal | phone out of the bedroom"],
        ),
        ("my surgery's booked for the 22nd of May", ["user | plan | surgery"]),
    ],
)
def test_what_is_said_without_a_clause_of_its_own_is_read(text: str, expected: list[str]) -> None:
    assert facts(text) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("I'm allergic to walnuts and the kettle sings", ["user | allergy | walnuts"]),
        (
            "I used to live in Paris but now live in Lyon",
            ["user | home | Paris | end", "user | home | Lyon"],
        ),
        ("My birthday is 4 June.", ["user | birthday | 4 June"]),
        ("My mother-in-law can't stand chocolate", ["mother-in-law | dislikes | chocolate"]),
        ("what can I cook tonight, I'm vegan", ["user | diet | vegan"]),
        ("find me a restaurant, I'm vegan", ["user | diet | vegan"]),
        ("I'm 30 and single lol", ["user | age | 30", "user | relationship | single"]),
        ("Ann and I split up in May", ["user | partner | Ann | end"]),
        ("My son flies to Boston next week", ["son | plan | flies to Boston"]),
        ("I'm flying to Rome on Friday to see my aunt", ["user | plan | flying to Rome"]),
        ("we have a very loud parrot named Kiwi", ["user | pet | loud parrot Kiwi"]),
        ("Please disregard my previous message.", ["user | None | None | retract"]),
        ("That was a great trip. I don't own a car.", ["user | owns | car | not"]),
    ],
)
def test_a_value_ends_where_its_sense_ends(text: str, expected: list[str]) -> None:
    assert facts(text) == expected


@pytest.mark.parametrize(
    "text",
    [
        # whose it is
        "guest of mine can't have gluten, coeliac",
        "for my dad, 70, loves gardening",
        "my best friend's wedding is on 3 May",
        "birthday's on Sunday for my nephew",
        "tell Una (una@example.com) about it",
        "my order number is 555 019 2210",
        "the number is 020 7946 0000 for the restaurant",
        "there was a dog called Lassie on tv",
        # what is not meant
        "sure, and I own a yacht",
        "nothing beats a Monday meeting",
        "I don't like dogs, I love them",
        "I don't not like olives",
        "give me a name for a hero, I'm from Krypton",
        "Dear diary, 1348. I am Brother Aldo, I live in the abbey.",
        "In this game I'm a wizard. My name is Elrond.",
        "My Cousin Vinny is on tonight",
        "I surf... the web",
        # joined, left and been at as a customer or a guest
        "I joined Duolingo",
        "I left Vodafone for EE",
        "I've been at Heathrow for six hours",
        "I've been in Lisbon since Tuesday",
        "I moved to Monzo from Barclays",
        # a status that is none
        "I'm basically married to my sofa",
        "we're engaged in talks",
        "I'm separated by a wall from the noise",
        "I'm in a long-distance relationship with my bed",
        # capitals that are no names, numbers that are no ages
        "I'm Row 12, seat B",
        "DHL here",
        "this is Berlin calling",
        "I'm 40 next month",
        # a word more, and it is something else
        "I have asthma inhalers to sell",
        "I can't stand up straight",
        "I'm on a news diet",
        "I don't eat bread after six",
        "I have two chickens in the oven",
        "my passion is fruit",
        "my favourite jacket is ruined",
        "we cancelled the holiday insurance",
        "graduated from the school of hard knocks",
        "we'll have been married for ten years next month",
        # errands are neither plans nor events
        "I'm submitting the form tomorrow",
        "I paid the invoice last week",
        # about memory itself
        "What do you know about me?",
        "what's my name again?",
        "Do you remember where I live?",
    ],
)
def test_what_looks_like_a_note_of_oneself_is_left_alone(text: str) -> None:
    assert facts(text) == []


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("I loathe celery, I swear", ["user | dislikes | celery"]),
        ("I'm a sucker for sea shanties in a way", ["user | likes | sea shanties"]),
        ("I'm allergic to walnuts like my dad", ["user | allergy | walnuts"]),
        ("I've gone off marmalade entirely", ["user | likes | marmalade | end"]),
        ("I don't like parsnips much, leeks even less", ["user | dislikes | parsnips"]),
        ("I can't stand kazoos in the slightest", ["user | dislikes | kazoos"]),
        ("I love westerns like Rio Bravo", ["user | likes | westerns"]),
        ("I love ballads such as Danny Boy", ["user | likes | ballads"]),
        ("I own a unicycle outright", ["user | owns | unicycle"]),
        ("I love otters and otters love me", ["user | likes | otters"]),
        (
            "I'm allergic to latex, dust and life",
            ["user | allergy | latex", "user | allergy | dust"],
        ),
        ("My favourite opera is called Rusalka", ["user | likes | Rusalka"]),
        ("I work for the Norwegian coast guard", ["user | work | Norwegian coast guard"]),
    ],
)
def test_a_value_keeps_nothing_of_what_is_said_of_the_whole_sentence(
    text: str, expected: list[str]
) -> None:
    assert facts(text) == expected


@pytest.mark.parametrize(
    "text",
    [
        # irony
        "Oh sure, because I ADORE broken lifts",
        "because obviously I enjoy typing it all again",
        "Great, I love starting from scratch",
        "apparently I hate sunshine",
        # taken back, or someone else's word
        "I'm a sculptor, not",
        "I own three castles, in my dreams",
        "I'm allergic to dust, or so my ex claims",
        "I live in Bergen when pigs fly",
        "I'm moving to Ghent, maybe",
        "I have asthma according to my horoscope",
        "I collect masks, says my landlord",
        "rumour has it my hamster Pogo has escaped",
        "people assume I'm from Malta",
        # titles
        "I Love Lucy reruns again tonight",
        "My favourite chapter is called 'I Hate Rain'",
        # almost a name, a place, a job, a pet, an age
        "I'm Arsenal till the end",
        "Londoner here",
        "they call me the pivot table queen",
        "we live in interesting times",
        "living on noodles",
        "I feel at home in Porto",
        "I'm a student of life",
        "I'm a magician with leftovers",
        "I want a parrot called Moo",
        "I met a beagle called Rex",
        "I ride horses",
        "my boyfriend is ten years older",
        "i'm married to my spreadsheet",
        "as a student I worked in a cannery",
        "I gave up my job at Ford",
        "I had a goat named Rex",
        "diabetes? I have diabetes in the family",
        "sold out yesterday",
        "I left the oven on yesterday",
        "I booked a table for Friday",
        "in my free time I do nothing",
        "My favourite pub is closing",
        "I like blue for the walls",
        "my home town is flooded",
        "my work address is 4 Elm Row",
    ],
)
def test_irony_denial_and_mere_likeness_yield_nothing(text: str) -> None:
    assert facts(text) == []


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("I'm Liverpudlian, hence the vowels", ["user | origin | Liverpudlian"]),
        ("I can't eat eggs, my lips swell", ["user | allergy | eggs"]),
        ("I never lived in Gdansk, that's my aunt", ["user | home | Gdansk | retract"]),
        ("I never worked at Siemens", ["user | work | Siemens | not"]),
        ("I had a job at Ford once", ["user | work | Ford | end"]),
        ("My favourite uncle is a pilot", ["uncle | occupation | pilot"]),
        ("my wife left me", ["user | relationship | married | end"]),
    ],
)
def test_a_statement_lands_in_the_slot_and_with_the_stance_that_are_meant(
    text: str, expected: list[str]
) -> None:
    assert facts(text) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Je m'appelle Claire et j'habite à Lyon", ["user | name | Claire", "user | home | Lyon"]),
        (
            "Mon chat s'appelle Biscotte et il est allergique au poulet.",
            ["user | pet | chat Biscotte"],
        ),
        (
            "Je suis allergique aux noix et au lait",
            ["user | allergy | noix", "user | allergy | lait"],
        ),
        ("Ich heiße Jonas und wohne in Köln", ["user | name | Jonas", "user | home | Köln"]),
        ("Ich bin allergisch gegen Nüsse", ["user | allergy | Nüsse"]),
        ("Me llamo Lucía y vivo en Sevilla", ["user | name | Lucía", "user | home | Sevilla"]),
        ("Soy alérgico a los cacahuetes", ["user | allergy | cacahuetes"]),
    ],
)
def test_the_plainest_statements_are_read_in_french_german_and_spanish(
    text: str, expected: list[str]
) -> None:
    assert facts(text) == expected


@pytest.mark.parametrize(
    ("role", "origin"),
    [
        (role, origin)
        for role in Role
        for origin in Origin
        if role is not Role.USER or origin not in {Origin.PERSON, Origin.IMPORT}
    ],
)
def test_only_a_persons_own_words_state_anything(role: Role, origin: Origin) -> None:
    text = "I prefer merge sort here; I once rewrote it iteratively in Rust. I live in Oslo."
    assert read(text, role=role, origin=origin) == Extraction((), covered=False)


def test_what_is_said_of_the_speakers_own_name_is_of_the_user() -> None:
    (statement,) = read("Jonas lives in Porto", speaker="Jonas").statements
    assert written(statement) == "user | home | Porto"


def test_a_statement_carries_its_wording_its_place_and_its_time() -> None:
    text = "Hello! I just moved to Berlin."
    (statement,) = read(text).statements
    assert statement == Statement(
        subject="user",
        slot="home",
        value="Berlin",
        text="lives in Berlin",
        span=(7, 29),
        valid_from=AT,
        confidence=0.9,
    )


@pytest.mark.parametrize(
    ("text", "valid_from", "valid_to"),
    [
        ("I moved to Berlin last week", datetime(2026, 4, 27, tzinfo=UTC), None),
        ("I've lived in Riga since 2019", datetime(2019, 1, 1, tzinfo=UTC), None),
        ("I've worked at Nokia for three years", datetime(2023, 5, 4, 12, tzinfo=UTC), None),
        ("I just joined Halden", AT, None),
        ("I live in Riga", None, None),
        ("I left Acme last month", None, datetime(2026, 4, 1, tzinfo=UTC)),
        ("I lived in Riga until 2019", None, datetime(2019, 1, 1, tzinfo=UTC)),
        (
            "I lived in Riga from 2015 to 2019",
            datetime(2015, 1, 1, tzinfo=UTC),
            datetime(2020, 1, 1, tzinfo=UTC),
        ),
        ("I'm moving to Berlin next month", None, None),
    ],
)
def test_since_and_until_when_it_holds_is_what_the_words_say(
    text: str, valid_from: datetime | None, valid_to: datetime | None
) -> None:
    (statement,) = read(text).statements
    assert (statement.valid_from, statement.valid_to) == (valid_from, valid_to)


@pytest.mark.parametrize(
    ("zone", "start", "known"),
    [
        ("America/Los_Angeles", datetime(2026, 5, 2, 7, tzinfo=UTC), True),
        ("Asia/Tokyo", datetime(2026, 5, 2, 15, tzinfo=UTC), True),
        (None, datetime(2026, 5, 3, tzinfo=UTC), False),
    ],
)
def test_an_event_is_dated_in_the_speakers_zone_with_its_words_kept(
    zone: str | None,
    start: datetime,
    known: bool,  # noqa: FBT001 - a column of the table
) -> None:
    at = datetime(2026, 5, 4, 6, 30, tzinfo=UTC)
    (statement,) = extract(
        "I saw the dentist yesterday",
        role=Role.USER,
        origin=Origin.PERSON,
        speaker=None,
        at=at,
        zone=zone,
    ).statements
    assert statement.when == TimeSpan(
        start, start.replace(day=start.day + 1), "yesterday", zone_known=known
    )


@pytest.mark.parametrize(
    ("text", "covered"),
    [
        ("I live in Berlin.", True),
        ("Hi, I just moved to Berlin last week!", True),
        ("My name is Priya and I'm from Chennai.", True),
        ("ok, thanks!", True),
        ("", True),
        ("I live in Berlin with my two cats", False),
        ("I live in Berlin. The weather is awful.", False),
        ("I'm vegan, what should I cook?", False),
        ("the committee met", False),
    ],
)
def test_a_turn_is_covered_where_it_says_nothing_beyond_its_statements(
    text: str, *, covered: bool
) -> None:
    assert read(text).covered is covered


def test_the_same_statement_counts_once() -> None:
    assert facts("I live in Berlin. As I said, I live in Berlin.") == ["user | home | Berlin"]


WORDS = re.findall(
    r"\S+",
    """I I'm my don't no longer used to live in Berlin work at Acme love and , . ? " ' * : sister
    Anna is allergic nuts not moved last week since 2019 have two cats if said never vegan as a
    nurse every day birthday 14 May was just joking we and his""",
)


@given(st.lists(st.sampled_from(WORDS), max_size=40).map(" ".join))
def test_any_order_of_telling_words_is_read_without_fail(text: str) -> None:
    found = read(text, zone="Europe/Berlin")
    assert found == read(text, zone="Europe/Berlin")
    for statement in found.statements:
        start, end = statement.span
        assert 0 <= start < end <= len(text)
        assert statement.text
        assert statement.value is None or statement.value.strip() == statement.value


@given(st.text())
def test_any_text_is_read_without_fail(text: str) -> None:
    assert read(text).skipped_characters == 0
    assert read(f"I {text} my {text}") == read(f"I {text} my {text}")


@pytest.mark.parametrize(
    "piece",
    [
        "I live in Berlin. ",
        "I live in Berlin and I work at Acme, so ",
        "my my ",
        "I'm allergic to nuts, and ",
        '"I',
        "'I '",
        "*I a* ",
        "<a> I ",
        "` I",
        "well, well, ",
        "😀 I ",
        "مرحبا I'm ",
        "I \x00 ",
        "I \ud800",
        "I am not not ",
        "I love a, ",
        "a" * 100 + " I ",
    ],
)
def test_a_megabyte_is_read_up_to_the_stated_bounds_and_what_is_skipped_is_said(
    piece: str,
) -> None:
    text = piece * (1_000_000 // len(piece))
    began = time.process_time()
    found = read(text)
    assert time.process_time() - began < 2
    assert found.skipped_characters >= len(text) - MAX_CHARACTERS
    assert not found.covered
    assert len(found.statements) <= MAX_STATEMENTS


@pytest.mark.parametrize(
    ("text", "microseconds"),
    [
        (
            "The committee reviewed the draft and found it unclear, so they sent it back again.",
            60,
        ),
        (
            "I live in Berlin with my two cats and I work as a nurse at the county hospital now.",
            300,
        ),
    ],
)
def test_a_message_is_read_in_microseconds(text: str, microseconds: int) -> None:
    def once() -> float:
        began = time.process_time()
        for _ in range(200):
            read(text)
        return (time.process_time() - began) / 200 * 1e6

    read(text)
    allowance = 3  # for a machine that is slow or busy
    assert min(once() for _ in range(5)) < allowance * microseconds


@pytest.mark.parametrize(
    "text",
    [
        "She collects orchids and can't stand chocolate.",
        "My boss plays golf and can't stand dogs.",
        "Anna moved to Oslo but can't stand snow.",
        "His flatmate cooks every night, can't eat nuts.",
        "call me old fashioned",
    ],
)
def test_neither_somebody_elses_predicate_nor_a_nickname_is_the_speakers(text: str) -> None:
    found = extract(text, role=Role.USER, origin=Origin.PERSON, speaker=None, at=AT, zone=None)
    assert not [each for each in found.statements if each.subject == "user"]
