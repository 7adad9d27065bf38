"""The diary of an invented person, and what somebody who has read it knows.

Ninety-one entries over ten months, written for this evaluation. Sixteen things in it never change
and are mostly said once; three change on the way: where she lives, for whom she works, what she
drinks. Any likeness to a living person is chance.
"""

from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Final

PERSON: Final = "Ilse"
BEGIN: Final = datetime(2025, 1, 3, 20, 0, tzinfo=UTC)


@dataclass(frozen=True, slots=True)
class Entry:
    """What she wrote on the evening of a day, counted from the first."""

    day: int
    text: str

    @property
    def at(self) -> datetime:
        """When she wrote it."""
        return BEGIN + timedelta(days=self.day)


@dataclass(frozen=True, slots=True, kw_only=True)
class Asked:
    """A question to the diary.

    Args:
        key: words of which one must stand in what is found, in small letters.
        kind: permanent (never changes), drift (the latest holds) or episode (happened once).
        stale: what held before, for a drift.
    """

    question: str
    key: tuple[str, ...]
    kind: str
    stale: tuple[str, ...] = ()


ENTRIES: Final = (
    Entry(0, "New notebook, new year. For whoever finds it on the tram: my name is Ilse Varga."),
    Entry(2, "Ran along the Coupure before breakfast. Minus three and not a soul on the path."),
    Entry(3, "Two espressos before nine. I love coffee more than most people I know."),
    Entry(5, "I live in Ghent, third floor, and the heating only works when it feels like it."),
    Entry(8, "Long meeting at Aquaforma about the pumping station. I work at Aquaforma and they "
             "still haven't fixed the printer."),
    Entry(10, "Dora called. My sister Dora talks for an hour and then says she has no time."),
    Entry(12, "Rain all day. Finished the Saramago, started it again from the middle."),
    Entry(14, "Somebody brought pralines to the office. I'm allergic to hazelnuts, so I watched."),
    Entry(17, "Ran ten kilometres, slowly. The knee holds."),
    Entry(19, "Bought beans from the roaster in the Sint-Pietersnieuwstraat. Ethiopian, floral."),
    Entry(22, "Tomas cooked. My partner Tomas can do exactly one soup, and it is a good one."),
    Entry(24, "Scissors at the workshop were useless again. I'm left-handed; nobody thinks of it."),
    Entry(26, "The Leie is high. Took the long way to see the weir working."),
    Entry(29, "Pascal ate a glove. Our dog Pascal is a whippet and has no shame."),
    Entry(31, "Cello lesson went badly, then well. I play the cello, though the neighbours doubt "
              "it."),
    Entry(34, "Slept nine hours. A record for this winter."),
    Entry(37, "Mother asked again why I left. I grew up in Pécs and still dream in its streets."),
    Entry(39, "Espresso, report, espresso, report. The flood model converged at four."),
    Entry(42, "Wheezing on the stairs. I have had asthma since I was a child and still forget the "
              "inhaler."),
    Entry(45, "Dinner with the Ghent choir people. Too much garlic, no regrets."),
    Entry(47, "Ran with Hanne. She is faster and kind about it."),
    Entry(50, "Emil turned four. I'm Emil's godmother and brought a wooden crane, which he broke."),
    Entry(52, "Gave blood. Mine is O negative, so they always ring me first."),
    Entry(55, "Snow, of all things. Pascal refused to go out."),
    Entry(57, "Aquaforma wants the tender by Friday. Everybody is ill, I am not."),
    Entry(60, "Tried new running shoes, size 39 as ever, and kept the receipt."),
    Entry(62, "Watched a documentary about the Zuiderzee works. Cried at a dike."),
    Entry(65, "The team climbed the belfry. I'm afraid of heights and guarded the coats."),
    Entry(67, "Coffee with Hanne, coffee with Bram, coffee alone. Hands shaking by three."),
    Entry(70, "Read Delft's alumni letter. I studied hydrology there, and they still misspell me."),
    Entry(73, "Market: leeks, goat's cheese, a lamp nobody needed."),
    Entry(75, "Tomas says I talk Hungarian in my sleep. It is my mother tongue; let it talk."),
    Entry(78, "Half marathon in the rain. One hour fifty-eight. Knee: furious."),
    Entry(80, "Doctor about the knee. No running for six weeks, she said, and looked stern."),
    Entry(83, "Bad mood. Cleaned the whole kitchen with it."),
    Entry(85, "Tram strike. Walked an hour with Pascal and met four other dogs."),
    Entry(88, "Bram leaves Aquaforma for Antwerp. Cake, speeches, one honest sentence."),
    Entry(91, "The knee still clicks. Bought a bicycle pump instead of a bicycle."),
    Entry(93, "Dora had the baby, a girl. I held her for an hour and my arm fell asleep."),
    Entry(96, "A letter from Lisbon: the water institute wants to talk."),
    Entry(99, "Talked with Lisbon for two hours. They asked better questions than I did."),
    Entry(101, "Tomas made the soup. We drew two columns on the back of an envelope."),
    Entry(104, "Heart jumping at night. Cut down to one espresso."),
    Entry(107, "Signed. I told Aquaforma this morning; the printer still does not work."),
    Entry(109, "Cleared the cellar. Three broken umbrellas and a letter from 2011."),
    Entry(112, "The cardiologist says it is harmless, and that I don't drink coffee any more."),
    Entry(114, "Headache, day two without. The world is beige."),
    Entry(117, "Farewell at the office. They gave me a valve, engraved."),
    Entry(120, "Last cello lesson with Mr. Claes. He pretended to have a cold."),
    Entry(123, "Boxes. Pascal sits in the empty ones."),
    Entry(126, "It is my birthday, the ninth of May, and I spent it wrapping plates."),
    Entry(129, "We moved to Lisbon today. The light is unreasonable."),
    Entry(131, "Unpacked the kitchen. The soup works here too."),
    Entry(133, "First day: I work at the Instituto da Água now. Everyone is called Rui."),
    Entry(136, "I drink rooibos now, three cups a day, and have stopped being ashamed of it."),
    Entry(139, "Hills. My legs have opinions."),
    Entry(141, "Portuguese lesson. I can order, apologise and ask about drains."),
    Entry(144, "A tram nearly took my sleeve. Number 28, of course."),
    Entry(147, "Found a rowing club at the dock. Fell in once, politely."),
    Entry(150, "The Tagus model is a mess. I am happy."),
    Entry(152, "Rowed at six in the morning. The river is pink then, nobody had told me."),
    Entry(155, "Hanne visited. We ate sardines with our hands."),
    Entry(158, "Rooibos from the shop of the old lady in Campo de Ourique; she adds orange peel."),
    Entry(161, "Too hot to think. Pascal lies on the tiles like a spilled drink."),
    Entry(164, "Rowed four times this week. New blisters on the old ones."),
    Entry(167, "Rui (the tall one) explained the fado singers' rules. One does not clap early."),
    Entry(170, "Called Mother. She has a new hip and a new enemy."),
    Entry(173, "The neighbour upstairs plays scales as well. We have a silent war of tempi."),
    Entry(176, "Heat record. Wrote the chapter on retention basins at the library."),
    Entry(180, "Sailed to the other side with people from the institute. Nobody drowned."),
    Entry(183, "Tomas found work at a bindery. He came home smelling of glue and pleased."),
    Entry(187, "Regatta, our boat was third of four. There was a medal for it."),
    Entry(190, "My flat in Lisbon leaks. A hydrologist, they laughed, and handed me a bucket."),
    Entry(194, "Dora and the small one came. She put sand into every drawer."),
    Entry(198, "Presented the Tagus results. A minister's adviser took a photograph of one slide."),
    Entry(201, "Rowing at dawn, rooibos on the jetty, work by nine. This may be a life."),
    Entry(205, "Emil sent a drawing of a crane. Unbroken this time."),
    Entry(209, "Bought a second-hand desk. It came with love letters; we gave them back."),
    Entry(213, "First rain since June. The whole street stood in doorways and looked."),
    Entry(217, "Concert in the church: the Elgar. My fingers moved on my knee all evening."),
    Entry(221, "Institute party. I sang, it is said."),
    Entry(225, "The chapter is out. Two errors, both mine."),
    Entry(229, "Pascal has a friend, a three-legged terrier called Duque."),
    Entry(234, "Cold snap, eleven degrees, everybody in coats. I thought of the Coupure."),
    Entry(240, "Rui (the short one) asked whether I miss home. I asked which."),
    Entry(247, "Rowed alone in fog. Only the sound of one's own mistakes."),
    Entry(256, "Mother visits at Christmas. She wants to see the ocean and criticise it."),
    Entry(268, "New inhaler, new dose. The doctor here speaks as fast as rain."),
    Entry(281, "Tomas bound this notebook's successor in green cloth."),
    Entry(295, "Rooibos, rain, the report for the ministry. Outside, the tram sings in its curve."),
    Entry(303, "Last page. Three hundred days, and I still don't know how to end one."),
)  # fmt: skip

