"""Ask what was true at another time, and what was known at another time.

World time is when something holds; record time is when we learned of it.
"""

from datetime import UTC, datetime

from remanent import Memory

with Memory("memory.db") as memory:
    yusuf = memory.scope(tenant="travel-desk", user="yusuf")

    # The newer statement arrives first: the order of arrival does not matter.
    yusuf.remember("I live in Porto.", at=datetime(2026, 6, 1, tzinfo=UTC))
    before_the_import = datetime.now(UTC)
    yusuf.remember("I live in Izmir.", at=datetime(2025, 2, 1, tzinfo=UTC))

    homes = [fact for fact in yusuf.facts(include_closed=True) if fact.slot == "home"]
    for home in sorted(homes, key=lambda fact: str(fact.valid_from)):
        print(home.value, "from", home.valid_from, "to", home.valid_to or "now")

    now = yusuf.recall("Where do I live?", kinds=["fact"])
    then = yusuf.recall("Where do I live?", kinds=["fact"], as_of=datetime(2025, 8, 1, tzinfo=UTC))
    unaware = yusuf.recall(
        "Where do I live?",
        kinds=["fact"],
        as_of=datetime(2025, 8, 1, tzinfo=UTC),
        known_at=before_the_import,
    )
    print("now:", [item.value for item in now.items])
    print("August 2025:", [item.value for item in then.items])
    print("August 2025, before the import:", [item.value for item in unaware.items])

assert [item.value for item in now.items] == ["Porto"]
assert [item.value for item in then.items] == ["Izmir"]
assert "Izmir" not in [item.value for item in unaware.items]
