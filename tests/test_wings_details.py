"""What each benchmark says of its runs: what heads a report, its notes, and its identity."""

from __future__ import annotations

import pytest

from tamis.benchmarks import BENCHMARKS, load_benchmark, options_of
from tamis.benchmarks.fanoutqa.options import CONDITIONS
from tamis.report import card
from tamis.report.document import Report
from tamis.report.elements import Table
from tamis.report.runs import Run, Scored
from tamis.types import Reply

SHOWN = {
    "kitab": "data data_version revision licence constraints prompts scoring names",
    "quest": "data data_version revision licence questions golds retrieval k prompts scoring",
    "acs": "data data_version revision licence prompts paraphrases temperature program scoring",
    "fanoutqa": "data data_version version revision licence wiki date words context_limit chunk "
    "share bm25 tools repeat_question rounds time_limit max_tokens prompts judge_prompt roles "
    "scoring",
    "kiwi": "data data_version revision licence split unrated prompts examples temperature rules "
    "judge scoring",
    "ifeval": "data data_version revision licence prompts scoring variants verifiers lacking",
}
HEADLINE = {
    "kitab": "overall-1 overall-2 all-books self-retrieval single-item outcomes",
    "quest": "leaderboard differences loft retrieval verifier evidence outcomes",
    "acs": "judges differences panel shares costs steadiness repetitions errors outcomes",
    "fanoutqa": "board differences fan-out elsewhere tables evidence costs correlation outcomes",
    "kiwi": "judges outcomes",
    "ifeval": "accuracy verifiers outcomes",
}


def a_run(
    label: str = "m", kind: str = "model", *samples: Scored, args=None, **identity: str
) -> Run:
    """A run with an identity."""
    return Run(label, kind, "t", "1", identity, samples, len(samples), args=args or {})


@pytest.mark.parametrize("name", SHOWN)
def test_what_heads_a_report(name):
    """The fields of a run's identity, in their order; others are not told."""
    fields = SHOWN[name].split()
    told = dict.fromkeys([*fields, "more"], "x")
    run = a_run("m", "model", condition=CONDITIONS["closed_book"], **told)
    chosen = load_benchmark(name)
    assert list(card.identity(chosen.in_order([run]), chosen.shown)) == [*fields, "limits"]


@pytest.mark.parametrize("name", HEADLINE)
def test_which_table_comes_first(name):
    """The first that there is, however they stand in the report."""
    left = HEADLINE[name].split()
    while left:
        tables = tuple(Table(f"{one}-x", "", "", (), ()) for one in reversed(left))
        assert load_benchmark(name).main_table(Report("", "", {}, tables)) == f"{left.pop(0)}-x"


@pytest.mark.parametrize(
    ("name", "values", "described"),
    [
        ("kitab", {"variants": "strict"},
         {"variants": "strict", "names": "lexicon", "constraints": "both", "draw_seed": "0"}),
        ("kitab", {"variants": "strict", "constraints": 2, "seed": 5},
         {"variants": "strict", "names": "lexicon", "constraints": "2", "draw_seed": "5"}),
        ("acs", {"baseline": "majority"}, {"majority": "satisfied"}),
        ("acs", {"baseline": "random", "seed": 3}, {"majority": "satisfied", "draw_seed": "3"}),
        ("acs", {"judge": "model", "temperature": 0.5, "paraphrases": 2},
         {"majority": "satisfied", "temperature": "0.5", "paraphrases": "2"}),
        ("kiwi", {"baseline": "majority", "split": "test"},
         {"split": "test, by turn, seed 0", "unrated": "0"}),
        ("kiwi", {"baseline": "random", "split": "cross", "seed": 4},
         {"split": "every turn, the other sessions known", "unrated": "0", "draw_seed": "4"}),
        ("kiwi", {"shots": 2, "examples": "random", "by": "session", "split_seed": 1,
                  "split": "test"},
         {"split": "test, by session, seed 1", "unrated": "0", "temperature": "0",
          "examples": "2 by random", "draw_seed": "0"}),
        ("kiwi", {"shots": 2, "temperature": 0.5, "split": "test"},
         {"split": "test, by turn, seed 0", "unrated": "0", "temperature": "0.5",
          "examples": "2 by bm25"}),
    ],
)  # fmt: skip
def test_the_identity_of_runs(name, values, described):
    """What tells one from another, and only what matters to it."""
    chosen, options = load_benchmark(name), options_of(name).parse(values)
    found = dict(chosen.described(options, chosen.load(options)[0]))
    assert {key: value for key, value in found.items() if key != "program"} == described


