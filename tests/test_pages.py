"""README and the docs are true: commands print what is shown, Python runs, links lead somewhere."""

from __future__ import annotations

import asyncio
import itertools
import re
import shlex
import shutil
import socket
import subprocess
import sys
import textwrap
import tomllib
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import pytest

import example_models
import here
import tamis
from server import Server

ROOT = Path(__file__).parents[1]
PAGES = ["README.md", *sorted(f"docs/{page.name}" for page in (ROOT / "docs").glob("*.md"))]
LEFT_OUT = "…"
"""Alone on a line of output: here lines of what is printed are not shown."""

NOT_RUN = {"tamis check plan.md": "as a large model answered, which is not here"}


def text_of(page: str) -> str:
    """A page of the repository."""
    return (ROOT / page).read_text(encoding="utf-8")


# Commands and what they print


@dataclass(frozen=True)
class Needs:
    """What a command needs here: who answers as its model, modules, and further options.

    `replaced` are attributes of these modules with what stands in their place; `as_shown` turns
    what is printed here into what is printed there.
    """

    model: Callable[[Sequence[str]], str] | None = None
    modules: tuple[str, ...] = ()
    options: tuple[str, ...] = ()
    replaced: tuple[tuple[str, object], ...] = ()
    as_shown: Callable[[str], str] = str


def free_port() -> str:
    """A port that nobody listens on; the one that is shown may be taken."""
    with socket.create_server(("127.0.0.1", 0)) as taken:
        return str(taken.getsockname()[1])


def started(server, sockets) -> None:
    """In place of serving until Ctrl-C."""
    server.started = True


ONE_BY_ONE = ("--max-connections", "1")
"""Which unit is looked at next depends on the order in which replies come."""
PORT = free_port()

NEEDS = {
    "tables/suppliers.csv": Needs(example_models.suppliers, options=ONE_BY_ONE),
    "examples/libraries": Needs(example_models.libraries, options=ONE_BY_ONE),
    "tamis collect": Needs(modules=("duckdb",)),
    "tamis studio": Needs(
        modules=("fastapi", "uvicorn"),
        options=("--port", PORT),
        replaced=(("uvicorn.Server.run", started),),
        as_shown=lambda said: said.replace(PORT, "8400"),
    ),
}
"""By a part of the command; others need nothing."""


def blocks() -> Iterator[object]:
    """Each block of commands that shows output, with its page."""
    for page in PAGES:
        for block in re.findall(r"^```console\n(.*?)^```", text_of(page), re.M | re.S):
            if any(shown for _, shown in commands(block)):
                first = next(one for one, _ in commands(block) if one.startswith("tamis"))
                yield pytest.param(block, id=f"{page}: {first[:40]}")


def commands(block: str) -> list[tuple[str, list[str]]]:
    """The commands of a block, each with the lines that are shown below it."""
    found: list[tuple[str, list[str]]] = []
    for line in block.replace("\\\n", " ").splitlines():
        if line.startswith("$ "):
            found.append((line[2:], []))
        else:
            found[-1][1].append(line.rstrip())
    return found


def missing(shown: Sequence[str], said: str) -> list[str]:
    """The first lines that are shown or printed and not the other; none where all is true."""
    lines = [line.rstrip() for line in said.rstrip().splitlines()]
    at, left_out = 0, False
    for left_out, part in itertools.groupby(shown, LEFT_OUT.__eq__):
        if left_out:
            continue
        wanted = list(part)
        last = at if at == 0 and shown[0] != LEFT_OUT else len(lines)
        places = [n for n in range(at, last + 1) if lines[n : n + len(wanted)] == wanted]
        if not places:
            return wanted
        at = places[0] + len(wanted)
    return [] if left_out else lines[at:]


@pytest.mark.parametrize("block", blocks())
def test_a_command_prints_what_its_page_shows(block, tamis_here, monkeypatch, capsys):
    """In the root of a clone; files that a block shows are there, and `…` stands for any lines."""
    for folder in ("examples", "tables"):
        shutil.copytree(ROOT / "docs" / folder, tamis_here.folder / "docs" / folder)
    # As in a core install: with it the ranking learns, and when it does depends on the machine.
    monkeypatch.setitem(sys.modules, "sklearn.feature_extraction.text", None)
    code = 0
    for command, shown in commands(block):
        if not shown:
            continue
        if reason := next((why for part, why in NOT_RUN.items() if part in command), ""):
            pytest.skip(reason)
        match shlex.split(command, comments=True):
            case ["cat", name]:
                said = written(tamis_here.folder / name, shown)
            case ["echo", "$?"]:
                said = f"{code}\n"
            case ["tamis", *arguments]:
                said, code = printed(command, arguments, monkeypatch, capsys)
            case _:
                pytest.fail(f"nobody here knows how to run {command}")
        assert missing(shown, said) == [], said


