"""Finds the related-work paragraphs of papers, and filters them by a rule (KIWI, A.6)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from tamis.bad_input import absent
from tamis.collect.questions.paragraphs import APPENDIX, Drop, Paragraph, Rule, related_work
from tamis.inputs.files import read_text
from tamis.retrieve.papers.paper import Paper
from tamis.retrieve.papers.paper_records import paper_of_s2
from tamis.retrieve.papers.s2orc import BadRecord, S2Paper, read_s2orc
from tamis.types import InputError

_ENDINGS = (".jsonl", ".json", ".gz")


@dataclass
class Found:
    """The paragraphs that a search kept, those that it dropped and why.

    `papers` counts records, `repeated` further records of the same paper, `textless` those with
    only an abstract, `without` papers without a related-work section. `drops` counts the dropped
    paragraphs by reason; one may have two reasons. `bad` are unreadable records, with their files.
    """

    rule: Rule
    kept: list[Paragraph] = field(default_factory=list)
    dropped: list[tuple[Paragraph, tuple[Drop, ...]]] = field(default_factory=list)
    drops: Counter[str] = field(default_factory=Counter)
    papers: int = 0
    repeated: int = 0
    textless: int = 0
    without: int = 0
    bad: list[tuple[Path, BadRecord]] = field(default_factory=list)

    @property
    def cited(self) -> set[str]:
        """The ids of all available papers that the kept paragraphs cite."""
        return {one.id for kept in self.kept for one in kept.cited if one.available}


def paper_files(paths: Sequence[Path]) -> tuple[Path, ...]:
    """The files in `paths`; of a folder all files of JSON or JSON lines, sorted by name."""
    files: list[Path] = []
    for path in paths:
        if not path.exists():
            raise absent(path, "give files of papers, or folders of them")
        if not path.is_dir():
            files.append(path)
            continue
        inside = sorted(
            one for one in path.rglob("*") if one.is_file() and one.name.lower().endswith(_ENDINGS)
        )
        if not inside:
            raise InputError(f"{path} holds no .jsonl, .json or .gz file; give another folder.")
        files += inside
    return tuple(dict.fromkeys(files))


def find(
    paths: Sequence[Path],
    rule: Rule = APPENDIX,
    available: Collection[str] | None = None,
    say: Callable[[str], None] = lambda doing: None,
) -> Found:
    """Find the related-work paragraphs of papers in S2ORC's shapes, and filter them by a rule.

    A cited paper is available where its full text is in the same files, or where its id is among
    `available`. The files are read twice, a paper at a time.
    """
    files, found = paper_files(paths), Found(rule)
    titles: dict[str, str] = {}
    with_text: set[str] = set()
    for paper in _papers(files, found.bad, say):
        found.papers += 1
        titles[paper.id] = titles.get(paper.id) or paper.title
        if not _has_text(paper):
            found.textless += 1
        elif paper.id in with_text:
            found.repeated += 1
        else:
            with_text.add(paper.id)
    can_be_had = with_text if available is None else set(available)
    for paper in _once(files, say):
        paragraphs = related_work(paper, can_be_had, titles)
        found.without += not paragraphs
        for paragraph in paragraphs:
            if drops := rule.drops(paragraph):
                found.dropped.append((paragraph, drops))
                found.drops.update(drop.kind for drop in drops)
            else:
                found.kept.append(paragraph)
    return found


def texts(
    paths: Sequence[Path], ids: Collection[str], say: Callable[[str], None] = lambda doing: None
) -> dict[str, Paper]:
    """The full texts of the papers `ids` that are in the files, by their ids."""
    wanted = set(ids)
    return {
        paper.id: paper_of_s2(paper)
        for paper in _once(paper_files(paths), say)
        if paper.id in wanted
    }


def read_ids(path: Path) -> frozenset[str]:
    """Ids of papers, one on each line; blank lines and text after a # are ignored."""
    lines = read_text(path).split("\n")
    ids = frozenset(id for line in lines if (id := line.partition("#")[0].strip()))
    if not ids:
        raise InputError(f"{path} holds no id of a paper; write one on each line.")
    return ids


def _papers(
    files: Sequence[Path], bad: list[tuple[Path, BadRecord]], say: Callable[[str], None]
) -> Iterator[S2Paper]:
    for number, file in enumerate(files, 1):
        say(f"reading {file.name}, {number} of {len(files)}")
        broken: list[BadRecord] = []
        yield from read_s2orc(file, broken)
        bad += [(file, one) for one in broken]


def _once(files: Sequence[Path], say: Callable[[str], None]) -> Iterator[S2Paper]:
    """The papers that have a full text, each once."""
    seen: set[str] = set()
    for paper in _papers(files, [], say):
        if _has_text(paper) and paper.id not in seen:
            seen.add(paper.id)
            yield paper


def _has_text(paper: S2Paper) -> bool:
    return any(one.section.casefold() != "abstract" for one in paper.paragraphs)
