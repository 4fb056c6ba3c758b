"""`tamis data`: the released data sets."""

from __future__ import annotations

import sys

import click


@click.group()
def data() -> None:
    """List, fetch and verify the released data."""


@data.command("list")
def list_data() -> None:
    """What each benchmark's data is, under which licence, and what is here of it."""
    from tamis.benchmarks import BENCHMARKS, suite
    from tamis.data import manifest, unchanged

    for name in BENCHMARKS:
        source = suite(name).SOURCE
        here = manifest(source)
        click.echo(f"{name}: {source.repo} at {source.revision}\n  licence: {source.licence}")
        for key, file in source.files.items():
            about = "" if file.exact_size else "about "
            state = "not fetched"
            if got := here.get(key):
                state = f"fetched, sha256 {got.sha256}"
                if not unchanged(got):
                    state = f"altered or gone since it was fetched; `tamis data fetch {name}`"
            click.echo(f"  {file.path}: {file.rows:,} rows, {about}{file.size:,} bytes; {state}")


@data.command()
@click.argument("benchmark")
def fetch(benchmark: str) -> None:
    """Download the data of BENCHMARK, pinned; an interrupted download goes on where it stopped."""
    from tamis.benchmarks import suite
    from tamis.data import manifest
    from tamis.data.hub import fetch as fetch_file

    source = suite(benchmark).SOURCE
    for key, file in source.files.items():
        # On a terminal the hub's bar shows the progress; a log gets a line to wait by.
        if key not in manifest(source) and not sys.stderr.isatty():
            click.echo(f"fetching {file.path} ({file.size / 1e6:.1f} MB)", err=True)
        click.echo(f"{file.path} → {fetch_file(source, key)}")
    _verify(benchmark)


@data.command()
@click.argument("benchmark")
def verify(benchmark: str) -> None:
    """Check the fetched files: size, sha256 and the number of rows."""
    _verify(benchmark)


def _verify(benchmark: str) -> None:
    from tamis.benchmarks import suite
    from tamis.data import locate
    from tamis.types import InputError

    chosen = suite(benchmark)
    for key, file in chosen.SOURCE.files.items():
        path = locate(chosen.SOURCE, key)
        rows = chosen.count_rows(path)
        if rows != file.rows:
            raise InputError(
                f"{path} has {rows:,} rows, but {file.rows:,} were released: it is not the file "
                f"that was published; give a folder that holds the right ones with --data-dir."
            )
        click.echo(f"{file.path}: {rows:,} rows, sha256 as fetched")
