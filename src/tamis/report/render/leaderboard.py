"""A leaderboard as one HTML page that opens offline: its figures as data, and a script of its own.

The script is allowed by its hash alone, and writes names as text, never as markup.
"""

from __future__ import annotations

import base64
import hashlib
import json
import math
from collections.abc import Sequence
from typing import Any

from markupsafe import Markup

from tamis.inputs.files import shipped_bytes
from tamis.report.render.html import environment
from tamis.report.standings import VARIANTS, Board, Difference, Standing
from tamis.stats import Estimate
from tamis.text.shown import clean

_PACKAGE = "tamis.report.render"


def render(boards: Sequence[Board], title: str, made: str) -> str:
    """The page; `made` says with what and when. Write the text as UTF-8."""
    script = _file("leaderboard.js")
    digest = base64.b64encode(hashlib.sha256(script.encode()).digest()).decode()
    return (
        environment(_PACKAGE)
        .get_template("leaderboard.html.j2")
        .render(
            title=clean(title),
            made=clean(made),
            boards=[(board.name, clean(board.title)) for board in boards],
            runs=sum(len(board.standings) for board in boards),
            prices=_prices(boards),
            variants=[one for one in VARIANTS if any(_has(board, one) for board in boards)],
            policy=f"default-src 'none'; style-src 'unsafe-inline'; script-src 'sha256-{digest}'",
            shared=Markup(_file("report.css")),
            style=Markup(_file("leaderboard.css")),
            script=Markup(script),
            data=Markup(as_json(boards)),
        )
    )


def as_json(boards: Sequence[Board]) -> str:
    """The boards as JSON that is safe within a script element."""
    text = json.dumps([_board(one) for one in boards], ensure_ascii=False, separators=(",", ":"))
    # So that no name can end the element, or begin a comment in it.
    return text.replace("<", "\\u003c").replace("\u2028", "\\u2028").replace("\u2029", "\\u2029")


def _file(name: str) -> str:
    return shipped_bytes(_PACKAGE, "templates", name).decode()


def _prices(boards: Sequence[Board]) -> str:
    """By which prices the costs of the page were reckoned."""
    said = (one for board in boards for standing in board.standings for one in standing.prices)
    return clean("; ".join(dict.fromkeys(said)))


def _has(board: Board, variant: str) -> bool:
    return any(variant in key.split("_") for key in board.measures)


def _board(board: Board) -> dict[str, Any]:
    condition, data = board.usual
    keys = list(board.measures)
    return {
        "name": board.name,
        "title": clean(board.title),
        "measures": [
            {
                "label": clean(label),
                "variants": [v for v in VARIANTS if v in key.split("_")],
                "ranks": int(key in board.ranking),
            }
            for key, label in board.measures.items()
        ],
        "condition": clean(condition),
        "data": clean(data),
        "beside": clean(board.beside_all),
        "rows": [_row(one, keys) for one in board.standings],
        "pairs": [_pair(one, keys) for one in board.differences],
    }


def _row(one: Standing, keys: Sequence[str]) -> dict[str, Any]:
    return {
        "s": clean(one.system),
        "m": clean(one.model),
        "k": one.kind,
        "c": clean(one.condition),
        "d": clean(one.data),
        "f": [_figure(one.figures.get(key)) for key in keys],
        "n": one.asked,
        "q": one.questions,
        "a": one.answered,
        "t": one.tokens,
        "cost": _short(one.cost),
        "sec": _short(one.seconds),
        "on": one.date,
        "v": clean(one.version),
        "l": int(one.latest),
    }


def _figure(one: Estimate | None) -> list[float | int | None] | None:
    """Value, low, high, n; null where there is no figure."""
    if one is None:
        return None
    return [_short(one.value), *map(_short, one.interval), one.n]


def _pair(one: Difference, keys: Sequence[str]) -> list[float | int | str | None]:
    difference = one.found.difference
    return [
        keys.index(one.measure), one.a, one.b, _short(difference.value),
        *map(_short, difference.interval), _short(one.corrected), difference.n, one.family,
        int(one.with_best), clean(one.condition),
    ]  # fmt: skip


def _short(value: float | None) -> float | None:
    """Four significant digits, more than a page shows; None for NaN."""
    return None if value is None or not math.isfinite(value) else float(f"{value:.4g}")
