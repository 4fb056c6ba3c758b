"""The eight steps in which constraint data are built (ACS, §2.1), and their dependencies."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from tamis.bad_input import unknown


@dataclass(frozen=True)
class Step:
    """One step of the paper: its number, its name on the command line, and the files it makes.

    `by` is who does it: a person, or a model. `after` names the steps whose results it uses.
    `waits` is False for a step that never waits for a person.
    """

    number: int
    name: str
    by: Literal["person", "model"]
    files: tuple[str, ...]
    after: tuple[str, ...] = ()
    waits: bool = True

    @property
    def file(self) -> str:
        """The file that a person reads or edits."""
        return self.files[0]


STEPS = (
    Step(1, "guidelines", "person", ("guidelines.csv",), waits=False),
    Step(2, "requests", "model", ("requests.csv",), ("guidelines",)),
    Step(3, "instruction", "person", ("requests_review.csv",), ("requests",)),
    Step(4, "constraints", "model", ("constraints.csv",), ("instruction",)),
    Step(5, "review", "person", ("constraints_review.csv",), ("constraints",)),
    Step(6, "responses", "model", ("responses.csv", "responses"), ("instruction",)),
    Step(7, "edits", "person", ("edits_review.csv",), ("responses",)),
    Step(
        8,
        "labels",
        "person",
        ("labels.csv", "labels_checked.csv", "labelled", "dataset"),
        ("edits", "review"),
    ),
)
NAMES = tuple(step.name for step in STEPS)


def step(name: str) -> Step:
    """The step of that name; InputError where there is none."""
    for found in STEPS:
        if found.name == name:
            return found
    raise unknown("step", name, NAMES)


def with_later(name: str) -> tuple[Step, ...]:
    """The step of that name and all steps that use its result, in order."""
    reached = {step(name).name}
    for one in STEPS:
        if reached & set(one.after):
            reached.add(one.name)
    return tuple(one for one in STEPS if one.name in reached)


class Waiting(Exception):
    """A step waits for a person; the message says in one sentence what to do.

    `failed`: it waits because calls to a model failed.
    """

    def __init__(self, step: Step, sentence: str, failed: bool = False) -> None:
        super().__init__(sentence)
        self.step, self.failed = step, failed
