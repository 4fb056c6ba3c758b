"""Types of constraints on the content of a text, and the items of lists: details of verdicts."""

from __future__ import annotations

import re

import pytest

from tamis.checking.constraint_types.list_items import lists_of, shown
from tamis.checking.constraint_types.text import Text

SPEAKS = "I we you it he she they is are was were has have had there this that these once dear Hi "
SPEAKS += "hello thank thanks please best regards yours"


def items(text):
    """The items of each list of a text that is a part of a longer one."""
    return lists_of(Text("...\n" + text).part((4, 4 + len(text))))


@pytest.mark.parametrize(
    ("line", "whole", "names"),
    [
        # Emphasis, quotes, code and links name an item where nothing but an explanation follows.
        ("**Tea** – green", "Tea – green", ["Tea"]),
        ("**Tea:** hot", "Tea: hot", ["Tea"]),
        ("**Tea：** hot", "Tea： hot", ["Tea"]),
        ("**Tea** is hot", "Tea is hot", ["Tea", "Tea is hot"]),
        ("**Tea**", "Tea", ["Tea"]),
        ("***Tea***: hot", "Tea: hot", ["Tea"]),
        ("__Tea__, hot", "Tea, hot", ["Tea"]),
        ("*Emma* (1815)", "Emma (1815)", ["Emma"]),
        ("_Emma_ (1815)", "Emma (1815)", ["Emma"]),
        ("`code`: x", "code: x", ["code"]),
        ('"Emma" and more', 'Emma" and more', ["Emma", 'Emma" and more']),
        ("“Emma”: it is a book of hers", "Emma”: it is a book of hers", ["Emma"]),
        ("[Tea](http://a.b) – good", "[Tea](http://a.b) – good", ["Tea"]),
        ("[Tea] is good", "[Tea] is good", ["Tea", "[Tea] is good"]),
        *[(f"**Tea**{sign}x", f"Tea{sign}x", ["Tea"]) for sign in ":：–—(|,;-→"],
        ("**Tea**->x", "Tea->x", ["Tea"]),
        ("**Tea**. Good", "Tea. Good", ["Tea"]),
        ("**Tea**.Good", "Tea.Good", ["Tea", "Tea.Good"]),
        ("**Tea (green)**: x", "Tea (green): x", ["Tea", "Tea (green)"]),
        ("*Emma* by Jane Austen", "Emma by Jane Austen", ["Emma"]),
        ("**Tea** by ann", "Tea by ann", ["Tea", "Tea by ann"]),
        # An author may be a part of it, a time is one.
        ("Emma by Jane Austen", "Emma by Jane Austen", ["Emma", "Emma by Jane Austen"]),
        ("Emma, by jane", "Emma, by jane", ["Emma", "Emma, by jane"]),
        ("Emma by May Sarton", "Emma by May Sarton", ["Emma", "Emma by May Sarton"]),
        *[(f"Pay by {when}", f"Pay by {when}", [f"Pay by {when}"])
          for when in ("Friday", "Noon", "May", "Sept", "Q3", "EOD", "Tomorrow", "End of May")],
        *[(f"Pay, by {when}", f"Pay, by {when}", [f"Pay, by {when}"])
          for when in ("monday", "tuesday", "wednesday", "thursday", "saturday", "sunday", "noon",
                       "midnight", "easter", "christmas", "tonight", "today", "next week", "night",
                       "day", "the month", "year", "spring", "summer", "autumn", "fall", "winter",
                       "5pm", "january", "q1", "q4")],
        # A year in brackets is no part, another bracket may be one.
        *[(f"Emma ({year})", f"Emma ({year})", ["Emma"])
          for year in ("1815", "c. 1815", "c.1815", "circa 1815", "1815-16", "1815–1816", "814 AD",
                       "1815/16", "184 BC", "184 BCE", "214 CE", " 1815 ")],
        *[(f"Emma ({said})", f"Emma ({said})", ["Emma", f"Emma ({said})"])
          for said in ("novel", "15", "18155", "c 1815", "1815-1", "1815 AC")],
        ("(1815) Emma", "(1815) Emma", ["(1815) Emma"]),
        ("Emma (1815) by Ann", "Emma (1815) by Ann", ["Emma (1815)", "Emma (1815) by Ann"]),
        # An explanation of four words or more is one, a shorter one may belong to the name.
        ("Tea: a drink of leaves", "Tea: a drink of leaves", ["Tea"]),
        ("Tea: a green drink", "Tea: a green drink", ["Tea", "Tea: a green drink"]),
        *[(f"Tea {sign} x", f"Tea {sign} x", ["Tea", f"Tea {sign} x"])
          for sign in ("–", "—", "-", "--", "→", "->", "=>", "|")],
        ("Tea—x", "Tea—x", ["Tea", "Tea—x"]),
        ("Tea：x y", "Tea：x y", ["Tea：x y"]),
        ("Tea： x", "Tea： x", ["Tea", "Tea： x"]),
        ("Tea:x->y", "Tea:x->y", ["Tea:x->y"]),
        # Boxes, signs before it and stops behind it are none of it.
        ("[x] Tea", "Tea", ["Tea"]),
        ("[X] **Tea**: hot", "Tea: hot", ["Tea"]),
        ("[ ] Tea: hot", "Tea: hot", ["Tea", "Tea: hot"]),
        ("💡 Tea!", "Tea", ["Tea"]),
        ("  ~~Tea~~ ;,.:!? ", "Tea", ["Tea"]),
        ("snake_case *a* _b_", "snake_case a b", ["snake_case a b"]),
        *[(f"{sign}5 note", f"{sign}5 note", [f"{sign}5 note"]) for sign in "$€£(['-"],
    ],
)  # fmt: skip
def test_an_item_has_a_name(line, whole, names):
    """What its text may be, the likeliest first; its first line without marks."""
    ((item,),) = items(f"1. {line}")
    assert (item.whole, list(item.names), item.name) == (whole, names, names[0])


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("- a\n  - b\n- c", [["a", "c"]]),
        ("- a\n  more\n\n  para\n- b", [["a\n  more", "b"]]),
        ("- \n- ***\n- a", [["a"]]),
        ("- a\n- b\n\ntext\n\n- c", [["a", "b"], ["c"]]),
        ("# H\n\n- a\n- b\n\n## I\n\n1. c", [["a", "b"], ["c"]]),
        # What goes on counting is one list, and what stands between are its details.
        ("1. a\n- x\n2. b\n- y\n- z\n3. c", [["a", "b", "c"]]),
        ("1. a\n2. b\n\ntext\n\n3. c\n4. d\n\ntext\n\n5. e", [["a", "b", "c", "d", "e"]]),
        ("1. a\n2. b\n\ntext\n\n4. c", [["a", "b"], ["c"]]),
        ("2. a\n3. b\n\ntext\n\n3. c", [["a", "b"], ["c"]]),
        ("1. a\n\ntext\n\n1. b\n2. c\n\ntext\n\n3. d", [["a"], ["b", "c", "d"]]),
        ("<ul><li>a</li><li>b</li></ul>", [["a", "b"]]),
        # Of a table the first column with letters in most rows; no totals, no empty rows.
        ("| n | p |\n|---|---|\n| 1 | tea |\n| 2 | milk |", [["1 | tea", "2 | milk"]]),
        ("| n | p |\n|---|---|\n| tea | a |\n| 2 | 5 |", [["tea | a", "2 | 5"]]),
        (
            "| n |\n|---|\n| **Total** |\n| Totals |\n| Sub-total |\n| subtotal |\n| Grand total |"
            "\n|  |\n| Totally |\n| a |",
            [["Totally", "a"]],
        ),
        ("| n |\n|---|", []),
        # Lines, where there is nothing else: without a title above, and a last word below.
        ("Tea\nMilk\nSoup", [["Tea", "Milk", "Soup"]]),
        ("Tea\n---\nMilk", [["Tea", "Milk"]]),
        ("# Title\nTea\nMilk", [["Tea", "Milk"]]),
        ("  **Title**\nTea\nMilk", [["Tea", "Milk"]]),
        ("Here:\nTea\nMilk\nSoup", [["Tea", "Milk", "Soup"]]),
        ("Hello\n\nTea\nMilk\nSoup\n\nBye!", [["Tea", "Milk", "Soup"]]),
        ("Hello\n\nyou\n\nTea\nMilk\nSoup", [["Tea", "Milk", "Soup"]]),
        ("Hello.\n\nTea\nMilk\nSoup", []),
        ("Hello,\n\nTea\nMilk\nSoup", []),
        ("x" * 100 + "\n\nTea\nMilk\nSoup", [["Tea", "Milk", "Soup"]]),
        ("x" * 101 + "\n\nTea\nMilk\nSoup", []),
        ("Tea\nMilk\nSoup\n\nA\nB\nC", []),
        ("Tea\n\nMilk\n\nSoup", [["Tea", "Milk", "Soup"]]),
        ("Tea\n\nMilk\nSoup", []),
        ("It rains. It pours\nTea", []),
        ("It rains! Été\nTea", []),
        ("Is it? Yes\nTea", []),
        ("It rains. it pours\nTea", [["It rains. it pours", "Tea"]]),
        ("y" * 100 + "\nTea", [["y" * 100, "Tea"]]),
        ("y" * 101 + "\nTea", []),
        # With a label a line may be longer, and hold sentences.
        ("**Tea**. It is hot. We drink.\nMilk", [["**Tea**. It is hot. We drink.", "Milk"]]),
        ("__Tea__ It is hot. We drink.\nMilk", [["__Tea__ It is hot. We drink.", "Milk"]]),
        ("Tea: It is hot. We drink.\nMilk", [["Tea: It is hot. We drink.", "Milk"]]),
        ("Tea: " + "y" * 395 + "\nMilk", [["Tea: " + "y" * 395, "Milk"]]),
        ("Tea: " + "y" * 396 + "\nMilk", []),
        # One line, parted by commas, that is no sentence.
        ("tea, milk, and soup", [["tea", "milk", "soup"]]),
        ("tea, or milk, & soup.", [["tea", "milk", "soup"]]),
        ("And, tea", [["And", "tea"]]),
        ("  Drinks:  tea, milk or rum! ", [["tea", "milk or rum"]]),
        ("# Drinks\n\ntea, milk", [["tea", "milk"]]),
        ("tea, , 1_, -", [["tea", "1_"]]),
        ("one, two three four five, six", [["one", "two three four five", "six"]]),
        ("one, two three four five six, seven", []),
        *[(one, []) for one in ("tea and milk", "Tea", "tea; milk, rum? no", "Tea. Milk, rum")],
        *[(f"{word}, tea", []) for word in SPEAKS.split()],
        ("tea," + "y" * 1996, [["tea", "y" * 1996]]),
        ("tea," + "y" * 1997, []),
    ],
)
def test_lists_are_found(text, wanted):
    """As they are written, each item at its place in the whole."""
    found = items(text)
    assert [[item.written for item in one] for one in found] == wanted
    for item in (item for one in found for item in one):
        place = ("...\n" + text)[slice(*item.span)].strip()
        assert item.name[:9] in place
        assert re.search(r"\w", place)


def test_the_names_of_items_are_shown():
    """Up to twelve, or as many as wanted, each up to sixty signs; long items are cut."""
    (found,) = items("\n".join(f"- {sign}" for sign in "abcdefghijklm"))
    assert shown(found) == ", ".join(f'"{sign}"' for sign in "abcdefghijkl") + " and 1 more"
    assert shown(found[:12]) == ", ".join(f'"{sign}"' for sign in "abcdefghijkl")
    assert shown(found[:3], 2) == '"a", "b" and 1 more'
    ((long, short, exact),) = items(f"- {'x' * 1001}\n- y\n- {'z' * 1000}")
    assert [one.cut for one in (long, short, exact)] == [True, False, False]
    assert (len(long.whole), len(long.name), len(exact.whole)) == (1000, 1000, 1000)
    assert shown([long, short]) == f'"{"x" * 60}", "y"'
