"""The table of where the published code and the wording differ, for docs/decisions.

python -m tamis.checking.instructions.differences docs/decisions/instructions.md
"""

from __future__ import annotations

import sys
from pathlib import Path

from tamis.checking.instructions import SETS, known
from tamis.inputs.files import read_text, write_text

NAMES = {"ifeval": "IFEval", "ifbench": "IFBench"}
_BEGIN, _END = "<!-- from `differs` -->\n", "<!-- end -->"


def tables() -> str:
    """A table for each set: the id, what it wants, and how `reference` differs from that."""
    found = []
    for name in SETS:
        ids = sorted(id for id, one in known().items() if one.set == name)
        differing = sum(1 for id in ids if known()[id].differs)
        rows = ["| id | what its wording means | how `reference` differs |", "|---|---|---|"]
        for id in ids:
            one = known()[id]
            cells = (f"`{id}`", one.says, one.differs or "–")
            rows.append(f"| {' | '.join(cell.replace('|', chr(92) + '|') for cell in cells)} |")
        found.append(f"\n## {NAMES[name]}: {differing} of {len(ids)} differ\n\n" + "\n".join(rows))
    return "\n".join(found) + "\n\n"


def with_tables(page: str) -> str:
    """A page with the tables as they should be, between its two marks."""
    before, begin, rest = page.partition(_BEGIN)
    _, end, after = rest.partition(_END)
    if not end:
        raise ValueError(f"the page has no place for the tables, from {_BEGIN!r} to {_END!r}")
    return f"{before}{begin}{tables()}{end}{after}"


if __name__ == "__main__":
    target = Path(sys.argv[1])
    write_text(target, with_tables(read_text(target)))
