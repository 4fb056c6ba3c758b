"""The edit rules: each on its own examples, and the turns of the paper's tables."""

from __future__ import annotations

import time
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tamis.writing.revision.rules import RULES, Case, judge
from tamis.writing.revision.turns import RevisionTurn


@pytest.mark.parametrize("name", RULES)
def test_a_rule_passes_its_good_example_and_fails_its_bad_one(name):
    """The passing turn has no fault by any rule; the failing one has this rule's."""
    rule = RULES[name]
    assert rule.fault(Case(rule.PASSES)) == ""
    assert judge(rule.PASSES).good, judge(rule.PASSES).reasons
    found = rule.fault(Case(rule.FAILS))
    assert found.endswith(".")
    assert found in judge(rule.FAILS).reasons
    assert not judge(rule.FAILS).good


A = [
    "Bread rises because yeast makes gas [0].",
    "The gas stays in the dough, which gluten holds together [1].",
    "Salt slows the yeast down [2].",
    "Warm water speeds it up, but hot water kills it [0].",
    "Sourdough works with wild yeast and bacteria [3].",
    "The bacteria give it its taste, as an early study showed [3].",
    "Whole flour rises less, for bran cuts the gluten [1].",
    "Overall, the rise depends on yeast, gluten and warmth [0] [1].",
]
BREAD = "\n\n".join(" ".join(A[n : n + 2]) for n in (0, 2, 4, 6))
"""Four paragraphs of two sentences each."""


