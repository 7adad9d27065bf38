"""What happened, what differs, and going back without losing anything."""

from remanent import Memory

with Memory("memory.db") as memory:
    emil = memory.scope(tenant="home", user="emil")
    first = emil.remember("I live in Porto. I work as a baker.", at="2026-03-01")
    emil.remember("I live in Oslo now.", at="2026-04-01")

    # What happened, the latest first, each with the turn that caused it.
    for entry in emil.feed():
        print(f"{entry.at:%H:%M:%S}", entry.kind.value, entry.fact.text)

    # Between two moments of the world; without `world`, between two moments of what was known.
    changed = emil.diff("2026-03-15", "2026-04-15", world=True)
    print([fact.value for fact in changed.gone], "->", [fact.value for fact in changed.added])

    # Back to right after the first turn, on a new branch. Nothing is deleted.
    aside = emil.rollback(turn=first.event_ids[-1])
    back_then = {fact.slot: fact.value for fact in emil.facts()}
    print("after the rollback:", back_then)

    emil.remember("I play the cello.", at="2026-04-02")
    emil.restore(aside.number)
    both = {fact.slot: fact.value for fact in emil.facts()}
    print("restored, beside what was said since:", both)

assert ([fact.value for fact in changed.gone], [fact.value for fact in changed.added]) == (
    ["Porto"],
    ["Oslo"],
)
assert back_then == {"home": "Porto", "occupation": "baker"}
assert both["home"] == "Oslo"
assert len(both) == 3
