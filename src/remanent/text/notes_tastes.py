"""Notes on what someone likes, dislikes, eats and reacts to."""

import re

from remanent.text import lexicon
from remanent.text.lexicon import pattern_of, words_of
from remanent.text.notes import CLOSED, THING, Note, noun, plain, things

_SHORT = 2  # letters of a word that says too little
_V = f"(?P<v>{THING})"

_BAD = (
    Note(
        "dislikes",
        (
            f"{_V} tastes? (?:just )?(?:like|of) (?:soap|feet|cardboard|dirt|sweat|nothing|"
            f"medicine|"
            "despair|socks|toothpaste|metal|washing-up liquid|perfume|mud|grass|vomit|sick|old "
            "socks|"
            f"poison|chalk|sadness|regret|bin juice|ash(?:es)?|petrol|dishwater)\\b"
        ),
        things,
        words_of("taste tastes"),
    ),
    Note(
        "dislikes",
        (
            f"{_V} (?:is|are|'s) (?:just |honestly |literally |pretty much )?(?:my (?:idea of "
            f"(?:hell|"
            "torture|a nightmare|purgatory)|personal (?:hell|nightmare)|own personal hell)|the "
            "bane of "
            r"my (?:life|existence))\b"
        ),
        things,
        words_of("hell torture nightmare purgatory bane"),
    ),
    Note(
        "dislikes",
        (f"(?:the )?bane of my (?:life|existence)(?: is| are|:)? {_V}{CLOSED}"),
        things,
        words_of("bane"),
    ),
    Note(
        "dislikes",
        (
            f"{_V} (?:should|ought to|needs? to) be (?:illegal|banned|outlawed|a crime|against the "
            f"law|"
            r"abolished)\b"
        ),
        things,
        words_of("illegal banned outlawed crime law abolished"),
    ),
    Note(
        "dislikes",
        (
            f"{_V} (?:is|are) (?:just |honestly |simply |absolutely |literally )?(?:vile|rank|"
            f"minging|"
            "foul|manky|the (?:devil|devil's [\\w' ]{3,20}?|work of the devil|food of the "
            "devil|spawn of satan|pits)|an abomination|a crime against [a-z]+|satan's [a-z]+|a "
            "(?:hard "
            f"|firm |big )?no (?:from|for) me|a hard no|a hard pass(?: for me)?){CLOSED}"
        ),
        things,
        words_of(
            """vile rank minging grim foul manky evil devil satan pits abomination crime no pass
            spawn"""
        ),
    ),
    Note(
        "dislikes",
        (
            "(?:i've |i have |i've got |ive got |got )?(?:absolutely )?(?:no (?:patience|love) for|"
            f"a (?:deep |real |serious )?(?:hatred|loathing|aversion|horror) (?:of|for|to)) "
            f"{_V}{CLOSED}"
        ),
        things,
        words_of("no hatred loathing aversion horror"),
    ),
    Note(
        "dislikes",
        (
            "i(?:'ve)? (?:just |really |still |honestly )?(?:don't|do not|never|can't|cannot|will "
            "never) "
            "(?:get|see|saw|seen|understand|understood) (?:the (?:appeal|point|hype|fuss|"
            "attraction) "
            f"(?:of|around|about|with|in)) {_V}{CLOSED}"
        ),
        things,
        words_of("appeal point hype fuss attraction"),
    ),
    Note(
        "dislikes",
        (
            "(?:i )?(?:just |really |honestly )?(?:can't|cant|cannot) be (?:doing|dealing|having) "
            f"with {_V}{CLOSED}"
        ),
        things,
        words_of("can cant cannot"),
    ),
    Note(
        "dislikes",
        (f"(?:i )?(?:just |really )?(?:can't|cant|cannot) (?:abide|stomach|face) {_V}{CLOSED}"),
        things,
        words_of("abide stomach"),
    ),
    Note(
        "dislikes",
        (
            r"(?P<v>[^.;:!?\n]{3,50}?)(?::|,| -) (?:please |just )?keep (?:it|them|that|those|all "
            r"of it) "
            r"(?:well |far )?away from me\b"
        ),
        things,
        words_of("keep"),
    ),
    Note(
        "dislikes",
        (
            f"(?:i've |i have )?(?:come|grown|learn(?:ed|t)) to (?:despise|detest|resent|dread) "
            f"{_V}{CLOSED}"
        ),
        things,
        words_of("despise detest resent dread"),
    ),
    Note("dislikes", (f"me no like {_V}{CLOSED}"), things, words_of("me")),
    Note(
        "dislikes",
        (rf"(?:ugh|eww*|yuck|bleh|blergh),? {_V}$(?=(?s:.{{0,3}})[🤮🤢])"),
        things,
        words_of("ugh ew eww ewww yuck bleh blergh"),
    ),
    Note(
        "dislikes",
        (
            f"not (?:a |an )?(?:big on|big fan of|huge fan of|fan of|mad on|fussed about) "
            f"{_V}{CLOSED}"
        ),
        things,
        words_of("big fan mad fussed"),
    ),
)

