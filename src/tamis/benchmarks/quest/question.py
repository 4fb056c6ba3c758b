"""A question of QUEST and its golden answers, as plain values."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field


@dataclass(frozen=True)
class Gold:
    """The golden answers of one question in one version, as titles (QUEST-LOFT, §4.1).

    `match` titles must be answered, `debatable` titles are removed from golds and answers, and
    `no_match` titles were rated as wrong (mostly former golds). A title in none of the lists is
    wrong too. No title is in two lists.
    """

    match: frozenset[str]
    debatable: frozenset[str] = frozenset()
    no_match: frozenset[str] = frozenset()


@dataclass(frozen=True)
class Annotation:
    """The ratings of one gold document by QUEST's raters (Malaviya et al., 2023, §3).

    `relevance` and `evidence` hold one sentence per rater, of one or two raters who may
    disagree. `attributions` are the pairs of a span of the query and the span of the document
    that supports it, one mapping per rater who marked any.
    """

    relevance: tuple[str, ...] = ()
    evidence: tuple[str, ...] = ()
    attributions: tuple[Mapping[str, str], ...] = ()


@dataclass(frozen=True)
class Question:
    """One question, its golds by version, and the documents that the file calls relevant.

    `template` and `domain` are QUEST's, empty where the file has none, as is `original`, the
    query before it was paraphrased. `golds` always has `original`, the file's own, except for
    questions that only a gold file holds. `relevant` are ids of documents in the corpus.
    `annotations` are by title, where the file has them.
    """

    id: str
    text: str
    template: str = ""
    domain: str = ""
    golds: Mapping[str, Gold] = field(default_factory=dict)
    relevant: frozenset[str] = frozenset()
    original: str = ""
    annotations: Mapping[str, Annotation] = field(default_factory=dict)
