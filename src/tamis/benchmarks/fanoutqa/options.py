"""The parameters of the FanOutQA task, checked: `-T name=value`."""

from __future__ import annotations

import datetime
from typing import Any, Literal, get_args

from pydantic import Field, field_validator, model_validator

from tamis.answering.fanout import Settings
from tamis.benchmarks.fanoutqa.answers import VARIANTS
from tamis.benchmarks.options import TaskOptions, checked, chosen_of
from tamis.measures.words import NAMES
from tamis.types import InputError

Setting = Literal["closed_book", "open_book", "evidence_provided", "fan_out"]
SETTINGS: tuple[Setting, ...] = get_args(Setting)
CONDITIONS: dict[Setting, str] = {
    "closed_book": "closed book",
    "open_book": "open book",
    "evidence_provided": "evidence provided",
    "fan_out": "fan-out",
}
"""What reports call the settings."""

Variant = Literal["paper", "reference", "strict"]

Baseline = Literal["best_chunks", "first_lines", "leaf_answers"]
BASELINES: tuple[Baseline, ...] = get_args(Baseline)
WITH_PAGES: tuple[Baseline, ...] = ("best_chunks", "first_lines")

BASELINE_ROWS, ELSEWHERE = "Baselines", "Answers made elsewhere"
"""Conditions in which no model is asked."""

EPOCH = "2023-11-20"
"""The day on which the questions were finished, and as of which pages are read (§3.1)."""

_ASKING = (
    "context_limit", "max_tokens", "chunk", "share", "repeat_question", "time_limit", "rounds",
)  # fmt: skip


class Options(TaskOptions):
    """What `-T` may set, besides what every task has.

    `setting`: how the questions are asked (§3.2), or `fan_out`, which is ours; None is closed
    book where a model is asked. `version` and `split` of the released data; own data say
    nothing of a version. `wiki`: mini, a folder, a .zim file or live, as of `date`, which the
    model is told is today. `tools`: whether searches are asked for natively. The next seven are
    those of `tamis.answering.fanout.Settings`. `bm25`: BM25+ as the published code computes it, or
    as its authors define it. `words` and `variants` of the string scores; `bleurt`: the folder
    of a checkpoint. `baseline`: answer without a model; `top`: with how many chunks.
    """

    setting: Setting | None = None
    version: Literal["nov23", "2026-07"] = "nov23"
    split: Literal["dev", "test"] = "dev"
    wiki: str | None = None
    date: str = EPOCH
    tools: Literal["auto", "native", "protocol"] = "auto"
    context_limit: int = 128_000
    max_tokens: int = 1024
    chunk: int = 1024
    share: float = 0.5
    repeat_question: bool = False
    time_limit: float | None = 600.0
    rounds: int = 50
    bm25: Literal["reference", "lv-zhai"] = "reference"
    words: str = "auto"
    variants: tuple[Variant, ...] = get_args(Variant)
    bleurt: str | None = None
    baseline: Baseline | None = None
    top: int = Field(default=5, ge=1)

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

    @field_validator("variants", mode="before")
    @classmethod
    def _all(cls, value: object) -> object:
        return chosen_of(value, VARIANTS)

    @model_validator(mode="after")
    def _fit_together(self) -> Options:
        if self.baseline and self.predictions:
            raise ValueError("give a baseline or predictions, not both")
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
    def paper(self) -> bool:
        """Whether only the questions that the paper measured are asked, not the withdrawn one."""
        return (self.data, self.version, self.split) == ("released", "nov23", "test")

    @property
    def condition(self) -> str:
        """What reports set side by side: the setting, or what stands in its place."""
        if self.baseline is not None:
            return BASELINE_ROWS
        if self.predictions is not None and self.setting is None:
            return ELSEWHERE
        return CONDITIONS[self.asked_by]

    def settings(self, wording: str | None = None) -> Settings:
        """What the strategies are given; InputError for values that leave nothing to work with."""
        day = datetime.date.fromisoformat(self.date)
        return Settings(
            **{name: getattr(self, name) for name in _ASKING},
            variant=self.bm25,
            date=f"{day.day} {day:%B %Y}",
            wording=wording,
        )


def parse_options(values: dict[str, Any]) -> Options:
    """The options that `values` give; InputError in one sentence for what does not fit."""
    return checked(Options, "fanoutqa", values)


def settings_of(given: object) -> list[Setting]:
    """The settings that `-T setting=` asks for: one, several with commas, or all."""
    if given is None:
        return ["closed_book"]
    names = given if isinstance(given, (list, tuple)) else str(given).split(",")
    chosen = [str(name).strip().replace("-", "_").replace(" ", "_") for name in names]
    if "all" in chosen:
        return list(SETTINGS)
    if unknown := [name for name in chosen if name not in SETTINGS]:
        raise InputError(
            f"-T setting={unknown[0]} cannot be used: expected {', '.join(SETTINGS)}, or all."
        )
    return [setting for setting in SETTINGS if setting in chosen]
