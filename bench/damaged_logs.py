"""Damaged logs: what do the commands that read logs make of them?

    python bench/damaged_logs.py [--number 4000] [--seed 0] [--only REGEX] [--logs FOLDER]

Logs of short runs of all benchmarks, answered by a script, are damaged in one place each: bytes
are flipped, zeroed, taken out or cut off, anywhere or within one part of the archive; or, under a
right checksum, a part is missing or cut, has two bytes more, or one of its values has another
type. Then `report`, `replies`, `compare` or `leaderboard` reads it, alone or beside a whole one.
Counted are

- tracebacks, and exit codes other than 0 and 2: must be 0;
- silently wrong figures: the command ends with 0, nothing is told, and a figure is not that of the
  whole log. Must be 0 where bytes were damaged. (What has a right checksum was edited and not
  damaged: where a description is another one, and not a figure, nothing tells.)
"""

from __future__ import annotations

import argparse
import contextlib
import copy
import io
import json
import os
import random
import re
import sys
import tempfile
import traceback
import zipfile
import zlib
from collections import Counter
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parents[1] / "tests"))

MODEL = "openai-api/lab/m"
RUNS = (
    ("kitab", "--limit", "12"),
    ("quest", "--limit", "6", "-T", "k=5"),
    ("acs", "--limit", "12"),
    ("kiwi", "--limit", "12"),
    ("fanoutqa", "--limit", "4", "-T", "setting=open_book", "-T", "rounds=3"),
)
USUAL = (
    "Output:\nNone",
    "RATIONALE: I counted. FINALANSWER: yes",
    "1. What is salt?\n2. What is rye?",
    "Good",
    "Final answer: no",
)


def make_logs(folder: Path) -> dict[str, Path]:
    """The logs of the runs, by benchmark, and one of a run that was killed."""
    import inspect_ai.log  # noqa: F401  (teaches zipfile zstd)

    from here import tamis
    from server import Server

    def answer(prompt: Any) -> str:
        return USUAL[zlib.crc32(str(prompt.messages).encode()) % len(USUAL)]

    found: dict[str, Path] = {}
    with Server(answer) as server:
        os.environ |= {"LAB_BASE_URL": server.url, "LAB_API_KEY": "none"}
        for args in RUNS:
            out = folder / args[0]
            if not list(out.rglob("*.eval")):
                tamis("run", *args, "--model", MODEL, "--out", str(out))
            found[args[0]] = next(out.rglob("*.eval"))
    killed = folder / "killed" / found["kitab"].name
    killed.parent.mkdir(exist_ok=True)
    parts = members(found["kitab"])
    gone = ("header.json", "summaries.json")
    write(killed, {name: data for name, data in parts.items() if name not in gone})
    return {**found, "killed": killed}


def members(path: Path) -> dict[str, bytes]:
    """The parts of a log."""
    with zipfile.ZipFile(path) as archive:
        return {name: archive.read(name) for name in archive.namelist()}


def write(path: Path, parts: dict[str, bytes]) -> None:
    """A log of these parts."""
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in parts.items():
            archive.writestr(name, data)


def damaged_bytes(data: bytes, begin: int, end: int, draw: random.Random) -> tuple[str, bytes]:
    """The bytes with one place between `begin` and `end` damaged, and how."""
    at = draw.randrange(begin, max(end, begin + 1))
    length = draw.choice((1, 1, 4, 64, 512, 4096))
    how = draw.choice(("flip", "flip", "zero", "noise", "out", "twice", "cut"))
    block = data[at : at + length]
    match how:
        case "flip":
            mask = 1 << draw.randrange(8)
            made = data[:at] + bytes([data[at] ^ mask]) + data[at + 1 :]
        case "zero":
            made = data[:at] + bytes(len(block)) + data[at + length :]
        case "noise":
            made = data[:at] + draw.randbytes(len(block)) + data[at + length :]
        case "out":
            made = data[:at] + data[at + length :]
        case "twice":
            made = data[:at] + block + data[at:]
        case _:
            made = data[:at]
    return how, made


OTHERS = (None, "x", "", 3, -1, 0.5, [], {}, [1], {"a": 1}, True)


def other_types(value: Any, draw: random.Random) -> tuple[str, Any]:
    """The plain values with one of another type, or left out, and which."""
    made = copy.deepcopy(value)
    place, inside = "", made
    while True:
        keys = list(inside) if isinstance(inside, dict) else range(len(inside))
        if not keys:
            return place, draw.choice(OTHERS)
        key = draw.choice(keys)
        place += f".{key}"
        if isinstance(inside[key], dict | list) and inside[key] and draw.random() < 0.8:
            inside = inside[key]
            continue
        if draw.random() < 0.3:
            del inside[key]
            return f"{place} left out", made
        kind = type(inside[key])
        inside[key] = draw.choice([one for one in OTHERS if type(one) is not kind])
        return f"{place} = {inside[key]!r}", made


