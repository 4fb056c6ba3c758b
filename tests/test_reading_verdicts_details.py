"""Verdicts in all the words that models put around them: label, kind, place, and why not."""

from __future__ import annotations

import pytest

from tamis.reading.looks_for import Words
from tamis.reading.verdicts import MAX_LINE, MAX_LINES, Said, plain, read, value
from written_forms import each

WORDS = Words(
    (("good", "good|fine"), ("fair", "fair"), ("bad", "bad|poor")), "final rating", "revision"
)
YES = Words((("yes", "yes|met"), ("no", "no|not met")), "final answer", "constraint")


def _said(text: str, **more) -> tuple | None:
    found = read(text, WORDS, **more)
    return found and (found.label, found.kind, found.why)


SAID = {
    ("good", "alone", "ok"): each(
        "[And|So|Thus|Therefore|Hence|Overall|Consequently|Accordingly|Finally|In conclusion"
        "|Conclusion|In summary|In short|To conclude|As a result|For this reason|Given this"
        "|Based on this|Based on these|Based on the above|Altogether|All in all|In the end], good",
        "So, [we conclude|we can conclude|I conclude|I would say|I think|I believe|I judge"
        "|this means|which means|it follows|I have to say] [that |]good",
        "So: finally, it follows that, good",
        "[|1. |(2) |3) |4: |- |– |> |• |# ][**|]Good[.|!|**.|)| rating| label| revision| answer"
        "| category| type| one| response]",
        "[(|<]fine[)|>]",
        "[\\boxed{good}|`good`|<b>good</b>|“Good”|'good'|GOOD|$good$]",
        "A long look.\n\nGood\n\n[End|End of the reply|===== END =====]",
        "good – it is so",
        "1. good: it is so",
    ),
    ("good", "named", "ok"): each(
        "[Rating|Verdict|Category|Label|Type|Class|Classification|Answer|Judgment|Judgement"
        "|Decision|Grade|Final result|Overall result|Assessment|Final assessment"
        "|Overall assessment|Final score|Overall evaluation|Final determination"
        "|Final response]: good",
        "[The|My|This|Its|Our|Final|Overall|Correct|Best|Single|Assigned|Error"
        "|So the final overall] verdict: good",
        "Verdict[ of the revision| for this new one| on that long old one| of it]: good",
        "Verdict of revision 2 [is|was] good",
        "Verdict [is|was|would be|should be|must be|remains|will be|=|changed to|becomes] good",
        "Verdict is [as|an|a|that] good",
        "Verdict[ (of two):| =| ->|: (|: <| –|: **| ?| #:] good",
        "Verdict [= ]1. good",
        "Verdict:\ngood, as it is so",
        "[The|So, the] final rating: good",
        "Verdict: [the |my |]rating is good",
        "[Is|Has|Does|Do] it hold? Good",
        "[So|Thus|Therefore|Hence|Overall|Finally|In conclusion|In summary|In short|Conclusion"
        "|All in all|Altogether|In the end] – good",
        "Verdict: good [because|since|as|given|due to|end|for the reason|for the same reasons"
        "|by the response|in the response|by the agents response] it is so",
        "Verdict: good, [because|since|as|given] it is so",
        "Verdict: good [for|on|in|by] [all|each|every|both] of it",
        "Verdict: good and [good|clear]",
        "Verdict: [my answer is |the verdict: |final decision is |that |]good",
        "Verdict: it is so, [so|thus|therefore|hence]: good",
        "Verdict: The [revision|given revision] is good",
    ),
    ("good", "concluded", "ok"): each(
        "Look.\n[The|This|That|Given|Stated|Agent|Agent's|Assistant's|Provided|Whole|Entire|Above"
        "|New|Updated|Revised|The new] revision [is|was|has been|has|would be|deserves|gets"
        "|should be rated|counts as] [|a |an ]good",
        "Look.\n[This|That|So this|Yes, this|No: this] is good",
        "Look.\nI [rate|rated|give|given|assign|assigned|call|judge|mark|consider|choose|chose"
        "|select|pick|go with|settle on|lean toward|lean towards] it [|as |a |an |that ]good",
        "Look.\nIt [deserves|gets|receives|merits] a good",
        "Look.\nIn all my verdict is good",
        "Look.\nIt is well, [so|thus|therefore|hence][ |: |, ]good",
        "Look.\nIt is well, [so|thus|therefore|hence] the revision [is|was|deserves|gets]"
        " [|a ]good rating",
        "Look.\nIt is well. Good",
        "Look.\nThe revision is good [because|since|as] it is so",
        "Look.\nThe revision is good, it is so",
    ),
    ("good", "opening", "ok"): each(
        "[Good|Good rating|Fine]. It lost nothing.\nThat is all",
        "Good, [because|since|as] it is so.\nThat is all",
    ),
    ("good", "announced", "ok"): each(
        "[Final rating|So: final rating|- final rating]"
        "[: | is | = | – |\n| of the revision: ]good",
    ),
    ("bad", "named", "ok"): each(
        "Verdict: bad, [but|although|though|however|yet|while|only|partly|nor] it is so",
        "Verdict: bad, but only [partly|partially|mostly|in part|to some extent|sort of]",
    ),
    ("", "named", "abstained"): each(
        "Verdict: [maybe|perhaps|unclear|unknown|undetermined|inconclusive|uncertain|undecided"
        "|depends|neither|n/a|borderline|not sure|not applicable|not clear|not possible"
        "|not determinable|not enough|not determined|cannot be determined|cannot determine"
        "|cannot say|cannot tell|cannot be decided|cannot decide|cannot be judged|cannot judge"
        "|cannot be verified|cannot verify|impossible to|unable to|insufficient|possibly|probably"
        "|likely|unlikely|between|somewhere] good",
    ),
    ("", "named", "ambiguous"): each(
        "Verdict: [partly|partial|partially|mostly|somewhat|mixed|both|almost|nearly] good",
        "Verdict: good[ |, |, but |, only |, but only ][if|unless|except|depending|provided] it is",
        "Verdict: good[ |, |, but |, only ][partly|partially|mostly|in part"
        "|to some extent|sort of]",
        "Verdict: good, [but|although|though|however|yet|while|only|nor] it is so",
        "Verdict: good [for|on|in|by] [all|each|every|both] [except|but|however|unless|only"
        "|although|though|if|when|not] one",
        "Verdict: good and bad",
        "Verdict: good (for one) [|and |but ]bad",
        "Verdict: good. Bad.",
    ),
    ("", "named", "unparsed"): each("Verdict: good[ / | or |, or | and/or ]bad"),
    ("", "announced", "unparsed"): each("Final rating[: | = ][see below|good luck|good or so]"),
}  # fmt: skip


