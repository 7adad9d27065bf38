"""The MCP face: what an agent may ask of one memory, over stdio or HTTP on this machine.

Whose memory it is stands in the settings; no model chooses it. The server acts as an agent: it
has no verb that accepts, pins, consents or sets a policy.

    fields.py      what an argument may be: told in the schema, read with tolerance
    tools.py       the tools by name and order
    remembering.py remember, observe
    asking.py      recall, brief
    mending.py     correct, forget
    learning.py    record_outcome, propose
    telling.py     why, status
    person.py      asking the person himself, where the client can
    replies.py     replies as quoted data, cut at the borders of items
    desk.py        the memory behind the tools
    pages.py       resources, the prompt, and what a client is told at first
    server.py      tools, resources and prompt as a server of the SDK
    stdio.py       the server on standard input and output
    http.py        the server on loopback, behind a token
"""