def damaged(path: Path, target: Path, draw: random.Random) -> str:
    """Write a damaged copy of a log; returns how it was damaged."""
    data = path.read_bytes()
    where = draw.random()
    if where < 0.25:
        how, made = damaged_bytes(data, 0, len(data), draw)
        target.write_bytes(made)
        return f"bytes anywhere: {how}"
    with zipfile.ZipFile(path) as archive:
        infos = archive.infolist()
    if where < 0.35:
        how, made = damaged_bytes(data, archive.start_dir, len(data), draw)
        target.write_bytes(made)
        return f"bytes of the directory: {how}"
    # Most parts are samples; the others are as interesting.
    apart = [one for one in infos if not one.filename.startswith("samples/")]
    info = draw.choice(apart if draw.random() < 0.75 else infos)
    if where < 0.6:
        begin = info.header_offset
        how, made = damaged_bytes(data, begin, begin + 30 + info.compress_size, draw)
        target.write_bytes(made)
        return f"bytes of {info.filename}: {how}"
    parts = members(path)
    text = parts[info.filename]
    match draw.choice(("missing", "cut", "no JSON", "type", "type", "type", "type", "type")):
        case "missing":
            del parts[info.filename]
            how = f"part missing: {info.filename}"
        case "cut":
            parts[info.filename] = text[: draw.randrange(len(text))]
            how = f"part cut: {info.filename}"
        case "no JSON":
            at = draw.randrange(len(text))
            parts[info.filename] = text[:at] + draw.randbytes(2) + text[at:]
            how = f"part no JSON: {info.filename}"
        case _:
            place, other = other_types(json.loads(text), draw)
            parts[info.filename] = json.dumps(other).encode()
            how = f"type in {info.filename}: {place}"
    write(target, parts)
    return how


def command(*args: str) -> tuple[int, str, str]:
    """The exit code of a command in this process, and what it printed; -1 for a traceback."""
    from here import tamis

    out, err = io.StringIO(), io.StringIO()
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
        try:
            code = tamis(*args)
        except BaseException:
            err.write(traceback.format_exc())
            code = -1
    if "Traceback" in err.getvalue():
        code = -1
    return code, out.getvalue(), err.getvalue()


NOT_BEGUN = re.compile(r"count 0 in the headline figures[^.]*not begun|are in no table by group")


class Fuzz:
    """The counts so far."""

    def __init__(self, logs: dict[str, Path], folder: Path, seed: int) -> None:
        self.logs, self.folder, self.draw = logs, folder, random.Random(seed)
        self.counts: Counter[str] = Counter()
        self.wrong: list[str] = []
        self.whole = {name: self.figures(path)[3] for name, path in logs.items()}

    def figures(self, *paths: Path) -> tuple[int, str, str, str]:
        """What `tamis report --csv` says of logs: exit code, output, errors, the file."""
        file = self.folder / "figures.csv"
        file.unlink(missing_ok=True)
        code, out, err = command("report", *map(str, paths), "--csv", str(file))
        return code, out, err, file.read_text("utf-8") if file.exists() else ""

    def one(self, nth: int, only: str) -> None:
        """One damaged log, read by one command."""
        name = self.draw.choice(list(self.logs))
        path = self.logs[name]
        target = self.folder / path.name
        how = damaged(path, target, self.draw)
        what = self.draw.choice(("report",) * 6 + ("beside", "replies", "compare", "leaderboard"))
        if only and not re.search(only, f"{name} {what} {how}"):
            return
        csv = ""
        beside = self.logs[self.draw.choice(list(self.logs))]
        match what:
            case "report":
                code, out, err, csv = self.figures(target)
            case "beside":
                code, out, err, _ = self.figures(target, beside)
                if code != 0 and beside != path:
                    code = -1
                    err += "the whole log beside it was not reported"
            case "replies":
                page = self.folder / "page.html"
                code, out, err = command("replies", str(target), "--html", str(page))
            case "compare":
                code, out, err = command("compare", str(target), str(path))
            case _:
                page = self.folder / "board.html"
                code, out, err = command("leaderboard", str(target), str(path), "--html", str(page))
        kind = "bytes" if how.startswith("bytes") else "edited"
        told = bool(err.strip()) or bool(NOT_BEGUN.search(" ".join(out.split())))
        self.counts[f"{kind}: logs"] += 1
        self.counts[f"{kind}: exit code {code}"] += 1
        same = csv == self.whole[name]
        if code not in (0, 2):
            self.say("TRACEBACK", nth, f"{name} {what} {how}", err[-1500:])
        elif what == "report" and code == 0:
            state = "same" if same else "other"
            self.counts[f"{kind}: figures {state}, {'told' if told else 'not told'}"] += 1
            if not told and not same:
                rows = set(csv.splitlines()) ^ set(self.whole[name].splitlines())
                self.say(f"SILENT ({kind})", nth, f"{name} {how}", "\n".join(sorted(rows)[:4]))
                if kind == "bytes":
                    (self.folder / f"silent-{nth}.eval").write_bytes(target.read_bytes())

    def say(self, what: str, nth: int, how: str, more: str) -> None:
        """Keep and print what is wrong."""
        self.wrong.append(f"{what} {nth}: {how}")
        print(f"{self.wrong[-1]}\n{more}\n", flush=True)


def main() -> None:
    """Damage logs and read them; exit code 1 for a traceback or a silently wrong figure."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--number", type=int, default=4000)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--only", default="")
    parser.add_argument("--logs", type=Path)
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as name:
        logs = make_logs(given.logs or Path(name) / "runs")
        folder = Path(name) / "one"
        folder.mkdir()
        fuzz = Fuzz(logs, folder, given.seed)
        for nth in range(given.number):
            fuzz.one(nth, given.only)
            if nth % 500 == 499:
                print(nth + 1, dict(fuzz.counts), flush=True)
    print(*(f"{count:6} {what}" for what, count in sorted(fuzz.counts.items())), sep="\n")
    print("wrong:", dict(Counter(" ".join(one.split()[:2]) for one in fuzz.wrong)) or "nothing")
    sys.exit(any(not one.startswith("SILENT (edited)") for one in fuzz.wrong))


if __name__ == "__main__":
    main()
