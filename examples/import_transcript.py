"""Read a transcript from a file into a memory; here the one that comes with the package."""

from remanent import Memory
from remanent.faces.importers import read_transcripts
from remanent.faces.samples import sample_path

(transcript,) = read_transcripts(sample_path())
print(transcript.name, "|", len(transcript.messages), "messages |", transcript.skipped, "left out")

with Memory("memory.db") as memory:
    nadia = memory.scope(tenant="demo", user="nadia")
    # The key makes it safe to read the same file again.
    nadia.remember(transcript.messages, idempotency_key=f"transcript {transcript.name}")

    for question in ("Where do I work now?", "What am I allergic to?", "When is Lars's birthday?"):
        found = nadia.recall(question, limit=3)
        print(question)
        for item in found.items:
            print("  ", item.text, "|", item.sources[0].external_id)

    work = nadia.recall("Where do I work now?")

assert transcript.skipped == 0
assert any("Daugava Transit" in item.text for item in work.items)
