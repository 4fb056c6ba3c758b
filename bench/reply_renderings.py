"""How replies that are rendered from known answers are read.

    python bench/reply_renderings.py [--count 3000] [--seed 1] [--wrong]

The titles are known, as those of a prompt are. The styles and features are those of
`tests/reply_styles.py`, and of `tests/reply_styles_unseen.py`, which somebody wrote who had not
seen the reader.
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1] / "tests"))

import reply_styles
import reply_styles_unseen
from tamis.benchmarks.kitab.reply import looks_for
from tamis.reading.known import Known
from tamis.reading.replies import read
from tamis.types import READ

ASKED = "There is no personal name in the title."
"""One of the constraints that the remarks of the styles speak of."""


def main() -> None:
    """Print the shares that are read exactly, as something else, and not at all."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n", 1)[0])
    parser.add_argument("--count", type=int, default=3_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--wrong", action="store_true", help="show what is not read exactly")
    options = parser.parse_args()
    known = Known.titles(reply_styles.TITLES, "Ida M. Kerrow")
    wanted = looks_for("no_context").knowing(known, ASKED)
    for name, made in (("worked with", reply_styles), ("by other eyes", reply_styles_unseen)):
        counts: Counter[str] = Counter()
        rendered = reply_styles.renderings(made.STYLES, made.FEATURES, options.count, options.seed)
        for style, text, told in rendered:
            found = read(text, wanted)
            exact = (found.values, found.outcome) == (told.items, told.outcome)
            result = "exact" if exact else "misread" if found.outcome in READ else "unread"
            counts[result] += 1
            if options.wrong and not exact:
                print(f"{'=' * 60}\n{style}: {found.outcome}\n{text}")
                print(f"--- told {told.items}\n--- read {found.values}")
        shares = "  ".join(
            f"{one} {counts[one] / options.count:.1%}" for one in ("exact", "misread", "unread")
        )
        kinds = f"{len(made.STYLES)} styles, {len(made.FEATURES)} features"
        print(f"{name}: {kinds}, {options.count} replies: {shares}")


if __name__ == "__main__":
    main()
