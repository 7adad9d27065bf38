"""Answers kept on disk: a method that has not changed need not read the same world again."""

import json
from dataclasses import asdict
from pathlib import Path

from evals import baselines
from evals.preferences.methods import common, counting, lexical, whole
from evals.preferences.methods.common import Answer, Answers, Method
from evals.preferences.world import World, digest_of

_ROOMS = (baselines, common, counting, lexical, whole)


class Kept:
    """A method whose answers are kept by the digest of the world and of the method's own text."""

    def __init__(self, method: Method, folder: Path) -> None:
        """Keep the answers in a folder, which is made where it is missing.

        Args:
            method: one that is written in the rooms of this folder alone.
        """
        self._method = method
        self._folder = folder
        self._texts = [Path(str(room.__file__)).read_text(encoding="utf-8") for room in _ROOMS]
        folder.mkdir(parents=True, exist_ok=True)

    @property
    def name(self) -> str:
        """As the tables show it."""
        return self._method.name

    def answer(self, world: World) -> Answers:
        """Answer, or say again what was answered."""
        path = self._folder / f"{digest_of([world.digest, self.name, *self._texts])[:32]}.json"
        if path.exists():
            found = json.loads(path.read_text(encoding="utf-8"))
            given = tuple(
                Answer(attributes=tuple(each["attributes"]), text=each["text"])
                for each in found.pop("given")
            )
            return Answers(given=given, **found)
        answers = self._method.answer(world)
        assert not any(answer.lines for answer in answers.given), "lines are not kept"
        path.write_text(json.dumps(asdict(answers), ensure_ascii=False), encoding="utf-8")
        return answers