def written(path: Path, shown: Sequence[str]) -> str:
    """A file as it is; where there is none, it is made of what is shown."""
    if not path.exists():
        path.write_text("\n".join(shown) + "\n", encoding="utf-8")
    return path.read_text(encoding="utf-8")


def printed(command: str, arguments: list[str], monkeypatch, capsys) -> tuple[str, int]:
    """What the command prints on standard output, and its exit code."""
    needs = next((needs for part, needs in NEEDS.items() if part in command), Needs())
    for module in needs.modules:
        pytest.importorskip(module)
    for name, stands in needs.replaced:
        monkeypatch.setattr(name, stands)
    with Server(lambda prompt: needs.model(prompt.messages)) as server:
        monkeypatch.setenv("LAB_BASE_URL", server.url)
        monkeypatch.setenv("LAB_API_KEY", "none")
        code = here.tamis(*arguments, *needs.options)
    return needs.as_shown(capsys.readouterr().out), code


# Python


CALLS = re.compile(r"tamis\.(?:ask|keeps)\(")


@pytest.mark.parametrize("page", [page for page in PAGES if CALLS.search(text_of(page))])
def test_the_python_of_a_page_runs(page, tmp_path, monkeypatch):
    """Blocks that use `tamis.ask` or `keeps`, with a scripted model in place of a real one."""
    monkeypatch.setenv("TAMIS_HOME", str(tmp_path / "home"))
    monkeypatch.chdir(tmp_path)
    for folder in ("docs", "docs/examples/libraries"):
        shutil.copytree(ROOT / "docs/examples/libraries", tmp_path / folder)
    (tmp_path / "docs/supplier.md").write_text(
        "# Tern\n\nOf the suppliers in Norway, Tern reads CSV.", encoding="utf-8"
    )

    async def model(messages, schema=None):
        return tamis.Reply(example_models.libraries(messages))

    monkeypatch.setattr("tamis.models.open_chat", lambda *args, **how: model)
    code = re.findall(r"^```python\n(.*?)^```", text_of(page), re.M | re.S)
    for block in filter(CALLS.search, code):
        names: dict[str, object] = {}
        body = textwrap.indent(block, "    ")
        exec(f"async def main():\n{body}\n    return locals()", names)
        made = asyncio.run(names["main"]())
        assert made["found"].answers if "found" in made else made["checked"]
        assert made.get("checked", True)


# What the pages name


LINKED = [*PAGES, "CONTRIBUTING.md", *sorted(
    page.relative_to(ROOT).as_posix()
    for folder in ("docs/decisions", "src/tamis/benchmarks")
    for page in (ROOT / folder).rglob("*.md")
)]  # fmt: skip


def plain(page: str) -> str:
    """A page without its blocks of code."""
    return re.sub(r"^```.*?^```", "", text_of(page), flags=re.M | re.S)


def anchors(page: str) -> set[str]:
    """Where links into a page may lead: its headings as GitHub names them."""
    headings = re.findall(r"^#+ (.*)$", plain(page), re.M)
    return {re.sub(r"[^\w\- ]", "", heading).lower().replace(" ", "-") for heading in headings}


@pytest.mark.parametrize("page", LINKED)
def test_links_lead_to_what_is_there(page):
    """Files and folders of the repository, and headings in its pages."""
    for link in re.findall(r"\]\(([^)\s]+)\)", re.sub(r"`[^`]*`", "", plain(page))):
        if link.startswith(("http://", "https://")):
            continue
        path, _, anchor = link.partition("#")
        target = (ROOT / page).parent / path if path else ROOT / page
        assert target.resolve().is_relative_to(ROOT), link
        assert target.exists(), link
        assert not anchor or anchor in anchors(target.resolve().relative_to(ROOT).as_posix()), link


@pytest.mark.parametrize("page", [*PAGES, "CONTRIBUTING.md"])
def test_targets_and_extras_that_a_page_names_are_there(page):
    """`make NAME` is in the Makefile, and `.[NAME]` is an extra of the package."""
    made = set(re.findall(r"^([\w-]+):", text_of("Makefile"), re.M))
    extras = tomllib.loads(text_of("pyproject.toml"))["project"]["optional-dependencies"]
    assert set(re.findall(r"(?:`|\$ )make ([\w-]+)", text_of(page))) <= made
    for named in re.findall(r"(?:\.|tamis)\[([\w,-]+)\]", text_of(page)):
        assert set(named.split(",")) <= set(extras)


def test_the_program_that_answers_in_place_of_a_model_can_be_had():
    """README's `tools/scripted_model.py`: what it runs finds a server, and gets its exit code."""
    there = (
        "import os, sys; sys.exit(not os.environ['LAB_BASE_URL'].startswith('http://127.0.0.1'))"
    )
    run = [sys.executable, str(ROOT / "tools/scripted_model.py")]
    assert subprocess.run([*run, sys.executable, "-c", there]).returncode == 0
    assert subprocess.run([*run, sys.executable, "-c", "raise SystemExit(3)"]).returncode == 3
