"""How plans that were rendered from data are judged.

    python bench/plan_renderings.py [--count 20] [--wrong 3] [--open 3] [--style NAME]

The plans are those of `tests/data/rendered_plans.jsonl`: some styles are the judge's author's, most
were written, in two rounds, by people who had not seen it. Where the data leave a constraint
undecided, only an abstention is right.
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter, defaultdict
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1] / "tests"))

import plan_data
from tamis.checking.program import judge


def main() -> None:
    """Print how many are decided, and how many of these wrongly, by style."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n", 1)[0])
    parser.add_argument("--count", type=int, default=100_000, help="items of a set, at most")
    parser.add_argument("--wrong", type=int, default=0, help="how many wrong verdicts are shown")
    parser.add_argument("--open", type=int, default=0, help="how many abstentions are shown")
    parser.add_argument("--style", default="", help="only this style")
    options = parser.parse_args()
    for title in ("worked with", "first round", "second round"):
        styles = plan_data.styles(title)
        if options.style:
            styles = {name: one for name, one in styles.items() if name == options.style}
        by: dict[str, Counter[str]] = defaultdict(Counter)
        shown: Counter[str] = Counter()
        for style, text, constraint, truth in plan_data.renderings(styles, options.count):
            said = judge(constraint, text)
            result = (
                "open"
                if said.satisfied is None
                else "right"
                if said.satisfied == truth
                else "wrong"
            )
            if truth is None and result == "open":
                result = "rightly open"
            by[style][result] += 1
            if shown[result] < {"wrong": options.wrong, "open": options.open}.get(result, 0):
                shown[result] += 1
                print(
                    f"{'=' * 60}\n{style}: {constraint} truth {truth}, said {said.satisfied}: "
                    f"{said.reason}\n{text}"
                )
        print(f"{title}:")
        whole: Counter[str] = Counter()
        for style, counts in sorted(by.items()):
            whole += counts
            print(f"  {style:20} {_told(counts)}")
        print(f"  {'all':20} {_told(whole)}")


def _told(counts: Counter[str]) -> str:
    decided = counts["right"] + counts["wrong"]
    decidable = counts.total() - counts["rightly open"]
    return (
        f"{counts.total():6} items, {decided / max(decidable, 1):6.1%} decided, "
        f"{counts['wrong'] / max(decided, 1):6.2%} of these wrong"
    )


if __name__ == "__main__":
    main()
