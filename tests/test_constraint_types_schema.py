"""The JSON Schema of constraints, and types of other distributions."""

from __future__ import annotations

import importlib
import json
import sys
from textwrap import dedent

import pytest

from tamis.checking.constraint_types import from_spec, known, type_of
from tamis.checking.constraint_types.schema import schema
from tamis.types import InputError

jsonschema = pytest.importorskip("jsonschema")

SHORT = ("json", "csv", "xml", "yaml")


@pytest.fixture(scope="module")
def validator():
    """The schema as a validator."""
    jsonschema.Draft202012Validator.check_schema(schema())
    return jsonschema.Draft202012Validator(schema())


def forms(constraint):
    """A constraint as plain JSON, with its type as a value and as a key."""
    spec = json.loads(json.dumps(constraint.spec()))
    named = {key: value for key, value in spec.items() if key != "type"}
    return spec, {spec["type"]: named}


@pytest.mark.parametrize("id", sorted(known()))
def test_each_type_is_in_the_schema_in_both_forms(validator, id):
    """The examples and all that wordings mean fit it, and are read back as the same constraint."""
    made = type_of(id)
    for given in (made.passes[0], made.fails[0]):
        for spec in forms(made(**given)):
            assert not list(validator.iter_errors([spec])), spec
            assert from_spec(spec) == made(**given)
    parameters = validator.evolve(schema=validator.schema["$defs"][id])
    for given in made.wordings.values():
        _, spec = forms(made(**given))
        assert not list(parameters.iter_errors(spec[id])), spec
        assert from_spec(spec) == made(**given)


@pytest.mark.parametrize(
    "spec",
    [
        {"words": 100},
        {"contains": "invoice"},
        {"contains": ["invoice", "due date"]},
        {"keyword": {"term": "river", "min": 2}},
        {"letter_case": "lower"},
        {"type": "words", "max": 12, "where": "each bullet"},
        {"regex": "a+"},
        *[{name: True} for name in SHORT],
        *[{"type": name} for name in SHORT],
        {"json": {"keys": ["a", "b"], "only": False}},
        {"type": "csv", "columns": "a", "rows": 3},
    ],
)
def test_what_can_be_written_fits(validator, spec):
    """What the reader of constraints takes, the schema takes."""
    assert not list(validator.iter_errors([spec]))
    from_spec(spec)


@pytest.mark.parametrize(
    "spec",
    [
        {"type": "wrods", "max": 3},
        {"type": "words"},
        {"type": "words", "max": -1},
        {"type": "words", "most": 1},
        {"words": {"max": 1}, "lines": {"max": 1}},
        {"words": "many"},
        {"keyword": "river"},
        {"letter_case": "camel"},
        {"json": False},
        {"json": ["name"]},
        {"xml": None},
        {"type": "json", "kes": "a"},
        "words",
        {},
    ],
)
def test_what_cannot_be_read_does_not_fit(validator, spec):
    """An editor marks what the reader of constraints would refuse."""
    assert list(validator.iter_errors([spec]))
    with pytest.raises(InputError):
        from_spec(spec)


@pytest.mark.parametrize("name", SHORT)
def test_a_format_has_a_short_name(name):
    """By which nothing else may stand in the text, unless `only` says otherwise."""
    made = type_of(f"{name}_valid")
    assert from_spec({name: True}) == from_spec({"type": name}) == made(only=True)
    assert from_spec({name: {"where": "title"}}) == made(only=True, where="title")
    assert from_spec({"type": name, "only": False}) == made()
    assert from_spec(from_spec({name: True}).spec()) == made(only=True)


@pytest.fixture
def others(tmp_path, monkeypatch):
    """A distribution of somebody else with a type, and one that cannot be loaded."""
    (tmp_path / "shouting.py").write_text(
        dedent(
            '''
            """Types of somebody else."""

            import re

            from tamis.checking.constraint_types import Count


            class Shouts(Count):
                """Marks of shouting."""

                id = "shouts"
                one = "shout"
                passes = ({"max": 1}, "Oh!")
                fails = ({"max": 0}, "Oh!")
                wordings = {"no shouting": {"max": 0}}

                def found(self, text):
                    return text.matches(re.compile("!"))
            '''
        )
    )
    info = tmp_path / "shouting-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: shouting\nVersion: 1.0\n")
    (info / "entry_points.txt").write_text(
        "[tamis.constraint_types]\nshouts = shouting:Shouts\nlost = not_there:Lost\n"
        "words = shouting:Shouts\n"
    )
    monkeypatch.syspath_prepend(str(tmp_path))
    importlib.invalidate_caches()
    known.cache_clear()
    type_of.cache_clear()
    yield
    monkeypatch.undo()
    sys.modules.pop("shouting", None)
    known.cache_clear()
    type_of.cache_clear()


def test_a_type_of_another_distribution_is_known(others):
    """Found by its entry point, read from plain values, and in the schema."""
    assert from_spec({"shouts": {"max": 0}}).judge("Hello!").satisfied is False
    checked = jsonschema.Draft202012Validator(schema())
    assert not list(checked.iter_errors([{"type": "shouts", "max": 0}]))
    assert list(checked.iter_errors([{"type": "lost"}]))


def test_a_type_that_cannot_be_loaded_is_told_in_a_sentence(others):
    """With its name, and what was missing."""
    with pytest.raises(InputError, match="'lost' cannot be loaded: No module named 'not_there'"):
        type_of("lost")


def test_nobody_replaces_a_type_of_tamis(others):
    """An entry point with the name of one changes nothing."""
    assert type_of("words").__module__ == "tamis.checking.constraint_types.form.words"
