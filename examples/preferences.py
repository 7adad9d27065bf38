"""What people do becomes a card of a few words, and the card says what an agent should do."""

from remanent import Memory

with Memory("memory.db") as memory:
    alice = memory.scope(tenant="shop", user="alice")
    for day in ("2026-03-02", "2026-03-03", "2026-03-05", "2026-03-06"):
        alice.observe("purchase", attributes=["pref:organic", "item:oat-milk"], at=day)
    alice.observe("state", attributes=["!pref:upsells"], at="2026-03-06")  # a dislike

    card = alice.card(at="2026-03-07")  # some 40 tokens, however long the history
    action = alice.decide("pref:organic", at="2026-03-07").action  # act, verify, ask or ignore
    print(card.text, "|", action.value, "|", alice.why("pref:organic").events[0].kind)

assert "organic 4*" in card.text
assert "!pref" in card.text
assert card.tokens <= 40
assert action.value == "act"