ASKED: Final = (
    Asked(question="What is my full name?", key=("ilse varga",), kind="permanent"),
    Asked(question="When is my birthday?", key=("ninth of may", "9 may", "may 9", "05-09"),
          kind="permanent"),
    Asked(question="Where did I grow up?", key=("pécs",), kind="permanent"),
    Asked(question="What am I allergic to?", key=("hazelnut",), kind="permanent"),
    Asked(question="What is the name of my sister?", key=("dora",), kind="permanent"),
    Asked(question="What is my mother tongue?", key=("hungarian",), kind="permanent"),
    Asked(question="What blood type do I have?", key=("o negative",), kind="permanent"),
    Asked(question="Am I left-handed or right-handed?", key=("left-handed",), kind="permanent"),
    Asked(question="What did I study?", key=("studied hydrology",), kind="permanent"),
    Asked(question="Who is my partner?", key=("partner tomas", "tomas"), kind="permanent"),
    Asked(question="What breed is my dog?", key=("whippet",), kind="permanent"),
    Asked(question="Which illness have I had since childhood?", key=("asthma",), kind="permanent"),
    Asked(question="Which instrument do I play?", key=("cello",), kind="permanent"),
    Asked(question="What is my shoe size?", key=("size 39",), kind="permanent"),
    Asked(question="What am I afraid of?", key=("heights",), kind="permanent"),
    Asked(question="Whose godmother am I?", key=("emil's godmother",), kind="permanent"),
    Asked(question="Where do I live now?", key=("lisbon",), kind="drift", stale=("ghent",)),
    Asked(question="Who do I work for now?", key=("instituto",), kind="drift",
          stale=("aquaforma",)),
    Asked(question="What do I drink these days?", key=("rooibos",), kind="drift",
          stale=("coffee", "espresso")),
    Asked(question="How long did the half marathon take me?", key=("fifty-eight",),
          kind="episode"),
    Asked(question="What did the colleagues give me at the farewell?", key=("valve",),
          kind="episode"),
    Asked(question="Where did Tomas find work?", key=("bindery",), kind="episode"),
    Asked(question="What place did the boat take in the regatta?", key=("third of four",),
          kind="episode"),
    Asked(question="What is the name of Pascal's friend?", key=("duque",), kind="episode"),
    Asked(question="What did I bring Emil for his birthday?", key=("wooden crane",),
          kind="episode"),
)  # fmt: skip
