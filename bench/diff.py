"""The word diff of two answers and of two long texts, against the plain ways to compare words.

Two answers of 400 words stand beside difflib over words, which a page could show without us. Two
texts of 20,000 words stand beside rapidfuzz's opcodes over words, which is what it takes to match
them at all, without marks, moves or a reader in mind. The long ones are the worst that we know of:
wholly different, of one word, of two words, all words shuffled, all sentences shuffled. The texts
are made here, and each case has a process of its own and says how long the best of its rounds took.
"""

from __future__ import annotations

import json
import random
import sys
import time
from collections.abc import Callable
from typing import Any

from clock import Row, spend

SHORT, LONG = 400, 20_000
LIMIT = {SHORT: 0.005, LONG: 1.0}
CASES = {
    "edited": "a word in ten edited",
    "reordered": "sentences shuffled",
    "different": "wholly different",
    "shuffled": "words shuffled, each there once",
    "two": "two words at random",
    "one": "one word again and again",
}


def measure(quick: bool) -> list[Row]:
    """The rows of the table; SystemExit where a diff does not give both texts back."""
    rows: list[Row] = []
    for size, cases, plain in (
        (SHORT, ("edited", "reordered", "different"), "difflib"),
        (LONG // 10 if quick else LONG, tuple(CASES), "rapidfuzz"),
    ):
        limit = LIMIT.get(size)
        for case in cases:
            spent = spend([sys.executable, __file__, str(size), case, plain])
            got = json.loads(spent.output)
            note = f"{plain} alone: {got['plain'] * 1000:.1f} ms; {got['runs']:,} runs"
            if limit:
                note += f"; target < {limit * 1000:.0f} ms"
            title = f"{size:,} words, {CASES[case]}"
            ratio = got["ours"] / got["plain"]
            rows.append(Row(title, got["ours"], spent.peak_mb, ratio, note))
    return rows


def _texts(size: int, case: str) -> tuple[str, str]:
    draw = random.Random(7)
    if case == "one":
        return "la " * size, "x " + "la " * (size * 3 // 4)
    if case == "two":
        return " ".join(draw.choices("ab", k=size)), " ".join(draw.choices("ab", k=size))
    if case == "shuffled":
        names = [f"w{k}" for k in range(size)]
        return " ".join(names), " ".join(draw.sample(names, size))
    # Words as frequent as those of a language: the k-th one 1/k times as often as the first.
    names = [f"w{k}" for k in range(5000)]
    weights = [1 / k for k in range(1, len(names) + 1)]

    def sentences() -> list[str]:
        return [" ".join(draw.choices(names, weights, k=20)) + "." for _ in range(size // 20)]

    old = sentences()
    if case == "different":
        return " ".join(old), " ".join(sentences())
    if case == "reordered":
        return " ".join(old), " ".join(draw.sample(old, len(old)))
    words = " ".join(old).split()
    new = [draw.choice(names) if draw.random() < 0.1 else word for word in words]
    return " ".join(words), " ".join(new)


def _child(size: int, case: str, plain: str) -> dict[str, Any]:
    from difflib import SequenceMatcher

    from rapidfuzz.distance import Indel

    from tamis.writing.edits import word_diff

    old, new = _texts(size, case)
    runs = word_diff(old, new)
    if "".join(r.text for r in runs if r.op in ("same", "deleted", "moved-from")) != old:
        raise SystemExit(f"the old text of {case} does not come back")
    if "".join(r.text for r in runs if r.op in ("same", "added", "moved-to")) != new:
        raise SystemExit(f"the new text of {case} does not come back")

    def others() -> object:
        a, b = old.split(), new.split()
        if plain == "difflib":
            return SequenceMatcher(None, a, b, autojunk=False).get_opcodes()
        return list(Indel.opcodes(a, b))

    rounds = 20 if size == SHORT else 3
    ours = _best(lambda: word_diff(old, new), rounds)
    return {"ours": ours, "plain": _best(others, rounds), "runs": len(runs)}


def _best(work: Callable[[], object], rounds: int) -> float:
    """The shortest of some rounds: on a shared machine the others measure the neighbours."""
    times = []
    for _ in range(rounds):
        start = time.perf_counter()
        work()
        times.append(time.perf_counter() - start)
    return min(times)


if __name__ == "__main__":
    print(json.dumps(_child(int(sys.argv[1]), sys.argv[2], sys.argv[3])))
