"""The parameters of FanOutQA."""

from __future__ import annotations

import datetime
from collections.abc import Callable, Collection, Mapping, Sequence
from typing import Any, Literal, Self, get_args

from pydantic import field_validator, model_validator

from tamis.answering.fanout.settings import Settings
from tamis.benchmarks.options import (
    BASELINE_ROWS,
    BenchmarkOptions,
    Listed,
    PathText,
    Several,
    option,
    split,
)
from tamis.measures.words import NAMES
from tamis.types import InputError

Setting = Literal["closed_book", "open_book", "evidence_provided", "fan_out"]
CONDITIONS: dict[Setting, str] = {
    "closed_book": "closed book",
    "open_book": "open book",
    "evidence_provided": "evidence provided",
    "fan_out": "fan-out",
}
"""The names of the settings in reports."""

# In the order of the other benchmarks: `typing` takes `Several` of two equal sets for one.
Variant = Literal["paper", "strict", "reference"]

Baseline = Literal["best_chunks", "first_lines", "leaf_answers"]
WITH_PAGES: tuple[Baseline, ...] = ("best_chunks", "first_lines")

ELSEWHERE = "Answers made elsewhere"
"""The condition of answers that are read from a file, so of no known setting."""

MINI = "mini"

EPOCH = "2023-11-20"
"""The day on which the questions were finished; pages are read as of this day (§3.1)."""

_ASKING = (
    "max_tokens", "chunk", "share", "repeat_question", "time_limit", "rounds",
)  # fmt: skip


ASSUMED = 128_000
"""Tokens of context of a model of which nothing is known."""


