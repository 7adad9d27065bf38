"""Two people, two tenants and a shared space: a scope is a wall, and a friend is not the user."""

from remanent import Memory

with Memory("memory.db") as memory:
    kim = memory.scope(tenant="ski-shop", user="kim")
    other_kim = memory.scope(tenant="chess-club", user="kim")  # same id, another tenant
    team = memory.scope(tenant="ski-shop", space="service-desk")  # shared by a team

    kim.remember("I like skiing. My friend Noor likes snowboarding.")
    other_kim.remember("I like chess.")
    team.remember("The waxing machine is serviced on Mondays.")

    facts = [(fact.subject, fact.text) for fact in kim.facts()]
    for subject, text in facts:  # what a friend likes stays the friend's
        print(subject, "|", text)

    here = kim.recall("skiing")
    there = other_kim.recall("skiing")
    machine = team.recall("When is the waxing machine serviced?")
    print("the ski shop on skiing:", [item.text for item in here.items])
    print("the chess club on skiing:", there.reason)
    print("the service desk:", [item.text for item in machine.items])

assert any(subject == "user" and "skiing" in text for subject, text in facts)
assert not any(subject == "user" and "snowboarding" in text for subject, text in facts)
assert here.items
assert not there.items
assert "Mondays" in machine.items[0].text
