"""What the words around a list say, one case for each of the words."""

from __future__ import annotations

import pytest

from tamis.reading.looks_for import Titles
from tamis.reading.roles import CORRECTS, adds, bare, fails, is_none, role, says_none, withdraws
from written_forms import each

WANTED = Titles(first=("all books",))

HEADINGS = {
    "rejected": each(
        "Works that [do|does|did|would|could] not [meet|satisfy|satisfied|qualify|fit|match|fulfil"
        "|fulfill|comply|complied|conform|count|belong|pass|apply|make it|make the cut|adhere"
        "|work]",
        "Works that [don't|don’t] fit",
        "Works that [is|are|was|were] not [included|part of it|eligible|valid|listed]",
        "Works that are not quite eligible",
        "Works not [meeting|satisfying|qualifying|matching|fitting|included|eligible|selected"
        "|listed|valid] it",
        "[Non-matching|Nonmatching|Non-matches|Non-qualifying] works",
        "[Excluded|Exclusions|Rejected|Rejections|Eliminated|Discarded|Disqualified|Omitted"
        "|Ruled out|Left out|Near miss|Near-misses|Removed|Dropped|Ineligible|Incorrect|Invalid]",
        "Those [fail|fails|failed|failing] [to meet it|the test|on length|this|these|because of it"
        "|one|at length|both]",
        "Not [part of the answer|the list|my output|an answer]",
        "Works [by|from] other authors",
        "You [might|may|could] [like|also enjoy]",
        "[Recommended|Recommendations|Similar ones|Considered but not kept|Checked but not kept"
        "|Why not|Unsuitable|No|No match|No matches]",
    ),
    "draft": each(
        "[Draft|First attempt|First try|First pass|First guess|First thought|First thoughts"
        "|Initial list|Initial attempt|Initial thought|Initial thoughts|Initial output"
        "|Initial answer|Preliminary|Tentative|Brainstorm|Brainstorming|Scratch|Rough]:"
    ),
    "asked": each(
        "[Corrected|Revised|Updated|Amended|Fixed|Final|Finalised|Finalized|Definitive|Actual] "
        "[list|output|answer|answers|result|results|version|titles|books|selection|response|set"
        "|ids|documents]",
        "[Final|Corrected|Revised|Correction]",
        "[Output|The output|My output|Here is the output|Final output|The final JSON output"
        "|Output list|Output titles|Output is|Output (JSON)|Ausgabe|Antwort|Salida|Respuesta"
        "|Sortie|Réponse|Risposta|输出|答案|出力]:",
    ),
    "answer": each(
        "[Result|Results|Solution|List|Response|Selection|Conclusion|Id|Ids|Title|Titles]",
        "[The|My|Your|Here is the|Here are my] results",
        "Results [list|ids|titles|are|section]",
        "Ones [that|which|who] [meet|meets|meeting|satisfy|satisfies|satisfying|qualify"
        "|qualifies|qualifying|fit|fits|match|matches|matching|fulfil|fulfils|fulfill|fulfilling"
        "|comply|start|end|begin|contain|include|have|has|were|are|was|is"
        "|starting|ending|beginning|containing|with it]",
        "[They|These|The following] [qualify|all would qualify]",
        "[Books|Titles|Works|Novels|Films|Movies|Documents|Stories|Entries|Articles] qualify",
        "[Qualifying|Matching|Valid|Selected|Eligible|Included|Suitable|Relevant] works",
        "[Matches|Included|Qualifying|Qualifies|Yes|Accepted|Selected|Kept|Match]",
        "[I|We] [found|find|identified|list|include|know|would list|can list|could list]",
        "Here [is|are] some",
        "[So|Therefore|Thus|Hence] what remains [is|are|will be]",
        "All works which [meet|satisfy|qualify|match|fit] it",
        "All works that fit it",
    ),
    "all": each(
        "All [titles|works|novels|items|films|movies|documents|entries|ones|results"
        "|candidates|stories|ids|pages|matches|articles]",
        "All [of the|his|her|their|known|of her early] works",
        "Works [by|of|considered|to consider|from] her",
        "[Candidates|A candidate|The full list|Known works|A bibliography|A complete list]",
        "Some works [i know|checked|written by her|considered]",
    ),
    "first": each("All books[| by her]"),
    "notes": each(
        "[Note|Notes|Explanation|Explanations|Reasoning|Rationale|Analysis|Justification"
        "|Justifications|Evidence|Criteria|Criterion|Thought process|Verification|Check|Checks"
        "|Checking|Source|Sources|Reference|References|Comment|Comments|Footnote|Footnotes"
        "|Remark|Remarks|Disclaimer|Caveat|Caveats|Constraint|Constraints|Question|Query"
        "|Approach|Method|Observation|Observations|Summary of it|Background|Context|Discussion"
        "|Step by step|Steps|Details]",
        "[Further|Some further] notes",
        "[Please note|Why|How|A breakdown|A walk through|One by one|An overview]",
        "[Let me|Let's|Let’s|I'll|I’ll|I will] [check|go|look|count|think|work|start|list"
        "|consider|recall|see|review|verify|examine]",
    ),
    "neutral": each("[Novels|Fiction|Her notation|Peaks and valleys|Toni Morrison]"),
}  # fmt: skip


