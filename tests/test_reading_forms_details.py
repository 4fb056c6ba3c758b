"""The forms that replies come in: JSON, HTML, YAML, Markdown, thoughts, justified answers."""

from __future__ import annotations

import json

import pytest

from tamis.reading.data import is_json, is_yaml, parse_data
from tamis.reading.document import Block, Line, parse
from tamis.reading.html import is_html, parse_html
from tamis.reading.jsonish import Budget, read_object, read_value
from tamis.reading.justified import (
    Justified,
    RawCandidate,
    as_read,
    read_judgment,
    read_justified,
    read_verdict,
)
from tamis.reading.looks_for import FreeText, Ids, Titles, Verdict, Words
from tamis.reading.markup import as_markdown
from tamis.reading.replies import Mark, read
from tamis.reading.spoken import MAX_TASKS, blanked, next_tasks, spoken, without_thoughts
from tamis.types import Evidence, Reply
from tamis.types import Verdict as Judged
from written_forms import each


def _told(block: Block) -> list:
    """A tree in short: what each block is, with its words and places."""
    words = [f"{line.text}@{line.start}" for line in block.lines]
    words += [" | ".join(f"{cell.text}@{cell.start}" for cell in row) for row in block.rows]
    head = block.kind + (f" {block.number}" if block.number else "")
    return [head, *words, *map(_told, block.children)]


def _short(told: list) -> list:
    """The same without places."""
    return [
        _short(one)
        if isinstance(one, list)
        else " | ".join(cell.rpartition("@")[0] for cell in one.split(" | "))
        if "@" in one
        else one
        for one in told
    ]


# Documents.


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("a\nb\n\nc", [["paragraph", "a@0", "b@2"], ["paragraph", "c@5"]]),
        ("1. a\n2) b\n", [["list", ["item 1", ["paragraph", "a@3"]]],
                          ["list", ["item 2", ["paragraph", "b@8"]]]]),
        ("x\n(1) a\n(2) b\ny", [["paragraph", "x@0"],
                                ["list", ["item 1", ["paragraph", "a@6"]],
                                 ["item 2", ["paragraph", "b@12"]]],
                                ["paragraph", "y@14"]]),
        ("1: a\n2: b", [["list", ["item 1", ["paragraph", "a@3"]],
                         ["item 2", ["paragraph", "b@8"]]]]),
        ("1 - a\n2 – b", [["list", ["item 1", ["paragraph", "a@4"]],
                           ["item 2", ["paragraph", "b@10"]]]]),
        ("a) x\n(b) y", [["list", ["item", ["paragraph", "x@3"]], ["item", ["paragraph", "y@9"]]]]),
        ("#1. a\n#2 b", [["list", ["item", ["paragraph", "a@4"]], ["item", ["paragraph", "b@9"]]]]),
        ("IV. a b", [["list", ["item", ["paragraph", "a b@4"]]]]),
        ("1.5 a", [["paragraph", "1.5 a@0"]]),
        ("a\n===\nb\n---\nc", [["paragraph", "a@0", "===@2", "b@6"], ["rule"],
                              ["paragraph", "c@12"]]),
        ("```Py\na\n b\n```\nc", [["code", "a@6", " b@8"], ["paragraph", "c@15"]]),
        ("~~~\na", [["code", "a@4"]]),
        ("> - a\n> - b",
         [["list", ["item", ["paragraph", "a@4"]], ["item", ["paragraph", "b@10"]]]]),
        ("|a|b|\n|-|-|\n|c||\n", [["table", "a@1 | b@3", "c@13 | @14"]]),
        ("# a\n### b\nc\n## d", [["section", "a@2", ["section", "b@8", ["paragraph", "c@10"]],
                                 ["section", "d@15"]]]),
        ("    deep", [["paragraph", "deep@4"]]),
        ("<div>a</div>", [["paragraph", "<div>a</div>@0"]]),
    ],
)  # fmt: skip
def test_a_text_as_a_tree(text, told):
    """Each line at its place; each mark of a list, and what looks like one."""
    assert _told(parse(text)) == ["text", *told]


