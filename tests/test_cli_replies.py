"""`tamis replies`: each reply of a run with what was read of it, in the terminal and as a page."""

from __future__ import annotations

import base64
import hashlib
import json
import re

import pytest

from server import Fault, Server, as_service
from tamis.benchmarks import load_benchmark
from tamis.report.logs import read_runs

GOOD = (
    "<think>Jazz?</think>\nOutput:\n1. Reason: fits. Title: Sula\n"
    "2. Reason: too long. Title: Jazz ❌\n\nCriteria: others\nOutput:\n1. Title: Love"
)
REFUSED = "I'm sorry, but I cannot help with that."
SCRIPT = "Output:\n1. Reason: fits. Title: <script>alert(1)</script> & Co"


@pytest.fixture
def scored(tamis_here):
    """A run on three answers of another system."""
    chosen = load_benchmark("kitab")
    ids = [sample.id for sample in chosen.load(chosen.options.parse({"constraints": "1"}))[1][:3]]
    lines = [
        json.dumps({"id": id, "text": text})
        for id, text in zip(ids, (GOOD, REFUSED, SCRIPT), strict=True)
    ]
    (tamis_here.folder / "mine.jsonl").write_text("\n".join(lines))
    tamis_here(
        "score", "kitab", "mine.jsonl", "-T", "constraints=1", "--limit", "3", "--out", "out"
    )
    return tamis_here


def test_each_reply_is_shown_with_its_marks(scored):
    """What was read as what stands in brackets where there are no colours."""
    said = scored("replies", "out").out
    assert "Title: [x Sula]\n" in said
    assert "Title: [- Jazz] ❌\n" in said
    assert "Title: Love" in said
    assert "reply ok  (1 items)" in said
    assert "refused: it says that it cannot answer" in said
    assert said.endswith("3 samples: 1 ok, 1 ambiguous, 1 refused\n")


def test_replies_are_filtered(scored):
    """By outcome, by sample, and by how many there are; the counts are over all."""
    said = scored("replies", "out", "--outcome", "refused").out
    assert REFUSED in said
    assert "Sula" not in said
    assert said.endswith("3 samples: 1 ok, 1 ambiguous, 1 refused\n")
    assert scored("replies", "out", "--limit", "1").out.count("── ") == 1


def test_the_page_shows_text_as_text(scored):
    """Marks are elements, what a model wrote is never one, and outcomes can be switched off."""
    scored("replies", "out", "--html", "page.html")
    page = (scored.folder / "page.html").read_text(encoding="utf-8")
    assert '<mark class="wrong" title="not right">Sula</mark>' in page
    assert '<mark class="rejected" title="taken out by a cross or a line through it">Jazz' in page
    assert '<mark class="thoughts" title="thoughts: not read">&lt;think&gt;' in page
    assert "<script>alert" not in page
    assert page.count("<article") == 3
    assert '<input type="checkbox" value="refused" checked>' in page


def test_baselines_have_no_replies(tamis_here):
    """One sentence, and exit code 2."""
    tamis_here("run", "kitab", "--limit", "2", "-T", "baseline=nothing", "--out", "out")
    assert "has no replies of a model" in tamis_here("replies", "out", check=2).err


def test_a_models_own_replies_are_shown(tamis_here, monkeypatch):
    """Where a method calls the model several times, each reply is one; those of judges are not."""
    monkeypatch.setenv("TAMIS_HOME", str(tamis_here.folder / "home"))
    with Server(lambda prompt: 'Final Answer: ["1", "2"]') as server:
        model = f"openai-api/{as_service(server, monkeypatch)}/m"
        tamis_here("run", "quest", "--model", model, "-T", "method=RAG Baseline", "--limit", "2",
                   "--out", "out", check=0)  # fmt: skip
    [run] = read_runs([tamis_here.folder / "out"])
    said = tamis_here("replies", "out").out
    assert said.count("Final Answer: [") == run.answered == 2