class Options(BenchmarkOptions):
    """The setting (§3.2), the data, the pages, and how answers are scored.

    `setting` None is closed book where a model is asked. The parameters from `context_limit` to
    `rounds` are those of `tamis.answering.fanout.settings.Settings`.
    """

    benchmark = "fanoutqa"
    about = "one question, many documents, a dated encyclopaedia (Zhu et al., 2024)"
    roles = ("judge…", "reader")
    of_a_model = ("setting",)
    compared = "setting"

    setting: Several[Setting | None] = option(
        None, "how a model is asked; fan_out is ours", shown="closed_book"
    )
    data: str = option("mini", "mini, released, or a folder or a JSON file in the released form")
    version: Literal["nov23", "2026-07"] = option(
        "nov23", "version of the released data; the paper measured nov23"
    )
    split: Literal["dev", "test"] = option(
        "dev", "which questions; the answers of test are hidden, for `tamis submit`"
    )
    wiki: PathText = option(
        None,
        "the encyclopaedia: mini, a .zim file, a folder or parquet of pages, or live",
        shown="mini with the mini data",
        words=("mini", "live"),
    )
    date: str = option(
        EPOCH, "the day as of which pages are read; the model is told that it is today"
    )
    tools: Literal["auto", "native", "protocol"] = option(
        "auto",
        "how the model searches: by the provider's tools, in its text, or by tools if it has any",
    )
    context_limit: int | Literal["auto"] = option(
        "auto",
        "tokens of context; auto: the model's where Inspect knows it, else 128000; the paper's "
        "Appendix F.1 has 4096",
    )
    max_tokens: int = option(1024, "most tokens of a reply")
    chunk: int = option(1024, "characters of a chunk of a page; the published package has 2048")
    share: float = option(0.5, "share of the context that one page may take")
    repeat_question: bool = option(
        False, "add the question to every result of a search (Appendix F.2)"
    )
    time_limit: float | None = option(600.0, "most seconds for a question, or none", shown="600")
    rounds: int = option(50, "most searches for a question")
    bm25: Literal["reference", "lv-zhai"] = option(
        "reference", "BM25+ as the published code computes it, or as its authors define it"
    )
    words: str = option("auto", f"what finds the base form of a word: auto, {', '.join(NAMES[:3])}")
    variants: Listed[Variant] = option(
        get_args(Variant), "variants of loose and strict accuracy to compute"
    )
    bleurt: PathText = option(None, "the folder of a BLEURT checkpoint, where BLEURT is installed")
    baseline: Baseline | None = option(None, "answer without a model; leaf_answers is an oracle")
    top: int = option(5, "chunks that the baseline best_chunks answers with", ge=1)
    prompts: PathText = option(
        None, "a folder of prompt templates that replace ours, also the judge's (factuality.j2)"
    )

    @field_validator("date", mode="before")
    @classmethod
    def _is_date(cls, value: object) -> str:
        # YAML has made a date of it.
        text = value.isoformat() if isinstance(value, datetime.date) else str(value)
        try:
            return datetime.date.fromisoformat(text).isoformat()
        except ValueError:
            raise ValueError("a day as YEAR-MONTH-DAY, such as 2023-11-20") from None

    @field_validator("time_limit", mode="before")
    @classmethod
    def _none_is_no_limit(cls, value: object) -> object:
        return None if value == "none" else value

    @field_validator("words")
    @classmethod
    def _is_normaliser(cls, value: str) -> str:
        if value not in ("auto", *NAMES):
            raise ValueError(f"auto or one of {', '.join(NAMES)}")
        return value

    @model_validator(mode="after")
    def _fit_together(self) -> Self:
        if self.baseline and self.setting:
            raise ValueError("give a setting, which asks a model, or a baseline, not both")
        try:
            self.settings()
        except InputError as error:
            raise ValueError(str(error).rstrip(".")) from error
        return self

    @property
    def asked_by(self) -> Setting:
        """The setting in which a model is asked."""
        return self.setting or "closed_book"

    @property
    def asks_a_model(self) -> bool:
        """Whether the run asks a model for answers."""
        return self.baseline is None and self.predictions is None

    @property
    def needs_pages(self) -> bool:
        """Whether the run reads pages of the encyclopaedia."""
        if self.predictions is not None:
            return False
        if self.baseline is not None:
            return self.baseline in WITH_PAGES
        return self.asked_by != "closed_book"

    @property
    def wiki_source(self) -> str | None:
        """The encyclopaedia: as given, else mini for the mini data; None for none."""
        return self.wiki or (MINI if self.data == MINI else None)

    @property
    def paper(self) -> bool:
        """Whether only the questions that the paper measured are asked, not the withdrawn one."""
        return (self.data, self.version, self.split) == ("released", "nov23", "test")

    @property
    def heading(self) -> str:
        """The setting, or the baseline or file that is used instead."""
        if self.baseline is not None:
            return BASELINE_ROWS
        if self.predictions is not None and self.setting is None:
            return ELSEWHERE
        return CONDITIONS[self.asked_by]

    def settings(self, wording: str | None = None) -> Settings:
        """The settings of the strategies; InputError for values that leave no room for a prompt."""
        day = datetime.date.fromisoformat(self.date)
        return Settings(
            **{name: getattr(self, name) for name in _ASKING},
            context_limit=ASSUMED if self.context_limit == "auto" else self.context_limit,
            variant=self.bm25,
            date=f"{day.day} {day:%B %Y}",
            wording=wording,
        )

    @classmethod
    def each(cls, values: Mapping[str, Any]) -> list[Self]:
        """The options of each task; a setting may also be written as in reports: open-book."""
        setting = values.get("setting")
        if setting is not None:
            parts = (str(part).replace("-", "_").replace(" ", "_") for part in split(setting))
            values = {**values, "setting": list(parts)}
        return super().each(values)

    @classmethod
    def plan(
        cls,
        values: Mapping[str, Any],
        model: str | None = None,
        roles: Collection[str] = (),
        baselines: Callable[[Self], Sequence[str]] | None = None,
    ) -> list[Self]:
        """One task for each setting; answers made elsewhere have only one."""
        planned = super().plan(values, model, roles, baselines)
        if values.get("predictions"):
            if len(planned) > 1:
                raise InputError(
                    f"-T setting={values['setting']}: answers made elsewhere are of one setting."
                )
        elif model is not None:
            return [
                one.model_copy(update={"setting": one.asked_by}) if one.asks_a_model else one
                for one in planned
            ]
        return planned
