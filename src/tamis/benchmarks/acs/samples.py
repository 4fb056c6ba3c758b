"""From items to what is asked about each, and what the program makes of it."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from tamis.benchmarks.acs.data import Dataset, Item, load
from tamis.benchmarks.acs.options import Options
from tamis.benchmarks.acs.record import worded
from tamis.checking import program
from tamis.checking.judgement import Judgement
from tamis.checking.program.requirement import Measure
from tamis.checking.prompts import prompt
from tamis.checking.worksheet import Capability
from tamis.types import InputError

DEMANDED: dict[Measure, Capability] = {
    "count": "counting",
    "amount": "summation",
    "tonnage": "multiplication and summation",
    "duration": "date-time",
    "clock": "date-time",
}
"""What a constraint demands by how its quantity is measured (ACS, §2.3)."""

UNKNOWN = "unknown"


@dataclass(frozen=True)
class Asked:
    """One item, as the options ask about it."""

    item: Item
    options: Options

    @property
    def id(self) -> str:
        """That of the item."""
        return self.item.id

    @property
    def programmed(self) -> Judgement:
        """What the program says of it."""
        return _programmed(self.item.constraint, self.item.response)

    @property
    def input(self) -> str:
        """The first prompt that a model is given."""
        return self.worded(0)

    @property
    def target(self) -> str:
        """The label."""
        return worded(self.item.satisfied)

    @property
    def metadata(self) -> dict[str, str]:
        """What tables break down by; items on one response are no two samples."""
        capability, by = self.capability
        return {
            "response": self.item.cluster,
            "question": self.item.fingerprint,
            "domain": self.item.domain,
            "capability": capability,
            "capability_by": by,
        }

    def worded(self, paraphrase: int) -> str:
        """The prompt in one of its wordings, with the worksheet where the judge gets it."""
        options = self.options
        worksheet = self.programmed.worksheet if options.judge == "worksheet" else None
        return prompt(
            self.item.constraint,
            self.item.response,
            options.shots,
            worksheet,
            paraphrase,
            options.prompts,
        )

    @property
    def needs_a_model(self) -> bool:
        """Whether a model is asked about it at all."""
        decided = self.options.judge == "hybrid" and self.programmed.satisfied is not None
        return self.options.baseline is None and not decided

    @property
    def capability(self) -> tuple[str, str]:
        """What the constraint demands, and who says so: `data` or `program`.

        The program's word is that of its worksheet, or of the constraint where it has none.
        """
        if self.item.capability is not None:
            return self.item.capability, "data"
        if (worksheet := self.programmed.worksheet) is not None:
            return worksheet.capability, "program"
        try:
            return DEMANDED[program.read(self.item.constraint).measure], "program"
        except InputError:
            return UNKNOWN, "program"


@lru_cache(maxsize=16)
def asked(options: Options) -> tuple[Dataset, tuple[Asked, ...]]:
    """The data and the items of this shard; InputError without the data."""
    dataset = load(options.data, options.data_dir)
    return dataset, tuple(Asked(item, options) for item in dataset.items[options.part])


@lru_cache(maxsize=4096)
def _programmed(constraint: str, response: str) -> Judgement:
    return program.judge(constraint, response)
