"""Who is who: people by name and by how they stand to each other, and questions that walk there."""

from remanent import Memory

with Memory("memory.db") as memory:
    ines = memory.scope(tenant="travel-desk", user="ines")

    ines.remember("Ana is my wife. My sister Rosa is a nurse.")
    ines.remember("My colleague Rosa lives in Ghent.")
    ines.remember(
        facts=[
            {"subject": "Ana", "slot": "family", "value": "brother Tom", "text": "has a brother"},
            {"subject": "Tom", "slot": "occupation", "value": "pilot", "text": "flies airliners"},
            {"subject": "Ana Silva", "slot": "home", "value": "Porto", "text": "lives in Porto"},
        ]
    )

    # No word connects this question with its answer; the links do.
    found = ines.recall("What does my wife's brother do?")
    print(found.items[0].subject, "is a", found.items[0].value)

    # One name, two people: what was said of them keeps them apart.
    for rosa in ines.entity("Rosa").entities:
        print(rosa.label, [(field.slot, field.value) for field in rosa.fields])

    # What is only likely waits for the owner.
    (suggestion,) = ines.suggestions()
    print(suggestion.reason)
    ines.accept(suggestion.id)
    print(ines.entity("my wife").text)

assert (found.items[0].subject, found.items[0].value) == ("Tom", "pilot")
with Memory("memory.db") as memory:
    ines = memory.scope(tenant="travel-desk", user="ines")
    assert {rosa.label for rosa in ines.entity("Rosa").entities} == {
        "Rosa (sister)",
        "Rosa (colleague)",
    }
    (ana,) = ines.entity("Ana").entities
    assert (ana.name, "Ana" in ana.aliases) == ("Ana Silva", True)
    assert ines.suggestions() == ()