@pytest.mark.parametrize("mark", ["•", "●", "▪", "◦", "‣", "·", "–", "—", "*", "+", "-"])
def test_each_bullet_is_the_mark_of_a_list(mark):
    """With a blank after it."""
    told = _told(parse(f"{mark} a\n{mark} b"))
    assert told == [
        "text",
        ["list", ["item", ["paragraph", "a@2"]], ["item", ["paragraph", "b@6"]]],
    ]


def test_parts_of_lines_and_blocks_that_move():
    """Blanks around a part go, and its place is its own."""
    line = Line("ab  cd ", 10, 3)
    assert line.part(2) == Line("cd", 14, 3)
    assert line.part(0, 3) == Line("ab", 10, 3)
    assert (line.end, line.part(2, 3)) == (17, Line("", 13, 3))
    tree = parse("a\n\n|b|c|\n|-|-|\n|d|e|")
    tree.move(5)
    assert _told(tree) == ["text", ["paragraph", "a@5"], ["table", "b@9 | c@11", "d@21 | e@23"]]
    assert [block.kind for block in tree.walk()] == ["text", "paragraph", "table"]
    assert parse("```JSON \n1\n```").children[0].language == "json"
    assert [item.level for item in parse("- a\n  - b").walk() if item.kind == "item"] == [0, 2]


# HTML.


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("<h2>Xa</h2><p>xb <b>xc</b><br>xd</p>",
         [["section", "Xa"], ["paragraph", "xb **xc**", "xd"]]),
        ("<ul><li>xa<li>xb <ol><li>xc</ol></ul>",
         [["list", ["item", ["paragraph", "xa"]],
           ["item", ["paragraph", "xb"], ["list", ["item", ["paragraph", "xc"]]]]]]),
        ("<table><tr><th>xa<th>xb<tr><td colspan=2>xc<tr><td rowspan=2>xd<td>xe<tr><td>xf</table>",
         [["table", "xa | xb", "xc | ", "xd | xe", " | xf"]]),
        ("xa<hr>xb<script>xc</script><style>xd</style><template>xe</template>xf",
         [["paragraph", "xa"], ["rule"], ["paragraph", "xbxf"]]),
        ("<div>xa<div>xb</div>xc</div>",
         [["paragraph", "xa"], ["paragraph", "xb"], ["paragraph", "xc"]]),
    ],
)  # fmt: skip
def test_html_as_a_tree(text, told):
    """Each line at its place; cells over several rows or columns are followed by empty ones."""
    tree = parse_html(text)
    assert _short(_told(tree)) == ["text", *told]
    for block in tree.walk():
        for line in (*block.lines, *(cell for row in block.rows for cell in row)):
            if line.text and not {"*", "f"} & set(line.text):
                assert text.startswith(line.text, line.start), line


def test_inline_elements_stay_in_their_line():
    """Others begin a new one."""
    for tag in ("b", "i", "strong", "em", "span", "a", "u", "code", "small", "mark", "sup", "sub",
                "label"):  # fmt: skip
        (block,) = parse_html(f"<p>x<{tag}>y</{tag}>z</p>").children
        assert [line.text.replace("**", "") for line in block.lines] == ["xyz"], tag
    assert len(parse_html("<p>x</p><section>y</section>z").children) == 3
    for text in each("[</table>|</li>|</UL>|</ol>|</p>|</h3>|</tr>|</div>|<br><b>|<br />\n <i>]"):
        assert is_html(f"a{text}")
    for text in ("a", "a<b>c</b>", "<br>", "a < b"):
        assert not is_html(text)


# JSON and YAML.


def test_what_is_json_or_yaml():
    """Of YAML only lists of records with several fields."""
    assert [is_json(x) for x in (' {"a": 1} ', "[1]", "{}", "[a}", "a", "[")] == [
        True, True, False, False, False, False,
    ]  # fmt: skip
    yaml = "days:\n  - day: 1\n    meal: a\n  - {day: 2, meal: b}\n# so\n"
    assert is_yaml(yaml)
    assert not is_yaml("day: 1\nmeal: a\nx: 2\ny: 3")
    assert not is_yaml("days:\n  - day: 1\n    meal: a")
    assert not is_yaml(yaml + "It is so")