@pytest.mark.parametrize("said", HEADINGS)
def test_every_word_of_a_heading(said):
    """Whatever its case and markup."""
    found = {one: role(one, WANTED.asked, WANTED.before) for one in HEADINGS[said]}
    assert {one: what for one, what in found.items() if what != said} == {}
    assert role(f"## **{HEADINGS[said][0]}**:", WANTED.asked, WANTED.before) == said


@pytest.mark.parametrize(
    ("heading", "expected"),
    [
        ("  ## 3. **Final Answer:** ", "final answer"),
        ("Step 2: Results", "results"),
        ("Part 12 – _Results_", "results"),
        ("PHASE 1. Results —", "results"),
        ("> Results：", "results"),
        ("12345678901 Results", "results"),
    ],
)
def test_a_heading_bare(heading, expected):
    """Markup, numbering, and punctuation at its ends go."""
    assert bare(heading) == expected


FAILS = each(
    "It [do|does|did|would|could] not [meet|satisfy|qualify|fit|match|fulfil|comply|conform"
    "|count|belong|pass|apply|make it|make the cut|adhere|work] here now",
    "It [doesn't|doesn’t] fit here",
    "It [is|are|was|were] not [a match|included|eligible|valid|a valid one|one of them"
    "|written by her|by him|by her|by this one|by the one|a book|a real one] at that time",
    "not [meeting|satisfying|qualifying|matching|fitting|included|eligible|a match|valid"
    "|applicable|qualified] here",
    "It [fails|failed|fail] [to meet it|to satisfy it|to qualify here|the test|this test"
    "|on length|both tests|because of it|criterion 2|here today]",
    "It fails.",
    "It was [ruled out|disqualified] here",
    "It [disqualifies itself|violates it|violate it] here",
    "It [is|must be|therefore] [excluded|rejected|removed|discarded] here",
    "[So|therefore|hence|thus], [it is out|it's out|out|no fit|not it|excluded here"
    "|rejected here] today",
    "[❌|✗|✘|🚫] today",
    "there was no match today",
    "It doesn't.",
    "It doesn’t",
    "do not include it here",
    "It [should|must|can] not be included",
    "It [shouldn't|mustn’t] be included",
    "It cannot be included",
    "It should not be [included|counted|listed] here",
    "[No, it was so|No; it was so|No. It was so]",
    "we skip it here",
    "It was [excluded|rejected|removed|discarded]",
    "[Excluded|Rejected|Removed] here",
    "Sula – [no|nope|false|not a match|no match|excluded|fail|fails|rejected|not included"
    "|incorrect|wrong|does not|does not start so|doesn't start so|not ok]",
    "Sula[ – | — | - |: | → | => |=|> |, |; |. |(]no",
    "Sula \N{VERTICAL LINE} no",
    "three words -> no",
    "three words  no",
    "[No|No.|No!|No)|No**]",
)
PASSES = each(
    "It [meets|satisfies|qualifies|fits|matches|fulfils|fulfills|complies|conforms] here",
    "[✓|✅|✔|☑] today",
    "It [is|was] [included|valid|eligible|a match|therefore included|thus included"
    "|indeed included] here",
    "Sula – [yes|true|match|included|include|ok|correct|valid|pass|passes|keep|qualifies]",
    "[Yes|Yes.|Yes!|Yes)|Yes**]",
)
NEITHER = each(
    "[It is notable|It was published in 1970|Sula and no other thing|a noisy, truthful book"
    "|It includes a keepsake|He was passing by|an outing|qualified workers|a matchless book]"
)