def test_the_settings_of_a_model_in_an_identity():
    """FanOutQA: those that the setting has."""
    chosen, parse = load_benchmark("fanoutqa"), options_of("fanoutqa").parse

    def described(**values):
        options = parse(values)
        return dict(chosen.described(options, chosen.load(options)[0]))

    closed = described()
    shared = {"split", "variants", "words", "answers", "judge_prompt"}
    assert set(closed) == shared | {"date", "max_tokens", "time_limit"}
    assert (closed["answers"], closed["split"], closed["time_limit"]) == ("given", "dev", "600")
    opened = described(setting="open_book", time_limit="none", share=0.25, repeat_question=True)
    assert set(opened) - set(closed) == {
        "wiki", "bm25", "chunk", "context_limit", "tools", "share", "rounds", "repeat_question"
    }  # fmt: skip
    assert (opened["time_limit"], opened["share"], opened["repeat_question"], opened["rounds"]) == (
        "none", "0.25", "true", "50"
    )  # fmt: skip
    assert (opened["context_limit"], opened["tools"], opened["chunk"]) == ("128000", "auto", "1024")
    given = described(setting="evidence_provided")
    assert set(given) - set(closed) == {"wiki", "bm25", "chunk", "context_limit"}
    chunks = described(baseline="best_chunks", top=3)
    assert set(chunks) == shared | {"wiki", "bm25", "chunk", "top"}
    assert chunks["top"] == "3"
    assert set(described(baseline="leaf_answers")) == shared


def fanned(setting: str = "closed_book", label: str = "m", kind: str = "model", limit: str = "",
           samples=(), args=None, **identity: str) -> Run:  # fmt: skip
    """A run of FanOutQA with known answers."""
    told = {"condition": CONDITIONS[setting], "variants": "paper", "answers": "given", **identity}
    told |= {"context_limit": limit} if limit else {}
    return a_run(label, kind, *samples, args=args or {"context_limit": 9}, **told)


UNJUDGED = "Nothing was judged: --model-role judge=MODEL binds a judge."


def test_notes_of_fanoutqa():
    """Judges, contexts and hidden answers; each note where it belongs."""
    notes = load_benchmark("fanoutqa").notes
    said = notes([fanned()])
    assert UNJUDGED in said
    assert UNJUDGED not in notes([fanned(roles="judge=x")])
    assert UNJUDGED in notes([fanned(roles="names=x")])
    assert UNJUDGED not in notes([fanned(kind="baseline")])
    assert UNJUDGED not in notes([fanned(answers="hidden")])
    assert any(
        one.startswith("The answers of this split are hidden")
        for one in notes([fanned(answers="hidden")])
    )

    def correlates(*runs):
        return any(one.startswith("The correlation of score and length") for one in notes(runs))

    opened = [fanned("open_book", limit=str(nth)) for nth in (1, 2, 3)]
    assert correlates(*opened[:1])
    assert correlates(*opened[:2])
    assert not correlates(*opened)
    assert not correlates(fanned(limit="5"))
    assert not correlates(fanned())
    assert correlates(*opened[:2], fanned(limit="5"))
    assumed = [one for one in notes([fanned("open_book", args={"context_limit": "auto"})])
               if "is not known to Inspect" in one]  # fmt: skip
    assert assumed == [
        "The context of m is not known to Inspect; 128,000 tokens were assumed (-T context_limit)."
    ]
    assert not any(
        "known to Inspect" in one for one in notes([fanned(args={"context_limit": "auto"})])
    )
    oracle = notes([fanned(label="leaf_answers", kind="baseline")])
    assert any(one.endswith("Here only leaf_answers was run: the others need pages, -T wiki=….")
               for one in oracle)  # fmt: skip
    both = notes(
        [
            fanned(label="leaf_answers", kind="baseline"),
            fanned(label="first_lines", kind="baseline"),
        ]
    )
    assert not any("Here only leaf_answers" in one for one in both)
    assert any(one.startswith("Baselines use no model") for one in both)


