"""What the words around a list say of it, and what a remark says of an item.

A heading can announce the answer, a draft, what was rejected, everything that was looked at, or
notes. A remark can say that an item qualifies or fails, and a later sentence can take it back.
"""

from __future__ import annotations

import re
from typing import Literal

Role = Literal["asked", "answer", "draft", "rejected", "first", "all", "notes", "neutral"]
"""`asked`: the marker of the prompt, or a revised list; `answer`: other words that announce what
qualifies; `first`: the list that the prompt wants before the answer."""

_NOT = r"(?: not|n['’]t)"
_QUALIFY = (
    r"(?:meet|satisf(?:y|ied)|qualify|fit|match|fulfil+|compl(?:y|ied)|conform|count|belong|"
    r"pass|apply|make (?:it|the)|adhere|work)"
)
_THINGS = (
    r"(?:books?|titles?|works?|novels?|items?|films?|movies?|documents?|entries|ones?|results?|"
    r"answers?|candidates?|stories|ids?|pages?|list|match(?:es)?|entit(?:y|ies)|articles?)"
)
_MANY = (
    r"(?:books|titles|works|novels|items|documents|answers|entities|films|movies|stories|results|"
    r"matches|ids|entries|candidates|pages|articles)"
)

_REJECTED = re.compile(
    rf"\b(?:do|does|did|would|could){_NOT} (?:\w+ ){{0,2}}{_QUALIFY}\b"
    rf"|\b(?:is|are|was|were){_NOT} (?:\w+ )?(?:included|part|eligible|valid|listed)\b"
    r"|\bnot (?:\w+ ){0,2}(?:meeting|satisfying|qualifying|matching|fitting|included|eligible|"
    r"selected|listed|valid)\b|\bnon-?(?:matching|matches|qualifying)\b"
    r"|\b(?:excluded|exclusions|rejected|rejections|eliminated|discarded|disqualified|omitted|"
    r"ruled out|left out|near[- ]miss(?:es)?|removed|dropped|ineligible|incorrect|invalid)\b"
    r"|\b(?:fail|fails|failed|failing) (?:to|the|on|this|these|because|one|at|both)\b"
    r"|\bnot (?:part of )?(?:the|my|an?) (?:answer|list|output)\b|\b(?:by|from) other authors\b"
    r"|\byou (?:might|may|could) (?:also )?(?:like|enjoy)\b|\brecommend\w*|\bsimilar\b"
    r"|\b(?:considered|checked) but\b|\bwhy not\b|\bunsuitable\b|^no(?:t| match| matches)?$"
)
_DRAFT = re.compile(
    r"\b(?:draft|first (?:attempt|try|pass|guess|thoughts?)|initial (?:list|attempt|thoughts?|"
    r"output|answer)|preliminary|tentative|brainstorm\w*|scratch|rough)\b"
)
_REVISED = re.compile(
    r"\b(?:corrected|revised|updated|amended|fixed|final(?:i[sz]ed)?|definitive|actual)\b.{0,40}"
    r"\b(?:list|output|answers?|results?|version|titles|books|selection|response|set|ids|"
    r"documents)\b|^(?:final|corrected|revised|correction)$"
)
_ANSWER = re.compile(
    r"^(?:the |my |your |here (?:is|are) (?:the |my )?)?(?:final )?"
    r"(?:output|answers?|results?|solution|list|response|selection|conclusion|ids?|titles?)"
    r"(?: (?:list|ids?|titles?|is|are|section))*$"
    rf"|\b(?:that|which|who|they|these|following|{_THINGS}) (?:\w+ ){{0,3}}(?:all )?(?:would )?"
    r"(?:meets?|meeting|satisf(?:y|ies|ying)|qualif(?:y|ies|ying)|fits?|match(?:es|ing)?|"
    r"fulfil+s?|fulfil+ing|comply|answers?|start|end|begin|contain|include|have|has|were|are|"
    r"was|is|starting|ending|beginning|containing|with)\b"
    rf"|\b(?:qualifying|matching|valid|selected|eligible|included|suitable|relevant) {_THINGS}\b"
    r"|^(?:matches|included|qualifying|qualifies|yes|accepted|selected|kept|match)$"
    r"|\b(?:i|we) (?:would |can |could )?(?:found|find|identified|list|include|know)\b"
    r"|^here (?:is|are)\b|\b(?:so|therefore|thus|hence)\b.{0,60}(?:is|are|be)$"
)
_ALL = re.compile(
    rf"\ball (?:of )?(?:the |his |her |their |known )?(?:\w+ ){{0,2}}{_THINGS}\b|^{_THINGS} "
    r"(?:by|of|considered|to consider|to check|from)\b|\b(?:candidates?|full list|known "
    rf"{_THINGS}|bibliography|complete list|{_THINGS} (?:considered|i know|checked|written by))\b"
)
_QUALIFYING = re.compile(r"\b(?:that|which) (?:meet|satisf|qualif|match|fit)")
_NOTES = re.compile(
    r"^(?:\w+ ){0,2}(?:notes?|explanations?|reasoning|rationale|analysis|justifications?|evidence|"
    r"criteri(?:a|on)|thought process|verification|checks?|checking|sources?|references?|comments?|"
    r"footnotes?|remarks?|disclaimer|caveats?|constraints?|question|query|approach|method|"
    r"observations?|summary of|background|context|discussion|steps?|details)\b"
    r"|^step \d|^(?:please )?note\b|\b(?:let me|let['’]s|i(?:['’]ll| will)) "
    r"(?:check|go|look|count|think|work|start|list|consider|recall|see|review|verify|examine)\b"
    r"|^(?:why|how)\b|\b(?:breakdown|walk through|one by one|overview)\b"
)
_BEFORE_WORDS = re.compile(r"^[\W\d]{0,12}(?=[^\W\d])")
_STEP = re.compile(r"^(?:step|part|phase) \d{1,2}[*_]*\s*[:.–—-]\s*(?=\w)", re.I)
_MARKUP = re.compile(r"[*_`#>~]+|^\W+|[\s:：.–—-]+$")


