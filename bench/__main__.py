"""`python -m bench [PART ...] [--quick] [--fernme PYTHON]`: print and save every figure.

`--quick` takes smaller sizes and leaves out `large` (a scope of 100,000) and `crowd` (100,000
people) unless they are named. `--crowd FOLDER` keeps their file: a
run that was interrupted goes on from where it stood.
`preferences` measures beside FERNme, which is installed for it unless an interpreter that has it
is named.
"""

import argparse
import tempfile
from functools import partial
from pathlib import Path

from bench import lifecycle, preferences, reading, sizing, travelling, writing
from bench.beside_fernme import make_environment
from bench.measuring import CONSOLE, save, show

PARTS = {
    "writing": writing.run,
    "reading": reading.run,
    "large": reading.run_large,
    "sizing": sizing.run,
    "lifecycle": lifecycle.run,
    "travelling": travelling.run,
    "preferences": preferences.run,
    "crowd": preferences.run_crowd,
}


def main() -> None:
    """Run the parts that were named, or all."""
    parser = argparse.ArgumentParser(prog="python -m bench", description=__doc__)
    parser.add_argument("parts", nargs="*", choices=[*PARTS, []], default=[], help="which parts")
    parser.add_argument("--quick", action="store_true", help="smaller sizes")
    parser.add_argument("--fernme", type=Path, help="an interpreter that has FERNme")
    parser.add_argument("--crowd", type=Path, help="a folder to keep the people of `crowd` in")
    parser.add_argument("--out", type=Path, default=Path("results/bench.json"))
    arguments = parser.parse_args()
    figures = []
    if arguments.crowd:
        arguments.crowd.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(prefix="remanent-bench-") as folder:
        left_out = {"large", "crowd"} if arguments.quick else set()
        for name in arguments.parts or [each for each in PARTS if each not in left_out]:
            CONSOLE.print(f"[dim]{name} …")
            part = PARTS[name]
            if name == "preferences":
                python = arguments.fernme or make_environment(Path(folder))
                part = partial(preferences.run, python=python)
            if name == "crowd":
                part = partial(preferences.run_crowd, kept=arguments.crowd)
            found = part(Path(folder), quick=arguments.quick)
            show(name, found)
            figures += found
    save(figures, arguments.out)
    missed = [each.name for each in figures if each.verdict == "missed"]
    CONSOLE.print(f"saved to {arguments.out}; goals missed: {', '.join(missed) or 'none'}")


if __name__ == "__main__":
    main()
