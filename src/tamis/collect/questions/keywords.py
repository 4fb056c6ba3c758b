"""Words in a question that refer to a paper, so that it cannot be understood alone (KIWI, A.6).

The paper gives three of its keywords, "this paper", "mentioned" and "author", as examples. A
plain search for those also finds "authorship attribution" and "aspects mentioned in reviews",
which are not about a paper; the patterns here do not match such uses.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

_PLACE = r"(?:paper|passage|paragraph|section|article|survey|review|thesis|manuscript)s?"
_SOURCE = rf"(?:{_PLACE}|study|studies|works?|texts?|excerpt|abstract|literature)"
_TELLS = (
    r"(?:argue|suggest|propose|claim|mention|state|describe|discuss|say|identify|use|address|"
    r"report|find|found|introduce|present|conclude|compare|note)"
)
_OF_SOURCE = rf"(?:in|by|from|within|throughout|across) (?:the|this|these|that|those|our) {_SOURCE}"
_STUDIED = (
    r"(?:profiling|identification|attribution|verification|disambiguation|obfuscation|names?|"
    r"gender|ages?|identity|identities|style|intent(?:ion)?|networks?|embeddings?|metadata)"
)

_POINTERS = tuple(
    re.compile(pattern, re.I)
    for pattern in (
        rf"\b(?:this|these) {_PLACE}\b",
        r"\b(?:these works|these studies|this text|this excerpt)\b",
        r"\b(?:this|the (?:current|present)) (?:work|study|research)\b",
        r"\bthe (?:(?:source|given|current|present|original|provided|research|related work) )?"
        r"(?:paper|paragraph|passage)\b(?! retrieval| ranking)",
        r"\bpaper's (?:authors?|title)\b",
        rf"\b(?:in|from|of) the {_PLACE} (?:above|below)\b",
        # "The author of an anonymous text" may be the topic of a question.
        rf"(?>\bthe authors?(?:'s|')?)(?![\w'])(?! {_STUDIED}\b)(?! of (?:an?|anonymous|disputed|"
        r"the (?:text|document|tweet|post|message|review)s?)\b)",
        rf"(?<!the )\bauthors (?:of (?:the|this|these) (?:paper|study|work|article)s?|{_TELLS})\b",
        r"\b(?:aforementioned|afore-mentioned|above-?mentioned|before-?mentioned)\b",
        # Entities may be mentioned in reviews, which is not a reference to the paragraph.
        rf"\b(?:(?:not|never) )?mentioned {_OF_SOURCE}\b",
        r"(?<!implicitly )(?<!explicitly )(?<!frequently )(?<!commonly )(?<!often )(?<!rarely )"
        r"\bmentioned\b(?! (?:in|on|by|across|within|together|alongside|during|with)\b)",
        rf"\b(?:discussed|described|listed|presented|outlined|cited|reviewed|given|introduced|"
        rf"proposed|studied|stated|referenced|surveyed) {_OF_SOURCE}\b",
        rf"\baccording to (?:the|this|these) (?:{_SOURCE}|authors?)\b",
        r"\bthe above\b(?!-)",
        r"\b(?:described|listed|discussed|given|stated|shown|noted|outlined|presented|seen|cited|"
        r"named|introduced) (?:above|below|here|earlier)\b",
        r"\babove(?=\W*$)",
        r"\bthe (?:cited|referenced) \w+",
        rf"\bthe given {_SOURCE}\b",
        r"\bthe following (?:paper|paragraph|passage|work|section|studies)s?\b",
        r"\bthe proposed (?:\w+ )?(?:method|model|approach|framework|system|technique|"
        r"architecture|algorithm|solution|dataset|work)s?\b",
        r"\bour (?:own )?(?:paper|work|method|model|approach|framework|system|study|dataset)\b",
        r"\b(?:table|figure|section|equation|appendix|footnote) [0-9]+\b",
        r"\bet al\b\.?",
    )
)
# A name with a year in brackets, or a year after a name in brackets; only here case matters.
_NAMES = r"\b[A-Z][\w'-]{1,40}(?: (?:and|&) [A-Z][\w'-]{1,40})?,?"
_YEAR = r"(?:19|20)[0-9]{2}[a-z]?"
_CITATIONS = (
    re.compile(rf"{_NAMES} [(\[]{_YEAR}[)\]]"),
    re.compile(rf"[(\[]{_NAMES} {_YEAR}\b"),
    re.compile(r"\[[0-9]{1,3}(?:\s*[,–-]\s*[0-9]{1,3})*\]"),
)


def pointing(question: str, more: Sequence[str] = ()) -> str:
    """The first words by which a question refers to a paper, in lower case; "" for none.

    `more` are further words or phrases, given by the user.
    """
    text = " ".join(question.replace("’", "'").split())
    own = [re.compile(rf"(?<!\w){re.escape(word)}(?!\w)", re.I) for word in more if word.strip()]
    hits = [hit for one in (*_POINTERS, *_CITATIONS, *own) if (hit := one.search(text))]
    if not hits:
        return ""
    return min(hits, key=lambda hit: (hit.start(), -hit.end()))[0].lower()