def bare(heading: str) -> str:
    """A heading without markup, numbering and punctuation at its ends, in lower case."""
    heading = _STEP.sub("", _BEFORE_WORDS.sub("", heading.strip()))
    heading = _MARKUP.sub(" ", _MARKUP.sub(" ", heading))
    return " ".join(heading.split()).casefold()


def role(heading: str, asked: re.Pattern[str], first: re.Pattern[str] | None) -> Role:
    """What a heading says of what is below it.

    `asked` matches the prompt's marker of the answer, `first` that of the list before it, both in
    full, over the heading as `bare` gives it.
    """
    text = bare(heading)
    if first is not None and first.fullmatch(text):
        return "first"
    if _DRAFT.search(text):
        return "draft"
    if _REJECTED.search(text):
        return "rejected"
    if asked.fullmatch(text) or _REVISED.search(text):
        return "asked"
    if _NOTES.search(text):
        return "notes"
    if _ALL.search(text) and not _QUALIFYING.search(text):
        return "all"
    return "answer" if _ANSWER.search(text) else "neutral"


# What is said of an item.

_FAILS = re.compile(
    rf"\b(?:do|does|did|would|could){_NOT} (?:\w+ ){{0,2}}{_QUALIFY}\b"
    rf"|\b(?:is|are|was|were){_NOT} (?:a match|included|eligible|valid|a valid|one of|"
    r"written by|by (?:him|her|this|the)|a book|a real)\b"
    r"|\bnot (?:meeting|satisfying|qualifying|matching|fitting|included|eligible|a match|valid|"
    r"applicable|qualified)\b|\bfail(?:s|ed)?\b(?: to (?:meet|satisfy|qualify)| the| this| on|"
    r" both| because| criteri| here|\W*$)"
    r"|\b(?:ruled out|disqualified|disqualifies|violates?)\b"
    r"|\b(?:is|be|therefore) (?:excluded|rejected|removed|discarded)\b"
    r"|\b(?:so|therefore|hence|thus),? (?:it['’]?s? (?:is )?)?"
    r"(?:out|no\b|not\b|excluded|rejected)|[❌✗✘🚫]|\bno match\b|\bdoesn['’]t\W*$"
    rf"|\bdo not include\b|\b(?:(?:should|must|can){_NOT}|cannot) be (?:included|counted|listed)\b"
    r"|^\W*no[,;.]|\bskip\b"
    r"|\b(?:excluded|rejected|removed|discarded)\W*$|^\W*(?:excluded|rejected|removed)\b",
    re.I,
)
_PASSES = re.compile(
    r"(?<!not )\b(?:meets|satisfies|qualifies|fits|matches|fulfil+s|complies|conforms)\b|[✓✅✔☑]"
    r"|\b(?:is|was) (?:therefore |thus |indeed )?(?:included|valid|eligible|a match)\b",
    re.I,
)
_AT_END = r"(?:^|[-–—:→=>,;.(|]\s*|->\s*|\s\s)"
_ENDS_NO = re.compile(
    rf"{_AT_END}(?:no|nope|false|not a match|no match|excluded|fails?|rejected|not included|"
    r"incorrect|wrong|does(?: not|n['’]t)(?: \w+){0,2}|not ok)\s*[.)!*_]*$",
    re.I,
)
_ENDS_YES = re.compile(
    rf"{_AT_END}(?:yes|true|match|included|include|ok|correct|valid|pass|passes|keep|qualifies)"
    r"\s*[.)!*_]*$",
    re.I,
)
# Parts of words of which one is in every text that these patterns match.
_HINTS = (
    "not", "n't", "n’t", "no", "fai", "ruled", "disq", "viol", "exclu", "reject", "remov",
    "discard", "out", "❌", "✗", "✘", "🚫", "✓", "✅", "✔", "☑", "meet", "sati", "qual", "fits",
    "match", "fulf", "compli", "conform", "includ", "valid", "elig", "false", "incorrect",
    "wrong", "yes", "true",
    "ok", "corr", "pass", "keep", "skip",
)  # fmt: skip
STRUCK = re.compile(r"~~[^~\n]+~~|<(?:s|del|strike)>.*?</(?:s|del|strike)>")


