"""The published rules, stated again in a few lines, against ours on real answers and outputs.

The rules are those of the published scorer (fanoutqa 1.3.0, its `norm` and `eval.string`), with
spaCy's tokens and no lemmas, since its model is not on PyPI. The figures of the dev golds
against themselves were taken with that package's own code.
"""

from __future__ import annotations

import json
import re
import unicodedata
from functools import cache
from pathlib import Path

import pytest

from tamis.benchmarks.fanoutqa.answers import answer_text, score
from tamis.benchmarks.fanoutqa.answers.table_answers import table_score
from tamis.measures.words import words
from tamis.reading.refusals import declines

DATA = Path(__file__).parents[2] / "shared" / "data" / "fanoutqa"
DEV = {"nov23": "fanout-final-dev-nov23.json", "2026-07": "fanout-final-dev.json"}
OUTPUTS = ("closedbook-gemma", "closedbook-gpt-4o", "openbook-llama3")

pytestmark = pytest.mark.skipif(not DATA.exists(), reason=f"{DATA} is not here")


@cache
def golds(version):
    """The dev answers of a version."""
    return [row["answer"] for row in json.loads((DATA / DEV[version]).read_text())]


@cache
def outputs(system):
    """What a real system answered, on the test split."""
    text = (DATA / "generations" / f"results-{system}.jsonl").read_text()
    return [json.loads(line)["answer"] for line in text.splitlines()]


@cache
def spacy_tokens():
    """spaCy's tokeniser for English."""
    return pytest.importorskip("spacy").blank("en")


@cache
def published_text(text):
    """Lower case, commas out of numbers, tokens joined, six marks deleted, blanks folded."""
    text = unicodedata.normalize("NFC", text.lower())
    text = re.sub("[\u02bc\u2018-\u201b]", "'", text)
    text = re.sub("[\u201c-\u201f]", '"', text)
    text = re.sub(r"(\d+,)+\d+(\.\d+)?", lambda found: found[0].replace(",", ""), text)
    text = " ".join(token.text for token in spacy_tokens()(text))
    return re.sub(r"\s+", " ", re.sub("[,.?!:;]", "", text))


def published_parts(answer):
    """Keys and values, items, yes and no."""
    if isinstance(answer, list):
        return [part for one in answer for part in published_parts(one)]
    if isinstance(answer, dict):
        return [part for one in (*answer, *answer.values()) for part in published_parts(one)]
    return [("no", "yes")[answer] if isinstance(answer, bool) else str(answer)]


def published_found(answer, text):
    """For each part, whether it stands between two word boundaries."""
    text = published_text(text)
    return tuple(
        bool(re.search(rf"\b{re.escape(published_text(part))}\b", text))
        for part in published_parts(answer)
    )


def means(variant, version, name):
    """Loose and strict accuracy of the golds against themselves, and how many are below 1."""
    normaliser = words(name)
    scores = [score(one, answer_text(one), variant, normaliser) for one in golds(version)]
    number = len(scores)
    loose, strict = sum(s.loose for s in scores) / number, sum(s.strict for s in scores) / number
    return round(loose, 3), round(strict, 3), sum(s.strict < 1 for s in scores)


@pytest.mark.parametrize(
    ("version", "expected"), [("nov23", (0.978, 0.919, 25)), ("2026-07", (0.977, 0.910, 28))]
)
def test_reference_gives_the_published_figures(version, expected):
    """The golds against themselves, spaCy's tokens without lemmas."""
    pytest.importorskip("spacy")
    assert means("reference", version, "spacy-blank") == expected


@pytest.mark.parametrize("system", OUTPUTS)
def test_reference_agrees_on_real_outputs(system):
    """Every reference string of a dev gold in a real output, found or not as published.

    The outputs are those of the test split, whose golds are hidden: so that some are found, a
    part of the gold is written under every second output.
    """
    pytest.importorskip("spacy")
    normaliser = words("spacy-blank")
    found = 0
    for i, text in enumerate(outputs(system)):
        answer = golds("nov23")[7 * i % 310]
        text = f"{text}\n{answer_text(answer)[:60]}" if i % 2 else text
        got = score(answer, text, "reference", normaliser).found
        assert got == published_found(answer, text)
        found += sum(got)
    assert found > 1000


@pytest.mark.parametrize("version", DEV)
def test_strict_gives_every_gold_its_own_score(version):
    """No gold misses itself, whether read by mention or by row."""
    assert means("strict", version, "pystemmer") == (1.0, 1.0, 0)
    for answer in golds(version):
        if isinstance(answer, dict):
            table = table_score(answer, answer_text(answer))
            assert (table.row_f1, table.cell_f1) == (1.0, 1.0)


@pytest.mark.parametrize(
    ("system", "least", "most"),
    [("closedbook-gemma", 60, 377), ("closedbook-gpt-4o", 1, 11), ("openbook-llama3", 0, 5)],
)
def test_refusals_of_real_systems(system, least, most):
    """A lower bound without their questions, and no more than found by reading."""
    assert least <= sum(map(declines, outputs(system))) <= most
