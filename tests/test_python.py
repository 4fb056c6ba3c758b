"""Tamis from Python: what there is, how it is called, what results look like."""

from __future__ import annotations

import ast
import asyncio
import doctest
import inspect
import json
import re
import signal
import sys
import threading
import time
from pathlib import Path

import pytest

import tamis
from tamis import constraints as c
from tamis.pending import pending

SOURCE = Path(tamis.__file__).parent
SUPPLIERS = {
    "fjord.md": "# Fjord AS\n\nFjord AS delivers to Norway within a week.",
    "delta.md": "# Delta\n\nOf all suppliers Delta delivers salt to Norway.",
    "bread.txt": "Flour, water and salt are all that it takes.",
}
PUBLIC = [name for name in dir(tamis) if not name.startswith("_")]


@pytest.fixture
def folder(tmp_path, monkeypatch):
    """Three documents."""
    monkeypatch.setenv("TAMIS_HOME", str(tmp_path / "home"))
    place = tmp_path / "suppliers"
    place.mkdir()
    for name, text in SUPPLIERS.items():
        (place / name).write_text(text, encoding="utf-8")
    return str(place)


# What there is


def test_everything_public_is_shown_by_tab_and_is_there():
    """`dir` is what `tamis.<TAB>` offers: each name can be had, and nothing else is in it."""
    assert dir(tamis) == sorted(tamis.__all__)
    for name in dir(tamis):
        assert getattr(tamis, name) is not None
    assert {"ask", "check", "keeps", "assert_keeps", "InputError", "Limits", "Chat", "Reply"} <= {
        *PUBLIC
    }


@pytest.mark.parametrize("name", PUBLIC)
def test_examples_in_docstrings_are_true(name, folder):
    """Each public name's examples; whatever can be called has one, unless it only holds values."""
    subject = getattr(tamis, name)
    finder = doctest.DocTestFinder(recurse=False)
    names = {"tamis": tamis, "folder": folder}
    examples = [one for one in finder.find(subject, name, globs=names) if one.examples]
    if name in ("ask", "check", "keeps", "assert_keeps", "Limits", "Pending"):
        assert examples
    for example in examples:
        runner = doctest.DocTestRunner(optionflags=doctest.NORMALIZE_WHITESPACE)
        assert runner.run(example).failed == 0


def test_examples_of_modules_below_are_true():
    """The helper that names arguments shows both of its ways."""
    assert doctest.testmod(sys.modules["tamis.arguments"]) == (0, 2)


# How it is called


def test_ask_is_awaited_run_or_given_to_asyncio(folder):
    """In a script, within a running loop (where a thread runs it), and several at once."""
    question = "Who delivers to Norway?"

    async def awaited():
        return await tamis.ask(question, folder)

    async def run_within():
        return tamis.ask(question, folder).run()

    async def at_once():
        return (await asyncio.gather(tamis.ask(question, folder), tamis.ask(question, folder)))[1]

    found = tamis.ask(question, folder).run()
    assert [one.document for one in found.passages] == ["fjord.md", "delta.md"]
    for one in (awaited, run_within, at_once):
        assert asyncio.run(one()).passages == found.passages
    assert asyncio.run(tamis.ask(question, folder)).passages == found.passages


def test_a_forgotten_await_is_said(folder):
    """In what is printed, in an attribute that only the result has, and in a condition."""
    call = tamis.check("Thanks!", ["At most 5 words."])
    said = "write `await tamis.check(…)`, or `tamis.check(…).run()` in a plain script."
    assert repr(call).endswith(said)
    with pytest.raises(AttributeError) as missing:
        _ = call.passed
    assert str(missing.value) == f"tamis.check(…) has not run yet and has no 'passed': {said}"
    with pytest.raises(TypeError, match="neither true nor false: write `await tamis"):
        assert call
    assert not hasattr(call, "_repr_html_")


def test_a_call_runs_once():
    """A second time would pay again."""

    async def twice():
        call = tamis.check("Thanks!", ["At most 5 words."])
        await call
        await call

    with pytest.raises(RuntimeError, match=r"this call of tamis.check has run already; call it"):
        asyncio.run(twice())


def test_wrong_arguments_are_told_where_they_are_given():
    """Not where the call is awaited."""
    with pytest.raises(TypeError, match="unexpected keyword argument 'moddel'"):
        tamis.ask("Who?", "docs", moddel="openai/gpt-4o")
    assert "recall" in inspect.signature(tamis.ask).parameters


def test_what_a_call_raises_is_raised_by_run_in_any_place(folder):
    """An InputError stays one, in a thread too."""

    async def within():
        tamis.ask("", folder).run()

    with pytest.raises(tamis.InputError, match="the question is empty"):
        tamis.ask("", folder).run()
    with pytest.raises(tamis.InputError, match="the question is empty"):
        asyncio.run(within())