@pytest.mark.parametrize(
    ("value", "told"),
    [
        (["a", "b"], [["list", ["item", ["paragraph", "a"]], ["item", ["paragraph", "b"]]]]),
        ({"a": "b", "c": 1}, [["list", ["item", ["paragraph", "a: b"]],
                               ["item", ["paragraph", "c: 1"]]]]),
        ([{"a": 1, "b_c": 2}, {"a": 3, "d": 4}],
         [["table", "a | b c | d", "1 | 2 | ", "3 |  | 4"]]),
        ({"x": {"a": 1}}, [["section", "x", ["table", "a", "1"]]]),
        ({"x_y": ["a"], "z": "b"}, [["section", "x y", ["list", ["item", ["paragraph", "a"]]]],
                                   ["section", "z: b"]]),
        ({"x": [{"n": "A", "l": ["b"]}, {"n": 2, "l": []}]},
         [["section", "x",
           ["section", "A", ["section", "l", ["list", ["item", ["paragraph", "b"]]]]],
           ["section", "n 2", ["section", "l"]]]]),
        ({"workouts": [{"n": "A", "l": ["b"]}, {"n": "Day 2", "l": ["c"]}]},
         [["section", "workouts",
           ["section", "Workout 1: A", ["section", "l", ["list", ["item", ["paragraph", "b"]]]]],
           ["section", "Day 2", ["section", "l", ["list", ["item", ["paragraph", "c"]]]]]]]),
        ([{"f": "a", "nutrition": {"k": 1}}, {"f": "b", "macros": {"k": 2}}],
         [["table", "f | k", "a | 1", "b | 2"]]),
    ],
)  # fmt: skip
def test_data_as_a_tree(value, told):
    """Records are rows, what holds others is a section, the details of a record are its fields."""
    tree = parse_data(json.dumps(value))
    assert tree is not None
    assert _short(_told(tree)) == ["text", *told]


@pytest.mark.parametrize("key", ["nutrition", "Nutrition Facts", "nutrients", "macros",
                                 "macronutrients", "details", "facts", "nutri_info"])  # fmt: skip
def test_each_key_whose_fields_are_those_of_its_record(key):
    """Unless one of them is there already."""
    tree = parse_data(json.dumps([{"f": "a", key: {"k": 1}}]))
    assert [[cell.text for cell in row] for row in tree.children[0].rows] == [
        ["f", "k"],
        ["a", "1"],
    ]
    assert parse_data(json.dumps([{"k": "a", key: {"k": 1}}])).children[0].kind == "list"


KEYS = ("candidates", "ids")


