"""Types of constraints: each has an example that passes, one that fails, and shows its working."""

from __future__ import annotations

import pytest

from tamis.checking.constraint_types import from_spec, known, type_of
from tamis.checking.constraint_types.text import Text
from tamis.types import InputError

IDS = sorted(known())


@pytest.mark.parametrize("id", IDS)
def test_a_type_has_an_example_that_passes_and_one_that_fails(id):
    """Both are decided, with a working, and the constraint can be written and read again."""
    made = type_of(id)
    for (given, text), wanted in ((made.passes, True), (made.fails, False)):
        constraint = made(**given)
        judged = constraint.judge(text)
        if not made.decides:
            assert judged.satisfied is None
            assert judged.reason
            continue
        assert judged.satisfied is wanted, (id, text, judged)
        assert judged.working or judged.worksheet
        assert all(0 <= start <= end <= len(text) for start, end in judged.places)
        assert from_spec(constraint.spec()) == constraint
        assert constraint.sentence


@pytest.mark.parametrize("id", IDS)
def test_a_wording_of_a_type_means_parameters_that_it_takes(id):
    """What the reader of requests is tried on."""
    made = type_of(id)
    assert made.wordings, f"{id} has no wordings"
    for wording, given in made.wordings.items():
        assert wording == wording.strip()
        made(**given)


@pytest.mark.parametrize("id", IDS)
@pytest.mark.parametrize(
    "text", ["", " \n", "#", "-" * 300, "| |", "```", "\0\ud800 a", "1." * 200, "**" * 200]
)
def test_no_text_makes_a_verifier_raise(id, text):
    """A verdict or a reason, whatever the text."""
    for given, _ in (type_of(id).passes, type_of(id).fails):
        judged = type_of(id)(**given).judge(text)
        assert judged.satisfied is not None or judged.reason


def test_parts_of_a_text_are_named_by_where():
    """Each, any, first, last, and by number; what the text lacks is undecided."""
    text = "# Plan\n\nOne two. Three.\n\n- a b\n- c d e\n"
    words = type_of("words")
    assert words(max=3, where="each bullet").judge(text).satisfied
    assert not words(max=2, where="each bullet").judge(text).satisfied
    assert words(max=2, where="any bullet").judge(text).satisfied
    assert words(exactly=3, where="last bullet").judge(text).satisfied
    assert words(exactly=3, where="paragraph 1").judge(text).satisfied
    assert words(exactly=5, where="last list").judge(text).satisfied
    assert words(exactly=2, where="first sentence").judge(text).satisfied
    assert words(exactly=1, where="title").judge(text).satisfied
    judged = words(exactly=1, where="each table").judge(text)
    assert judged.satisfied is None
    assert judged.reason == "the response has no table that could be read."


@pytest.mark.parametrize(
    ("where", "wanted", "name"),
    [
        ("each code block", False, "code block"),
        ("any code block", True, "code block"),
        ("code block 3", False, "code block 3"),
    ],
)
def test_a_part_of_two_words_is_a_part_like_others(where, wanted, name):
    """All blocks for `each`, one for `any`; it is named where the text has none."""
    text = "```\na b\n```\n\n```\nc d e\n```\n\n```\nf\n```"
    words = type_of("words")(exactly=3, where=where)
    assert words.judge(text).satisfied is wanted
    assert words.judge("None.").reason == f"the response has no {name} that could be read."


