"""Yes or no, satisfied or not, in the words that models choose for a verdict."""

from __future__ import annotations

import re
from typing import Literal

Word = Literal["yes", "no", "hedged", ""]

_FULLY = r"(?:(?:fully|completely|entirely|clearly|indeed|thus|therefore|also|all) )?"
_DONE = r"(?:satisfied|met|fulfilled|respected)"
_DOES = r"(?:satisf(?:y|ies|ied)|meets?|fulfill?s?|compl(?:y|ies) with|adheres? to|keeps? to)"
_BREAKS = r"(?:violate[sd]?|breaks?|fails?(?: to satisfy| to meet)?)"
_OBJECT = r"(?: (?:the|this|that|its|given|stated|all|constraints?|requirements?|conditions?|it))*"
_NEGATIVE = (
    rf"no|nope|false|failed|unsatisfied|unmet|unfulfilled|not[ -]{_FULLY}{_DONE}|non-?satisfied"
    rf"|(?:does|do|did) not {_FULLY}{_DOES}{_OBJECT}|{_BREAKS}{_OBJECT}"
)
_POSITIVE = (
    rf"yes|true|passe[sd]|pass|not (?:violated|broken)|{_FULLY}{_DONE}|{_FULLY}{_DOES}{_OBJECT}"
)
_WORDS = re.compile(rf"(?:(?P<no>{_NEGATIVE})|(?P<yes>{_POSITIVE}))(?!\w)")
_LETTER = re.compile(r"(?:(?P<no>n)|(?P<yes>y))(?=\W*$)")

_SUBJECT = (
    r"(?:(?:the|this|that|given|stated|agents?|assistants?|provided|whole|entire|above) ){0,4}"
    r"(?:constraint|requirement|condition|criterion|response|plan|it)"
)
_SENTENCE = re.compile(
    rf"{_SUBJECT} (?:"
    rf"(?:(?:is|was|has been|has) )?(?P<not>not )?{_FULLY}"
    rf"(?:(?P<done>{_DONE})|(?P<broken>violated|broken|unsatisfied|unmet|unfulfilled))"
    rf"|(?P<never>(?:does|do|did) not |fails? to )?{_FULLY}"
    rf"(?:(?P<does>{_DOES}){_OBJECT}|(?P<breaks>{_BREAKS}){_OBJECT}))(?!\w)"
)
_LEAD = re.compile(
    r"(?:(?:and|so|thus|therefore|hence|overall|consequently|accordingly|finally|in conclusion"
    r"|conclusion|in summary|to conclude|as a result|for this reason)\b[,:]? )?"
    r"(?:(?:we (?:can )?conclude|i conclude|this means|which means|it follows)(?: that)?,? )?"
)
_PREFIX = re.compile(r"(?:(?:my|the) )?(?:(?:final )?(?:answer|verdict|decision) (?:is|:) ?|that )")
_HEDGED = re.compile(
    r"(?:partly|partial|partially|mostly|somewhat|maybe|perhaps|unclear|unknown|undetermined"
    r"|inconclusive|uncertain|depends|neither|n/a|not (?:sure|applicable|clear|possible)|cannot"
    r"|can not|possibly|probably|likely|unlikely|mixed|almost|nearly)\b"
)

# What may follow a verdict on its line.
_CHOICE = re.compile(r" ?(?:(?P<either>[/|\\]|,? ?(?:and/)?\bor\b)|,? ?\band\b) ?")
_CONDITION = re.compile(r" ?\W? ?(?:but )?(?:only )?(?:if|unless|except|depending|provided)\b")
_PARTIAL = re.compile(
    r" ?\W? ?(?:but |and )?(?:only )?(?:partly|partially|mostly|in part|to some extent|sort of)\b"
)
_TURNED = re.compile(r" ?\([^()]{1,30}\)\W{1,3}(?:and |but )?(?P<word>yes|no)\b")
_REASON = re.compile(
    r" (?:because|since|as|given|due to|end|(?:by|in) the (?:agents? )?response)\b"
)
_EVERYWHERE = re.compile(r" (?:for|on|in|by) (?:all|each|every|both)\b")
_LIMITED = re.compile(r"\b(?:except|but|however|unless|only|although|though|if|when|not)\b")
_CLOSING_WORD = re.compile(r"\b(?:so|thus|therefore|hence)\W{1,6}(?P<word>yes|no)\W*$")

