"""A model of one's own: a name, `ask`, and `close`.

This one answers by a script, so that the example runs anywhere. A name such as
`Memory("memory.db", model="openai:gpt-5-mini")` puts a real one in its place.
"""

import json

from remanent import Memory, Prompt, Reply


class Scripted:
    """Says what it was told to say, in order."""

    name = "example:scripted"

    def __init__(self, *replies: object) -> None:
        """Take the replies."""
        self.replies = [json.dumps(reply) for reply in replies]

    def ask(self, prompt: Prompt, *, timeout_seconds: float) -> Reply:  # noqa: ARG002 - the port
        """Return the next reply; a real one sends `prompt.instructions` and `prompt.text`."""
        return Reply(self.replies.pop(0))

    def close(self) -> None:
        """Nothing is held."""


model = Scripted(
    {
        "facts": [
            {"subject": "user", "text": "is rebuilding an old boat with Ines", "turns": ["t1"]},
            {"subject": "user", "text": "owns three boats", "turns": ["t1"]},
        ]
    },
    {"known": True, "answer": "With Ines.", "cites": [1]},
)

with Memory("memory.db", model=model) as memory:
    vera = memory.scope(tenant="harbour", user="vera")

    plain = vera.remember("I live in Porto.")  # the rules read all of it: the model is not asked
    print(plain.changes)

    told = vera.remember("Most evenings I am rebuilding an old boat with Ines, plank by plank!")
    print(told.changes)  # "owns three boats" is not in the words, and was turned away

    answer = vera.answer("With whom am I rebuilding the boat?")
    print(answer.text, [cited.text for cited in answer.citations])
    print(vera.answer("Which zebra?").text)  # nothing is recalled, so nobody is asked

    spending = vera.spending()
    print(f"{spending.calls} calls; {spending.asked} of {spending.turns} turns went to the model")

    assert [fact.text for fact in vera.facts()] == [
        "lives in Porto",
        "is rebuilding an old boat with Ines",
    ]
    assert answer.known
    assert answer.citations
    assert spending.asked == 1
    assert vera.queue().waiting == 0