_GOOD = (
    Note(
        "likes",
        (
            "(?:i )?(?:could|can|will|would)? ?(?:never|can't|cant|cannot) (?:ever )?(?:say no to|"
            "resist|"
            "get enough of|turn down|pass up|tire of|get tired of|get bored of|have too (?:much|"
            "many)|"
            f"walk past) {_V}{CLOSED}"
        ),
        things,
        words_of("resist enough turn tire tired bored much many say pass past"),
    ),
    Note(
        "likes",
        (
            f"{_V} (?:is|are) (?:just |honestly |simply |absolutely |literally |pure )*(?:life|"
            f"heaven|"
            "bliss|joy|my love language|god tier|elite|unbeatable|perfection|my everything|my "
            "happy "
            f"place|my comfort (?:food|blanket|watch)|where it's at){CLOSED}"
        ),
        things,
        words_of(
            "life heaven bliss joy love god elite unbeatable perfection happy comfort everything"
        ),
    ),
    Note(
        "likes",
        (r"(?P<v>[^\W\d_]{3,}(?: [^\W\d_]+)?) > [^\W\d_]{3,}(?: [^\W\d_]+)?\s*(?:$|[,.!])"),
        things,
        frozenset(),
        mark=">",
    ),
    Note(
        "likes",
        (
            r"i(?:'d| would) (?:much |far )?(?:rather|sooner) (?:have |drink |eat |take |go for |"
            r"do |"
            rf"watch |read |play )?(?P<v>{THING}) than\b"
        ),
        things,
        words_of("rather sooner"),
    ),
    Note(
        "likes",
        (
            r"(?:my |our )?(?:all-time |absolute )?fav(?:ou?rite|e)? (?P<k>[\w-]+(?: [\w-]+)?)"
            rf"(?:\s*[:=]| has (?:always )?been| will always be) {_V}{CLOSED}"
        ),
        things,
        words_of("favourite favorite fave fav"),
    ),
    Note(
        "likes",
        (f"(?:my |a )?(?:biggest )?guilty pleasure(?::| is| =|,| has to be) {_V}{CLOSED}"),
        things,
        words_of("guilty"),
    ),
    Note(
        "likes",
        (f"(?:i )?(?:absolutely |totally )?swear by {_V}{CLOSED}"),
        things,
        words_of("swear"),
    ),
    Note(
        "likes",
        (
            "(?:i'm |im |i am |currently |totally |absolutely |fully |completely |still |low-?key "
            ")*"
            f"obsessed with {_V}(?: rn| at the moment| right now| lately)?{CLOSED}"
        ),
        things,
        words_of("obsessed"),
    ),
    Note(
        "likes",
        (
            f"(?:nothing (?:beats|tops|compares to)|(?:you )?(?:really )?can't beat|there's "
            f"nothing (?:like|"
            f"better than)|nothing like) {_V}(?: for me\\b| on \\w+| in the \\w+)?{CLOSED}"
        ),
        things,
        words_of("nothing beat"),
    ),
    Note(
        "likes",
        (f"{_V} (?:makes|make) me (?:so |really |very )?happy\\b"),
        things,
        words_of("happy"),
    ),
    Note(
        "likes",
        (
            f"(?:big|huge|massive|lifelong|die-?hard|proud) (?P<v>{THING}) (?:fan|lover|nerd|"
            f"geek)\\b"
        ),
        things,
        words_of("fan lover nerd geek"),
    ),
)

# Answered at once: "The smell of petrol? Heaven."
_ANSWERS = (
    Note(
        "likes",
        (
            rf"(?:the )?(?P<v>(?:smell of )?{THING})\? (?:heaven|bliss|love (?:it|them)|divine|"
            rf"obsessed|"
            r"perfection|chef's kiss|adore (?:it|them)|big fan)(?=(?:\s+|(?!\w))(?:$|[.,!]))"
        ),
        things,
        words_of("heaven bliss love divine obsessed perfection adore fan"),
    ),
    Note(
        "dislikes",
        (
            rf"(?P<v>{THING})\? (?:hard pass|yuck|hate (?:it|them)|can't stand (?:it|them)|"
            r"the worst|detest (?:it|them))(?=(?:\s+|(?!\w))(?:$|[.,!]))"
        ),
        things,
        words_of("pass yuck hate stand worst detest"),
    ),
    Note(
        "allergy",
        (
            rf"(?P<v>{THING})\? (?:no[.,!]* )?(?:i'm |very |badly )?(?:allergic|rash|hives|"
            rf"anaphyla\w+)\b"
        ),
        things,
        words_of("allergic rash hives"),
    ),
)

