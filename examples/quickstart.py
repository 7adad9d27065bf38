"""Remember two things, ask for one, and see where the answer comes from."""

from remanent import Memory

with Memory("memory.db") as memory:  # one file: no key, no server, no model to download
    alice = memory.scope(tenant="shop", user="alice")
    alice.remember("I'm allergic to shellfish, and I just moved to Berlin.")

    found = alice.recall("What am I allergic to?")
    for item in found.items:
        print(item.kind, "|", item.text, "|", item.sources[0].text)
    print(found.text)  # the same, ready for a prompt: quoted, dated, within a token budget

assert any("shellfish" in item.text for item in found.items)
assert found.tokens > 0
