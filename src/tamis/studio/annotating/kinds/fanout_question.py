"""FanOutQA: the form in which people write questions, validated as they type (§3.1, App. G.1)"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from tamis.collect.fanout.fields import KEYS
from tamis.collect.fanout.validation import MIN_PAGES
from tamis.inputs.rows import wrong_value
from tamis.studio.annotating.kinds import fanout_tree
from tamis.studio.annotating.kinds.answers import HOWS
from tamis.studio.annotating.kinds.kind import (
    LONGEST_LINE,
    Field,
    FormKind,
    Kind,
    Label,
    Option,
    Seed,
    seed_of,
    short_hash,
    text_of,
)
from tamis.text.shown import one_line

MOST_SLOTS = 1_000
MOST_SAID = 3


@dataclass(frozen=True)
class Form:
    """What the form shows: the tree, errors and warnings by the names of fields.

    `blank` counts the fields that are still empty, `pages` the different pages. If more than
    MOST_SAID fields are empty, they are only marked (`hushed`), with one message for all.
    """

    tree: fanout_tree.Part
    errors: Mapping[str, str]
    warnings: Mapping[str, str]
    blank: int
    pages: int
    shape: str
    ready: bool = False
    hushed: frozenset[str] = frozenset()
    hows: tuple[Option, ...] = HOWS
    most_depth: int = fanout_tree.DEEPEST
    min_pages: int = MIN_PAGES

    @property
    def others(self) -> list[str]:
        """Problems that belong to no field: too few pages, no strategy."""
        named = fanout_tree.values_of(self.tree)
        return [said for name, said in self.errors.items() if name not in named]

    @property
    def wrong(self) -> int:
        """How many fields hold something wrong; empty ones are counted separately."""
        typed = fanout_tree.values_of(self.tree)
        return sum(any(part.strip() for part in typed.get(name, ())) for name in self.errors)

    def problem(self, part: fanout_tree.Part, name: str) -> str:
        """What is wrong with a field, "" for nothing."""
        return self.errors.get(part.at(name), "")

    def said(self, part: fanout_tree.Part, name: str) -> str:
        """The message next to a field; "" if there is one message for all empty fields."""
        return "" if part.at(name) in self.hushed else self.problem(part, name)

    def warning(self, part: fanout_tree.Part, name: str) -> str:
        """A warning for a field, "" for none."""
        return self.warnings.get(part.at(name), "")


class FanoutQuestion(FormKind):
    """An item is a topic, or an empty slot; its label is a question in the format of authors."""

    name = "fanout_question"
    title = "FanOutQA: write a question"
    explanation = (
        "Write a question that nobody can answer from one page of the English Wikipedia, and the "
        "way to its answer: sub-questions, each with the one page that answers it, at least five "
        "different pages in all. Name units, and ask for nothing that is a matter of opinion."
    )
    columns = (
        "topic, note (both may be empty), or slots with a number of empty ones; or a draft in "
        "the format of authors: question, strategy, then, answer."
    )
    fields = (
        Field("question", "Question", "text"),
        Field("authored", "With its strategy", "own"),
    )
    template = "annotating/kind_fanout_question.html"
    form_template: str | None = "annotating/form_fanout_question.html"
    scripts = ("annotating/fanout.js",)

    def expand(self, record: Mapping[str, Any], number: int, where: str) -> list[Mapping[str, Any]]:
        """One record for each of its slots."""
        named = dict(record)
        slots = text_of(named, "slots", where, needed=False)
        named.pop("slots", None)
        if not slots:
            return [{"number": number, **named}]
        if not (slots.isascii() and slots.isdecimal() and 0 < int(slots[:9]) <= MOST_SLOTS):
            raise wrong_value(slots, "slots", f"a number from 1 to {MOST_SLOTS:,}", where)
        return [{**named, "number": f"{number}-{slot + 1}"} for slot in range(int(slots))]

    def read(self, record: Mapping[str, Any], where: str) -> Seed:
        """A topic, a slot, or a draft to go on with."""
        payload: dict[str, Any] = {
            "topic": text_of(record, "topic", where, needed=False),
            "note": text_of(record, "note", where, needed=False),
        }
        draft = {
            name: value
            for name in (*KEYS, "categories")
            if (value := _unpacked(record.get(name))) not in (None, "", [], {})
        }
        for name in ("strategy", "then", "categories"):
            if not isinstance(draft.get(name, []), list):
                raise wrong_value(draft[name], name, "a list", where)
        if draft:
            text_of(record, "question", where)
            payload["draft"] = draft
        given = text_of(record, "id", where, needed=False)
        number = text_of(record, "number", where, needed=False)
        if given:
            payload["id"] = given
        key = given or "/".join(
            part
            for part in (
                one_line(payload["topic"], 60),
                number or short_hash(json.dumps(payload, sort_keys=True)),
            )
            if part
        )
        return seed_of(record, where, key, payload)

    def check(
        self, values: Mapping[str, Sequence[str]], payload: Mapping[str, Any]
    ) -> tuple[Label | None, dict[str, str]]:
        """The question as the validator takes it, or its problems by the names of fields."""
        if values.get("do"):
            # A button of the form, in a browser without scripts.
            return None, {"do": "The form has been changed; nothing is saved yet."}
        raw, errors, _ = fanout_tree.checked(tree_of(values, payload))
        if errors:
            return None, errors
        if topics := _topics(values):
            raw["categories"] = topics
        return {"question": raw["question"], "authored": json.dumps(raw, ensure_ascii=False)}, {}

    def values(self, label: Label) -> dict[str, list[str]]:
        """The form's fields for a label."""
        raw = authored(label)
        if raw is None:
            return {}
        topics = raw.get("categories")
        return fanout_tree.values_of(fanout_tree.from_raw(raw)) | {
            "categories": [", ".join(map(str, topics)) if isinstance(topics, list) else ""]
        }

    def form(
        self,
        item: Mapping[str, Any],
        values: Mapping[str, Sequence[str]],
        problems: Mapping[str, str],
        do: str = "",
        typing: bool = False,
    ) -> Form:
        """The form as it is to be shown, after the button `do`.

        Empty fields are reported only once the form has been sent and refused (`problems`, or the
        form's own `_refused` while it is being changed), not while typing.
        """
        refused = bool(values.get("_refused"))
        tree = fanout_tree.act(tree_of(values, item), do or "".join(values.get("do", ())[:1]))
        _, errors, warnings = fanout_tree.checked(tree)
        ready = not errors
        named = fanout_tree.values_of(tree)
        empty = {name for name, given in named.items() if not given[0].strip()}
        started = typing or bool(problems) or len(empty) < len(named) // 2
        if not refused and (typing or not problems or "do" in problems):
            errors = {name: said for name, said in errors.items() if name not in empty}
        if not started:
            errors, warnings = {}, {}
        pages = {
            part.evidence.strip()
            for part in tree.every()
            if part.evidence.strip() and part.at("evidence") not in errors
        }
        shape = " ".join(part.path for part in tree.every())
        wanting = frozenset(empty.intersection(errors))
        hushed = wanting if len(wanting) > MOST_SAID else frozenset()
        return Form(tree, errors, warnings, len(empty), len(pages), shape, ready, hushed)

    def topics(self, item: Mapping[str, Any], values: Mapping[str, Sequence[str]]) -> str:
        """The value of the field of topics."""
        if "categories" in values:
            return "".join(values["categories"][:1])
        draft = item.get("draft")
        given = draft.get("categories") if isinstance(draft, Mapping) else None
        return ", ".join(map(str, given)) if isinstance(given, list) else ""

    def shown(self, label: Mapping[str, Any] | None) -> fanout_tree.Part | None:
        """A label as a tree to look at; None where there is none."""
        raw = authored(label)
        return None if raw is None else fanout_tree.from_raw(raw)

    def heading(self, payload: Mapping[str, Any]) -> str:
        """The topic, or the draft's question."""
        draft = payload.get("draft")
        asked = draft.get("question", "") if isinstance(draft, Mapping) else ""
        return one_line(
            payload["topic"] or str(asked) or "A question of your own choice", LONGEST_LINE
        )

    def record(self, payload: Mapping[str, Any], label: Label | None) -> dict[str, Any]:
        """The topic, then the question in the fields of authors: the label's, else the draft's."""
        raw = authored(label) or dict(payload.get("draft", {}))
        row: dict[str, Any] = {"id": payload.get("id", ""), "topic": payload["topic"]}
        row |= {"note": payload["note"]}
        return row | {name: raw.get(name, "") for name in (*KEYS, "categories")}


def authored(label: Mapping[str, Any] | None) -> dict[str, Any] | None:
    """The question of a label, in the format of authors; None where it holds none."""
    try:
        raw = json.loads(str((label or {}).get("authored", "")))
    except (ValueError, RecursionError):
        return None
    return raw if isinstance(raw, dict) else None


def tree_of(values: Mapping[str, Sequence[str]], item: Mapping[str, Any]) -> fanout_tree.Part:
    """The tree that a form is to begin with: as typed, as labelled, as drafted, or empty."""
    if "question" in values:
        return fanout_tree.from_values(values)
    draft = item.get("draft")
    return fanout_tree.new_tree() if draft is None else fanout_tree.from_raw(draft)


def _topics(values: Mapping[str, Sequence[str]]) -> list[str]:
    text = "".join(values.get("categories", ())[:1])[: fanout_tree.LONGEST]
    return list(dict.fromkeys(part.strip() for part in text.split(",") if part.strip()))


def _unpacked(value: Any) -> Any:
    """The value of a CSV cell that holds JSON."""
    if isinstance(value, str) and value.strip()[:1] in ("[", "{"):
        try:
            return json.loads(value)
        except (ValueError, RecursionError):
            return value
    return value


KIND: Kind = FanoutQuestion()
