"""Turns as samples: what a judge is asked, and the rated turns that it may learn from."""

from __future__ import annotations

import random
from dataclasses import dataclass
from functools import cached_property, lru_cache

from tamis.benchmarks.kiwi.data import Dataset, Judged, load, splits
from tamis.benchmarks.kiwi.options import Options
from tamis.benchmarks.kiwi.score import worded
from tamis.benchmarks.order import handed_out
from tamis.types import InputError
from tamis.writing.revision.examples import Examples
from tamis.writing.revision.model_judge import MAX_CHARACTERS, SHAPE, prompt, system
from tamis.writing.revision.turns import RevisionTurn


@dataclass(frozen=True)
class Sample:
    """One turn to judge under the given options; `training` are the rated turns to learn from."""

    judged: Judged
    training: TrainingTurns
    options: Options

    @property
    def id(self) -> str:
        """The session's row, the turn's number and a hash of its texts."""
        return self.judged.turn.id

    @property
    def cut(self) -> bool:
        """Whether an answer is too long and a model is shown only its beginning."""
        asks = self.options.baseline is None and self.options.finetuned is None
        turn = self.judged.turn
        return asks and max(len(turn.previous), len(turn.answer)) > MAX_CHARACTERS

    @property
    def input(self) -> str:
        """The prompt for a model."""
        asked = prompt(self.judged.turn, self.training.examples(self.judged), self.options.prompts)
        return self.options.asked(asked, SHAPE)

    @property
    def messages(self) -> list[str]:
        """What a model gets: its system message where there is one, and the prompt."""
        return [*system(self.options.prompts), self.input]

    @property
    def target(self) -> str:
        """The person's rating; "not rated" where there is none."""
        return worded(self.judged.turn.good)

    @property
    def metadata(self) -> dict[str, str]:
        """What the log has of a turn; `session` is the cluster for standard errors."""
        judged = self.judged
        return {
            "session": judged.turn.session,
            "model": judged.model,
            "kind": judged.recorded.kind or "",
        }


class TrainingTurns:
    """The rated turns from which examples are taken and which the baselines count.

    In a `cross` run these are the turns of all sessions but that of the judged turn.
    """

    def __init__(self, turns: tuple[Judged, ...], options: Options) -> None:
        self.turns, self.options = turns, options

    @cached_property
    def _index(self) -> Examples:
        options = self.options
        train = [one.turn for one in self.turns]
        apart = options.examples_from == "other_sessions" or options.part_of == "cross"
        return Examples(train, options.examples, options.shots, options.seed, apart=apart)

    def examples(self, judged: Judged) -> tuple[RevisionTurn, ...]:
        """The rated turns that are shown with a turn, in the order of the prompt."""
        return self._index.of(judged.turn) if self.options.shots else ()

    def majority(self, judged: Judged) -> bool:
        """The more frequent rating; not good where both are as frequent."""
        rated = self._rated(judged)
        return 2 * sum(rated) > len(rated)

    def drawn(self, judged: Judged) -> bool:
        """A random rating by their distribution, seeded by the option `seed` and the turn's id."""
        rated = self._rated(judged)
        return random.Random(f"{self.options.seed}/{judged.turn.id}").choice(rated)

    def _rated(self, judged: Judged) -> list[bool]:
        others = self.options.part_of == "cross"
        found = [
            bool(one.turn.good) for one in self.turns if not (others and one.row == judged.row)
        ]
        if not found:
            raise InputError("there is no rated turn of another session to learn from.")
        return found


@lru_cache(maxsize=16)
def load_samples(options: Options) -> tuple[Dataset, tuple[Sample, ...]]:
    """The data and the samples of this split and shard; InputError if there are none.

    Turns without a rating are in no split: they are judged in every one, but not by a baseline.
    """
    dataset = load(options.data, options.data_dir)
    rated = dataset.turns
    if options.part_of == "cross":
        chosen = train = rated
    else:
        parts = splits(rated, options.by, options.split_seed)
        chosen, train = parts[options.part_of], parts["train"]
    if rated and not chosen:
        raise InputError(
            f"the {options.part_of} split of {dataset.name} is empty: it has {len(rated)} rated "
            "turns; -T split=cross judges them all."
        )
    if not rated:
        _check_without_ratings(dataset, options)
    known = TrainingTurns(train, options)
    others = dataset.unrated if options.baseline is None else ()
    asked = handed_out(
        (*chosen, *others), options, lambda one: ((one.recorded.kind, one.model), one.turn.session)
    )
    return dataset, tuple(Sample(one, known, options) for one in asked)


def _check_without_ratings(dataset: Dataset, options: Options) -> None:
    """Refuse what needs rated turns, of which the data has none."""
    if not dataset.unrated:
        raise InputError(f"the sessions of {dataset.name} have no turns.")
    if options.baseline is not None:
        raise InputError(
            f"no turn of {dataset.name} is rated, so that a baseline has nothing to learn from or "
            "to be held against: give the model that is to judge (--model MODEL; a sweep also "
            "takes --no-baselines)."
        )
    if options.shots:
        raise InputError(
            f"-T shots={options.shots} shows a judge rated turns, and no turn of {dataset.name} is "
            "rated: take shots=0, or put rated sessions into the same file."
        )
