"""The samples: items with the options of the run, and the program's judgement of each."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from tamis.benchmarks.acs.data import Dataset, Item, load
from tamis.benchmarks.acs.logged_verdict import worded
from tamis.benchmarks.acs.options import Options
from tamis.benchmarks.order import handed_out
from tamis.checking import program
from tamis.checking.judgement import Judgement
from tamis.checking.ledger.requirement import Measure
from tamis.checking.model_judge import SHAPE
from tamis.checking.prompts import prompt, record_prompt
from tamis.checking.worksheet import Capability, Worksheet

DEMANDED: dict[Measure, Capability] = {
    "count": "counting",
    "amount": "summation",
    "tonnage": "multiplication and summation",
    "duration": "date-time",
    "weight": "counting",
}
"""The capability that a constraint demands, by how its quantity is measured (ACS, §2.3)."""

UNKNOWN = "unknown"


@dataclass(frozen=True)
class Sample:
    """One item with the options of the run."""

    item: Item
    options: Options

    @property
    def id(self) -> str:
        """The id of the item."""
        return self.item.id

    @property
    def programmed(self) -> Judgement:
        """The program's judgement."""
        return _programmed(self.item.constraint, self.item.response)

    @property
    def input(self) -> str:
        """The prompt in its standard wording."""
        return self.worded(0)

    @property
    def target(self) -> str:
        """The label."""
        return worded(self.item.satisfied)

    @property
    def metadata(self) -> dict[str, str]:
        """What the log has of an item; `response` clusters the standard errors."""
        capability, by = self.capability
        return {
            "response": self.item.cluster,
            "question": self.item.fingerprint,
            "domain": self.item.domain,
            "capability": capability,
            "capability_by": by,
        }

    @property
    def drafted(self) -> Worksheet | None:
        """The program's worksheet where it decided, for the judge `worksheet`."""
        decided = self.options.judge == "worksheet" and self.programmed.satisfied is not None
        return self.programmed.worksheet if decided else None

    def worded(self, paraphrase: int) -> str:
        """The prompt in one of its wordings, with the worksheet for the judge `worksheet`."""
        options = self.options
        if options.judge == "record":
            return record_prompt([self.item.constraint], self.item.response, options.prompts)
        asked = prompt(
            self.item.constraint,
            self.item.response,
            options.shots,
            self.drafted,
            paraphrase,
            options.prompts,
        )
        return options.asked(asked, SHAPE)

    @property
    def needs_a_model(self) -> bool:
        """Whether a model has to judge it, or to read it."""
        first = self.options.judge in ("hybrid", "record")
        decided = first and self.programmed.satisfied is not None
        return self.options.baseline is None and not decided

    @property
    def capability(self) -> tuple[str, str]:
        """The capability that the constraint demands, and its source: `data` or `program`.

        The program takes it from its worksheet, or from the constraint where it has none.
        """
        if self.item.capability is not None:
            return self.item.capability, "data"
        if (worksheet := self.programmed.worksheet) is not None:
            return worksheet.capability, "program"
        demand = program.demand_of(self.item.constraint)
        return (UNKNOWN if demand is None else DEMANDED[demand.measure]), "program"


@lru_cache(maxsize=16)
def load_samples(options: Options) -> tuple[Dataset, tuple[Sample, ...]]:
    """The data and the items of this shard; InputError without the data."""
    dataset = load(options.data, options.data_dir)
    items = handed_out(dataset.items, options, lambda item: (item.domain, item.cluster))
    return dataset, tuple(Sample(item, options) for item in items)


@lru_cache(maxsize=4096)
def _programmed(constraint: str, response: str) -> Judgement:
    return program.judge(constraint, response)