@pytest.mark.parametrize(
    ("text", "value", "repairs", "complete", "cut"),
    [
        ('{"ids": [1, 2', {"ids": [1]}, ("truncated",), False, "ids"),
        ('{"ids": [1, 2]', {"ids": [1, 2]}, ("truncated",), False, ""),
        ('{"ids": ["a", "b', {"ids": ["a"]}, ("truncated",), False, "ids"),
        ('{"a": {"b": 1, "c": [2, 3', {"a": {"b": 1, "c": [2]}}, ("truncated",), False, "c"),
        ('{"ids": [1, 2}', {"ids": [1, 2]}, ("broken off",), False, "ids"),
        ('[{"ids": [1]}, {"ids": [2', {"ids": [1]}, ("list", "truncated"), False, ""),
        ('[{"a": 1}, {"a": 2}, {"a"', {"candidates": [{"a": 1}, {"a": 2}]}, ("list", "truncated"),
         False, "candidates"),
        ('"{\\"ids\\": [1]}"', {"ids": [1]}, (), True, ""),
        ('{"IDS ": [1]} and {"x": 2}', {"IDS ": [1]}, ("notes",), True, ""),
        ('{"x": 1} and {"y": 2}', {"y": 2}, ("notes",), True, ""),
        ('{"x": [{"ids": [1]}]}', {"ids": [1]}, ("envelope",), True, ""),
        ("~~~\n{'ids': (1)}\n~~~", None, (), True, ""),
    ],
)  # fmt: skip
def test_the_object_of_a_reply(text, value, repairs, complete, cut):
    """What was whole, how it was mended, and which list was cut."""
    found = read_object(text, KEYS, "candidates")
    if value is None:
        assert found is None or found.value.get("ids") != [1]
        return
    assert found is not None
    assert (found.value, set(found.repairs)) == (value, set(repairs))
    assert (found.complete, found.cut) == (complete, cut)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("x [1, 2] y", ([1, 2], True, 8)),
        ("x {'a': True} y", ({"a": True}, True, 13)),
        ("x [1, 2", ([1], False, 6)),
        ("x [1, [2, 3", ([1], False, 10)),
        ("x [] y", ([], True, 4)),
        ("x [", None),
        ("x (1)", None),
        ("x [“a”, ‘b’, 'c', null, None, 1.5, -2e3] y",
         (["a", "b", "c", None, None, 1.5, -2000.0], True, 40)),
        (r'x ["\u00e9\x41\U0001F600\n\t\/\q\"", 1] y',
         (['éA😀\n\t/\\q"', 1], True, 39)),
    ],
)  # fmt: skip
def test_a_value_at_a_place(text, expected):
    """Its complete members, whether it was closed, and where it ends."""
    assert read_value(text, 2, Budget(text)) == expected


# Markup.


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("<ul><li>a</li><li>b</li></ul>", "- a\n- b"),
        ("<table><tr><th>a</th><td>b</td></tr></table>", "|a |b |"),
        ("<book><title>a</title><reason>b</reason></book>", "Title:aReason:b"),
        ("<h2>a</h2><p>b<br>c</p>", "##a\nb\nc"),
        ("<b>a</b> <strong>b</strong> <i>c</i> <em>d</em> <cite>e</cite> <u>f</u>",
         "**a** **b** *c* *d* *e* *f*"),
        ("<output>a</output>", "Output:\na"),
        ("\\item a\n\\item b", "- a\n- b"),
        ("\\textbf{a} \\emph{b} \\textit{c}", "*a* *b* *c*"),
        ("\\begin{itemize}\n\\item $a$\n\\end{itemize}", "- a"),
        ("1️⃣ a\n2⃣ b", "1. a\n2. b"),
        ("Title – a\nReason - b", "Title: a\nReason: b"),
        ("Output 1: a\nBook 2. b\nTitle 3) c\nItem 12: d\nAnswer 4: e\nResult 5: f",
         "1. a\n2. b\n3. c\n12. d\n4. e\n5. f"),
        ("a. Final Answer: b", "a.\nFinal Answer: b"),
        ("a) FINAL ANSWER: b", "a)\nFINAL ANSWER: b"),
        ("a? **Output:** b", "a?\n**Output:** b"),
        ("a! Final Output: b", "a!\nFinal Output: b"),
        ("Title: a 2. Reason: b 3. **Title**: c", "Title: a\n2. Reason: b\n3. **Title**: c"),
        ("ID: 7 TITLE: b", "ID: 7\nTITLE: b"),
        ("> [1,\n> 2]", "[1,\n2]"),
        ("a < b > c", "a < b > c"),
    ],
)  # fmt: skip
def test_other_markup_as_that_of_markdown(text, expected):
    """It keeps its length, so that places stay."""
    made = as_markdown(text)
    assert len(made) == len(text)
    lines = (" ".join(line.split()) for line in made.split("\n"))
    squeezed = "\n".join(line for line in lines if line)
    assert squeezed.replace(": ", ":").replace("##", "## ").replace(" ", "") == (
        expected.replace(": ", ":").replace(" ", "")
    )


# Thoughts and tasks.


