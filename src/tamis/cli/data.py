"""`tamis data`: list, download and verify the released data sets."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from importlib.util import find_spec
from typing import TYPE_CHECKING

import click

from tamis.cli._completing import benchmarks_complete

if TYPE_CHECKING:
    from pathlib import Path

    from tamis.downloads import AnySource, RemoteFile


@click.group()
def data() -> None:
    """List, download and verify the released data."""


@data.command("list")
def list_data() -> None:
    """List the data of each benchmark, its licence, and what has been downloaded."""
    from tamis.benchmarks import BENCHMARKS, load_benchmark
    from tamis.downloads import is_here, manifest, parts

    for name in BENCHMARKS:
        source = load_benchmark(name).source
        if source is None:
            continue
        here = manifest(source)
        at = f" at {source.revision}" if source.revision else ""
        click.echo(f"{name}: {source.repo}{at}\n  licence: {source.licence}")
        for key, file in source.files.items():
            command = f"tamis data fetch {name}{f' --file {key}' if file.on_request else ''}"
            state = f"not fetched{f'; `{command}`' if file.on_request else ''}"
            if got := here.get(key):
                state = f"fetched, sha256 {got.sha256}"
                if not is_here(source, key, here):
                    state = f"changed or deleted since it was fetched; `{command}`"
            click.echo(f"  {file.path}: {_known(file, len(parts(source, key)))}; {state}")


@data.command()
@click.argument("benchmark", shell_complete=benchmarks_complete)
@click.option(
    "--file",
    "keys",
    multiple=True,
    metavar="KEY",
    help="Only this file, such as `documents` for quest; may be given several times.",
)
def fetch(benchmark: str, keys: tuple[str, ...]) -> None:
    """Download the data of BENCHMARK, a fixed version; an interrupted download is resumed.

    Large files that few runs need are downloaded only with --file.
    """
    from tamis.benchmarks import load_benchmark
    from tamis.downloads import manifest

    source, packages = _source(benchmark), load_benchmark(benchmark).installs
    chosen = _chosen(source, keys, tuple(packages))
    for key in chosen:
        file = source.files[key]
        # A terminal shows a progress bar; elsewhere print one line before the download.
        if key not in manifest(source) and not sys.stderr.isatty():
            size = f" ({file.size / 1e6:.1f} MB)" if file.size else ""
            click.echo(f"fetching {file.path}{size}", err=True)
        click.echo(f"{file.path} → {_fetch(source, key)}")
    _verify(benchmark, chosen)
    for package in packages:
        if package in keys:
            _install(package, packages[package])
    left = {key: file.path for key, file in source.files.items() if file.on_request}
    left |= {package: package for package in packages if find_spec(package) is None}
    for key, path in left.items():
        if not keys:
            command = f"tamis data fetch {benchmark} --file {key}"
            click.echo(f"{path} was not fetched; get it with `{command}`")


@data.command()
@click.argument("benchmark", metavar="BENCHMARK|FOLDER", shell_complete=benchmarks_complete)
def verify(benchmark: str) -> None:
    """Check the downloaded files: size, sha256 and number of rows.

    A FOLDER that `tamis collect` has made is checked against its manifest.
    """
    from pathlib import Path

    from tamis.benchmarks import BENCHMARKS
    from tamis.downloads import manifest

    if benchmark not in BENCHMARKS and (folder := Path(benchmark)).is_dir():
        _verify_folder(folder)
        return
    source = _source(benchmark)
    here = manifest(source)
    _verify(benchmark, [k for k, file in source.files.items() if k in here or not file.on_request])


def _verify_folder(folder: Path) -> None:
    from tamis.collect.packaging import check_package
    from tamis.text.shown import clean
    from tamis.types import InputError

    wrong = check_package(folder)
    for sentence in wrong:
        click.echo(clean(sentence))
    if wrong:
        raise InputError(
            f"{folder} was changed after it was collected; restore its files from their source, or "
            "collect it again."
        )
    click.echo(f"{folder}: all files are as they were collected")


def _fetch(source: AnySource, key: str) -> Path:
    from tamis.downloads import WebSource, hub, web

    return web.fetch(source, key) if isinstance(source, WebSource) else hub.fetch(source, key)


def _install(package: str, command: Sequence[str]) -> None:
    """Install a package with its makers' own command; InputError where that fails."""
    import subprocess

    from tamis.bad_input import needs_package
    from tamis.types import InputError

    if find_spec(package) is not None:
        click.echo(f"{package} is installed")
        return
    said = f"python -m {' '.join(command)}"
    click.echo(f"running {said}", err=True)
    if find_spec(command[0]) is None:
        raise needs_package(said, command[0], extra=command[0])
    done = subprocess.run(
        [sys.executable, "-m", *command], stderr=subprocess.PIPE, text=True, check=False
    )
    if done.returncode:
        why = next(reversed(done.stderr.strip().splitlines()), "it said nothing")
        raise InputError(f"{package} was not installed: {said} failed: {why[:300]}")
    click.echo(f"{package} was installed")


def _source(name: str) -> AnySource:
    """The released data of a benchmark; InputError where it has none."""
    from tamis.benchmarks import load_benchmark
    from tamis.types import InputError

    source = load_benchmark(name).source
    if source is None:
        raise InputError(f"{name} has no released data to fetch.")
    return source


def _chosen(source: AnySource, keys: Sequence[str], packages: tuple[str, ...]) -> list[str]:
    """The files of --file, else all but the large ones; InputError for an unknown file."""
    from tamis.bad_input import unknown

    known = (*source.files, *packages)
    if strange := [key for key in keys if key not in known]:
        raise unknown("file", strange[0], known, where=source.name)
    return [
        key for key, file in source.files.items() if key in keys or not (keys or file.on_request)
    ]


def _known(file: RemoteFile, members: int) -> str:
    """The published rows and size of a file, as text."""
    about = "" if file.exact_size else "about "
    said = [f"{file.rows:,} rows"] if file.rows else []
    said += [f"{members} files"] if file.members else []
    said += [f"{about}{file.size:,} bytes"] if file.size else []
    return ", ".join(said) or "rows and size not published"


def _verify(benchmark: str, keys: Sequence[str]) -> None:
    from tamis.benchmarks import load_benchmark
    from tamis.downloads import locate, parts
    from tamis.types import InputError

    chosen, source = load_benchmark(benchmark), _source(benchmark)
    for key in keys:
        path = source.files[key].path
        for part, expected in parts(source, key).items():
            place = locate(source, part)
            rows = chosen.count_rows(place)
            if expected and rows != expected:
                raise InputError(
                    f"{place} has {rows:,} rows, but the released file has {expected:,}; give a "
                    f"folder with the released files with --data-dir."
                )
            name = path if part == key else f"{path}, {part.removeprefix(f'{key}/')}"
            click.echo(f"{name}: {rows:,} rows, sha256 as fetched")
