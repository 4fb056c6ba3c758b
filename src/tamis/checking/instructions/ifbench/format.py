"""IFBench's `format:`: brackets, quotes, lines, bullets, emoji, templates."""

from __future__ import annotations

import re
from collections import deque
from functools import partial
from itertools import islice, pairwise
from string import digits

from tamis.checking.instructions import published_sentences
from tamis.checking.instructions.instruction import instruction, text
from tamis.checking.instructions.resources import is_emoji
from tamis.checking.instructions.response import MARKS, Response
from tamis.checking.instructions.tokens import tokens
from tamis.checking.instructions.verdicts import agreed, decided, said, shown, undecided
from tamis.checking.instructions.word_lists import MINOR
from tamis.checking.judgement import Judgement
from tamis.checking.worksheet import Span

declare = partial(instruction, set="ifbench")

_NO_MARKS = str.maketrans("", "", MARKS)

_OPENING = {")": "(", "]": "[", "}": "{"}
_BRACKET = re.compile(r"[()\[\]{}]")
_DEEP = 5


def published_brackets(response: Response) -> Judgement:
    """One bracket closes where five were open; what does not match begins anew."""
    open_ones: list[str] = []
    deepest = 0
    for mark in _BRACKET.findall(response.text):
        if mark not in _OPENING:
            open_ones.append(mark)
            deepest = max(deepest, len(open_ones))
        elif open_ones and open_ones[-1] == _OPENING[mark]:
            open_ones.pop()
            if deepest >= _DEEP:
                return decided(True, f"{deepest} are open, of which one closes")
        else:
            open_ones, deepest = [], 0
    return decided(False, f"no {_DEEP} are open where one closes")


def brackets(response: Response) -> Judgement:
    """Five brackets within each other all close."""
    open_ones: list[tuple[str, int]] = []
    deepest = 0
    for mark in _BRACKET.findall(response.text):
        if mark not in _OPENING:
            open_ones.append((mark, 0))
        elif open_ones and open_ones[-1][0] == _OPENING[mark]:
            depth = open_ones.pop()[1] + 1
            deepest = max(deepest, depth)
            if open_ones:
                open_ones[-1] = (open_ones[-1][0], max(open_ones[-1][1], depth))
        elif open_ones:
            open_ones = []
    return decided(deepest >= _DEEP, f"{deepest} levels that close")


declare(
    "format:parentheses",
    "Brackets are nested at least five levels deep.",
    reference=published_brackets,
    strict=brackets,
    differs="To the published code it is enough that the innermost of five closes; strict wants "
    "all five to close.",
    passes=({}, "So (a [b {c (d [e] d) c} b] a)."),
    fails=({}, "So (a [b {c (d [e] d."),
)

_BEFORE_QUOTE = "([{-–—\"'"
_QUOTE = re.compile("[\"']")


def published_quotes(response: Response) -> Judgement:
    """Marks close their like and open otherwise; three closed ones below the deepest will do."""
    open_ones: list[str] = []
    deepest = 0
    for mark in _QUOTE.findall(response.text):
        if open_ones and open_ones[-1] == mark:
            open_ones.pop()
            if deepest - len(open_ones) >= 3:
                return decided(True, f"{deepest} levels, three of which close")
        else:
            open_ones.append(mark)
            deepest = max(deepest, len(open_ones))
    return decided(False, f"{deepest} levels, of which not three close")


def quotes(response: Response) -> Judgement:
    """Three quotations within each other all close; marks within words are apostrophes."""
    value, open_ones, deepest = response.straight, [("", 0)], 0
    for found in _QUOTE.finditer(value):
        mark, at = found[0], found.start()
        before, after = value[max(0, at - 1) : at], value[at + 1 : at + 2]
        if before.isalnum() and after.isalnum():
            continue
        opens = (not before or before.isspace() or before in _BEFORE_QUOTE) and after.strip()
        if opens and mark != open_ones[-1][0]:
            open_ones.append((mark, 0))
            continue
        if mark == '"' and len(open_ones) > 2 and open_ones[-1][0] == "'":
            # An apostrophe at the beginning of a word was taken for a mark that opens.
            open_ones.pop()
        if mark == open_ones[-1][0]:
            depth = open_ones.pop()[1] + 1
            deepest = max(deepest, depth)
            open_ones[-1] = (open_ones[-1][0], max(open_ones[-1][1], depth))
    return decided(deepest >= 3, f"{deepest} levels that close")