@pytest.mark.parametrize("expected", SAID)
def test_every_word_around_a_verdict(expected):
    """The label, how it is said, and why there is none."""
    found = {one: _said(one) for one in SAID[expected]}
    assert {one: what for one, what in found.items() if what != expected} == {}


@pytest.mark.parametrize(
    "text",
    ["", " \n ", "***", "Look at it", "It is no good thing", "The revision is not good",
     "Is the revision good?", "Look.\nIs this good?", "Look.\nI never rate it good",
     "Look.\nI rate it good enough for now", "goodness", "no-good-at-all one"],
)  # fmt: skip
def test_what_is_no_verdict(text):
    """Negated, asked, part of a longer word or of another statement."""
    assert _said(text) is None


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Verdict: good\nHm\nVerdict: good", ("good", "named", (17, 30))),
        ("Verdict: good\nHm\nVerdict: bad", ("", "named", (17, 29))),
        ("Final rating: bad\nVerdict: good", ("bad", "announced", (0, 17))),
        ("Verdict: bad\nFinal rating: good", ("good", "announced", (13, 31))),
        ("Bad. So.\nVerdict: good", ("good", "named", (9, 22))),
        ("Good. Bad.", ("", "concluded", (0, 10))),
        ("Final rating:\ngood", ("good", "announced", (0, 18))),
        ("Final rating: see below\nGood", ("good", "alone", (24, 28))),
        ("Verdict: good\nThe revision is bad", ("", "named", (14, 33))),
        ("Verdict: good\nThe revision is good", ("good", "named", (0, 13))),
        ("good bad", ("", "opening", (0, 8))),
        ("Some good here\nsome bad there", ("", "concluded", (15, 29))),
    ],
)
def test_which_of_several_verdicts_stands(text, expected):
    """The highest kind, of the same kind the last; what contradicts it takes it back."""
    found = read(text, WORDS)
    assert found is not None
    assert (found.label, found.kind, found.span) == expected