@pytest.fixture
def compared(tamis_here):
    """A run on three answers: the golds, the golds less one with an invention, and neither."""
    chosen = load_benchmark("kitab")
    several = chosen.load(chosen.options.parse({"constraints": "1"}))[1]
    first, second, third = [one for one in several if len(one.golds) > 1][:3]
    lists = {first: first.golds, second: [*second.golds[1:], "An Invented Book"], third: ["X"]}
    lines = [
        json.dumps({"id": one.id, "text": "Output:\n" + "\n".join(f"- {t}" for t in titles)})
        for one, titles in lists.items()
    ]
    (tamis_here.folder / "mine.jsonl").write_text("\n".join(lines))
    tamis_here("score", "kitab", "mine.jsonl", "-T", "constraints=1", "--out", "out")
    tamis_here.asked = first, second, third
    return tamis_here


def test_an_answer_stands_beside_what_is_right(compared):
    """Golds that were found, what is no gold, and golds that are missing; the worst comes first."""
    first, second, third = compared.asked
    said = compared("replies", "out", "--outcome", "ok").out
    places = [
        said.index(f"── {one.id}  {state}\n")
        for one, state in ((third, "wrong"), (second, "partly right"), (first, "right"))
    ]
    assert places == sorted(places)
    assert f"missing: {second.golds[0]}\n" in said
    assert "[x An Invented Book]" in said
    assert f"[+ {first.golds[0]}]" in said


def test_only_what_is_not_wholly_right(compared):
    """By `--wrong`; a page of the same run has the states as a filter and marks what is missing."""
    first, second, _ = compared.asked
    said = compared("replies", "out", "--wrong", "--outcome", "ok").out
    assert f"── {second.id}" in said
    assert f"── {first.id}" not in said
    compared("replies", "out", "--html", "page.html")
    page = (compared.folder / "page.html").read_text(encoding="utf-8")
    assert '<mark class="missing">' in page
    assert '<input type="checkbox" value="partly right" checked>' in page


def test_a_report_leads_to_the_page_of_each_run(compared):
    """A file beside it, so that both can be sent and opened without a network."""
    report = (compared.folder / "out" / "report.html").read_text(encoding="utf-8")
    assert 'href="report-run-1.html"' in report
    page = (compared.folder / "out" / "report-run-1.html").read_text(encoding="utf-8")
    assert "An Invented Book" in page


def test_an_attempt_that_failed_and_was_asked_again_is_no_reply(tamis_here, monkeypatch):
    """A sample whose first call failed shows the reply to the second alone."""
    monkeypatch.setenv("TAMIS_HOME", str(tamis_here.folder / "home"))
    asked = []

    def answer(prompt):
        asked.append(prompt)
        return Fault(500) if len(asked) == 1 else "Output:\n1. Title: Sula"

    with Server(answer) as server:
        model = f"openai-api/{as_service(server, monkeypatch)}/m"
        tamis_here("run", "kitab", "--model", model, "--limit", "1", "--out", "out")
    assert len(asked) == 2
    assert tamis_here("replies", "out").out.count("   reply ") == 1


def test_the_page_loads_nothing_and_shows_no_character_that_acts(scored):
    """Its policy allows its own script alone; what a reply holds is only text."""
    scored("replies", "out", "--html", "page.html")
    page = (scored.folder / "page.html").read_text(encoding="utf-8")
    (policy,) = re.findall(r'Content-Security-Policy" content="([^"]+)"', page)
    assert policy.startswith("default-src &#39;none&#39;; ")
    script = page.partition("<script>")[2].partition("</script>")[0]
    digest = base64.b64encode(hashlib.sha256(script.encode()).digest()).decode()
    assert f"script-src &#39;sha256-{digest}&#39;" in policy.replace("&#43;", "+")
    assert not {c for c in page if c in "\x1b\u202e"}