def fails(remark: str) -> bool | None:
    """Whether a remark says that its item fails; None where it says neither.

    The last word counts.
    """
    last: tuple[int, bool | None] = (-1, None)
    lowered = remark.lower()
    if not any(hint in lowered for hint in _HINTS):
        return None
    for pattern, said in ((_FAILS, True), (_PASSES, False), (_ENDS_NO, True), (_ENDS_YES, False)):
        for found in pattern.finditer(remark):
            last = max(last, (found.end(), said), key=lambda one: one[0])
    return last[1]


# What later sentences say of a list.

_WITHDRAWS = re.compile(
    r"\b(?:remov(?:e|ed|ing)|drop(?:ped|ping)?|exclud(?:e|ed|ing)|strik(?:e|ing)|struck|scratch|"
    r"withdraw(?:n|ing)?|delet(?:e|ed|ing)|discard(?:ed|ing)?|disregard|ignore|"
    r"take (?:it|that|this|them|\S+(?: \S+){0,6}) (?:out|off|back)|leave (?:it|that|out|off)|"
    rf"left out|out of the list|should{_NOT} (?:be|have|count|appear)|"
    r"(?:is|was|were|are) (?:included |listed )?(?:by mistake|an? (?:error|mistake)|wrong|"
    r"incorrect|in error|mistaken(?:ly)?)|(?:was|were|is|are) (?:mistakenly|wrongly|incorrectly)|"
    r"by mistake|in error|"
    rf"(?:does|do|did){_NOT} (?:\w+ )?(?:belong|meet|satisfy|qualify|fit|match|count|fulfil+)|"
    rf"(?:is|was|are|were){_NOT} (?:\w+ )?(?:by|written by|a (?:book|novel|match|film)|"
    r"part|eligible|valid|correct|right)|belongs? to|fails?\b|instead of|rather than|"
    r"replac(?:e|ed|ing)|swap|"
    r"(?:was|is|were) (?:actually |in fact |really )?(?:written|published|directed) by)",
    re.I,
)
_ADDS = re.compile(
    r"\b(?:add(?:ed|ing)?|forgot(?:ten)?|missed|omitted|overlooked|should (?:also )?be (?:included|"
    r"added|on|in)|also (?:qualifies|meets|satisfies|fits|belongs|counts)|replac(?:e|ed|ing)|"
    r"swap|instead|belongs (?:on|in))\b",
    re.I,
)
CORRECTS = re.compile(
    r"\b(?:wait|correction|corrected|actually|on (?:second|closer|further|reflection)|"
    r"re-?check(?:ing|ed)?|scratch that|oops|my mistake|sorry|apolog\w+|erratum|edit(?=:)|"
    r"made (?:a|an) (?:mistake|error)|hold on|hmm|looking again|i reali[sz]e|in fact|"
    r"i should(?: not|n['’]t)? have|strike)\b",
    re.I,
)


