"""The verdict of a reply: one of a few words, said as models say it.

The reply is looked at line by line. A verdict is *announced* ("FINAL ANSWER: no", a key of an
object), *named* after another noun ("Rating: bad", "Overall, good"), *alone* on its line, the
*opening* of the reply ("Bad. It lost a paragraph."), or *concluded* in its last sentence. What is
announced counts before what is named, and so on; of the same kind the last one stands, if words
of correction are between them or it was announced; else they contradict each other. A verdict that
is negated, hedged, conditional, or only repeats the choice is none.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise
from typing import Literal

from tamis.reading.looks_for import Words
from tamis.types import Outcome

MAX_LINES = 4_000
"""The most lines that are read, half from each end."""

MAX_LINE = 600
"""The most characters of a line in which a verdict is looked for, half from each end."""

Kind = Literal["opening", "concluded", "alone", "named", "announced"]
_RANK: dict[Kind, int] = {"opening": 0, "concluded": 1, "alone": 2, "named": 2, "announced": 3}


@dataclass(frozen=True)
class Said:
    """A verdict in a reply, or what stands in the place of one.

    `label` is empty for what hedges or repeats the choice, and `why` then says which; the verdict
    stands in the reply at `span`.
    """

    label: str
    kind: Kind
    span: tuple[int, int]
    why: Outcome = "ok"


_LEAD = (
    r"(?:(?:and|so|thus|therefore|hence|overall|consequently|accordingly|finally|in conclusion|"
    r"conclusion|in summary|in short|to conclude|as a result|for this reason|given this|"
    r"based on (?:this|these|the above)|altogether|all in all|in the end)\b[,:]? ){0,2}"
    r"(?:(?:we (?:can )?conclude|i conclude|i would say|i think|i believe|i judge|this means|"
    r"which means|it follows|i have to say)(?: that)?,? )?"
)
_SUMS_UP = (
    r"(?:so|thus|therefore|hence|overall|finally|in conclusion|in summary|in short|conclusion|"
    r"all in all|altogether|in the end) ?[:,–—-]"
)
_QUALIFIED = r"(?:(?:the|my|this|its|our|final|overall|correct|best|single|assigned|error|) ?){0,5}"
_NOUNS = (
    r"(?:rating|verdict|category|label|type|class|classification|answer|judge?ment|decision|"
    r"conclusion|grade|(?<=final )result|(?<=overall )result|(?:final |overall )?assessment|"
    r"(?:final |overall )(?:score|evaluation|determination|response))(?!\w)"
)
_OF = (
    r"(?: (?:of|for|on) (?:(?:the|this|that) (?:\w+ ){0,3}\w+"
    r"|\w+(?: \w+){0,6}(?= is\b| was\b| ?:)))?"
)
_IS = r"(?: (?:is|was|would be|should be|must be|remains|will be|=|changed to|becomes)\b)?"
_GIVEN = (
    r"(?:rate|rated|give|given|assign|assigned|call|deserves|gets|receives|merits|judge|mark|"
    r"consider|choose|chose|select|pick|go with|settle on|lean towards?)\b[^.!?]{0,60}?"
)
_TURNS = r"(?:but|or|and|if|unless|except|although|though|however|yet|while|only|partly|nor)\b"
_HEDGED = re.compile(
    r"(?:partly|partial|partially|mostly|somewhat|maybe|perhaps|unclear|unknown|undetermined|"
    r"inconclusive|uncertain|undecided|depends|neither|n/a|mixed|both|borderline|"
    r"not (?:sure|applicable|clear|possible|determinable|enough|determined)|"
    r"cannot (?:be )?(?:determine|determined|say|tell|decide|decided|judge|judged|verify|verified)|"
    r"impossible to|unable to|insufficient|possibly|probably|likely|unlikely|almost|nearly|"
    r"between|somewhere)\b"
)
_DENIED = re.compile(r"\b(?:not|never|neither|nor|cannot|no|hardly|far from)\b")
_CONDITION = re.compile(r" ?\W? ?(?:but )?(?:only )?(?:if|unless|except|depending|provided)\b")
_PARTIAL = re.compile(
    r" ?\W? ?(?:but |and )?(?:only )?(?:partly|partially|mostly|in part|to some extent|sort of)\b"
)
_REASON = re.compile(
    r" ?[,;–—-]? ?(?:because|since|as|given|due to|end|for the (?:same )?reasons?|"
    r"(?:by|in) the (?:agents? )?response)\b"
)
_EVERYWHERE = re.compile(r" (?:for|on|in|by) (?:all|each|every|both)\b")
_LIMITED = re.compile(r"\b(?:except|but|however|unless|only|although|though|if|when|not)\b")
_CHOICE = re.compile(r" ?(?:(?P<either>[/|\\]|,? ?(?:and/)?\bor\b)|,? ?\band\b) ?")
_CLOSES = re.compile(r"[ \W]*\Z")
_CORRECTS = re.compile(
    r"\b(?:wait|correction|corrected|actually|however|but|on (?:second|closer|a second|reflection)|"
    r"re[ -]?check|re[ -]?consider|re[ -]?think|revis|hmm|sorry|scratch that|let me|upon|mistake|"
    r"in fact|no,|change)",
)

_TEX = re.compile(r"\\[a-z]+|[{}$]")
TAG = r"</?(?:b|i|u|em|strong|code|span|p|br|td|div|answer|final_answer|s|rating|verdict) ?/?>"
_TAG = re.compile(TAG, re.I)
_MARKS = re.compile(r"[*`~\"“”‘«»{}]|(?<!\w)['’]|['’](?!\w)")
_BEGINS_AFTER = re.compile(r"(?:^\W*|[\W_][\W_]|[.!?:;,\]|]\W*)\Z")
_PREFIX = re.compile(
    r"^(?:(?:my|the) )?(?:(?:final )?(?:answer|verdict|decision) (?:is|:) ?|that )"
)
_JOINED = re.compile(r"(?<=[^\W\d_])[-‐‑_](?=[^\W\d_])")
_NUMBER = r"[-–—•>#\s|]*(?:\(?\d{1,2}[.):]\)? ?)?"
_SIGNS = {"✅": " yes ", "✔": " yes ", "❌": " no ", "✗": " no ", "✘": " no ", "👍": " yes "}
# A sign stands for a word, except beside one.
_SIGN = re.compile(rf"(?<![\w*]\s)(?<![\w*])([{''.join(_SIGNS)}])(?!\s*[\w*])|[{''.join(_SIGNS)}]")
_END = re.compile(r"\[?\W?end(?: of)?(?: \w+){0,3}\]?\W*$|\W*$")


@lru_cache(maxsize=64)
def _forms(words: Words) -> _Forms:
    return _Forms(words)


class _Forms:
    """The patterns of one set of words."""

    def __init__(self, words: Words) -> None:
        word, every = words.word, words.any
        self.words = words
        self.word = re.compile(rf"(?<!\w){word}")
        self.every = re.compile(rf"(?<!\w){every}")
        remark = r"(?: ?\([^()]{0,60}\)(?= ?[:=–—|-]))?"
        gap = r"(?P<gap>[\s:=：?|>→–—\-\[\](<.#]*)"
        article = r"(?:as |an? |that )?"
        self.announced = re.compile(
            rf"(?<![\w/])(?:{words.announced})(?!\w){_OF}{remark}(?P<is>{_IS}){gap}{article}"
        )
        self.named = re.compile(
            rf"{_NUMBER}(?:{_LEAD}{_QUALIFIED}{_NOUNS}{_OF}{remark}(?P<is>{_IS}){gap}"
            rf"|{_SUMS_UP} ?)(?:{_QUALIFIED}{_NOUNS}{_IS} ?)?{article}(?:\d{{1,2}}[.)] )?"
        )
        rated = r"(?: (?:rating|label|revision|answer|category|type|one|response))?"
        self.alone = re.compile(rf"{_NUMBER}{_LEAD}[\[(<]?{word}{rated}[\])>.! ]*")
        self.opening = re.compile(rf"[\[(<]?{word}[\])>]?{rated}")
        self.listed = re.compile(rf"{_NUMBER}{word}(?: ?[:–—]| -) +(?!{_TURNS}|{every})")
        subject = (
            r"(?:(?:the|this|that|given|stated|agent(?:'?s)?|assistant(?:'?s)?|provided|whole|entire|above|"
            rf"new|updated|revised|is) ){{0,4}}(?:{words.about}|this|that) "
        )
        self.concluded = re.compile(
            rf"{_LEAD}(?:(?:yes|no)[,:;–—.]+ ?)?{subject}"
            rf"(?:(?:is|was|has been|has|would be|deserves|gets|should be rated|counts as) )?"
            rf"(?:an? )?{word}{rated}"
        )
        self.given = re.compile(
            rf"\b(?:{_QUALIFIED}{_NOUNS}{_OF}{_IS}|{_GIVEN}) ?[:=–—-]* ?{article}{word}{rated}"
        )
        self.so_it = re.compile(
            rf"\b(?:so|thus|therefore|hence),? {subject}(?:is|was|deserves|gets) (?:an? )?{word}"
            rf"{rated}\W*$"
        )
        self.so = re.compile(rf"\b(?:so|thus|therefore|hence)\W{{1,6}}{word}\W*$")
        # A question whose answer follows: "Is the constraint satisfied? Yes".
        self.asked = re.compile(rf"{_NUMBER}(?:is|has|does|do) [^?]{{1,80}}(?P<is>)(?P<gap>\?\W*)")


def read(text: str, words: Words, *, cut: bool = False) -> Said | None:
    """The verdict of a reply; None where it has none.

    Of a reply that is `cut` only an opening and what is announced are believed: the limit may have
    cut what takes a later one back.
    """
    lines = _lines(text)
    if not lines:
        return None
    forms = _forms(words)
    found: list[Said] = []
    for at, (line, span, _) in enumerate(lines):
        after = lines[at + 1] if at + 1 < len(lines) else ("", span, False)
        found += _of_line(forms, line, after, span, alone=len(lines) == 1)
    first, span, _ = lines[0]
    opening = _opening(forms, first, span)
    if opening and (_negative(opening.label) or not any(turn for *_, turn in lines)):
        found.append(opening)
    if cut:
        final = {span[0] for line, span, _ in lines if "final" in line or "boxed" in line}
        found = [
            one
            for one in found
            if one.kind == "opening" or (one.kind == "announced" and one.span[0] in final)
        ]
        return _standing(found, lines)
    if not any(one.kind != "opening" for one in found) or lines[-1][1][0] > max(
        one.span[0] for one in found
    ):
        line, span, _ = lines[-1]
        if concluded := _concluded(forms, line, span):
            found.append(concluded)
    if not found and _both(forms, lines):
        return Said("", "concluded", lines[-1][1], "ambiguous")
    return _standing(found, lines)


def value(text: str, words: Words) -> str:
    """The label of a short text, such as the value of a key; empty for none.

    An explanation may follow: "TRUE (all criteria are met)".
    """
    shown = plain(text[:MAX_LINE])
    said = _begins(_forms(words), shown)
    return said[0] if said else ""


def plain(text: str) -> str:
    """Text without markup and quotes, in lower case, "doesn't" in full, blanks as one space."""
    text = text.casefold().replace("’", "'").replace("n't", " not").replace("can not", "cannot")
    text = _SIGN.sub(lambda found: _SIGNS[found[1]] if found[1] else " ", text)
    text = re.sub(r"\b(it|that|this|answer|rating|verdict)'s\b", r"\1 is", text)
    text = _TAG.sub(" ", _TEX.sub(" ", text))
    return " ".join(_JOINED.sub(" ", _MARKS.sub("", text)).split())


_Line = tuple[str, tuple[int, int], bool]


def _lines(text: str) -> list[_Line]:
    """The plain lines with a word, each with its place and whether it corrects what was said."""
    raw, at = [], 0
    for line in text.split("\n"):
        raw.append((line, at))
        at += len(line) + 1
    if len(raw) > MAX_LINES:
        raw = raw[: MAX_LINES // 2] + raw[-MAX_LINES // 2 :]
    found = []
    for line, at in raw:
        shown = line
        if len(line) > MAX_LINE:
            shown = f"{line[: MAX_LINE // 2]} … {line[-MAX_LINE // 2 :]}"
        shown = plain(shown)
        if re.search(r"\w", shown) and not re.fullmatch(r"\W*end(?: of)?(?: \w+){0,3}\W*", shown):
            found.append((shown, (at, at + len(line)), bool(_CORRECTS.search(shown))))
    return found


def _of_line(
    forms: _Forms, line: str, next_line: _Line, span: tuple[int, int], *, alone: bool
) -> list[Said]:
    """What a line says; a label at its end is followed by the next line."""
    found: list[Said] = []
    after, (_, below_end), _ = next_line
    for announced in forms.announced.finditer(line):
        rest = line[announced.end() :]
        below = not rest.strip(" .")
        marked = bool(announced["is"] or announced["gap"].strip(" .")) or below
        said = _begins(forms, after if below else rest)
        # In the middle of a sentence it may be quoted.
        clear = _BEGINS_AFTER.search(line[max(0, announced.start() - 20) : announced.start()])
        if said and (marked or said[0]):
            place = (span[0], below_end) if below else span
            found.append(Said(said[0], "announced" if clear else "named", place, said[1]))
        elif marked and not below and rest and re.search(r"[:=|]", announced["gap"]):
            found.append(Said("", "announced", span, "unparsed"))
    if found:
        return found
    if (whole := forms.alone.fullmatch(line)) is not None:
        return [Said(forms.words.of(whole), "alone", span)]
    for form in (forms.named, forms.asked):
        if (named := form.match(line)) is None:
            continue
        rest = line[named.end() :]
        # "Overall – good" has neither a verb nor a gap.
        announces = named["gap"] is None or bool(
            named["is"] or re.search(r"[:=：?|>→–—-]", named["gap"])
        )
        below = not rest.strip(" .")
        if announces and (said := _begins(forms, after if below else rest)):
            place = (span[0], below_end) if below else span
            return [Said(said[0], "named", place, said[1])]
    if alone and (listed := forms.listed.match(line)) is not None:
        return [Said(forms.words.of(listed), "alone", span)]
    return []


def _opening(forms: _Forms, line: str, span: tuple[int, int]) -> Said | None:
    """The verdict with which the reply begins."""
    if (found := forms.opening.match(line)) is None:
        return None
    labels = {forms.words.of(one) for one in forms.word.finditer(line)}
    if len(labels) > 1 and not re.search(r"\w", forms.word.sub("", line)):
        # The choice is only repeated.
        return Said("", "opening", span, "unparsed")
    said = _followed(forms, forms.words.of(found), line[found.end() :])
    if said is None or (said[0] and re.match(r" ?\w", line[found.end() :])):
        return None
    return Said(said[0], "opening", span, said[1])


def _concluded(forms: _Forms, line: str, span: tuple[int, int]) -> Said | None:
    """The verdict of the last sentence."""
    if line.rstrip(' )"').endswith("?"):
        return None
    line = _END.sub("", line)
    last = re.split(r"(?<=[.!?:;]) ", line)[-1]
    for sentence in dict.fromkeys((line, last)):
        found = forms.concluded.match(sentence)
        if found and (said := _followed(forms, forms.words.of(found), sentence[found.end() :])):
            bare = not re.match(r" ?\w", sentence[found.end() :])
            if bare or _REASON.match(sentence[found.end() :]) or not said[0]:
                return Said(said[0], "concluded", span, said[1])
    closing = None
    for closing in forms.given.finditer(last):  # noqa: B007
        pass
    if closing is not None:
        clause = re.split(r"[,;:] ", last[: closing.start()])[-1] + closing[0]
        rest = last[closing.end() :]
        single = len({forms.words.of(one) for one in forms.word.finditer(clause)}) == 1
        if (
            single
            and not _DENIED.search(clause.removesuffix(closing[0]))
            and (_CLOSES.match(rest) or _REASON.match(rest))
        ):
            label = forms.words.of(closing)
            # "not good", but "no" may itself be the label.
            denied = [
                one
                for one in _DENIED.finditer(closing[0])
                if not re.match(dict(forms.words.labels)[label], closing[0][one.start() :])
                and not re.search(r"[,;]", closing[0][one.end() :])
            ]
            if not denied:
                return Said(label, "concluded", span)
    if so := forms.so.search(last) or forms.so_it.search(last):
        return Said(forms.words.of(so), "concluded", span)
    if last != line and (alone := forms.alone.fullmatch(last)):
        return Said(forms.words.of(alone), "concluded", span)
    return None


def _begins(forms: _Forms, text: str) -> tuple[str, Outcome] | None:
    """The verdict at the beginning of a text; None where it begins with none."""
    text = text.lstrip("-–—>#().:[<|= ")
    text = _PREFIX.sub("", text)
    if _HEDGED.match(text):
        return "", "abstained" if _undecided(text) else "ambiguous"
    found = forms.word.match(text)
    if found is None:
        found = forms.concluded.match(text)
    if found is not None:
        return _followed(forms, forms.words.of(found), text[found.end() :])
    if so := forms.so.search(text):
        return forms.words.of(so), "ok"
    hedged = _HEDGED.search(text[:80])
    if hedged and not forms.word.search(text):
        return "", "abstained" if _undecided(text) else "ambiguous"
    return None


def _undecided(text: str) -> bool:
    return not re.match(
        r"(?:partly|partial|partially|mostly|somewhat|mixed|both|almost|nearly)", text
    )


def _followed(forms: _Forms, label: str, rest: str) -> tuple[str, Outcome] | None:
    """A verdict, considering what follows it: a reason keeps it, a condition takes it back."""
    words = forms.words
    if choice := _CHOICE.match(rest):
        # "Yes and no", "good / bad", but not a list of reasons.
        second = forms.word.match(rest, choice.end())
        if second:
            if words.of(second) == label:
                return label, "ok"
            return "", "unparsed" if choice["either"] else "ambiguous"
        if not choice["either"]:
            return label, "ok"
        return None if re.search(r"\w", rest) else (label, "ok")
    if _CONDITION.match(rest) or (not _negative(label) and _PARTIAL.match(rest)):
        return "", "ambiguous"
    turned = re.match(r" ?\([^()]{1,30}\)\W{1,3}(?:and |but )?(?=\w)", rest)
    other = turned or re.match(r"\W+", rest)
    if other and (again := forms.word.match(rest, other.end())):
        closes = _CLOSES.match(rest, again.end()) or turned
        if closes and words.of(again) != label:
            return "", "ambiguous"
    if _EVERYWHERE.match(rest):
        return ("", "ambiguous") if _LIMITED.search(rest) else (label, "ok")
    if re.match(r" ?[,;:–—-]+ ?" + _TURNS, rest) and not _negative(label):
        return "", "ambiguous"
    if re.match(r" ?\w", rest) and not _REASON.match(rest):
        return None
    return label, "ok"


def _negative(label: str) -> bool:
    """Whether a label is the one that a single fault is enough for."""
    return label in ("no", "bad", "false")


def _both(forms: _Forms, lines: Sequence[_Line]) -> bool:
    """Whether a short reply uses words of several labels."""
    said = {forms.words.of(one) for line, *_ in lines[:8] for one in forms.word.finditer(line)}
    return len(lines) <= 8 and len(said) > 1


def _standing(found: Sequence[Said], lines: Sequence[_Line]) -> Said | None:
    """The verdict that stands: of the highest rank the last, unless it contradicts another."""
    if not found:
        return None
    top = max(_RANK[one.kind] for one in found)
    last_opening = max((o for o in found), key=lambda o: o.span)
    opening = next((one for one in found if one.kind == "opening"), None)
    if opening and any(
        one.span == opening.span and one.label not in ("", opening.label) for one in found
    ):
        # "Good. Bad."
        return Said("", "concluded", opening.span, "ambiguous")
    ranked = sorted((one for one in found if _RANK[one.kind] == top), key=lambda one: one.span)
    if top == 3 and all(one.why == "unparsed" and not one.label for one in ranked[-1:]):
        # "FINAL ANSWER: see the next line": what stands below it counts.
        below = [o for o in found if o.kind in ("alone",) and o.span > ranked[-1].span]
        if below:
            return below[-1]
    for one, after in pairwise(o for o in ranked if o.label or o.why != "unparsed"):
        if after.label == one.label:
            continue
        between = [turn for _, span, turn in lines if one.span < span <= after.span]
        if not any(between):
            return Said("", after.kind, after.span, "ambiguous")
    standing = ranked[-1]
    contrary = last_opening.span > standing.span and last_opening.label != standing.label
    if contrary and last_opening.kind in ("concluded", "alone") and last_opening.label:
        return Said("", standing.kind, last_opening.span, "ambiguous")
    return standing