declare(
    "format:quotes",
    "Quotations are nested at least three levels deep, in double and single marks by turns.",
    reference=published_quotes,
    strict=quotes,
    differs="The published code takes apostrophes for quotation marks, and knows only straight "
    "ones; strict tells an apostrophe by the letters around it, takes curly marks, and wants "
    "three levels to close.",
    passes=({}, "“She said, ‘He said, “It's late,” and left,’ I hear.”"),
    fails=({}, "It's Ann's \"dog's\" ball."),
)


def published_option(response: Response, options: str) -> Judgement:
    """The response is one of the options; of letters exactly, else but for marks and case."""
    exact = re.match(r"\W*[aA]\W*[bB]\W*[cC]\W*", options) is not None
    separator = "/" if "/" in options else "or" if "or" in options else ","
    known = [option.strip() for option in options.split(separator)]
    if exact:
        return decided(response.text in known, f"it is {said(response.text)}")
    answer = response.text.strip(MARKS + " ").lower()
    fits = answer in [option.strip(MARKS + " ").lower() for option in known]
    return decided(fits, f"it is {said(response.text)}")


def option(response: Response, options: str) -> Judgement:
    """The response is one of the options but for marks, case and white space around it."""
    parts = re.split("/" if "/" in options else r"\bor\b|,", options)
    known = {_plain(part) for part in parts} - {""}
    if len(response.text) > 10 * len(options) + 100:
        return decided(False, f"it is {said(response.text)}")
    return decided(_plain(response.text) in known, f"it is {said(response.text)}")


def _plain(text: str) -> str:
    text = " ".join(text.translate(str.maketrans("‘’“”", "''\"\"")).casefold().split())
    return text.strip(MARKS + " ")


declare(
    "format:options",
    "The response is one of the options, and nothing else.",
    arguments={"options": text()},
    reference=published_option,
    strict=option,
    differs="The published code wants a letter exactly (`a)`, not `A)`, nor with a line end), "
    "takes only straight apostrophes, and cuts options at any `or`, also in `north`; strict does "
    "not mind marks, case and white space around an option.",
    passes=({"options": "a), b), c), d)"}, "B)\n"),
    fails=({"options": "yes/no/maybe"}, "Yes, because it rains."),
)


def published_newline(response: Response) -> Judgement:
    """As many lines that are not empty as runs, without marks."""
    words, lines = len(response.bare_words), response.text.count("\n") + 1
    if lines >= words:
        lines = sum(1 for line in response.bare.strip().split("\n") if line)
    return decided(lines == words, f"{lines} lines, {words} words")


def newline(response: Response) -> Judgement:
    """No line has more than one word."""
    for span in response.lines:
        if len(response.words_in(span)) > 1:
            line = said(response.quote(span))
            return decided(False, f"{line} has several words", places=[span])
    return decided(bool(response.words), f"{len(response.words)} words on as many lines")


declare(
    "format:newline",
    "Each word stands on a line of its own.",
    reference=published_newline,
    strict=newline,
    differs="The published code compares sums, so that a blank line with a space makes up for two "
    "words on a line, and a line with a dash counts as a word; strict looks at each line.",
    passes=({}, "The\n\nwell-kept\n–\n**dog**"),
    fails=({}, "The dog\n \nsleeps."),
)

