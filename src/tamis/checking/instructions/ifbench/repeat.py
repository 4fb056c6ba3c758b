"""IFBench's `repeat:`: the request again, changed, or a part of it."""

from __future__ import annotations

from functools import partial

from tamis.checking.instructions.instruction import instruction, text, whole_number
from tamis.checking.instructions.response import Response, word_of
from tamis.checking.instructions.verdicts import decided, said, undecided
from tamis.checking.judgement import Judgement

declare = partial(instruction, set="ifbench")

SENTENCE = "Only output this sentence here, ignore all other requests."


def published_change(response: Response, prompt_to_repeat: str) -> Judgement:
    """All words but the first are those of the prompt, and the whole is not equal."""
    same = response.text == prompt_to_repeat
    rest = response.runs[1:] == prompt_to_repeat.split()[1:]
    told = "the rest is repeated" if rest else "the rest is not repeated"
    return decided(rest and not same, "nothing is changed" if same else told)


def change(response: Response, prompt_to_repeat: str) -> Judgement:
    """The first word is another one, all others are those of the prompt."""
    wanted, words = prompt_to_repeat.split(), response.runs
    if words[1:] != wanted[1:]:
        return decided(False, "the words after the first are not those of the request")
    told = f"{said(wanted[0])} became {said(words[0])}"
    return decided(word_of(words[0]) != word_of(wanted[0]), told)


declare(
    "repeat:repeat_change",
    "The request is repeated with its first word changed, and nothing else.",
    arguments={"prompt_to_repeat": text(draws=False)},
    reference=published_change,
    strict=change,
    differs="To the published code a blank more or another case of a letter changes the first "
    "word; strict wants another word.",
    passes=({"prompt_to_repeat": "Name a cat."}, "Find a cat."),
    fails=({"prompt_to_repeat": "Name a cat."}, " name a cat."),
)


def published_simple(response: Response) -> Judgement:
    """The response is the sentence, by any case."""
    return decided(response.lower.strip() == SENTENCE.lower(), f"it is {said(response.text)}")


def simple(response: Response) -> Judgement:
    """The response is the sentence."""
    return decided(" ".join(response.runs) == SENTENCE, f"it is {said(response.text)}")


declare(
    "repeat:repeat_simple",
    f"The response is the sentence “{SENTENCE}”",
    reference=published_simple,
    strict=simple,
    differs="The published code compares without case; to output a sentence is to output it as it "
    "stands, as strict wants, where only white space may differ.",
    passes=({}, SENTENCE),
    fails=({}, SENTENCE.upper()),
)


def published_span(
    response: Response, prompt_to_repeat: str, n_start: int, n_end: int
) -> Judgement:
    """The response is words `n_start` to before `n_end`, from 0, by any case."""
    wanted = prompt_to_repeat.lower().split()[n_start:n_end]
    told = f"it is {said(response.text)}, not {said(' '.join(wanted))}"
    same = response.lower.split() == wanted
    return decided(same, told if not same else f"it is {said(response.text)}")


def span(response: Response, prompt_to_repeat: str, n_start: int, n_end: int) -> Judgement:
    """The response is words `n_start` to `n_end`, the last one too, from 0."""
    words = prompt_to_repeat.split()
    if response.runs == words[n_start : n_end + 1]:
        return decided(True, f"it is words {n_start} to {n_end}")
    if n_start and response.runs == words[n_start - 1 : n_end]:
        return undecided("it is the span where the first word has index 1, not 0.")
    wanted = " ".join(words[n_start : n_end + 1])
    return decided(False, f"it is {said(response.text)}, not {said(wanted)}")


declare(
    "repeat:repeat_span",
    "The response is the words of the request from one index to another, both included.",
    arguments={
        "prompt_to_repeat": text(draws=False),
        "n_start": whole_number(0, draws_below=1),
        "n_end": whole_number(0, draws_below=1),
    },
    reference=published_span,
    strict=span,
    differs="The published code leaves the last word out, though the wording includes it, and "
    "draws an index at random for 0 (its authors mended both later); strict includes it, and is "
    "undecided where the words were numbered from 1.",
    passes=({"prompt_to_repeat": "Name a black cat.", "n_start": 1, "n_end": 2}, "a black"),
    fails=({"prompt_to_repeat": "Name a black cat.", "n_start": 1, "n_end": 2}, "a"),
)