@pytest.mark.parametrize(
    ("id", "given", "where", "text", "wanted"),
    [
        # A title may be a line.
        (
            "starts_with",
            {"phrase": "S", "part_of_word": True},
            "each line",
            "# Rain\n\nSo\nSea",
            None,
        ),
        (
            "starts_with",
            {"phrase": "S", "part_of_word": True},
            "each line",
            "# Rain\n\nSo\nAir",
            False,
        ),
        ("words", {"max": 2}, "each line", "# Rain\n\nSo it is\nSea", False),
        # A greeting may be a paragraph.
        ("sentences", {"min": 2}, "each paragraph", "Hi Ann,\n\nIt rains. It pours.", None),
        ("sentences", {"min": 3}, "each paragraph", "Hi Ann,\n\nIt rains. It pours.", False),
        ("contains", {"terms": "rain"}, "first paragraph", "Hi Ann,\n\nRain is here today.", True),
        ("contains", {"terms": "rain"}, "first paragraph", "Our news\n\nRain is here today.", True),
        ("contains", {"terms": "rain"}, "first paragraph", "# Sun\n\nRain is here.", True),
        # A sign-off may be a sentence.
        ("questions", {"min": 1}, "last sentence", "It rains. Why?\n\nBest,\nBob", None),
        ("questions", {"min": 1}, "last sentence", "It rains. Why?", True),
        (
            "words",
            {"max": 4},
            "each sentence",
            "# A long and winding title\n\nIt rains here.",
            None,
        ),
        # Nested items count with the item that they lie in, or on their own.
        ("words", {"max": 2}, "each bullet", "- red\n- blue\n  - sky\n  - sea", None),
        ("words", {"max": 3}, "each bullet", "- red\n- blue\n  - sky\n  - sea", True),
        ("words", {"min": 2}, "each bullet", "- red\n- blue\n  - sky\n  - sea", False),
        # The title is no section, and its sections are those of the upper level.
        ("bullets", {"exactly": 1}, "each section", "# T\n\n## A\n\n- a\n\n## B\n\n- b", True),
        ("bullets", {"exactly": 1}, "each section", "# T\n\n## A\n\n- a\n\n## B\n\nb", False),
        ("bullets", {"exactly": 2}, "each section", "## A\n\n- a\n\n### B\n\n- b", None),
    ],
)
def test_what_a_part_is_may_be_a_matter_of_taste(id, given, where, text, wanted):
    """Then a verdict is given only where it is the same for all that a reader may take for it."""
    judged = type_of(id)(**given, where=where).judge(text)
    assert judged.satisfied is wanted, judged
    if wanted is None:
        assert judged.reason.startswith("it depends on what counts as a ")


def test_spans_of_a_part_are_places_in_the_whole():
    """So that a page can mark them."""
    text = "Intro.\n\n- one two\n- three"
    judged = type_of("words")(exactly=1, where="last bullet").judge(text)
    assert [text[a:b] for a, b in judged.places] == ["three"]


@pytest.mark.parametrize(
    ("spec", "says"),
    [
        ({"type": "wrods", "max": 3}, "there is no type of constraint 'wrods'"),
        ({"type": "words"}, "words needs a number"),
        ({"type": "words", "max": -1}, "words: max: input should be greater than or equal to 0"),
        ({"type": "words", "most": 1}, "words: there is no parameter .most.; it takes exactly"),
        ({"type": "words", "max": 1, "where": "every bullet"}, "where is 'every bullet'"),
        (["words"], "write its type with its parameters"),
    ],
)
def test_a_constraint_that_does_not_fit_is_told_in_a_sentence(spec, says):
    """What was wrong, and what to do."""
    with pytest.raises(InputError, match=says):
        from_spec(spec)


def test_about_leaves_a_margin_open():
    """Within a tenth it is kept, beyond a fifth it is not, and between them nobody can say."""
    words = type_of("words")(about=10)
    said = [words.judge(" ".join(["word"] * n)).satisfied for n in (7, 8, 9, 11, 12, 13)]
    assert said == [False, None, True, True, None, False]


def test_parts_are_found_in_a_text():
    """Sentences, paragraphs, lists, headings, tables, code, subject and title."""
    text = Text(
        "Subject: Rain\n\n**Plan**\n\nIt rains. It pours.\n\n1. one\n2. two\n   - deep\n\n"
        "| a | b |\n|---|---|\n| 1 | 2 |\n\n```python\nx = 1\n```\n"
    )
    assert text.quote(text.subject) == "Rain"
    assert [text.quote(s) for s in text.headings] == ["**Plan**"]
    assert len(text.numbered) == 2
    assert [text.quote(s) for s in text.bullets] == ["deep"]
    assert len(text.tables) == 1
    assert [text.quote(s) for s in text.code_blocks] == ["x = 1"]
    assert [part.text for part in text.parts("each row")] == ["1 | 2"]


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ({"words": {"min": 9, "max": 3}}, "min is 9, above max, which is 3"),
        ({"words": {"max": 60, "exactly": 60}}, "exactly stands alone"),
        ({"year": {"min": 1999, "max": 1950}}, "min is 1999, above max"),
        ({"items_years": {"min": 1999, "max": 1950}}, "min is 1999, above max"),
        ({"numbers_between": {"min": 2, "max": 1}}, "min is 2, above max"),
    ],
)
def test_bounds_that_no_text_can_keep_to_are_refused(given, said):
    """With what is wrong about them."""
    with pytest.raises(InputError, match=said):
        from_spec(given)
