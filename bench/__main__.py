"""`python -m bench [writing] [reading] [large] [sizing] [--quick]`: print and save every figure.

`--quick` takes smaller sizes and leaves out `large` (a scope of 100,000) unless it is named.
"""

import argparse
import tempfile
from pathlib import Path

from bench import reading, sizing, writing
from bench.measuring import CONSOLE, save, show

PARTS = {
    "writing": writing.run,
    "reading": reading.run,
    "large": reading.run_large,
    "sizing": sizing.run,
}


def main() -> None:
    """Run the parts that were named, or all."""
    parser = argparse.ArgumentParser(prog="python -m bench", description=__doc__)
    parser.add_argument("parts", nargs="*", choices=[*PARTS, []], default=[], help="which parts")
    parser.add_argument("--quick", action="store_true", help="smaller sizes")
    parser.add_argument("--out", type=Path, default=Path("results/bench.json"))
    arguments = parser.parse_args()
    figures = []
    with tempfile.TemporaryDirectory(prefix="remanent-bench-") as folder:
        left_out = {"large"} if arguments.quick else set()
        for name in arguments.parts or [each for each in PARTS if each not in left_out]:
            CONSOLE.print(f"[dim]{name} …")
            found = PARTS[name](Path(folder), quick=arguments.quick)
            show(name, found)
            figures += found
    save(figures, arguments.out)
    missed = [each.name for each in figures if each.verdict == "missed"]
    CONSOLE.print(f"saved to {arguments.out}; goals missed: {', '.join(missed) or 'none'}")


if __name__ == "__main__":
    main()
