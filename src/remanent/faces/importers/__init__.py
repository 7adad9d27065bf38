"""Readers of other people's files: what was said elsewhere becomes messages to remember."""

from remanent.faces.importers.reading import Transcript
from remanent.faces.importers.transcripts import read_transcripts

__all__ = ["Transcript", "read_transcripts"]
