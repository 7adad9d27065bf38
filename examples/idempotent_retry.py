"""Send a write again after a timeout: the same key gives the same memory, stored once."""

from remanent import Memory
from remanent.errors import IdempotencyError

with Memory("memory.db") as memory:
    noa = memory.scope(tenant="notes", user="noa")

    first = noa.remember("I adopted a greyhound called Juno.", idempotency_key="request-417")
    again = noa.remember("I adopted a greyhound called Juno.", idempotency_key="request-417")
    print(
        "same ids:", first.event_ids == again.event_ids, "| stored twice:", not again.deduplicated
    )

    refused = None
    try:  # a key names one request; other words under it are a mistake worth hearing of
        noa.remember("I adopted a cat.", idempotency_key="request-417")
    except IdempotencyError as error:
        refused = error
        print(error.code, error)

    found = noa.recall("What is the greyhound called?")

assert first.event_ids == again.event_ids
assert again.deduplicated
assert refused is not None
assert len({source.event_id for item in found.items for source in item.sources}) == 1
