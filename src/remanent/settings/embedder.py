"""Settings of search by meaning."""

from dataclasses import dataclass
from typing import Annotated

from remanent.settings.rules import Group, number, text, whole
from remanent.settings.values import read_spec


@dataclass(frozen=True, slots=True, kw_only=True, repr=False)
class EmbedderSettings(Group):
    """Search by meaning, beside search by words."""

    spec: Annotated[
        str | None,
        text(
            allowed='"local", a folder, or a name such as "openai:text-embedding-3-small"',
            check=read_spec,
            about="Which embedder is used; none searches by words alone.",
            reason="Recall holds its floor without any model; an embedder adds to it.",
        ),
    ] = None
    batch_size: Annotated[
        int,
        whole(
            low=1,
            high=4_096,
            unit="texts",
            about="How many texts are embedded in one request.",
            reason="Below the bound of the common providers, and long enough to be efficient.",
        ),
    ] = 64
    timeout_seconds: Annotated[
        float,
        number(
            low=0.1,
            high=3_600,
            unit="seconds",
            about="How long one request may take; after that its texts stay pending.",
            reason="A slow provider answers well within it; what is remembered is safe before.",
        ),
    ] = 30.0
