"""What several families of rules share."""

import re

from remanent.text import lexicon
from remanent.text.clauses import Clause
from remanent.text.lexicon import pattern_of, words_of
from remanent.text.sentences import TIME
from remanent.text.values import NUMBER, Value
from remanent.text.verbs import Form, third_person


def without_negation(clause: Clause) -> Clause:
    """The clause as if it were positive: "I don't like X" is `dislikes` X, positive."""
    return with_negation(clause, negated=False)


def with_negation(clause: Clause, *, negated: bool) -> Clause:
    """Return the clause as if it were, or were not, negated."""
    if clause.negated == negated:
        return clause
    return Clause(
        message=clause.message,
        start=clause.start,
        end=clause.end,
        subject=clause.subject,
        verb=clause.verb,
        form=clause.form,
        mood=clause.mood,
        verb_start=clause.verb_start,
        rest=clause.rest,
        rest_end=clause.rest_end,
        negated=negated,
        ended=clause.ended,
        elided=clause.elided,
        adverbs=clause.adverbs,
    )


def said_of_other(clause: Clause, value: Value) -> str:
    """Return a predicate as it is said of someone else: "drink tea" becomes "drinks tea"."""
    if clause.form is not Form.PRESENT or not clause.subject.is_user:
        return value.text
    word = value.text.split()[0]
    return f"{third_person(word.lower())}{value.text[len(word) :]}"


NOW = frozenset({Form.PRESENT, Form.PROGRESSIVE, Form.PERFECT, Form.PERFECT_PROGRESSIVE})

DONE = frozenset({Form.PAST, Form.PERFECT})

SCHOOL_WORD = re.compile(
    r"\b(?:university|uni|college|school|academy|institute|polytechnic|conservatoire|conservatory|"
    r"mit|eth|ucl|lse|epfl|kth|ucla|nyu|caltech)\b"
)

AFTER_NAME = re.compile(
    rf"\s*(?:$|[,.!;:)(\n{TIME}]|and (?:i|i'm|i've|my|we|this|welcome|live|work|am|need|want|have|"
    rf"would|just|today)\b|from\b|by the way\b|btw\b|"
    r"but\b|here\b|nice\b|new\b|a \d|the new\b|your\b|i\b)"
)

EMAIL = re.compile(r"[\w.+-]{1,64}@[\w-]{1,63}(?:\.[\w-]{1,63}){1,4}")

PHONE = re.compile(r"\+?\(?[0-9][0-9 ()./-]{5,18}[0-9]")

A_PARENT = re.compile(
    r"\s+(?P<who>(?:an? |the )?(?:(?:single|proud|new|working|busy|first-time|stay-at-home|foster|"
    "adoptive) )*(?:mother|father|mum|mom|dad|parent|mama|papa|grandmother|grandfather|grandma|"
    "grandpa|granny|nan|aunt|auntie|uncle|godmother|godfather|godparent|grandparent)s?(?: (?:of|"
    rf"to) (?:{NUMBER}|twins|triplets|an? [\w -]{{2,20}}|\w+ (?:kids|children|boys|girls|sons|"
    rf"daughters)))?)(?=(?:\s+|(?!\w))(?:$|[,.!;:)({TIME}]|and\b|but\b|so\b|now\b|who\b|in\b|from\b|living\b))"
)

POINTING = re.compile(
    r"\b(?:this|these|those|your|you|yours|u|ur|that (?:one|idea|part|movie|song|book|film|place|"
    "show|story|picture|photo|quote)|above|below|previous|option|second|paragraph|version|"
    "last one|first one|answer|response|suggestion|explanation|draft|sentence|wording|phrasing|it|"
    r"him|her|them|someone|somebody|anyone)\b"
)

IS_CLAUSE = re.compile(
    r"\b(?:is|are|was|were|has|have|had|will|would|can|could|should|goes|went|said|says|does|did|"
    r"doesn't|isn't|reads|looks|sounds|feels|seems|turned|works|came|made|makes|knows|got|gets)\b"
)

GAMES = pattern_of(lexicon.HOBBIES)

NOT_HABITS = words_of(
    """be have feel think know want need hope wish guess say tell mean love like hate enjoy
    prefer miss get see hear understand remember forget believe wonder worry hurt look seem
    sound appreciate thank agree promise find notice own live dream owe pay lose fail complain
    cry ask bet suppose swear doubt expect consider realize realise recommend suggest struggle
    suffer pass start stop keep try earn make plan intend save die kill wait manage tend used
    come give put let"""
) - {"make", "give"}

CONSUMED = words_of(
    """meat fish pork beef chicken dairy gluten sugar eggs seafood shellfish cheese bread
    red-meat carbs alcohol coffee caffeine tea milk soda lactose nuts wheat animals lamb
    poultry soy mushrooms onions garlic gelatin honey butter wine beer spirits fizzy juice"""
)


NOUN_UNTIL = re.compile(
    r"\s(?:in|from|with|named|called|at|on|parked|to|off|for|near|by|behind|beside|next|across|"
    "opposite|inside|outside|who|that|just|about|living|now|over|under|of(?! (?:skis|"
    "roller skates))|through|together|back|this|last|waiting|and (?:i|we|he|she|it|they|am|have|"
    "want|need)|aged|again|too|but|coming|going|full|up|out|down|after|before|since|ourselves|"
    r"online|secondhand from|if|because)\b"
)