def withdraws(sentence: str) -> bool:
    """Whether a sentence takes back an item that it names."""
    return bool(_WITHDRAWS.search(sentence))


def adds(sentence: str) -> bool:
    """Whether a sentence adds an item that it names."""
    return bool(_ADDS.search(sentence))


# That nothing qualifies.

_KINDS = (
    r"(?:such |other |known |matching |relevant |suitable |english |qualifying |valid |further )*"
)
_HOLDS = (
    r"meets?|match(?:es)?|satisf(?:y|ies)|qualif(?:y|ies)|appl(?:y|ies)|fits?|in|on|by|that|which|who|found|starts?|ends?|"
    r"begins?|contains?|exists?|was|were|is|are|of|from|with|has|have|answers?|published|written"
)
_NONE = re.compile(
    r"\W*(?:none|nothing|n/?a|null|nil|not applicable|empty(?: (?:list|set|array))?|\[\s*\]|"
    rf"\{{\s*\}}|∅|(?:0|zero) {_THINGS}|no {_KINDS}(?:{_THINGS}|{_THINGS} (?:{_HOLDS})\b[^\n]*)|"
    rf"no {_MANY}\b[^\n]*|none (?:of (?!the (?:other|rest|remain))|found|meets?|match(?:es)?|"
    r"satisf(?:y|ies)|qualif(?:y|ies)|appl(?:y|ies)|fits?|in|were|was|is|are|exist)\b[^\n]*|"
    rf"there (?:is|are|was|were) (?:none|(?:no|not any|zero) (?:\w+ ){{0,2}}{_THINGS})\b[^\n]*|"
    r"nothing (?:meets|matches|qualifies|satisfies|fits|found|in|on|here)\b[^\n]*|"
    r"\(?(?:the list is |is )?(?:left )?empty\)?)\W*",
    re.I,
)
_SAID = re.compile(
    r"\b(?:none of (?:the(?! (?:other|rest|remaining))|these|those|his|her|their|my)|"
    r"(?:there )?(?:aren['’]t|isn['’]t|weren['’]t|are|is|were|was) (?:not )?(?:no|any)|"
    r"not (?:find|found|have|know of|aware of|see|identify|locate) any|"
    r"unable to (?:find|identify|locate|name) any|\bno|\bzero|nor any)\s+"
    rf"(?:(?:such|other|known|matching|suitable|english|of|single|relevant) )*{_THINGS}\b"
    r"|(?<!\bca)n['’]t (?:find|have|know of|see|identify|locate) any "
    rf"(?:(?:such|other|known|matching|suitable|english|relevant) )*{_THINGS}\b"
    r"|\bnone of (?:them|these|those|"
    rf"the (?!other|rest|remaining)(?:\w+ ){{0,3}}{_THINGS})"
    r"|\bnone (?:meets?|match(?:es)?|qualif(?:y|ies)|satisf(?:y|ies)|fits?|applies)\b"
    r"|\b(?:return|returning|leave|leaving|output) (?:is |an |the )*"
    r"(?:nothing|empty|list empty|none)\b"
    r"|\b(?:list|answer|output|result|set) (?:is|remains|(?:must|should) be|stays) "
    r"(?:therefore |thus )?empty\b|\bnothing (?:qualifies|meets|matches|satisfies|fits)\b"
    r"|\bnot a single (?:one|book|title)\b",
    re.I,
)
_INSIDE_QUOTES = re.compile(r"\"[^\"\n]{1,300}\"|“[^”\n]{1,300}”|\*[^*\n]{1,300}\*")


def is_none(text: str) -> bool:
    """Whether a text in the place of an item or a list says that there is none."""
    return bool(_NONE.fullmatch(text[:400]))


def says_none(sentence: str) -> bool:
    """Whether a sentence says that nothing qualifies."""
    return bool(_SAID.search(_INSIDE_QUOTES.sub('""', sentence)))