_EMOJI = re.compile(
    "[\U0001f300-\U0001faff\U0001f1e6-\U0001f1ff\U0001f000-\U0001f0ff\U0001f100-\U0001f1ff"
    "\u2600-\u27bf\u2b50\u2b55\u2b1b\u2b1c\u231a\u231b\u2328\u23cf-\u23fa\u25aa-\u25fe"
    "\u2934\u2935\u2b05-\u2b07\u3030\u303d\u3297\u3299\u203c\u2049]|[0-9#*\u00a9\u00ae\u2122]\ufe0f"
)
_LETTER_OR_DIGIT = re.compile(r"[^\W_]")


def published_emoji(response: Response) -> Judgement:
    """The last or last but one character of each sentence is an emoji, or the next one's first."""
    emoji = is_emoji()
    found = response.published_sentences
    bare = (one.translate(_NO_MARKS).strip() for one in (*found, "", ""))
    for one, following in islice(pairwise(bare), len(found)):
        if any(map(emoji, one[-2:])):
            continue
        if not one or not following or not emoji(following[0]):
            return decided(False, f"{said(one)} has no emoji at its end")
    return decided(True, f"{len(found)} sentences")


def emoji(response: Response) -> Judgement:
    """An emoji stands between the last letter of each sentence and the first of the next."""
    by, value = response.start, response.text

    def test(found: list[Span]) -> tuple[bool, str]:
        spoken = [span for span in found if response.words_in(span)]
        for start, end in spoken:
            last = end - by
            while not value[last - 1].isalnum():
                last -= 1
            following = _LETTER_OR_DIGIT.search(value, end - by)
            if not _EMOJI.search(value, last, following.start() if following else len(value)):
                return False, f"{said(value[start - by : end - by])} has no emoji at its end"
        return bool(spoken), f"{len(spoken)} sentences"

    return agreed(response, test)


declare(
    "format:emoji",
    "Each sentence ends with an emoji.",
    reference=published_emoji,
    strict=emoji,
    differs="The published code cuts sentences at any stop and looks at two characters only, so "
    "that a flag or a family of several is none, and a full stop behind an emoji makes a sentence "
    "of its own; strict looks at all that stands between two sentences.",
    passes=({}, "It rains 🌧️. We sleep! 👨‍👩‍👧 See 🇫🇷."),
    fails=({}, "It rains 🌧️. We sleep."),
)


def published_indent(response: Response) -> Judgement:
    """Each line has more blanks before it; of blank lines in a row, some count as lines."""
    lines = response.all_lines
    # The published loop takes lines out while it goes over them: it skips the one behind, and
    # takes out the first of those that are equal.
    blank_lines: dict[str, deque[int]] = {}
    for at, line in enumerate(lines):
        if not line.strip():
            blank_lines.setdefault(line, deque()).append(at)
    removed, at = set(), 0
    while at < len(lines):
        if lines[at] in blank_lines:
            removed.add(blank_lines[lines[at]].popleft())
            at += 1
        at += 1
    indents = [
        len(line) - len(line.lstrip(" ")) for at, line in enumerate(lines) if at not in removed
    ]
    return decided(_rises(indents), f"indents: {shown(indents)}")


def indent(response: Response) -> Judgement:
    """Each line that is not blank begins further right; there are two at least."""
    lines = [response.quote(span).expandtabs(4) for span in response.lines]
    indents = [len(line) - len(line.lstrip()) for line in lines]
    return decided(len(indents) > 1 and _rises(indents), f"indents: {shown(indents)}")


def _rises(numbers: list[int]) -> bool:
    return all(one < following for one, following in pairwise(numbers))


declare(
    "format:line_indent",
    "Each new line is indented further, as stairs.",
    reference=published_indent,
    strict=indent,
    differs="The published code overlooks some blank lines and then takes them for steps, does "
    "not see tabs, and a single line passes; strict looks at lines with text, and wants two.",
    passes=({}, "a\n\n\n b\n\tc"),
    fails=({}, "a"),
)

_QUOTED = re.compile(r"\"[^\"]*+\"")