def test_each_mark_of_thoughts():
    """What stands between them is not said."""
    for opened, closed in (
        ("<think>", "</think>"), ("<thinking>", "</thinking>"), ("[THINK]", "[/THINK]"),
        ("◁think▷", "◁/think▷"), ("<|begin_of_thought|>", "<|end_of_thought|>"),
        ("<|START_THINKING|>", "<|END_THINKING|>"), ("<|thinking|>", "<|/thinking|>"),
        ("<unused94>", "<unused95>"),
        ("<|channel|>analysis<|message|>", "<|channel|>final<|message|>"),
    ):  # fmt: skip
        assert without_thoughts(f"{opened}a{closed} b") == "b", opened
        assert without_thoughts(f"a{closed}b") == "b", opened
        assert (without_thoughts(f"{opened}a"), spoken(f"{opened}a").unfinished) == ("", True), (
            opened
        )
    assert without_thoughts("So it is.assistantfinalYes") == "Yes"


def test_each_end_of_a_turn():
    """What follows it was not asked for; at the very beginning it ends nothing."""
    for mark in ("<|im_end|>", "<|eot_id|>", "<|end|>", "<|return|>", "<|endoftext|>",
                 "<|end_of_text|>", "<|END_RESPONSE|>", "</s>", "<end_of_turn>",
                 "<｜end▁of▁sentence｜>"):  # fmt: skip
        assert without_thoughts(f"a{mark}b") == "a", mark
        assert without_thoughts(f"{mark}b").endswith("b"), mark


def test_each_header_of_a_template_goes():
    """Before the reply."""
    for header in ("[/INST]", "<|assistant|>", "<|start_header_id|>", "<|end_header_id|>",
                   "<|message|>", "assistant\n", "assistant:\n", "Assistant:", "Response:",
                   "### Response:\n", "## Assistant\n"):  # fmt: skip
        assert without_thoughts(f"{header}a") == "a", header
    for tag in ("answer", "final_answer", "output", "final", "response", "result", "solution"):
        text = f"<{tag}>a</{tag}>"
        assert blanked(text) == " " * (len(tag) + 2) + "a" + " " * (len(tag) + 3), tag
    for mark in ("begin_of_solution", "end_of_solution", "START_RESPONSE", "start", "assistant"):
        assert blanked(f"<|{mark}|>a").strip() == "a", mark
    assert blanked("<b>a</b>") == "<b>a</b>"


def test_each_beginning_of_another_task():
    """At the beginning of a line, where something stands before it."""
    begins = each(
        "[# End of it|=== Now|=== Next|=== New|=== Start|=== Example|=== Response"
        "|=== End of examples|=== Question|=== Task|=== Case|=== Query|### Instruction|## Input"
        "|## Question|### User|## Human|## Task|## Example|User:|Human:|---\nQuestion|---\nExample"
        "|---\nTask|Next question|New query|Another task|Second example|Next case|Next problem"
        "|Question:|Query:|Task 2:|Example #3:|Case 4:|Problem:|Exercise:|Input:|Q:|Q 12:"
        "|<start_of_turn>]"
    )
    marks = ("[BEGIN AGENT RESPONSE]", "[END EXAMPLES]", "[INST]", "<|im_start|>")
    for begin in (*begins, *marks, "<|start_header_id|>"):
        assert next_tasks(f"a\n{begin} b") == [2], begin
        assert next_tasks(f"a\n> **{begin} b")[:1] == [2], begin
        assert next_tasks(f"{begin} b\n") == [], begin
        assert next_tasks(f"a {begin} b\n")[:1] != [2], begin
    assert next_tasks("a\nList every b", ("list every",)) == [2]
    assert next_tasks("a\nQuestion:") == []
    assert len(next_tasks("a\n" + "Q: b\n" * 9)) == MAX_TASKS == 5


WORDS = Words((("yes", "yes"), ("no", "no")), "answer", "it")