_DIETS = pattern_of(lexicon.DIETS | {"pure veg", "pure vegetarian", "meat-free", "pure vegan"})
_EATEN = (
    Note(
        "diet",
        (
            rf"(?:(?:we|i)(?:'re| are|'m| am) )?(?:an? )?(?P<v>{_DIETS})(?: (?:household|family|"
            rf"home|eater|"
            r"house|couple|person|by choice|for ethical reasons|all my life|my whole life|these "
            r"days|"
            r"since|for (?:\w+ ){1,3}(?:years|months|weeks|decades))\b)(?! (?:product|recipe|item|"
            r"name|good|option)s?\b)"
        ),
        plain,
        frozenset(
            word for diet in lexicon.DIETS for word in re.split("[ -]", diet) if len(word) > _SHORT
        )
        | {"veg"},
    ),
    Note(
        "diet",
        (
            r"(?P<v>keto|paleo|whole30|low-fodmap|carnivore|low-carb|low carb)(?:'s| is) (?:going|"
            r"working|doing) (?:well|great|ok|okay|fine|badly|strong|slowly|good|really)"
        ),
        plain,
        words_of("keto paleo whole30 fodmap carnivore carb"),
    ),
    Note(
        "diet",
        (
            r"(?:i'm |im |we're |i |we )?(?:currently |strictly |back )?(?:doing|do|on|trying|"
            r"following|"
            r"back on) (?P<v>keto|paleo|whole30|low-fodmap|carnivore|low-carb|low carb|dash|"
            r"intermittent "
            r"fasting|omad|1[68]:[86]|20:4|(?:16:8|18:6) fasting)(?= (?:till|until|since|for|at|"
            r"and|so|"
            r"now|again|right|this|these|diet)\b|\s*$|[,.!]|\ue001| ?\ue001)"
        ),
        plain,
        words_of("keto paleo whole30 fodmap carnivore carb dash fasting omad 16 18 20"),
    ),
    Note("diet", (r"(?P<v>(?:16:8|18:6|20:4|intermittent) fasting)\b"), plain, words_of("fasting")),
    Note(
        "diet",
        (
            r"back to eating (?P<v>meat|fish|dairy|gluten|eggs|carbs|sugar|bread)(?=(?:\s+|(?!\w))(?:$|[,.!]|"
            r"after\b|again\b|now\b|and\b))"
        ),
        plain,
        words_of("eating"),
    ),
    Note(
        "allergy",
        (
            r"(?:i )?(?:always )?carry (?:an |my |two |2 )?epi-?pens? (?:because of|for|due to|on "
            r"account "
            rf"of|in case of) (?:my |the |a )?{_V}(?: allergy| allergies)?{CLOSED}"
        ),
        things,
        words_of("epipen epipens epi"),
    ),
    Note(
        "allergy",
        (
            r"i (?:always )?react (?:(?:very |really |quite |so )?(?:badly|strongly|terribly|"
            r"horribly) )?to "
            rf"{_V}{CLOSED}"
        ),
        things,
        words_of("react"),
    ),
    Note(
        "allergy",
        (
            r"(?:i have |i've got |i've |severe |bad |mild |serious |lifelong |known |nasty "
            r")*(?:an? )?(?:severe |bad |"
            r"serious |nasty |mild )*(?P<v>[a-z-]+(?: (?:mite|nut|bee|wasp|sting|dust))?) "
            r"(?:allergy|"
            r"intolerance)(?=,? (?:here|so|means|btw|since|is no joke|makes)\b|\s*$)"
        ),
        noun,
        words_of("severe bad serious lifelong nasty mild"),
    ),
    Note(
        "allergy",
        (
            rf"(?:just )?(?:one|a single|a) (?:bite|whiff|sip|sting|taste|crumb|trace|sniff) of "
            rf"{_V} and "
            r"(?:i|i'm|i'll|my (?:throat|face|lips|tongue|skin|eyes))\b"
        ),
        things,
        words_of("bite whiff sip sting taste crumb trace sniff"),
    ),
    Note(
        "allergy",
        (
            r"my (?:throat|face|lips?|tongue|skin|eyes?|mouth) (?:closes?|swells?|itch(?:es)?|"
            r"puffs?|"
            r"burns?|tingles?|goes|go)(?: up| red| numb)? (?:if|when|whenever|every time) i (?:eat|"
            r"have|"
            rf"touch|drink|go near|smell) {_V}{CLOSED}"
        ),
        things,
        words_of("throat face lip lips tongue skin eyes mouth"),
    ),
)

NOTES = (*_BAD, *_GOOD, *_EATEN)
ANSWERS = _ANSWERS