def published_quote_explained(response: Response) -> Judgement:
    """No two quotation marks side by side, and none at the end."""
    if not any(mark in response.text for mark in '"“”'):
        return decided(True, "there are no double quotation marks")
    value = response.text.replace("“", '"').replace("”", '"').replace("'\"'", "")
    value = "".join(value.split())
    end = value.strip(digits + MARKS.replace('"', ""))[-1:]
    beside = '""' in value
    told = "two marks side by side" if beside else "a mark at the end" if end == '"' else "none"
    return decided(not beside and end != '"', f"out of place: {told}")


def quote_explained(response: Response) -> Judgement:
    """Behind each quotation, before the next one, are three words at least."""
    value = response.straight.replace("''", '"')
    if not (found := list(_QUOTED.finditer(value))):
        return undecided("there is no quotation.")
    ends = [following.start() for following in found[1:]] + [len(value)]
    for one, end in zip(found, ends, strict=True):
        behind = value[one.end() : end].split()
        if sum(1 for run in behind if any(map(str.isalnum, run))) < 3:
            return decided(False, f"{said(one[0])} is followed by {said(' '.join(behind))}")
    return decided(True, f"{len(found)} quotations are followed by text")


declare(
    "format:quote_unquote",
    "Each quotation is followed by an explanation without quotation marks.",
    reference=published_quote_explained,
    strict=quote_explained,
    differs="The published code only looks for two marks side by side and for one at the end, so "
    "that a comma between two quotations is an explanation; strict wants three words (whether "
    "they explain it, no program tells), and is undecided without quotations.",
    passes=({}, 'He says "no", which means that he is tired.'),
    fails=({}, 'He says "no", "never" and leaves it at that.'),
)


def published_list(response: Response, sep: str) -> Judgement:
    """The mark is found twice, anywhere."""
    count = response.text.count(sep)
    return decided(count >= 2, f"{said(sep)} is found {count} times")


def marked_list(response: Response, sep: str) -> Judgement:
    """Two lines begin with the mark, and none with another mark of a list."""
    sep = sep.strip()
    lines = [line.strip() for line in response.line_texts]
    items = [line for line in lines if line.startswith(sep) and line[len(sep) :].strip()]
    others = [line for line in lines if _LIST_MARK.match(line) and not line.startswith(sep)]
    if others:
        return decided(False, f"{said(others[0])} begins with another mark")
    return decided(len(items) >= 2, f"{len(items)} lines begin with {said(sep)}")


_LIST_MARK = re.compile(r"(?:[*•+-]|\d{1,3}[.)])[ \t]+\S")

declare(
    "format:list",
    "The response is a list whose items begin with a given mark instead of a bullet.",
    arguments={"sep": text()},
    reference=published_list,
    strict=marked_list,
    differs="The published code finds the mark anywhere, so that two hyphens in words make a "
    "list; strict wants lines that begin with it, and no other bullets.",
    passes=({"sep": "!?!?"}, "Buy:\n!?!? eggs\n!?!? milk"),
    fails=({"sep": "-"}, "A well-kept, up-to-date list."),
)


def published_thesis(response: Response) -> Judgement:
    """Somewhere something stands in italics of HTML, and something behind it."""
    value = response.text
    start = value.find("<i>") if "<i>" in value else value.find("<em>")
    if start < 0:
        return decided(False, "there are no italics of HTML")
    value = value[start:]
    end = value.find("</i>") if "</i>" in value else value.find("</em>")
    # Offsets are those of `<i>`, also where the tag is `<em>`.
    fits = end >= 0 and value[3:end].strip() != "" and value[end + 4 :].strip() != ""
    return decided(fits, f"the first italics begin {said(value)}")


_ITALICS = re.compile(r"\s*<(i|em)>(?P<thesis>[^<]*+)</\1>\s*\S", re.IGNORECASE)
_SECTION = re.compile(r"[ \t]*(?:#{1,6}[ \t]|\*\*[^*\n]+\*\*:?[ \t]*$|<h[1-6]>.*</h[1-6]>[ \t]*$)")


