"""What fades and what stays: facts are kept by what they are, and by what they were good for."""

from datetime import UTC, datetime, timedelta

from remanent import Memory

with Memory("memory.db") as memory:
    memory.tenant("home").set_retention("fading")  # within weeks; by default it takes months
    noor = memory.scope(tenant="home", user="noor")
    noor.remember("I'm allergic to walnuts. I live in Riga.")
    noor.remember(facts=["the desk is by the window", "the kettle is on the upper shelf"])

    # It was recalled, and acting on it went well. To be shown alone changes nothing.
    found = noor.recall("Where is the desk?")
    noor.record_outcome(found.id, helped=True, item_ids=[found.items[0].id])

    later = datetime.now(UTC) + timedelta(days=40)
    for fact in noor.facts():
        kept = noor.retention(fact.id, at=later)
        print(f"{fact.text}: {kept.state.tier.value}, strength {kept.strength:.3f} in 40 days")

    # From a schedule, for everybody: only what is due is read.
    done = memory.maintain(at=later)[noor.scope]
    print(f"{done.archived} archived, {done.pruned} pruned")

    left = {fact.text: fact.archived_at is not None for fact in noor.facts()}
    print(left)

assert left == {
    "is allergic to walnuts": False,  # health never fades
    "lives in Riga": True,  # the only home that is known: archived, never pruned
    "the desk is by the window": True,  # unused for a month, but it was of help: the same
}
with Memory("memory.db") as memory:
    noor = memory.scope(tenant="home", user="noor")
    assert noor.recall("Where is the kettle?", kinds=["fact"]).items == ()
    assert "archived" in noor.recall("Where is the desk?", kinds=["fact"]).items[0].marks
