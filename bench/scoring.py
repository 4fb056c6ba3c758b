"""Scoring 1,000 answers: the three variants against a slow scorer that works as published.

Each contender has a process of its own and says there how long the best of its rounds took:

- warm: the queries are loaded and have been scored before;
- cold: the queries are loaded, and everything that scoring remembers is forgotten;
- from JSON: as cold, and the rows are read from their files inside the clock.

The slow scorer remembers nothing, so its warm time is its cold time. Once with all queries,
and once without the human-name ones, for there the published scorer compares each title with
some thousands of stored ones. `reference` is given the same stored titles, and its figures must
be those of the slow scorer; with the word lists that it has by default it computes other ones.
"""

from __future__ import annotations

import json
import math
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from clock import Row, spend

TARGET = 50
CONTENDERS = ("slow", "paper", "strict", "reference", "lexicon")
NAMED = {
    "slow": "slow, as published",
    "lexicon": "reference, its own word lists",
    "reference": "reference, the stored names",
}


def measure(quick: bool) -> list[Row]:
    """The rows of the table; SystemExit where `reference` differs from the slow scorer."""
    queries = 100 if quick else 1000
    got: dict[str, dict[str, Any]] = {}
    rows = []
    for who in CONTENDERS:
        spent = spend([sys.executable, __file__, who, str(queries)])
        got[who] = json.loads(spent.output)
        slow, mine = got["slow"], got[who]
        for what in mine["seconds"]:
            # What a contender does not have of its own is the time of its cold scoring.
            base = slow["seconds"].get(what) or slow["seconds"][what.replace("warm", "cold")]
            number = mine["without"] if "without" in what else queries
            seconds = mine["seconds"][what]
            rate = f"{number / seconds:,.0f} queries/s"
            like_for_like = who not in ("slow", "lexicon")
            note = f"{rate}; target ≥ {TARGET}" if what == "warm" and like_for_like else rate
            title = f"{NAMED.get(who, who)}: {what}"
            rows.append(Row(title, seconds, spent.peak_mb, base / seconds, note))
    same = sum(map(_same, got["slow"]["figures"], got["reference"]["figures"]))
    if same != queries:
        raise SystemExit(f"reference and the slow scorer differ on {queries - same} queries")
    rows.append(Row(f"cold forgets {', '.join(got['paper']['forgotten'])}"))
    return rows


def _same(ours: Sequence[float], theirs: Sequence[float]) -> bool:
    return all(
        math.isclose(a, b) or (math.isnan(a) and math.isnan(b))
        for a, b in zip(ours, theirs, strict=True)
    )


def _child(who: str, number: int) -> dict[str, Any]:
    """Measure one contender in this process."""
    import rows as synthetic

    made = synthetic.make(number)
    with tempfile.TemporaryDirectory() as name:
        answers = synthetic.write(made, Path(name))
        if who == "slow":
            return _slow(Path(name), answers, made.stored_names)
        return _tamis(who, Path(name), answers, made.stored_names)


def _slow(folder: Path, answers: Sequence[Sequence[str]], stored: Sequence[str]) -> dict[str, Any]:
    import rows as synthetic
    import slow

    def read() -> list[dict[str, Any]]:
        paths = [folder / name for name in synthetic.PARTS.values()]
        return [json.loads(line) for path in paths for line in path.read_text().splitlines()]

    rows = read()
    easy = [i for i, row in enumerate(rows) if "human name" not in row["constraints"]]
    seconds, figures = {}, None
    for what, chosen in (("cold", range(len(rows))), ("cold, without human names", easy)):
        seconds[what], figures = _best(
            lambda chosen=chosen: [slow.score(rows[i], answers[i], stored) for i in chosen],
            rounds=2,
        )
        if what == "cold":
            everything = figures
    seconds["from JSON"] = seconds["cold"] + _best(read, rounds=3)[0]
    return {"seconds": seconds, "without": len(easy), "figures": everything}


def _tamis(
    who: str, folder: Path, answers: Sequence[Sequence[str]], stored: Sequence[str]
) -> dict[str, Any]:
    from tamis.benchmarks.kitab import data
    from tamis.benchmarks.kitab.score import Recognisers, score
    from tamis.checking import constraints

    # The default recognisers read their word lists once, outside the clock.
    for recogniser in (constraints.default_names(), constraints.default_cities()):
        recogniser("Emma in Venice")
    variant = "reference" if who == "lexicon" else who
    names = _StoredNames(stored)
    found = Recognisers(names, lambda title: ()) if who == "reference" else Recognisers()

    def load() -> Sequence[Any]:
        return data.load.__wrapped__(str(folder)).queries

    memories = _memories()

    def forget() -> None:
        names.known.clear()
        for memory in memories.values():
            memory.cache_clear()

    def all_scores(queries: Sequence[Any], chosen: Sequence[int]) -> list[Any]:
        return [score(queries[i], answers[i], variant, found) for i in chosen]

    queries = load()
    everything = range(len(queries))
    easy = [i for i, q in enumerate(queries) if "human name" not in q.criteria]
    seconds: dict[str, float] = {}
    for what, chosen in (("", everything), (", without human names", easy)):
        times = []
        for _ in range(3):
            # New queries too: they remember what they have worked out about themselves.
            fresh = load()
            forget()
            times.append(_best(lambda f=fresh, c=chosen: all_scores(f, c), rounds=1)[0])
        seconds[f"cold{what}"] = min(times)
        all_scores(queries, chosen)
        seconds[f"warm{what}"], _ = _best(lambda c=chosen: all_scores(queries, c), rounds=7)
    times = []
    for _ in range(3):
        forget()
        times.append(_best(lambda: all_scores(load(), everything), rounds=1)[0])
    order = ("warm", "cold", "warm, without human names", "cold, without human names")
    figures = [list(vars(one).values()) for one in all_scores(queries, everything)]
    return {
        "seconds": {key: seconds[key] for key in order} | {"from JSON": min(times)},
        "without": len(easy),
        "figures": figures,
        "forgotten": [*memories],
    }


def _memories() -> dict[str, Callable[..., Any]]:
    """Everything that scoring remembers between queries: normalised titles, an author's
    prepared books, columns read as literals; whatever these modules cache.
    """
    from tamis.benchmarks.kitab import query, reference, score
    from tamis.text import normalised

    found = {}
    for module in (normalised, query, score, reference):
        for name, value in vars(module).items():
            if hasattr(value, "cache_clear") and value.__module__ == module.__name__:
                found[f"{module.__name__.rpartition('.')[2]}.{name}"] = value
    return found


class _StoredNames:
    """The slow scorer's rule for human names, by rapidfuzz in one call; each title once."""

    def __init__(self, stored: Sequence[str]) -> None:
        self.stored = stored
        self.known: dict[str, tuple[str, ...]] = {}

    def __call__(self, title: str) -> tuple[str, ...]:
        from rapidfuzz import fuzz, process

        if title not in self.known:
            close = process.extractOne(title, self.stored, scorer=fuzz.ratio, score_cutoff=79.5)
            self.known[title] = (close[0],) if close else ()
        return self.known[title]


def _best(work: Callable[[], Any], rounds: int) -> tuple[float, Any]:
    """The shortest of some rounds: on a shared machine the others measure the neighbours."""
    times = []
    for _ in range(rounds):
        start = time.perf_counter()
        result = work()
        times.append(time.perf_counter() - start)
    return min(times), result


if __name__ == "__main__":
    print(json.dumps(_child(sys.argv[1], int(sys.argv[2]))))