def thesis(response: Response) -> Judgement:
    """Each section, under its heading, begins with italics; without headings, each paragraph."""
    parts: list[list[str]] = [[]]
    for line in response.all_lines:
        if _SECTION.match(line):
            parts.append([])
        else:
            parts[-1].append(line)
    sections = ["\n".join(part) for part in parts[1:]]
    if not sections:
        sections = [response.quote(span) + " …" for span in response.paragraphs]
    begin = [bool((found := _ITALICS.match(one)) and found["thesis"].strip()) for one in sections]
    told = f"{sum(begin)} of {len(begin)} sections begin with italics of HTML"
    if len(parts) == 1 and begin[0] and not all(begin):
        return undecided("without headings it is not clear where sections begin.", told)
    return decided(all(begin), told)


declare(
    "format:thesis",
    "Each section begins with a thesis statement in italics of HTML.",
    reference=published_thesis,
    strict=thesis,
    differs="The published code wants one span in italics with text behind it, anywhere; the "
    "wording speaks of each section, so strict looks at what follows each heading, and is "
    "undecided where there are none and only some paragraphs begin so.",
    passes=({}, "# One\n<i>Cats rule.</i> They do.\n\n# Two\n<em>Dogs obey.</em> Mostly."),
    fails=({}, "# One\n<i>Cats rule.</i> They do.\n\n# Two\nDogs obey."),
)


def published_sub_bullets(response: Response) -> Judgement:
    """Behind each asterisk, before the next one, is a hyphen; none are needed."""
    parts = response.text.split("*")[1:]
    lacking = [part for part in parts if "-" not in part]
    told = f"{len(parts)} asterisks, {len(lacking)} without a hyphen behind them"
    return decided(not lacking, told)


def sub_bullets(response: Response) -> Judgement:
    """There are bullets `*`, and each has a bullet `-` under it."""
    counts: list[int] = []
    for line in response.line_texts:
        mark, _, behind = line.strip().partition(" ")
        if mark == "*" and behind.strip():
            counts.append(0)
        elif mark == "-" and behind.strip() and counts:
            counts[-1] += 1
    told = f"{len(counts)} bullets with {shown(counts) or 'no'} sub-bullets"
    return decided(bool(counts) and all(counts), told)


declare(
    "format:sub-bullets",
    "There are bullets `*`, each with at least one sub-bullet `-`.",
    reference=published_sub_bullets,
    strict=sub_bullets,
    differs="A response without asterisks passes the published code, and a hyphen in a word is a "
    "sub-bullet to it, a bold word a bullet; strict looks at lines.",
    passes=({}, "* **Pets**\n  - cats\n* Birds\n  - owls"),
    fails=({}, "* well-kept cats\n* up-to-date owls"),
)


def published_bullets_after(response: Response) -> Judgement:
    """Two sentences, then only lines that begin with `*`; a blank line ends the sentences."""
    spoken = bullets = 0
    more = True
    for line in map(str.strip, response.all_lines):
        if line.startswith("*"):
            more = False
            if spoken < 2:
                return decided(False, f"{spoken} sentences before the first bullet")
            bullets += 1
        elif not more:
            return decided(False, f"{said(line)} is no bullet")
        else:
            more = bool(line)
            # More than two make no difference.
            spoken += len(published_sentences.sentences(line)) if line and spoken < 2 else 0
    return decided(bullets >= 2, f"{spoken} sentences, {bullets} bullets")


def bullets_after(response: Response) -> Judgement:
    """Two sentences end with a full stop before the first bullet `*`, of which there are two."""
    lines = []
    for start, end in response.lines:
        line = response.quote((start, end)).lstrip()
        if line.startswith("* ") and line[2:].strip():
            lines.append(start)
    first = lines[0] if lines else response.start + len(response.text)
    spoken = sum(
        1 for span in response.sentences if span[1] <= first and response.ending(span) == "."
    )
    told = f"{spoken} sentences with a full stop, then {len(lines)} bullets"
    return decided(spoken >= 2 and len(lines) >= 2, told)


