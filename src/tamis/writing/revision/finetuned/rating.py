"""Rating sources: what the model writes for each, and with which probability."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Literal

from tamis.writing.revision.finetuned.libraries import libraries
from tamis.writing.revision.finetuned.text import Encoded, Targets, read_rating


@dataclass(frozen=True)
class Judged:
    """The fine-tuned judge's rating of one turn.

    `good` is None where `text`, which the model wrote, is no rating: the outcome is "unparsed".
    `p_good` in [0, 1] is the probability of good against bad at the first token in which the two
    differ; None where the model had left both before it. `cut` is the number of tokens of the
    turn that the judge did not see.
    """

    good: bool | None
    text: str
    p_good: float | None = None
    cut: int = 0

    @property
    def outcome(self) -> Literal["ok", "unparsed"]:
        """Whether the text could be read as a rating."""
        return "unparsed" if self.good is None else "ok"


def rate(
    model: Any,
    tokenizer: Any,
    targets: Targets,
    sources: Sequence[Encoded],
    batch: int,
    done: Callable[[int], None] = lambda rated: None,
) -> list[Judged]:
    """The ratings of `sources`, in their order, `batch` of them at a time; greedy decoding.

    `done` is called with the number rated so far. Sources are batched by length, so that a batch
    has little padding.
    """
    torch = libraries().torch
    judged: dict[int, Judged] = {}
    order = sorted(range(len(sources)), key=lambda index: len(sources[index].ids), reverse=True)
    model.eval()
    with torch.inference_mode():
        for start in range(0, len(order), batch):
            chosen = order[start : start + batch]
            some = _rated(model, tokenizer, targets, [sources[index] for index in chosen])
            judged.update(zip(chosen, some, strict=True))
            done(len(judged))
    return [judged[index] for index in range(len(sources))]


def padded(sequences: Sequence[Sequence[int]], pad: int, device: Any) -> tuple[Any, Any]:
    """Sequences of tokens as a tensor (sequences × longest), and the mask (1: token, 0:
    padding)."""
    torch = libraries().torch
    longest = max(map(len, sequences))
    rows = [[*ids, *([pad] * (longest - len(ids)))] for ids in sequences]
    masks = [[1] * len(ids) + [0] * (longest - len(ids)) for ids in sequences]
    return torch.tensor(rows, device=device), torch.tensor(masks, device=device)


def _rated(
    model: Any, tokenizer: Any, targets: Targets, sources: Sequence[Encoded]
) -> list[Judged]:
    torch, transformers = libraries()
    ids, mask = padded([source.ids for source in sources], tokenizer.pad_token_id, model.device)
    start = model.config.decoder_start_token_id
    found = model.generate(
        input_ids=ids,
        attention_mask=mask,
        # The base model's settings may ask for beam search or sampling.
        generation_config=transformers.GenerationConfig(
            do_sample=False,
            num_beams=1,
            max_new_tokens=max(len(targets.good), len(targets.bad)),
            decoder_start_token_id=tokenizer.pad_token_id if start is None else start,
            eos_token_id=tokenizer.eos_token_id,
            pad_token_id=tokenizer.pad_token_id,
            output_scores=True,
            return_dict_in_generate=True,
        ),
    )
    place = targets.decisive
    pair = [targets.good[place], targets.bad[place]]
    written = [row[1:] for row in found.sequences.tolist()]
    chances: list[float] = (
        torch.softmax(found.scores[place][:, pair].float(), dim=-1)[:, 0].tolist()
        if place < len(found.scores)
        else [0.0] * len(sources)
    )
    judged = []
    for source, row, chance in zip(sources, written, chances, strict=True):
        text = tokenizer.decode(row, skip_special_tokens=True)
        on_the_way = len(row) > place and tuple(row[:place]) == targets.good[:place]
        judged.append(Judged(read_rating(text), text, chance if on_the_way else None, source.cut))
    return judged
