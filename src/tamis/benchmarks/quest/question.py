"""A question of QUEST and its golden answers, as plain values."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field


@dataclass(frozen=True)
class Gold:
    """The golden answers of one question in one version, as titles (QUEST-LOFT, §4.1).

    `match` must be answered, `debatable` is left out of golds and answers alike, and `no_match`
    holds titles that were rated and are none, mostly golds of before; what is in no list is no
    answer either. No title is in two of them.
    """

    match: frozenset[str]
    debatable: frozenset[str] = frozenset()
    no_match: frozenset[str] = frozenset()


@dataclass(frozen=True)
class Annotation:
    """What QUEST's raters said of one gold document (Malaviya et al., 2023, §3).

    `relevance` and `evidence` hold one sentence per rater, of one or two raters who may
    disagree. `attributions` are the pairs of a span of the query and the span of the document
    that supports it, one mapping per rater who marked any.
    """

    relevance: tuple[str, ...] = ()
    evidence: tuple[str, ...] = ()
    attributions: tuple[Mapping[str, str], ...] = ()


@dataclass(frozen=True)
class Question:
    """One question, its golds by their version, and the documents that are relevant by the file.

    `template` and `domain` are QUEST's, empty where the file has none, as is `original`, the
    query before it was paraphrased. `golds` always has `original`, the file's own, but for
    questions that only a gold file holds. `relevant` are ids of documents in the corpus.
    `annotations` are by title, as far as the file has them.
    """

    id: str
    text: str
    template: str = ""
    domain: str = ""
    golds: Mapping[str, Gold] = field(default_factory=dict)
    relevant: frozenset[str] = frozenset()
    original: str = ""
    annotations: Mapping[str, Annotation] = field(default_factory=dict)