@pytest.mark.parametrize(
    ("reply", "looks", "expected"),
    [
        (Reply("x", failed="no route"), Ids(), ("failed", "", "no route", "", ())),
        (Reply(" x ", refused=True), Ids(),
         ("refused", "", "the provider says that it declined", "x", ())),
        (Reply(" ", truncated=True), Ids(), ("truncated", "", "it is empty", "", ())),
        (Reply(" "), Ids(), ("missing", "", "it is empty", "", ())),
        (Reply("<think>a</think> "), Ids(),
         ("missing", "", "it has only thoughts", "", (Mark(0, 16, "thoughts"),))),
        (Reply("<think>a"), FreeText(), ("truncated", "", "it ends inside its thoughts", "",
                                         (Mark(0, 8, "thoughts"),))),
        (Reply("a b"), FreeText(), ("ok", "", "", "a b", ())),
        (Reply("a b", truncated=True), FreeText(), ("truncated", "", "", "a b", ())),
        (Reply("a\nQuestion: b"), FreeText(), ("ok", "", "", "a", (Mark(2, 13, "next task"),))),
        (Reply("Answer: yes"), Verdict(WORDS), ("ok", "yes", "", "Answer: yes",
                                               (Mark(0, 11, "verdict"),))),
        (Reply("Answer: maybe"), Verdict(WORDS),
         ("abstained", "", "its verdict is none of the words", "Answer: maybe",
          (Mark(0, 13, "unclear"),))),
        (Reply("Hm"), Verdict(WORDS), ("unparsed", "", "it has no verdict", "Hm", ())),
        (Reply("Hm", truncated=True), Verdict(WORDS),
         ("truncated", "", "it was cut before its verdict", "Hm", ())),
        (Reply("I cannot say."), Verdict(WORDS),
         ("refused", "", "it says that it cannot answer", "I cannot say.", ())),
        (Reply("I cannot say."), Titles(), ("refused", "", "it says that it cannot answer",
                                            "I cannot say.", ())),
        (Reply("<answer>Answer: no</answer>"), Verdict(WORDS),
         ("ok", "no", "", "Answer: no", (Mark(0, 27, "verdict"),))),
    ],
)  # fmt: skip
def test_the_outcome_of_a_reply(reply, looks, expected):
    """The provider's word first; then thoughts, the first task, and what it says."""
    found = read(reply, looks)
    assert (found.outcome, found.label, found.why, found.said, found.marks) == expected


# Justified answers.


@pytest.mark.parametrize(
    ("keys", "value", "read_as"),
    [
        (("candidate_answer", "candidate", "answer", "name", "title", "entity"), "A",
         {"name": "A"}),
        (("final_judgment", "Final Judgement", "judgment", "judgement", "verdict", "is_valid",
          "valid"), "TRUE", {"judgment": True}),
        (("reasoning", "reason", "explanation", "rationale"), "so", {"reasoning": "so"}),
        (("evidence_for", "evidence", "supportingEvidence"), ["q"],
         {"evidence_for": (Evidence("", "q"),)}),
        (("evidence_against", "counter_evidence", "contradicting_evidence"), ["q"],
         {"evidence_against": (Evidence("", "q"),)}),
    ],
)  # fmt: skip
def test_each_key_of_a_candidate(keys, value, read_as):
    """In any case and spelling."""
    for key in keys:
        record = {"name": "A", key: value}
        if "name" in read_as:
            record = {key: value}
        found = read_justified(Reply(json.dumps({"candidates": [record, {"name": "B"}]})))
        assert found.candidates == (RawCandidate(**{"name": "A"} | read_as), RawCandidate("B")), key