def test_a_correction_lets_the_last_verdict_stand():
    """Each of its words; without one they contradict each other."""
    for words in each(
        "[Wait|Correction|Corrected|Actually|However|But|On second look|On closer look"
        "|On a second look|On reflection|Recheck|Re-check|Reconsider|Re-consider"
        "|Re-think|Rethink|Revising"
        "|Hmm|Sorry|Scratch that|Let me see|Upon it|A mistake|In fact|No,|I change it] it"
    ):
        found = read(f"Verdict: good\n{words}\nVerdict: bad", WORDS)
        assert found == Said("bad", "named", (15 + len(words), 27 + len(words))), words
    assert read("Verdict: good\nBecause\nVerdict: bad", WORDS).why == "ambiguous"


def test_of_a_cut_reply_only_an_opening_and_what_is_announced_count():
    """What else it says may have been taken back."""
    assert _said("Good. It is so", cut=True) == ("good", "opening", "ok")
    assert _said("Final rating: good\nBecause", cut=True) == ("good", "announced", "ok")
    assert _said("\\boxed{final rating: good}\nBecause", cut=True) == ("good", "announced", "ok")
    for text in ("Verdict: good\nBecause", "Look.\nGood", "Look.\nThe revision is good"):
        assert _said(text, cut=True) is None, text
        assert _said(text) is not None, text


def test_long_replies_are_read_at_both_ends():
    """Lines and the reply itself; the place is that of the whole line."""
    line = f"Verdict: good {'and ' * 10}{'x' * MAX_LINE}"
    assert read(line, WORDS).span == (0, len(line))
    ends = "\n".join(["Verdict: good", *["So."] * MAX_LINES, "That"])
    assert _said(ends) == ("good", "named", "ok")
    middle = "\n".join([*["So."] * MAX_LINES, "Verdict: good", *["So."] * MAX_LINES])
    assert _said(middle) is None


@pytest.mark.parametrize(
    ("text", "label"),
    [
        ("TRUE (all are met)", ""),
        ("Good (all are met)", "good"),
        ("**Fair**", "fair"),
        ("my verdict is poor", "bad"),
        ("partly good", ""),
        ("goodness", ""),
        ("", ""),
    ],
)
def test_the_label_of_a_short_text(text, label):
    """An explanation may follow."""
    assert value(text, WORDS) == label


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("It isn't *So*", "it is not so"),
        ("It can’t, cannot and can not", "it ca not, cannot and cannot"),
        ("It's, that's, this's, answer's, rating's, verdict's, Ann's",
         "it is, that is, this is, answer is, rating is, verdict is, ann's"),
        ("A ✅ b ❌", "a b"),
        ("✅", "yes"),
        ("✔", "yes"),
        ("👍", "yes"),
        ("❌", "no"),
        ("✗", "no"),
        ("✘", "no"),
        ("Row: ✘", "row: no"),
        ("<b>A</b> <i>b</i> <u>c</u> <em>d</em> <strong>e</strong> <code>f</code>", "a b c d e f"),
        ("<span>A</span><p>b</p><br/>c<td>d</td><div>e</div><s>f</s>", "a b c d e f"),
        ("<answer>A</answer><final_answer>b</final_answer><rating>c</rating><verdict>d</verdict>",
         "a b c d"),
        ("<x>a</x>", "<x>a</x>"),
        ("\\textbf{A} $b$", "a b"),
        ("“A” «b» ‘c’ 'd' `e` ~f~", "a b c d e f"),
        ("non-met un_met x‑y 3-4", "non met un met x y 3-4"),
        (" a\t b ", "a b"),
    ],
)  # fmt: skip
def test_plain_text(text, expected):
    """Without markup, signs as words, short forms in full."""
    assert plain(text) == expected


def test_signs_and_denials_as_labels():
    """ "No" is a label that denies, and a sign stands for a word."""
    for text, label in (
        ("Final answer: ✅", "yes"),
        ("Final answer: ❌", "no"),
        ("Look.\nThe constraint is not met", "no"),
        ("Look.\nThe constraint is met", "yes"),
        ("Look.\nMy answer is no", "no"),
        ("No, but it is close", "no"),
        ("Final answer: no, only partly", "no"),
    ):
        found = read(text, YES)
        assert found is not None, text
        assert (found.label, found.why) == (label, "ok"), text