def bread(*numbers, **new):
    """The paragraphs of BREAD with sentences left out, or with others in their place."""
    parts = [[new.get(f"s{n}", A[n]) for n in numbers if n // 2 == p] for p in range(4)]
    return "\n\n".join(" ".join(part) for part in parts if part)


ALL = range(8)
LISTED = "\n".join(f"{n}. {sentence}" for n, sentence in enumerate(A, 1))
ONE = "Yeast makes gas, gluten keeps it in the dough [0] [1], and warmth helps."
TABLE = (
    "| What | Effect |\n|---|---|\n| yeast | gas [0] |\n| gluten | dough [1] |\n| salt | [2] [3] |"
)
FAULTY = [
    # What the answer became by its instruction, and the rule that must see it.
    ("Add an example of a bread.", BREAD, "unchanged"),
    ("What does sugar do?", "", "cut"),
    ("What does sugar do?", BREAD + "\n\nSugar feeds the yeast, and so it makes the", "cut"),
    ("What does sugar do?", "Sure! Here is the updated answer:\n\n" + BREAD + "\n\nSo.", "chatter"),
    (
        "Don’t change anything further about this answer but copy it as-is.",
        bread(0, 1),
        "unchanged",
    ),
    ("What does sugar do?", bread(0, 7) + "\n\nSugar feeds the yeast.", "lost"),
    (
        "Without changing anything else, say what sugar does.",
        bread(*ALL[:5], 7) + "\n\nSugar feeds the yeast [2].",
        "lost",
    ),
    ("Shorten the answer.", BREAD + " Bakers know this well.", "brevity"),
    ("Please make the second paragraph more concise.", BREAD + " Bakers know it.", "brevity"),
    ("Please shorten the answer to a maximum of 3 paragraphs.", bread(0, 2, 4, 6), "limits"),
    ("Rewrite the answer in at most 20 words.", bread(0, 1, 2), "limits"),
    ("Rewrite the text into 1 paragraph only.", BREAD.replace("\n\n", "\n\n\n"), "limits"),
    (
        "Add one sentence on sugar to the end.",
        BREAD + " Sugar feeds the yeast. Too much of it slows the rise.",
        "limits",
    ),
    ("Remove the last sentence.", bread(*ALL[:6], 7), "removed"),
    ("Delete the second paragraph.", bread(0, 1, 3, 4, 5, 6, 7), "removed"),
    ("Remove the second paragraph.", bread(0, 1, 4, 5), "lost"),
    ('Remove "as an early study showed".', bread(*ALL, s0="Bread rises [0]."), "removed"),
    ("Remove all mentions of bran.", bread(*ALL, s0="Bread rises [0]."), "removed"),
    ("Remove reference [2].", bread(*ALL, s0="Bread rises [0]."), "removed"),
    ("Remove all references.", bread(*ALL, s2="Salt slows the yeast down."), "removed"),
    (
        'Replace "kills it" with "destroys it".',
        bread(*ALL, s3="Warm water speeds it up, but hot water kills it at once [0]."),
        "verbatim",
    ),
    (
        'Add the sentence "Sugar feeds the yeast." at the end.',
        BREAD + " The yeast is fed by sugar.",
        "verbatim",
    ),
    (
        'Add the sentence "Sugar feeds the yeast." at the end.',
        bread(*ALL, s0="Sugar feeds the yeast. " + A[0]),
        "place",
    ),
    (
        "As the first sentence, give a very short definition of bread.",
        BREAD + " Bread is baked dough.",
        "place",
    ),
    (
        'After the sentence "Salt slows the yeast down [2]." add a short sentence on sugar.',
        BREAD + " Sugar feeds the yeast.",
        "place",
    ),
    (
        "In the last paragraph, mention rye.",
        bread(*ALL, s2="Salt slows the yeast down [2]. Rye rises little."),
        "place",
    ),
    ("Write it as a bulleted list.", bread(*ALL, s0="Bread rises by gas [0]."), "form"),
    ("Combine the second and third paragraphs.", bread(*ALL, s0="Bread rises by gas [0]."), "form"),
    (
        "Move the last paragraph to the beginning of the answer.",
        bread(*ALL, s0="Bread rises by gas [0]."),
        "order",
    ),
    (
        'Move the sentence "Salt slows the yeast down [2]." to the end.',
        bread(*ALL, s0="Bread rises by gas [0]."),
        "order",
    ),
    ("Put the part on sourdough before the part on salt.", BREAD.replace("Overall, ", ""), "order"),
    ("What does sugar do?", bread(*ALL[:6]) + "\n\nSugar feeds the yeast.", "lost"),
    ("Delete the last sentence.", BREAD.replace("Overall, ", ""), "removed"),
    ("Add what paper 3 says about rye.", BREAD + " Rye rises little.", "cited"),
    ("Add what papers 4 and 5 say about rye.", BREAD + " Rye rises little [4].", "cited"),
    ("Cite paper [6] in the first paragraph.", bread(*ALL, s0="Bread rises by gas [0]."), "cited"),
    (
        "Add references to the last sentence.",
        bread(*ALL, s7="Overall, it is yeast [0] [1]."),
        "cited",
    ),
    (
        "What does sugar do?",
        bread(*ALL, s2="Salt slows the yeast down.") + " Sugar feeds the yeast.",
        "references_lost",
    ),
    (
        "Shorten the answer but keep all references.",
        bread(0, 1, 3, 4),
        "references_lost",
    ),
    ('Don\'t use the word "Overall".', BREAD.replace("Salt slows", "Salt brakes"), "removed"),
    ("Please take out the last two sentences please.", bread(*ALL[:7]), "removed"),
    ("Can you make this shorter?", BREAD + " Bakers know this well.", "brevity"),
    (
        "I see many redundant sentences. Can you make your answer more concise?",
        BREAD + " Bakers know this well.",
        "brevity",
    ),
    ("Give me a short version.", BREAD + " Bakers know this well.", "brevity"),
    ("Cut it in half.", bread(*ALL[1:]), "brevity"),
    ("Rewrite this in under 50 words.", bread(*ALL[1:]), "limits"),
    ("Can you give me a one-sentence version?", bread(0, 1), "limits"),
    ("Cut the last paragraph to one sentence.", bread(*ALL[1:]), "limits"),
    (
        "Put the paragraph on sourdough first.",
        "\n\n".join([bread(2, 3), bread(0, 1, 4, 5, 6, 7)]),
        "order",
    ),
    ("Reorganize it so that sourdough comes first.", BREAD.replace("slows", "brakes"), "order"),
    (
        'Append the sentence "Sugar feeds it." to the second item.',
        LISTED + "\n\nSugar feeds it.",
        "place",
    ),
    ("Expand the second paragraph with what sugar does.", BREAD + " Sugar feeds it.", "place"),
    (
        'Add "dark" after "Whole".',
        BREAD.replace("less, for bran", "less and is dark, for bran"),
        "place",
    ),
    ("Add a paragraph on sugar.", BREAD + " Sugar feeds the yeast.", "form"),
    ("Present this as a table.", BREAD.replace("slows", "brakes"), "form"),
    ("Add a heading above each paragraph.", BREAD.replace("slows", "brakes"), "form"),
    ("Split the second paragraph.", BREAD.replace("slows", "brakes"), "form"),
    ('Start a new paragraph before "Warm water".', BREAD.replace("slows", "brakes"), "form"),
    ('At the very end, write "Sugar helps."', bread(*ALL, s1=A[1] + " Sugar helps."), "place"),
    (
        "The first item is hard to read. Could you rephrase it?",
        LISTED.replace("slows", "brakes"),
        "unchanged",
    ),
]
GOOD = [
    ("What does sugar do?", bread(*ALL, s2="Salt slows the yeast down [2]. Sugar feeds it [4].")),
    ("Add an example of a bread.", BREAD.replace("Whole flour", "Whole flour, as in rye bread,")),
    ("Don’t change anything further about this answer but copy it as-is.", BREAD),
    ("", BREAD),
    ("Shorten the answer.", bread(0, 1, 4)),
    ("Please shorten the answer to a maximum of 3 paragraphs.", bread(0, 2, 4)),
    ("Rewrite the text into 1 paragraph only.", BREAD.replace("\n\n", " ")),
    ("Add one sentence on sugar to the end.", BREAD + " Sugar feeds the yeast."),
    ("Remove the last sentence.", bread(*ALL[:7])),
    ("Delete the second paragraph.", bread(0, 1, 4, 5, 6, 7)),
    ("Remove what you say about sourdough.", bread(0, 1, 2, 3, 6, 7)),
    ('Remove "as an early study showed".', BREAD.replace(", as an early study showed", "")),
    ('Remove "no such words" from the text.', BREAD),
    ("Remove all mentions of bran.", bread(*ALL, s6="Whole flour rises less [1].")),
    ("Remove reference [2].", BREAD.replace(" [2]", "")),
    ('Replace "kills it" with "destroys it".', BREAD.replace("kills it", "destroys it")),
    ('Add the sentence "Sugar feeds the yeast." at the end.', BREAD + " Sugar feeds the yeast."),
    (
        "As the first sentence, give a very short definition of bread.",
        bread(*ALL, s0="Bread is baked dough. " + A[0]),
    ),
    (
        'After the sentence "Salt slows the yeast down [2]." add a short sentence on sugar.',
        bread(*ALL, s2=A[2] + " Sugar feeds it."),
    ),
    ("In the last paragraph, mention rye.", BREAD + " Rye rises little."),
    ("Write it as a bulleted list.", "\n".join(f"- {sentence}" for sentence in A)),
    (
        "Combine the second and third paragraphs.",
        BREAD.replace(A[3] + "\n\n", A[3] + " "),
    ),
    (
        "Move the last paragraph to the beginning of the answer.",
        "\n\n".join([" ".join(A[6:]), bread(*ALL[:6])]),
    ),
    (
        'Move the sentence "Salt slows the yeast down [2]." to the end.',
        bread(0, 1, 3, 4, 5, 6, 7) + " " + A[2],
    ),
    ("Add what papers 4 and 5 say about rye.", BREAD + " Rye rises little [4] and late [5]."),
    ("Add references to the last sentence.", BREAD + " [2]"),
    ("Add what paper 3 says about rye.", BREAD + " Rye rises little [3]."),
    (
        "Turn the first sentence of the list into a paragraph.",
        BREAD.replace("\n\nSour", "\n\n- Sour").replace("\n\nWhole", "\n\n- Whole"),
    ),
    ("Put it in simpler words.", BREAD.replace("slows", "brakes").replace("kills", "ends")),
    (
        "Reorganize the answer so that sourdough comes first.",
        "\n\n".join([" ".join(A[4:6]), bread(0, 1, 2, 3, 6, 7)]),
    ),
    ("How is the bacteria's work measured? Two sentences at most.", BREAD + " By acid [3]."),
    *(
        (instruction, ONE)
        for instruction in (
            *("Make it at most 50 words.", "No more than 50 words, please.", "50 words max."),
            *(
                "Rewrite this in under 50 words.",
                "Say it in 40 words or fewer.",
                "Use fewer words.",
            ),
            *("Can you give me a one-sentence version?", "Be brief.", "Halve it.", "TL;DR please"),
            *("Give me a summary.", "Make it a single sentence.", "Can you be more succinct?"),
            *("Could this be said in one sentence?", "The answer should not exceed 50 words."),
        )
    ),
    ("Can you make this shorter? Three paragraphs are enough.", bread(0, 2, 7)),
    ('Don\'t use the word "Overall".', BREAD.replace("Overall, the", "The")),
    ('Do not begin the last sentence with "Overall".', BREAD.replace("Overall, the", "The")),
    ('Stop using "Overall".', BREAD.replace("Overall, the", "The")),
    ("Cut the last paragraph to one sentence.", bread(*ALL[:7])),
    (
        "Put the paragraph on sourdough first.",
        "\n\n".join([bread(4, 5), bread(0, 1, 2, 3, 6, 7)]),
    ),
    ('Add "dark" after "Whole".', BREAD.replace("Whole flour", "Whole dark flour")),
    ("Add a paragraph on sugar.", BREAD + "\n\nSugar feeds the yeast."),
    ("Present this as a table.", TABLE),
    ("Add a heading above each paragraph.", "## Rise\n\n" + BREAD),
    ("Split the second paragraph.", BREAD.replace(A[2] + " ", A[2] + "\n\n")),
    (
        "Limit the number of sentences about sourdough to one.",
        BREAD.replace("bacteria [3]. The bacteria give", "bacteria [3], and the bacteria give"),
    ),
    ('Start a new paragraph before "Warm water".', BREAD.replace(A[2] + " ", A[2] + "\n\n")),
    ('At the very end, write "Sugar helps."', BREAD + " Sugar helps."),
    ("Do not cite [0] twice in the last sentence.", BREAD.replace("warmth [0] [1]", "warmth [1]")),
    ("Write the names of all breads in bold.", BREAD.replace("Sourdough", "**Sourdough**")),
    ("Looks good.", BREAD),
    ("This is great, thanks!", BREAD),
]


@pytest.mark.parametrize(("instruction", "answer", "rule"), FAULTY)
def test_what_is_plainly_wrong_is_seen_by_the_rule_for_it(instruction, answer, rule):
    """Each turn was made wrong by hand, in one way."""
    old = LISTED if "item" in instruction else BREAD
    found = judge(RevisionTurn("Why does bread rise?", old, instruction, answer))
    assert rule in {fault.rule for fault in found.faults}, found.faults
    assert not found.good


@pytest.mark.parametrize(("instruction", "answer"), GOOD)
def test_where_nothing_is_wrong_the_revision_is_good(instruction, answer):
    """Each instruction was carried out by hand."""
    found = judge(RevisionTurn("Why does bread rise?", BREAD, instruction, answer))
    assert found.faults == ()


@pytest.mark.parametrize(
    ("instruction", "answer", "reason"),
    [
        (
            "Make it one sentence.",
            A[0] + " " + A[1],
            "The answer has 2 sentences, and 1 sentence was",
        ),
        (
            "At least 2 sentences, please.",
            A[0],
            "The answer has 1 sentence, and at least 2 sentences",
        ),
    ],
)
def test_numbers_in_reasons_are_read_as_english(instruction, answer, reason):
    """One sentence was, two sentences were."""
    assert any(
        found.startswith(reason)
        for found in judge(RevisionTurn("Q?", BREAD, instruction, answer)).reasons
    )


def test_the_rules_take_little_time():
    """Two answers of 400 words: 95% under 5 ms of processor time in themselves, here with room."""
    old = "\n\n".join(BREAD.replace("yeast", f"yeast{n}") for n in range(5))
    turns = [
        RevisionTurn("Q?", old, instruction, old + "\n\n" + answer)
        for instruction, answer, _ in FAULTY
    ]
    spent = []
    for turn in turns:
        start = time.thread_time()
        judge(turn)
        spent.append(time.thread_time() - start)
    assert sorted(spent)[len(spent) * 95 // 100] < 0.03


def test_an_empty_answer_has_no_other_fault():
    """One reason is enough, and it is the true one."""
    found = judge(RevisionTurn("Q?", BREAD, 'Add "Sugar feeds the yeast." at the end.', " "))
    assert [fault.rule for fault in found.faults] == ["cut"]


def test_a_turn_is_always_judged_the_same_and_its_rating_is_not_looked_at():
    """Two judgements are equal, whatever a person said."""
    turn = RevisionTurn("Q?", BREAD, "Shorten it and cite [7].", bread(0, 1))
    assert judge(turn) == judge(replace(turn, good=False)) == judge(replace(turn, good=True))


@given(st.text(max_size=200), st.text(max_size=200), st.text(max_size=200))
def test_any_turn_can_be_judged(previous, instruction, answer):
    """No text makes a rule fail."""
    assert judge(RevisionTurn("Q?", previous, instruction, answer)).reasons is not None


@given(
    st.lists(
        st.sampled_from(
            [
                *("remove", "move", "add", "replace", "shorten", "merge", "the", "first", "second"),
                *(
                    "sentence",
                    "paragraph",
                    "paragraphs",
                    '"yeast"',
                    '"',
                    "to",
                    "after",
                    "with",
                    ".",
                ),
                *("one", "at most", "3", "[2]", "papers", "all references", "end", "don't", "keep"),
            ]
        ),
        max_size=14,
    ),
    st.lists(st.sampled_from(A), max_size=8),
)
def test_instructions_of_the_words_that_rules_look_for_can_be_judged(words, sentences):
    """Pieces of instructions in any order make no rule fail."""
    turn = RevisionTurn("Q?", BREAD, " ".join(words), " ".join(sentences))
    assert all(reason.endswith(".") for reason in judge(turn).reasons)