def test_notes_on_pages_that_are_absent():
    """How many questions need them, and whether they were asked."""
    lacking = [Scored(str(n), 1, {"x": 1}, {"pages_absent": 1.0, "ok": 1.0}) for n in range(2)]
    withheld = Scored("9", 1, {"x": 1}, {"pages_absent": 2.0, "not_asked": 1.0})
    whole = Scored("8", 1, {"x": 1}, {"pages_absent": 0.0, "ok": 1.0})
    notes = load_benchmark("fanoutqa").notes_on_runs

    def absent(*samples):
        found = notes([fanned("open_book", samples=samples, wiki="mini")])
        return [one for one in found if "lacks pages" in one]

    assert absent(whole) == []
    (asked,) = absent(*lacking, whole)
    assert (
        "the encyclopaedia (mini) lacks pages that 2 of 3 questions need. All were asked" in asked
    )
    (some,) = absent(*lacking, withheld, whole)
    assert "lacks pages that 3 of 4 questions need. Not asked: 1, since this setting" in some


def test_why_no_reply_of_fanoutqa_could_be_read():
    """Where every search lacked a query; else as elsewhere."""
    why = load_benchmark("fanoutqa").why_unread
    bad = Scored("1", 1, {}, {"bad_arguments": 3.0, "searches": 0.0})
    assert why([fanned(samples=(bad, bad))]).startswith("each of the 6 searches was called with")
    good = Scored("2", 1, {}, {"bad_arguments": 1.0, "searches": 1.0})
    plain = "see the outcomes above"
    assert why([fanned(samples=(bad, good))]) == why([fanned()]) == plain


def test_notes_of_the_other_benchmarks():
    """On baselines, on other data than that of the paper, and on splits."""
    for name, begins in (
        ("kitab", "Baselines answer by program"), ("quest", "Baselines ask no model"),
        ("acs", "Baselines use no model"), ("kiwi", "Baselines ask no model"),
        ("ifeval", "Baselines ask no model"),
    ):  # fmt: skip
        chosen = load_benchmark(name)
        identity = {"condition": "c", "data": chosen.published_data}
        models, programs = a_run(**identity), a_run("b", "baseline", **identity)
        assert not any(one.startswith(begins) for one in chosen.notes([models])), name
        assert any(one.startswith(begins) for one in chosen.notes([models, programs])), name
        other = [one for one in chosen.notes([a_run(condition="c", data="own")])
                 if one.startswith(f"The published figures are on {chosen.published_on}")
                 ]  # fmt: skip
        assert len(other) == bool(chosen.published_data), name
        assert not any(
            one.startswith("The published figures are on") for one in chosen.notes([models])
        )
    top = load_benchmark("quest").notes_on_runs(
        [
            a_run("b", "baseline", condition="c", top="5"),
            a_run("d", "baseline", condition="c", top="7"),
        ]
    )
    assert any("(top=5, 7)" in one for one in top)
    assert any("(top=–)" in one for one in load_benchmark("quest").notes_on_runs(
        [a_run("b", "baseline", condition="c")]))  # fmt: skip
    split = "Split by turn, as in the paper"
    kiwi = load_benchmark("kiwi").notes
    assert any(one.startswith(split) for one in kiwi([a_run(condition="c", split="test, by turn")]))
    assert not any(
        one.startswith(split) for one in kiwi([a_run(condition="c", split="by session")])
    )


@pytest.mark.parametrize(
    ("name", "condition", "text", "values"),
    [
        ("kitab", "with_context", "Output:\n1. Reason: r. Title: Sula\n2. Reason: r. Title: Jazz",
         ("Sula", "Jazz")),
        ("fanoutqa", CONDITIONS["closed_book"], "It is Paris.", None),
        ("ifeval", "single turn", "Some text.", None),
    ],
)  # fmt: skip
def test_replies_are_read_anew(name, condition, text, values):
    """As `tamis replies` shows them."""
    found = load_benchmark(name).reads(a_run(condition=condition), Reply(text))
    assert found.outcome == "ok"
    if values:
        assert found.values == values


