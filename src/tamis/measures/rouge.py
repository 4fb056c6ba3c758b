"""ROUGE-1, ROUGE-2 and ROUGE-L of a text against an answer of FanOutQA (§4.1).

As the published scorer has it: Porter stems, and a list or dict joined by line ends, `key -
value` for the entries of a dict (`references.answer_text`). The figures are those of rouge-score;
its longest common subsequence is computed by rapidfuzz, which is fast on long texts.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache, lru_cache
from typing import Any

from tamis.measures.references import answer_text

_KINDS = ("rouge1", "rouge2")


@dataclass(frozen=True)
class Rouge:
    """Precision, recall and F1 of one kind of ROUGE, each 0 to 1."""

    precision: float
    recall: float
    f1: float


def rouge(answer: Any, generation: str) -> dict[str, Rouge]:
    """`rouge1`, `rouge2` and `rougeL` of `generation`; all 0 where either has no word."""
    from rapidfuzz.distance import LCSseq
    from rouge_score.scoring import fmeasure

    gold, given = answer_text(answer), generation
    found = {
        kind: Rouge(one.precision, one.recall, one.fmeasure)
        for kind, one in _scorer().score(gold, given).items()
    }
    target, prediction = _tokens(gold), _tokens(given)
    common = LCSseq.similarity(target, prediction)
    precision, recall = common / max(1, len(prediction)), common / max(1, len(target))
    return found | {"rougeL": Rouge(precision, recall, fmeasure(precision, recall))}


@cache
def _scorer() -> Any:
    from rouge_score.rouge_scorer import RougeScorer

    return RougeScorer(_KINDS, tokenizer=_Tokenizer())


class _Tokenizer:
    """A tokeniser for rouge-score that caches texts, as each is tokenised three times."""

    def tokenize(self, text: str) -> list[str]:
        return _tokens(text)


@lru_cache(maxsize=8)
def _tokens(text: str) -> list[str]:
    from rouge_score import tokenize

    tokens: list[str] = tokenize.tokenize(text, _Stems())
    return tokens


class _Stems:
    """The Porter stemmer of rouge-score, with a cache of words."""

    def stem(self, word: str) -> str:
        return _stem(word)


@lru_cache(maxsize=65_536)
def _stem(word: str) -> str:
    stem: str = _porter().stem(word)
    return stem


@cache
def _porter() -> Any:
    from nltk.stem import porter

    return porter.PorterStemmer()
