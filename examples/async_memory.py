"""The same verbs, awaited: several people at once in one event loop."""

import asyncio

from remanent import AsyncMemory

PEOPLE = {"ada": "I collect fountain pens.", "ben": "I collect tin robots."}


async def main() -> dict[str, str]:
    """Remember and recall for everybody at the same time."""
    async with AsyncMemory("memory.db") as memory:
        scopes = {name: memory.scope(tenant="museum", user=name) for name in PEOPLE}
        await asyncio.gather(*(scopes[name].remember(said) for name, said in PEOPLE.items()))
        found = await asyncio.gather(
            *(scope.recall("What do I collect?") for scope in scopes.values())
        )
    return {name: recall.items[0].text for name, recall in zip(scopes, found, strict=True)}


answers = asyncio.run(main())
print(answers)

assert "pens" in answers["ada"]
assert "robots" in answers["ben"]