def test_each_key_of_evidence_and_of_the_final_lists():
    """Ids and texts, the answers and their ids."""

    def evidence(one: dict) -> tuple[Evidence, ...]:
        record = {"name": "A", "evidence": [one]}
        return (
            read_justified(Reply(json.dumps({"candidates": [record]}))).candidates[0].evidence_for
        )

    for key in ("doc_id", "id", "document_id", "doc_ids", "document ids", "doc", "document",
                "source"):  # fmt: skip
        assert evidence({key: "7", "text": "q"}) == (Evidence("7", "q"),), key
    for key in ("text", "snippet", "quote", "snippets", "quotes", "evidence", "passage", "excerpt"):
        assert evidence({"id": 7, key: ["q", "r"]}) == (Evidence("7", "q ... r"),), key
    for words in ("None", "n/a", "NA", "null", "No evidence.", "", " - "):
        assert evidence(words) == (), words
    assert evidence({"id": "", "text": ""}) == ()
    lists = {"candidates": [{"name": "A", "verdict": "yes"}]}
    for key in ("answer", "answers", "final_answer", "final answers"):
        assert read_justified(Reply(json.dumps(lists | {key: ["A", "B"]}))).answer == ("A", "B"), (
            key
        )
    for key in ("answer_doc_ids", "answer_doc_id", "doc_ids", "answer_ids"):
        found = read_justified(Reply(json.dumps(lists | {key: ["doc 7", "Document #8", "x"]})))
        assert found.doc_ids == ("7", "8", "x"), key
    assert read_justified(Reply(json.dumps(lists | {"answer": ["None"]}))).answer == ()


@pytest.mark.parametrize(
    ("reply", "outcome", "cut"),
    [
        (Reply("x", failed="no route"), "failed", False),
        (Reply("x", refused=True, truncated=True), "refused", True),
        (Reply(" "), "missing", False),
        (Reply("<think>x"), "truncated", True),
        (Reply("Hm", truncated=True), "truncated", True),
        (Reply("Hm"), "unparsed", False),
        (Reply("I cannot say."), "refused", False),
        (Reply('{"answer_doc_ids": []}'), "empty", False),
        (Reply('{"candidates": []}'), "empty", False),
        (Reply('{"x": 1}'), "unparsed", False),
    ],
)
def test_a_justified_answer_without_candidates(reply, outcome, cut):
    """It says why there is none."""
    assert read_justified(reply) == Justified(
        outcome, doc_ids=() if "doc_ids" in reply.text else None, truncated=cut
    )


def test_judgements_and_verdicts_that_are_none():
    """Decided or not; cut or not."""
    for said, judgment in ((True, True), (0, False), ("1", True), ("T", True), ("n", False),
                           ("not valid", False), ("not correct", False), ("Correct", True),
                           ("incorrect", False), ("F", False), ("maybe", None),
                           (1.5, None)):  # fmt: skip
        assert read_judgment(said) is judgment, said
    for reply, outcome in (
        (Reply("x", failed="y"), "failed"), (Reply("Hm"), "unparsed"),
        (Reply("Hm", truncated=True), "truncated"), (Reply('{"reason": "x"}'), "unparsed"),
        (Reply('{"reason": "x"}', truncated=True), "truncated"),
    ):  # fmt: skip
        found = read_verdict(reply)
        assert (found.judgment, found.outcome) == (None, outcome), reply
    assert read_verdict(Reply("It is.\nVerdict: true")) == Judged(True, "ok")


def test_what_was_read_is_shown_with_its_marks():
    """The final lists, or the judgement; None for a reply without an object."""
    assert as_read(Reply("Hm")) is None
    text = '{"candidates": [{"name": "A"}], "answer": ["B b"], "answer_doc_ids": ["77", "8"]}'
    found = as_read(Reply(text))
    assert (found.values, found.outcome, found.said) == (("77", "8"), "ok", text)
    assert [(mark.role, text[mark.start : mark.end]) for mark in found.marks] == [
        ("answer", "77"), ("answer", "8"),
    ]  # fmt: skip
    text = '{"candidates": [{"name": "A"}], "answer": ["B b", "A"]}'
    found = as_read(Reply(text))
    assert [(text[mark.start : mark.end], mark.start > 30) for mark in found.marks] == [
        ("B b", True), ("A", True),
    ]  # fmt: skip
    for said, label in (("TRUE", "TRUE"), ("no", "FALSE"), ("maybe", "")):
        made = as_read(Reply(json.dumps({"final_judgment": said})))
        assert (made.label, made.values) == (label, ()), said
