"""Remember a conversation under your own ids, and get them back with every answer."""

from datetime import UTC, datetime

from remanent import Memory

monday = datetime(2026, 3, 2, 9, 30, tzinfo=UTC)

conversation = [
    {
        "id": "msg-1",
        "role": "user",
        "content": "Our daughter Mara starts at the music school next month.",
        "at": monday,
    },
    {
        "id": "msg-2",
        "role": "assistant",
        "content": "How nice! Which instrument will she play?",
        "at": monday,
    },
    {
        "id": "msg-3",
        "role": "user",
        "content": "The cello. My brother Pau plays the drums, one is enough.",
        "at": monday,
    },
]

with Memory("memory.db") as memory:
    pilar = memory.scope(tenant="family-bot", user="pilar")
    receipt = pilar.remember(conversation, session="monday", zone="Europe/Madrid")
    print(len(receipt.event_ids), "messages stored")

    found = pilar.recall("Who plays the drums?")
    best = found.items[0]
    print(best.text, "| from", best.sources[0].external_id)

assert len(receipt.event_ids) == 3
assert best.sources[0].external_id == "msg-3"
