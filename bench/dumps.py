"""Make dumps of Open Library and of Wikidata in their formats, of authors and books that are not.

    python bench/dumps.py FOLDER [--authors 300000 --works 1000000 --editions 1500000]

prints the files and the command that collects from them. The same numbers and seed give the same
bytes.
"""

from __future__ import annotations

import argparse
import shlex
from pathlib import Path

from invented import Files, Sizes, write


def main() -> None:
    """Write dumps as the command line says."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("folder", type=Path, help="where the five files go")
    for name, help in (
        ("authors", "authors in Open Library"),
        ("works", "works in Open Library"),
        ("editions", "editions in Open Library"),
    ):
        usual = getattr(Sizes, name)
        parser.add_argument(
            f"--{name}", type=_positive, default=usual, metavar="N", help=f"{help} [{usual:,}]"
        )
    parser.add_argument(
        "--people",
        type=_positive,
        metavar="N",
        help=f"authors who are in Wikidata too [{Sizes.people:,}, or all authors]",
    )
    parser.add_argument(
        "--prolific",
        type=float,
        default=Sizes.prolific,
        metavar="SHARE",
        help=f"share of these people who have ten works or more [{Sizes.prolific}]",
    )
    parser.add_argument(
        "--seed", type=int, default=Sizes.seed, metavar="N", help="other facts for each [0]"
    )
    parser.add_argument(
        "--odd",
        action="store_true",
        help="with redirects, deleted records, broken lines, and odd dates and titles",
    )
    given = parser.parse_args()
    people = given.people or min(Sizes.people, given.authors)
    if people > given.authors:
        parser.error(f"--people {people} are more than there are authors, {given.authors}")
    sizes = Sizes(
        given.authors, given.works, given.editions, people, given.prolific, given.seed, given.odd
    )
    try:
        files = write(given.folder, sizes)
    except OSError as error:
        parser.error(f"{given.folder} cannot be written to: {error.strerror}")
    for path, lines in zip(files.paths, files.lines, strict=True):
        print(f"{path}: {lines:,} lines, {path.stat().st_size / 1000:,.0f} kB")
    print(f"Collect from them (--wikidata takes either of the last two):\n{command(files)}")


def command(files: Files) -> str:
    """What collects from the files."""
    words = ["tamis", "collect", "books"]
    for option in ("authors", "works", "editions", "wikidata"):
        words += [f"--{option}", str(getattr(files, option))]
    return shlex.join([*words, "--out", str(files.authors.parent / "data")])


def _positive(text: str) -> int:
    if not text.isdecimal() or int(text) < 1:
        raise argparse.ArgumentTypeError(f"{text!r} is no whole number from 1 on")
    return int(text)


if __name__ == "__main__":
    main()
