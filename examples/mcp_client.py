"""A real MCP client beside a real server, over standard input and output.

It remembers, recalls, says how that went, and asks why: what an agent does, without the agent.
"""

import asyncio
import json
import sys
from typing import Any

from mcp import Client
from mcp.client.stdio import StdioServerParameters

SERVER = StdioServerParameters(
    command=sys.executable,  # in place of `remanent`, so that it runs wherever this does
    args=["-c", "from remanent.faces.cli import main; main()", "mcp"],
    env={"REMANENT_PATH": "memory.db", "REMANENT_USER": "alice", "REMANENT_AGENT": "example"},
)


async def call(client: Client, tool: str, **arguments: Any) -> dict[str, Any]:
    """Call a tool and show both sides; return the object that its reply begins with."""
    print(f"> {tool} {json.dumps(arguments)}")
    reply = await client.call_tool(tool, arguments)
    assert not reply.is_error
    blocks = [each.text for each in reply.content if each.type == "text"]
    print("\n".join(blocks), end="\n\n")
    return dict(json.loads(blocks[0]))


async def main() -> None:
    async with Client(SERVER) as client:
        stored = await call(client, "remember", text="I'm allergic to shellfish.", origin="person")
        found = await call(client, "recall", query="What can't I eat?")
        outcome = await call(client, "record_outcome", recall_id=found["recall_id"], helped=True)
        why = await call(client, "why", id=found["items"][0], query="What can't I eat?")

    assert found["items"] == [stored["facts"][0]["id"]]
    assert outcome == {"counted": 1}
    assert why["recalled"]


asyncio.run(main())