def test_every_word_of_a_remark():
    """That an item fails, that it qualifies, or neither."""
    assert [one for one in FAILS if fails(one) is not True] == []
    assert [one for one in PASSES if fails(one) is not False] == []
    assert [one for one in NEITHER if fails(one) is not None] == []
    assert fails("It qualifies, but the year is wrong: no") is True
    assert fails("It does not fit at first, but it is valid") is False


NONE = each(
    "[None|Nothing|N/A|na|Null|Nil|Not applicable|Empty|Empty list|Empty set|Empty array|\\[\\]"
    "|{ }|∅|0 books|zero titles|(none)|None.|**None**]".replace("\\[\\]", "∅"),
    "No [|such |other |known |matching |relevant |suitable |english |qualifying |valid |further ]"
    "[book|title|work|novel|item|film|movie|document|entries|one|result|answer|candidate|stories"
    "|id|page|list|match|entity|article]",
    "No novel [meets|match|matches|satisfies|qualifies|applies|fits|in it|on it|by her"
    "|that fits|which fits|who fits|found|starts|ends|begins|contains|exists|was|were|is|are|of"
    "|from|with|has|have|answers|published|written] so",
    "No [books|titles|works|novels|items|documents|answers|entities|films|movies|stories|results"
    "|matches|ids|entries|candidates|pages|articles] whatever",
    "None [of them|of these|found|meet|meets|match|matches|satisfy|satisfies|qualify"
    "|qualifies|apply|fit|fits|in it|were so|was so|is so"
    "|are so|exist]",
    "There [is|are|was|were] [none|no book|not any book|zero books|no such good book] here",
    "Nothing [meets|matches|qualifies|satisfies|fits|found|in it|on it|here] at all",
    "[Empty|Left empty|The list is empty|Is left empty|(empty)]",
)


def test_every_way_to_say_none_in_place_of_an_item():
    """And names that begin in the same way."""
    assert [one for one in NONE if not is_none(one)] == []
    assert is_none("[ ]")
    assert is_none("{}")
    for name in (
        "None but the Brave",
        "Nothing Lasts",
        "No Country for Old Men",
        "None of the others",
        "Sula",
    ):
        assert not is_none(name), name


SAYS_NONE = each(
    "In the end, none of [the|these|those|his|her|their|my] books fit",
    "there [are|is|were|was|are not] [no|any] books here".replace("are not] [no|any]", "are] [no]"),
    "There [aren't|aren’t|isn't|isn’t|weren't|weren’t|are not] any works here",
    "I do not [find|have|know of|see|identify|locate] any books",
    "I have not [found] any books",
    "I am not aware of any books",
    "I [didn't|couldn’t|don't] [find|have|know of|see|identify|locate] any[| such| other] books",
    "I am unable to [find|identify|locate|name] any works",
    "So [no|zero|nor any] [|such |other |known |matching |suitable |english |relevant ]books",
    "So [none of them|none of these|none of those|none of the works|none of the good old works]",
    "So none [meet|meets|match|matches|qualify|qualifies|satisfy|satisfies|fit|fits|applies]",
    "I [return|returning|leave|leaving|output] [nothing|empty|an empty list|the list empty|none"
    "|is none]".replace("|an empty list", "").replace("|the list empty", "|list empty"),
    "My [list|answer|output|result|set] [is|remains|must be|should be|stays] [empty|thus empty"
    "|therefore empty]",
    "So nothing [qualifies|meets it|matches|satisfies it|fits]",
    "So not a single [one|book|title]",
)