@pytest.mark.parametrize(
    ("name", "text", "label"),
    [("acs", "SATISFIED", "yes"), ("kiwi", "Rating: good", "good")],
)
def test_verdicts_are_read_anew(name, text, label):
    """Of ACS and KIWI."""
    found = load_benchmark(name).reads(a_run(condition="c"), Reply(text))
    assert (found.outcome, str(found.label).casefold()) == ("ok", label)


def test_where_released_data_comes_from():
    """The address of each file; a fixed revision of those on the hub."""
    acs, quest = load_benchmark("acs").source, load_benchmark("quest").source
    assert acs.base == "https://raw.githubusercontent.com"
    assert acs.files["dataset"].path.startswith("google-deepmind/acs-benchmark/b81256bb")
    assert quest.base == "https://storage.googleapis.com"
    assert quest.files["train"].path == "gresearch/quest/train.jsonl"
    kitab, kiwi = load_benchmark("kitab").source, load_benchmark("kiwi").source
    assert (kitab.repo, kitab.revision) == ("microsoft/kitab", "11073ea")
    assert (kiwi.repo, kiwi.revision) == ("fangyuan/kiwi", "a0838f0")


@pytest.mark.parametrize(
    ("name", "heading"),
    [
        ("acs", "Verdicts made elsewhere"), ("kiwi", "Verdicts made elsewhere"),
        ("ifeval", "single turn"), ("ifbench", "single turn"), ("kitab", "with_context"),
        ("fanoutqa", "Answers made elsewhere"), ("quest", "Answers made elsewhere"),
    ],
)  # fmt: skip
def test_answers_made_elsewhere_have_a_heading(name, heading):
    """Verdicts one of their own; else that of the condition. Baselines have theirs."""
    parse = options_of(name).parse
    assert parse({"predictions": "p"}).heading == heading
    baseline = options_of(name).baselines()[-1]
    assert parse({"baseline": baseline}).heading == (
        "with_context" if name == "kitab" else "Baselines"
    )


def test_the_details_of_an_answer_to_many_documents():
    """What the pages of a report show: pages, judges, and what was not found."""
    from types import SimpleNamespace

    from tamis.answering.fanout.answered import Answered
    from tamis.benchmarks.fanoutqa.benchmark import _details, _output
    from tamis.benchmarks.fanoutqa.logged_answer import Recorded, loads

    recorded = Recorded(Answered("A", "ok", "Q", ("P1", "P2")), ("P1", "N"), ("N",))
    judge = SimpleNamespace(judge="j", letter="B", outcome="ok", rationale="since")
    found = _details(recorded, {"paper": ["x"]}, [judge])
    assert {key: found[key] for key in ("outcome", "pages", "needed", "absent", "not_found")} == {
        "outcome": "ok", "pages": ["P1", "P2"], "needed": ["P1", "N"], "absent": ["N"],
        "not_found": {"paper": ["x"]},
    }  # fmt: skip
    assert found["judged"] == [{"judge": "j", "letter": "B", "outcome": "ok", "why": "since"}]
    assert set(found) == {
        "outcome", "why", "asked_by", "pages", "needed", "absent", "counts", "not_found", "judged"
    }  # fmt: skip
    made = _output(recorded, "m")
    assert (made.by, dict(made.told)) == (
        "m", {"pages": ["P1", "P2"], "searches": 0, "needed": ["P1", "N"]}
    )  # fmt: skip
    assert loads(made.reply.text) == recorded


@pytest.mark.parametrize("name", BENCHMARKS)
def test_every_parameter_says_what_it_means(name):
    """In `tamis list`: none is without words, and each has a name of its own."""
    options = options_of(name)
    assert isinstance(options.parse({}).heading, str)
    told = options.described()
    assert [one.name for one in told if len(one.meaning) < 10] == []
    # What only commands set is not listed, nor templates where there are none.
    hidden = {"predictions", "shard", *(["prompts"] if name in ("ifeval", "ifbench") else [])}
    assert sorted(one.name for one in told) == sorted({*options.model_fields} - hidden)
    assert options.about
