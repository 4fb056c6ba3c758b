"""`tamis replies`: each reply of a run with what was read of it, in the terminal and as a page."""

from __future__ import annotations

import base64
import hashlib
import json
import re

import pytest

from server import Server, as_service
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
    assert "Title: [+ Sula]\n" in said
    assert "Title: [- Jazz] ❌\n" in said
    assert "Title: Love" in said
    assert "  ok  (1 items)" in said
    assert "refused: it says that it cannot answer" in said
    assert said.endswith("3 replies: 1 ok, 1 ambiguous, 1 refused\n")


def test_replies_are_filtered(scored):
    """By outcome, by sample, and by how many there are; the counts are over all."""
    said = scored("replies", "out", "--outcome", "refused").out
    assert REFUSED in said
    assert "Sula" not in said
    assert said.endswith("3 replies: 1 ok, 1 ambiguous, 1 refused\n")
    assert scored("replies", "out", "--limit", "1").out.count("── ") == 1


def test_the_page_shows_text_as_text(scored):
    """Marks are elements, what a model wrote is never one, and outcomes can be switched off."""
    scored("replies", "out", "--html", "page.html")
    page = (scored.folder / "page.html").read_text(encoding="utf-8")
    assert '<mark class="answer" title="the answer">Sula</mark>' in page
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
    assert said.count('Final Answer: ["[+ 1]", "[+ 2]"]') == run.answered == 2


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