def test_every_way_to_say_that_nothing_qualifies():
    """Not in quotes, not of the rest, and not what could not be found out."""
    assert [one for one in SAYS_NONE if not says_none(one)] == []
    for other in (
        'She wrote "No Books Here" and more',
        "She wrote “No Books Here” and more",
        "She wrote *No Books Here* and more",
        "None of the other books were looked at",
        "None of the rest was looked at",
        "I cannot find any books",
        "I can't find any books",
        "No doubt it is good",
    ):
        assert not says_none(other), other


WITHDRAWS = each(
    "[Remove|Removed|Removing|Drop|Dropped|Dropping|Exclude|Excluded|Excluding|Strike|Striking"
    "|Struck|Scratch|Withdraw|Withdrawn|Withdrawing|Delete|Deleted|Deleting|Discard|Discarded"
    "|Discarding|Disregard|Ignore|Replace|Replaced|Replacing|Swap] Sula",
    "Take [it|that|this|them|Sula|Song of Solomon] [out|off|back]",
    "Leave [it|that] out",
    "Leave [out|off] Sula",
    "Sula is [left out|out of the list] now",
    "Sula should not [be|have|count|appear]",
    "Sula [is|was|were|are] [by mistake|an error|a mistake|wrong|incorrect|in error|mistaken"
    "|mistakenly so|listed by mistake|included by mistake]",
    "Sula [was|were|is|are] [mistakenly|wrongly|incorrectly] here",
    "It stands here [by mistake|in error]",
    "Sula [does|do|did] not [belong|meet|satisfy|qualify|fit|match|count|fulfil|fulfill"
    "|really fit] here",
    "Sula [is|was|are|were] not [by her|written by her|a book|a novel|a match|a film|part|eligible"
    "|valid|correct|right|really valid]",
    "Sula [belong|belongs] to her",
    "Sula [fail|fails]",
    "Jazz [instead of|rather than] Sula",
    "Sula [was|is|were] [written|published|directed|actually written|in fact written"
    "|really written] by him",
)
ADDS = each(
    "[Add|Added|Adding|I forgot|Forgotten was|I missed|I omitted|I overlooked|Replace it by"
    "|Replaced by|Replacing it by|Swap in] Sula",
    "Sula should [be|also be] [included|added|on it|in it]",
    "Sula also [qualifies|meets it|satisfies it|fits|belongs|counts]",
    "Sula instead",
    "Sula belongs [on|in] it",
)
CORRECTIONS = each(
    "[Wait|Correction|Corrected|Actually|On second thoughts|On closer look|On further look"
    "|On reflection|Recheck|Re-checking|Rechecked|Scratch that|Oops|My mistake|Sorry|Apologies"
    "|I apologise|Erratum|Hold on|Hmm|Looking again|I realise|I realize|In fact|Strike it]: Sula",
    "EDIT: Sula",
    "I made [a|an] [mistake|error]",
    "I [should|should not|shouldn't|shouldn’t] have listed Sula",
)


def test_every_word_of_a_correction():
    """It takes back, it adds, or it only corrects."""
    assert [one for one in WITHDRAWS if not withdraws(one)] == []
    assert [one for one in ADDS if not adds(one)] == []
    assert [one for one in CORRECTIONS if not CORRECTS.search(one)] == []
    plain = "Sula is a famous book of 1973, and it was liked."
    assert (withdraws(plain), adds(plain), CORRECTS.search(plain)) == (False, False, None)