declare(
    "format:no_bullets_bullets",
    "At least two sentences that end with a full stop are followed by at least two bullets `*`.",
    reference=published_bullets_after,
    strict=bullets_after,
    differs="The published code fails a response with two blank lines before the bullets, or a "
    "blank one among them, counts sentences that ask or call, and takes a bold word for a bullet; "
    "strict does not.",
    passes=({}, "It rains. We stay.\n\n\n* tea\n\n* cake\n"),
    fails=({}, "Does it rain? It does!\n* tea\n* cake"),
)


def published_title_case(response: Response) -> Judgement:
    """No token of nltk of two letters or more is small; marks inside a word hide it."""
    for word in tokens(response.text):
        small, rest = word[0].islower(), word[1:]
        if small and (rest.isupper() or rest.islower()):
            return decided(False, f"{said(word)} is not in title case")
    return decided(True, "all tokens are in title case")


def title_case(response: Response) -> Judgement:
    """Each word but short ones in the middle begins with a capital, and not all is in capitals."""
    marks = MARKS + "“”‘’–—…"
    begins = {start for start, _ in (*response.lines, *response.sentences)}
    for span, run in zip(response.words, response.raw_words, strict=True):
        word = run.strip(marks)
        if word[:1].islower() and (span[0] in begins or word.lower() not in MINOR):
            return decided(False, f"{said(word)} is not in title case", places=[span])
    long = [run.strip(marks) for run in response.raw_words if len(run) > 3]
    capitals = sum(map(str.isupper, long))
    if capitals * 2 > len(long):
        return decided(False, f"{capitals} words are in capitals")
    return decided(response.text != response.lower, f"{len(response.words)} words")


declare(
    "format:title_case",
    "The whole response is in title case: each major word begins with a capital.",
    reference=published_title_case,
    strict=title_case,
    differs="The published code wants a capital in `of` and `and` too, and passes all capitals "
    "and small words with a mark in them (`well-kept`); strict lets short words be small, as the "
    "wording speaks of major ones.",
    passes=({}, "The Lord of the Rings: A Well-Kept Secret"),
    fails=({}, "THE LORD OF THE RINGS"),
)

_LABELS = ("My Answer:", "My Conclusion:", "Future Outlook:")


def published_template(response: Response) -> Judgement:
    """The three labels are in the response, in any order."""
    lacking = [label for label in _LABELS if label not in response.text]
    return decided(not lacking, f"lacking: {shown(lacking) or 'none'}")


def template(response: Response) -> Judgement:
    """The response begins with the first label; the others follow, each once, with text behind."""
    value = response.text.replace("*", "").replace("#", "").replace("_", "").strip()
    places = [value.find(label) for label in _LABELS]
    once = all(value.count(label) == 1 for label in _LABELS)
    if not once or places[0] != 0 or places != sorted(places):
        return decided(False, "the labels are not in their order, each once, from the beginning on")
    ends = [*places[1:], len(value)]
    filled = [
        value[at + len(label) : end].strip()
        for label, at, end in zip(_LABELS, places, ends, strict=True)
    ]
    return decided(all(filled), f"{sum(map(bool, filled))} of 3 labels have text behind them")


declare(
    "format:output_template",
    f"The response follows the template {' … '.join(_LABELS)} …",
    reference=published_template,
    strict=template,
    differs="The published code finds the labels anywhere, in any order, with nothing behind "
    "them; an exact template means their order, and nothing before them, which strict wants.",
    passes=({}, "**My Answer:** No.\n\nMy Conclusion: None.\nFuture Outlook: Rain."),
    fails=({}, "Future Outlook: My Conclusion: My Answer:"),
)


def no_whitespace(response: Response) -> Judgement:
    """There is no white space."""
    whole = response.runs == [response.text]
    return decided(whole, f"{len(response.runs)} runs without white space")


declare(
    "format:no_whitespace",
    "There is no white space.",
    reference=no_whitespace,
    passes=({}, "Rain,again."),
    fails=({}, "Rain,\nagain."),
)
