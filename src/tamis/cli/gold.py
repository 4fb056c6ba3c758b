"""`tamis gold`: rate candidates, and build golden answers from the ratings."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Literal

import click

from tamis.types import InputError

if TYPE_CHECKING:
    from tamis.benchmarks.quest.ratings import Bucket, PoolRow
    from tamis.collect.golds import Agreement, GoldQuestion, Ratings, Rule

FILE = click.Path(dir_okay=False, path_type=Path)
KEYS = "m(atch), d(ebatable), n(o match), s(kip), b(ack), q(uit); a comment may follow"


@click.group()
def gold() -> None:
    """Revise golden answers: rate a pool of candidates, and build new ones from the ratings."""


@gold.command()
@click.argument("pool", type=FILE)
@click.option(
    "--rater", required=True, help="Your name; a file has the ratings of one person only."
)
def rate(pool: Path, rater: str) -> None:
    """Rate the candidates of POOL one by one; every rating is saved at once.

    It is not shown which run proposed a candidate, nor whether it is a golden answer. You can
    stop at any time; the same command continues with the unrated candidates.
    """
    from tamis.benchmarks.quest.ratings import read_pool, write_pool

    rater = rater.strip()
    if not rater:
        raise InputError("--rater is empty; give a name.")
    file = read_pool(pool)
    names = {row.rater for row in file.rows if row.rating and row.rater}
    if names - {rater}:
        raise InputError(
            f"{pool} already has ratings of {min(names - {rater})}; rate a copy of the pool "
            f"without ratings, as a file has the ratings of one person only."
        )
    rows = list(file.rows)
    order = [index for index, row in enumerate(rows) if row.title]
    # Fail before the first rating if the file cannot be written.
    write_pool(pool, rows)
    at = _next(rows, order, 0)
    while at < len(order):
        row = rows[order[at]]
        _show(row, f"{at + 1} of {len(order)}")
        rating, comment = _ask()
        if rating == "quit":
            break
        if rating == "back":
            at = max(at - 1, 0)
            continue
        if rating != "skip":
            note = comment or row.comment
            rows[order[at]] = replace(row, rating=rating, comment=note, rater=rater)
            write_pool(pool, rows)
        at = _next(rows, order, at + 1)
    left = sum(row.unrated for row in rows)
    click.echo(f"\n{pool}: {len(order) - left} of {len(order)} candidates rated, {left} left")


@gold.command()
@click.argument("ratings", nargs=-1, required=True, type=FILE)
@click.option("--name", required=True, help="The name of the new golden answers.")
@click.option("--out", required=True, type=FILE, help="The JSON file to write.")
@click.option(
    "--rule",
    type=click.Choice(["majority", "unanimous"]),
    default="majority",
    show_default=True,
    help="Which ratings decide a candidate; if they do not, it is DEBATABLE.",
)
@click.option(
    "--unrated",
    type=click.Choice(["refuse", "no_match"]),
    default="refuse",
    show_default=True,
    help="Candidates without a rating: stop with an error, or count them as NO_MATCH.",
)
def build(
    ratings: tuple[Path, ...],
    name: str,
    out: Path,
    rule: Rule,
    unrated: Literal["refuse", "no_match"],
) -> None:
    """Build golden answers from RATINGS, the rated pools of one or several people."""
    from tamis.benchmarks.quest.ratings import read_pool
    from tamis.collect import golds

    if not name.strip():
        raise InputError("--name is empty; give a name for the golden answers.")
    if out.resolve() in {path.resolve() for path in ratings}:
        raise InputError(f"--out {out} is one of the ratings; give another file.")
    files = [read_pool(path) for path in ratings]
    found = golds.gather(files)
    questions = golds.build(found, rule, unrated)
    golds.write_golds(out, name.strip(), questions, files, found, rule)
    for line in (
        *_counts(found, questions, rule),
        *_agreement(golds.agreement(found)),
        *_changes(found, questions),
        f"written: {out}",
    ):
        click.echo(line)


def _next(rows: Sequence[PoolRow], order: Sequence[int], start: int) -> int:
    """The first position from `start` without a rating; the end if there is none."""
    return next((at for at in range(start, len(order)) if rows[order[at]].unrated), len(order))


def _show(row: PoolRow, position: str) -> None:
    from tamis.benchmarks.quest.ratings import split_quote
    from tamis.text.shown import clean

    click.echo(f"\n[{position}] {clean(row.question)}")
    document = f"  [{clean(row.doc_id)}]" if row.doc_id else ""
    click.echo(f"  {clean(row.title)}{document}")
    for name, lines in (("for", row.evidence_for), ("against", row.evidence_against)):
        click.echo(f"  {name}:" if lines else f"  {name}: nothing cited")
        for line in lines:
            click.echo(f"    {clean(split_quote(line)[1])}")
    if row.rating or row.comment:
        click.echo(f"  so far: {row.rating or 'no rating'} {clean(row.comment)}".rstrip())


def _ask() -> tuple[Bucket | Literal["skip", "back", "quit"], str]:
    """One rating or command; asks again until it is valid. End of input and Ctrl-C quit."""
    from tamis.benchmarks.quest.ratings import parse_rating

    while True:
        try:
            typed: str = click.prompt(
                f"{KEYS}\n", prompt_suffix="> ", default="", show_default=False
            )
        except click.Abort:
            return "quit", ""
        first, _, rest = typed.strip().partition(" ")
        second, _, after = rest.strip().partition(" ")
        command = {"s": "skip", "b": "back", "q": "quit"}.get(first.casefold()[:1])
        if command and not rest and command.startswith(first.casefold()):
            return command, ""  # type: ignore[return-value]
        if first.casefold() == "no" and second and (rating := parse_rating(first + second)):
            return rating, after.strip()
        if rating := parse_rating(first):
            return rating, rest.strip()
        click.echo(f"  not understood: {typed!r}")


def _counts(ratings: Ratings, questions: Sequence[GoldQuestion], rule: Rule) -> list[str]:
    from tamis.text.shown import clean

    match, debatable, no_match = (
        sum(len(getattr(question, bucket)) for question in questions)
        for bucket in ("match", "debatable", "no_match")
    )
    candidates, raters = len(ratings.candidates), list(ratings.by_rater)
    lines = [
        f"{len(questions)} questions, {candidates} candidates: {match} MATCH, {debatable} "
        f"DEBATABLE, {candidates - match - debatable} NO_MATCH ({no_match} of them golds before)",
        f"raters: {', '.join(map(clean, raters)) or 'none'}; rule: {rule}",
    ]
    if ratings.unrated:
        lines.append(f"not rated, counted as NO_MATCH: {len(ratings.unrated)}")
    votes = [len(ratings.votes(row)) for row in ratings.candidates]
    if partly := sum(0 < count < len(raters) for count in votes):
        lines.append(f"rated by only some of the raters, who decide: {partly}")
    return lines


def _agreement(found: Agreement | None) -> list[str]:
    if found is None:
        return ["agreement: no candidate has two ratings"]
    from tamis.text.shown import clean

    pairs = [
        f"{clean(one)} and {clean(other)} "
        f"{_figure(value, found.kappa_intervals.get((one, other)))} (n = {n})"
        for (one, other), (value, n) in found.kappa.items()
    ]
    return [
        f"agreement: of {found.shared} candidates with two or more ratings, {found.identical} have "
        f"the same rating from all",
        f"  Cohen's kappa: {'; '.join(pairs)}",
        f"  Krippendorff's alpha: {_figure(found.nominal, found.nominal_interval)} nominal, "
        f"{_figure(found.ordinal, found.ordinal_interval)} ordinal",
    ]


def _figure(value: float, interval: tuple[float, float] | None = None) -> str:
    if math.isnan(value):
        return "undefined"
    low, high = interval or (math.nan, math.nan)
    return f"{value:.3f}" + ("" if math.isnan(low) else f", 95% {low:.2f} to {high:.2f}")


def _changes(ratings: Ratings, questions: Sequence[GoldQuestion]) -> list[str]:
    from tamis.collect.golds import changes

    made = changes(ratings, questions)
    return [
        f"against the original golds: {made.added} titles added, {made.dropped} dropped, "
        f"{made.doubted} made debatable; {made.newly_debatable} others are debatable now",
        f"  {made.changed} of {len(questions)} questions changed, "
        f"{made.emptied} left with no MATCH",
    ]