def test_stopping_a_run_within_a_loop_cancels_it():
    """A notebook's stop button raises KeyboardInterrupt while `.run()` waits for its thread."""
    cancelled = threading.Event()

    @pending("slow")
    async def slow() -> None:
        stop = (threading.main_thread().ident, signal.SIGINT)
        threading.Timer(0.2, signal.pthread_kill, stop).start()
        try:
            await asyncio.sleep(60)
        except asyncio.CancelledError:
            cancelled.set()
            raise

    async def within() -> None:
        # As in a notebook, whose loop leaves Ctrl-C to Python.
        signal.signal(signal.SIGINT, signal.default_int_handler)
        slow().run()

    began = time.monotonic()
    with pytest.raises(KeyboardInterrupt):
        asyncio.run(within())
    assert cancelled.is_set()
    assert time.monotonic() - began < 30


# What results look like


def checked():
    """A result with one of each verdict, and a hostile constraint."""
    return tamis.keeps(
        "- rain\n- snow", [c.bullets(2), c.words(max=1), "It sparkles <script>alert(1)</script>."]
    )


def test_a_result_is_short_to_look_at(folder):
    """A few lines, whatever it holds: no text of a document, no worksheet."""
    found = tamis.ask("Who delivers to Norway?", folder).run()
    assert len(repr(found).splitlines()) == 2
    assert "within a week" not in repr(found)
    assert repr(checked()).splitlines()[0] == "1 of 3 satisfied, 1 not satisfied, 1 undecided"
    assert len(repr(checked()).splitlines()) == 3


def test_a_notebook_shows_text_and_never_markup():
    """What a model, a document or a user wrote is escaped."""
    page = checked()._repr_html_()
    assert "<script>" not in page
    assert "&lt;script&gt;alert(1)" in page
    assert page.count("<tr>") == 4


def test_results_are_plain_values_json_and_tables(folder):
    """The three agree; JSON reads back as the plain values."""
    for result in (checked(), tamis.ask("Who delivers to Norway?", folder).run()):
        assert json.loads(result.to_json()) == json.loads(json.dumps(result.to_dict()))
    frame = checked().to_pandas()
    assert list(frame.verdict) == ["satisfied", "not satisfied", "undecided"]
    passages = tamis.ask("Who delivers to Norway?", folder).run().to_pandas()
    assert list(passages.document) == ["fjord.md", "delta.md"]
    nothing = tamis.ask("Zebra?", folder).run().to_pandas()
    assert (len(nothing), list(nothing)[:2]) == (0, ["answer", "accepted"])


def test_without_pandas_there_is_a_sentence(monkeypatch):
    """It names what to install."""
    monkeypatch.setitem(sys.modules, "pandas", None)
    with pytest.raises(tamis.InputError, match="needs pandas, which is not installed: pip install"):
        checked().to_pandas()


# What messages call arguments


def test_errors_name_arguments_and_the_command_names_options(folder, tamis_here):
    """The same sentence, for who calls Python and for who types."""

    async def model(messages, schema=None):
        return tamis.Reply("")

    given = {"model": model, "recall": 0.9}
    with pytest.raises(tamis.InputError, match=r"make passages shorter \(`chunk`\)"):
        tamis.ask("Who?", folder, chunk=5000, **given, context_tokens=10).run()
    with pytest.raises(tamis.InputError, match="no rows; `unit=row` is for"):
        tamis.ask("Who?", folder, unit="row", **given).run()
    said = tamis_here(
        "ask", "Who?", "--corpus", folder, "--model", "mockllm/model", "--recall", ".9", "--yes",
        "--unit", "row", check=2,
    )  # fmt: skip
    assert said.err == (
        "Error: the corpus has no rows; --unit row is for a .csv, .jsonl or .parquet file.\n"
    )


@pytest.mark.parametrize("room", ["answering", "checking", "spending.py", "results.py"])
def test_no_room_knows_the_options_of_the_command_line(room):
    """No text in the rooms behind the public functions names an option; docstrings may."""
    files = [*(SOURCE / room).rglob("*.py")] if (SOURCE / room).is_dir() else [SOURCE / room]
    found = []
    for path in files:
        tree = ast.parse(path.read_text("utf-8"))
        said = {
            id(node.body[0].value)
            for node in ast.walk(tree)
            if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef)
            and node.body
            and isinstance(node.body[0], ast.Expr)
        } | {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
        found += [
            f"{path.name}:{node.lineno} {node.value}"
            for node in ast.walk(tree)
            if isinstance(node, ast.Constant)
            and isinstance(node.value, str)
            and id(node) not in said
            and re.search(r"(?<![\w-])--[a-z]", node.value)
        ]
    assert files
    assert found == []