_TEX = re.compile(r"\\[a-z]+|[{}$]")
TAG = r"</?(?:b|i|u|em|strong|code|span|p|br|td|div|answer|final_answer|s) ?/?>"
_TAG = re.compile(TAG, re.I)
_END = re.compile(r"(?<![\W_])[\W_]*\[\W?end(?: of)?(?: \w+){0,2}\]\W*$")
_MARKS = re.compile(r"[*`~\"'“”‘’«»]")


def verdict_after_label(gap: str, text: str) -> Word:
    """The verdict in the text after a label; `gap` are the characters between them.

    Empty for no verdict; "hedged" for text that has both verdicts, or a condition.
    """
    found = _begins(plain(text))
    if not found and not text.strip():
        yes, no = "✅" in gap or "✔" in gap, "❌" in gap or "✗" in gap
        return "yes" if yes and not no else "no" if no and not yes else ""
    return found


def verdict_alone(line: str) -> Word:
    """The verdict of a line that has only a verdict, or a sentence with one; else empty."""
    text = _END.sub("", plain(line)).lstrip("-–—>#().:[ ")
    text = text[len(lead.group()) :] if (lead := _LEAD.match(text)) else text
    if (word := _WORDS.fullmatch(text.rstrip(" .!)]|,;:#"))) is not None:
        return "yes" if word["yes"] else "no"
    if (word := re.match(r"(?P<yes>yes)|(?P<no>no)", text)) is not None:
        # "Yes, the constraint is satisfied.", and not "No day is over the limit."
        rest = re.match(r"\W+", text[word.end() :])
        after = _sentence(text[word.end() + rest.end() :], alone=True) if rest else ""
        return after if after == word.lastgroup else ""
    return _sentence(text, alone=True)


def plain(text: str) -> str:
    """Text without markup and quotes, in lower case, "doesn't" in full, blanks as one space."""
    text = text.casefold().replace("’", "'").replace("n't", " not").replace("can not", "cannot")
    text = _TAG.sub(" ", _TEX.sub(" ", text)).replace("_", " ")
    return " ".join(_MARKS.sub("", text).split())


def _begins(text: str) -> Word:
    """The verdict at the beginning of a text."""
    text = text.lstrip("-–—>#().:[<|= ")
    if prefix := _PREFIX.match(text):
        text = text[prefix.end() :]
    if _HEDGED.match(text):
        return "hedged"
    word = _LETTER.match(text) or _WORDS.match(text)
    if word is not None:
        return _followed("yes" if word["yes"] else "no", text[word.end() :])
    if sentence := _sentence(text):
        return sentence
    closing = _CLOSING_WORD.search(text)
    return _word(closing["word"]) if closing else ""


def _word(word: str) -> Word:
    return "yes" if word == "yes" else "no"


def _sentence(text: str, alone: bool = False) -> Word:
    """The verdict of a sentence about the constraint; `alone`: only if nothing follows."""
    found = _SENTENCE.match(text)
    if found is None:
        return ""
    negated = bool(found["not"] or found["never"])
    word: Word = "yes" if bool(found["done"] or found["does"]) != negated else "no"
    rest = text[found.end() :]
    if alone and not (re.fullmatch(r"\W*", rest) or _REASON.match(rest) or _EVERYWHERE.match(rest)):
        return ""
    word = _followed(word, rest)
    return "" if alone and word == "hedged" else word


def _followed(word: Word, rest: str) -> Word:
    """A verdict, considering what follows it: a reason keeps it, a condition makes it hedged."""
    if choice := _CHOICE.match(rest):
        # "Yes and no", "satisfied / not satisfied", but not a list of reasons.
        if second := _WORDS.match(rest, choice.end()):
            return word if bool(second["yes"]) == (word == "yes") else "hedged"
        if not choice["either"]:
            return word
        return "" if re.search(r"\w", rest) else word
    if _CONDITION.match(rest) or (word == "yes" and _PARTIAL.match(rest)):
        return "hedged"
    turned = _TURNED.match(rest)
    if turned and turned["word"] != word:
        return "hedged"
    other = re.match(r"\W+", rest)
    if other and (again := _WORDS.fullmatch(rest[other.end() :].rstrip(" .!)]"))):
        return word if bool(again["yes"]) == (word == "yes") else "hedged"
    if _EVERYWHERE.match(rest):
        return "hedged" if _LIMITED.search(rest) else word
    return word if not re.match(r" ?\w", rest) or _REASON.match(rest) else ""
