"""Types of constraints on the content of a text, and the items of lists: details of verdicts."""

from __future__ import annotations

import re

import pytest

from tamis.checking.constraint_types import type_of
from tamis.checking.constraint_types.content._matching import inflected, mentions
from tamis.checking.constraint_types.content._things import KINDS, is_food
from tamis.checking.constraint_types.list_items import lists_of, shown
from tamis.checking.constraint_types.text import Text
from verdicts_by_hand import N, U, Y

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


# Mentions of terms.


def found(term, text, **given):
    """What surely is a mention, and what may be one, in a part of a longer text."""
    whole = Text("..." + text).part((3, 3 + len(text)))
    return tuple([whole.quote(at) for at in some] for some in mentions(whole, term, **given))


@pytest.mark.parametrize(
    ("term", "text", "sure", "unsure"),
    [
        # Plurals and possessives are the word.
        ("river", "River rivers river's rivers' riverside", "River rivers river's rivers", ""),
        ("box", "box boxes box's boxen", "box boxes box's", ""),
        ("quiz", "quizes", "quizes", ""),
        ("match", "matches", "matches", ""),
        ("dish", "dishes", "dishes", ""),
        ("gas", "gas gases ga", "gas gases", ""),
        ("hero", "heroes heros hero's", "heroes heros hero's", ""),
        ("city", "cities city's", "cities city's", ""),
        ("day", "days day's", "days day's", ""),
        ("boy", "boies boys", "boys", ""),
        ("as", "as's ass as", "as's as", ""),
        ("new", "news new's", "new's", ""),
        ("doe", "doe does", "doe", "does"),
        ("thu", "thus thu", "thu", ""),
        # Words whose 's is no possessive.
        *[(one, f"{one} {one}'s", one, f"{one}'s")
          for one in ("it", "that", "there", "here", "what", "who", "where", "how", "let", "he",
                      "she", "when", "why")],
        # Other forms may be meant: singulars, verbs, grades, irregular ones.
        ("buses", "bus Buse buses", "buses", "bus Buse"),
        ("cities", "city citie", "", "city citie"),
        ("CTEs", "CTE", "", "CTE"),
        ("gases", "gas", "", "gas"),
        ("glass", "glas glass", "glass", ""),
        ("news", "new news", "news", ""),
        ("run", "running runs ran runner", "runs", "running ran"),
        ("bake", "baking baked bakes baker", "bakes", "baking baked"),
        ("cry", "cried cries crying crier", "cries", "cried crying"),
        ("go", "went goes gone going goer", "", "went goes gone going"),
        ("be", "is are was were been am being", "", "is are was were been am being"),
        ("child", "children child's", "child's", "children"),
        ("children", "child children's", "children's", "child"),
        ("better", "good best well", "", "good best"),
        ("happy", "happier happiest happily unhappy", "", "happier happiest happily"),
        ("happily", "happy happier", "", "happy happier"),
        ("big", "bigger biggest", "", "bigger biggest"),
        ("fast", "faster fastest", "", "faster fastest"),
        ("simple", "simply simpler simplest", "", "simply simpler simplest"),
        ("large", "largely larger largest", "", "largely larger largest"),
        ("grey", "greyest", "", ""),
        ("low", "lower lowest lowly", "", "lower lowest lowly"),
        ("universe", "university universal", "", ""),
        # Accents, and words joined or parted.
        ("café", "cafe café cafes", "café", "cafe"),
        ("cafe", "café cafés", "", "café"),
        ("email", "e-mail e‑mail e\u00admail e‐mail e–mail", "",
         "e-mail e‑mail e\u00admail e‐mail"),
        ("e-mail", "email e-mail", "e-mail", "email"),
        ("wellbeing", "well--being well-being", "", "well-being"),
        # Signs are part of a term with signs; a term of words is a whole word.
        ("C++", "c++ C++! C+ C", "c++ C++", ""),
        (".NET", "x.NET .net .NETs", ".NET .net", ""),
        ("AT&T", "AT&TX xAT&T AT&T", "AT&T", ""),
        ("it's!", "it’s! it's! itʼs!", "it’s! it's! itʼs!", ""),
        ("don't", "don’t don't donʼt don‘t dont", "don’t don't donʼt", ""),
        ("straße", "STRASSE", "STRASSE", ""),
        ("tea", "tea `tea` https://a.org/tea", "tea", "tea tea"),
        ("小猫", "小猫在", "小猫", ""),
        ("猫", "猫", "", "猫"),
        ("ไทย", "ภาษาไทย", "ไทย", ""),
        ("हिन्दी", "हिन्दी बोल हि", "हिन्दी", ""),
    ],
)  # fmt: skip
def test_the_forms_of_a_word_are_mentions(term, text, sure, unsure):
    """Surely: the word, its plural and its possessive; perhaps: other inflections."""
    assert found(term, text) == (sure.split(), unsure.split())


@pytest.mark.parametrize(
    ("term", "text", "given", "sure", "unsure"),
    [
        ("well being", "wellbeing well-being well, being", {}, ["well-being"], ["wellbeing"]),
        ("a b c", "abc a-b-c", {}, ["a-b-c"], []),
        ("credit card", "credit cards, credit-card's", {}, ["credit cards", "credit-card's"], []),
        ("credit card", "credits card, credit's card", {}, [], ["credits card", "credit's card"]),
        ("credit cards", "a credit card", {}, [], ["credit card"]),
        (
            "thank you",
            "thank you; thank, you; thank\n**you**",
            {},
            ["thank you", "thank\n**you"],
            [],
        ),
        ("pay day", "pay", {}, [], []),
        ("river", "River rivers river's", {"exact": True}, ["River", "river's"], []),
        ("river", "rivered rivers", {"exact": True}, [], []),
        ("Tea", "Tea tea TEA Teas", {"case": True}, ["Tea", "Teas"], []),
        ("US", "us US US's Us", {"case": True}, ["US", "US's"], []),
        ("New York", "New York, new York, New YORK", {"case": True}, ["New York"], []),
        (".NET", ".net .NET", {"case": True}, [".NET"], []),
        # Of a phrase with signs its words alone may be one, but not within a mention.
        (
            "Hello, world!",
            "hello,\nworld! Hello world",
            {},
            ["hello,\nworld!"],
            ["Hello world"],
        ),
        ('say "hi"', "say “hi” say „hi”", {}, ["say “hi”"], ["say „hi"]),
        ("R&D", "R & D, R&D", {}, ["R&D"], ["R & D"]),
        ("R&D", "R & D, R&D", {"exact": True}, ["R&D"], ["R & D"]),
        ("R&D", "r&d, R & D, R&D", {"case": True}, ["R&D"], ["r&d", "R & D"]),
        ("R&D", "xR&Dx", {}, [], []),
        ("!!", "a!! b", {}, ["!!"], []),
    ],
)
def test_phrases_are_found(term, text, given, sure, unsure):
    """With blanks and hyphens between their words; as given where that is wanted."""
    assert found(term, text, **given) == (sure, unsure)


@pytest.mark.parametrize(
    ("one", "other", "wanted"),
    [
        *[("walk", f"walk{end}", True) for end in ("s", "ed", "ing", "ings", "en", "n", "e", "d")],
        *[("bake", "baking", True), ("cry", "cries", True), ("cry", "cried", True)],
        *[("dry", "drying", True), ("lie", "lying", False)],
        *[("stop", "stopped", True), ("stop", "stopper", False), ("run", "runners", False)],
        *[("a", "as", False), ("ab", "abs", True), ("hop", "hopping", True)],
        *[("organ", "organisation", False), ("shin", "shiny", True), ("fed", "feeding", False)],
    ],
)
def test_inflections_differ_by_an_ending(one, other, wanted):
    """From two common letters on, with a doubled consonant or without."""
    assert inflected(one, other) is inflected(other, one) is wanted


# Things that are denied.

BEFORE = "without/no/not/never/none of/free of/free from/instead of/rather than/in place of/minus/"
BEFORE += "skip/skipping/omit/omitting/leave out/leaves out/avoid/avoids/exclude/excluding/lack/"
BEFORE += (
    "lacks/lacking/replace/replacing/substitute/swap/swapping/allergic to/allergy to/don't add/"
)
BEFORE += (
    "isn’t/hold the/remove/removes/zero/non/vegan/plant-based/plant based/mock/faux/imitation/"
)
BEFORE += "milk-free/dairy free"
BEHIND = "-free/ free/-less/ substitute/ substitutes/ alternative/ alternatives/ replacement/"
BEHIND += " replacements/ allergy/ allergies/'s free/’s free"


def thing(term, text):
    """Whether a text is without a thing."""
    return type_of("excludes")(terms=[term], thing=True).judge(text).satisfied


@pytest.mark.parametrize("words", BEFORE.split("/"))
def test_a_thing_may_be_denied_before_it_is_named(words):
    """In the same sentence; else it is there."""
    assert thing("garlic", f"Good and {words} garlic.") is None
    assert thing("garlic", f"Good and {words} it. Add garlic.") is False


@pytest.mark.parametrize("words", BEHIND.split("/"))
def test_a_thing_may_be_denied_behind_its_name(words):
    """Right there; else it is there."""
    assert thing("garlic", f"A garlic{words} sauce.") is None
    assert thing("garlic", f"A garlic sauce{words}.") is False


@pytest.mark.parametrize(
    ("term", "text", "wanted"),
    [
        *[("milk", f"a cup of {plant} milk", None)
          for plant in ("almond", "coconut", "oat", "soy", "soya", "cashew", "rice", "hemp",
                        "peanut", "nut", "cocoa", "shea", "seed")],
        *[(food, f"some oat {food}", None)
          for food in ("butter", "cream", "cheese", "yogurt", "yoghurt", "dairy")],
        ("creams", "some oat creams", None),
        ("milk", "oats and milk", False),
        ("eggs", "some oat eggs", False),
        ("garlic", "a sauce with free garlic", False),
        ("garlic", "your-free garlic", False),
        ("garlic", "the red-free garlic", False),
        ("garlic", f"No {'more ' * 11}garlic", None),
        ("garlic", f"No {'more ' * 12}garlic", False),
    ],
)  # fmt: skip
def test_a_thing_is_there_unless_it_is_denied(term, text, wanted):
    """Milk of plants is none; a denial stands within sixty signs."""
    assert thing(term, text) is wanted


@pytest.mark.parametrize("kind", KINDS)
def test_what_belongs_to_a_kind_may_be_meant_by_it(kind):
    """Almonds where nuts are banned, each of the kind; not where they are denied."""
    for one in KINDS[kind].split():
        assert thing(kind, f"Add {one}.") is not True
        assert is_food(one)
    assert thing(kind, f"Without {KINDS[kind].split()[0]}, add thyme.") in (True, None)


@pytest.mark.parametrize(
    ("kind", "one"),
    [
        *[("meat", "beef"), ("pork", "bacon"), ("fish", "tuna"), ("seafood", "squid")],
        *[("shellfish", "crayfish"), ("dairy", "whey"), ("nuts", "pecans"), ("alcohol", "rum")],
        *[("gluten", "rye"), ("egg", "mayonnaise"), ("sugar", "syrup"), ("onions", "leek")],
        *[("fruit", "figs"), ("vegetables", "kale"), ("soy", "tofu"), ("caffeine", "tea")],
        ("animal products", "honey"),
    ],
)
def test_kinds_of_food_have_their_members(kind, one):
    """One of each kind, with its plural; another food belongs to none of them."""
    assert thing(kind, f"Add {one}.") is None
    assert thing(kind, "Add thyme.") is True


@pytest.mark.parametrize(
    ("named", "wanted"),
    [
        *[(one, True) for one in ("garlic", "Olive oil", "beef", "nuts", "ice cream", "yeast")],
        *[(one, True) for one in ("oil", "raisins", "liver", "product", "pizza", "mint", "Capers")],
        *[(one, False) for one in ("car", "garlic press", "Table", "", "music")],
        *[(one, False) for one in ("Red Onions", "boiled eggs", "refined sugar")],
    ],
)
def test_what_is_a_food(named, wanted):
    """Those of all kinds, and more, in the plural too; boiled eggs are only some eggs."""
    assert is_food(named) is wanted


# Whole verdicts.


def said(id, given, text):
    """The whole verdict: whether it is satisfied, why not decided, the working, the places."""
    judged = type_of(id)(**given).judge(text)
    return judged.satisfied, judged.reason, *judged.working, [text[a:b] for a, b in judged.places]


DRINKS = ["tea", "milk", "rum"]
OPEN = "the order depends on how articles or numbers are sorted."
FORMS = "the order depends on which forms of the terms count."


@pytest.mark.parametrize(
    ("id", "given", "text", "wanted"),
    [
        (
            "contains",
            {"terms": DRINKS},
            "Tea, rum. Milking tea.",
            (U, "only other forms of milk are there.", '"tea": 2 times',
             '"milk": 0 times, 1 more perhaps', '"rum": 1 time', ["Tea", "tea", "rum", "Milking"]),
        ),
        (
            "contains",
            {"terms": DRINKS},
            "Tea, milking.",
            (N, "", '"tea": 1 time', '"milk": 0 times, 1 more perhaps', '"rum": 0 times',
             "without rum", ["Tea"]),
        ),
        ("contains", {"terms": ["tea"]}, "A tea.", (Y, "", '"tea": 1 time', ["tea"])),
        ("contains_any", {"terms": DRINKS, "min": 2}, "Tea, rum, tea",
         (Y, "", "2 of the terms", '"Tea", "rum"', ["Tea", "rum"])),
        ("contains_any", {"terms": DRINKS}, "Water", (N, "", "0 of the terms", [])),
        (
            "contains_any",
            {"terms": DRINKS, "min": 2},
            "Milking tea, milked",
            (U, "1 to 2 of the terms, depending on what counts.", "1 to 2 of the terms", '"tea"',
             'may count: "Milking"', ["tea", "Milking"]),
        ),
        (
            "excludes",
            {"terms": ["tea", "milk"]},
            "We add a lot of milk and then some tea.\nTea again",
            (N, "", '3 times: "e add a lot of milk and then s", "and then some tea.", "Tea again"',
             ["milk", "tea", "Tea"]),
        ),
        ("excludes", {"terms": ["tea", "milk"]}, "Rum", (Y, "", "no tea, milk", [])),
        ("excludes", {"terms": "walk"}, "He walked home, walking.",
         (U, 'whether these count is open: "He walked home, wa", "e walked home, walking.".',
          ["walked", "walking"])),
        (
            "excludes",
            {"terms": ["nuts", "garlic"], "thing": True},
            "No garlic. Add almonds.",
            (U, 'whether these count is open: "No garlic. Add alm", "No garlic. Add almonds.".',
             ["garlic", "almonds"]),
        ),
        ("excludes", {"terms": ["garlic"]}, "No garlic.",
         (N, "", '1 time: "No garlic."', ["garlic"])),
        (
            "keyword",
            {"term": "river", "exactly": 2},
            "River. A rivers' x, rivered",
            (U, "2 to 3 mentions, depending on what counts.", "2 to 3 mentions",
             '"River", "rivers"', 'may count: "rivered"', ["River", "rivers", "rivered"]),
        ),
        ("keyword", {"term": "Hello, world!", "exactly": 1}, "Hello, world!",
         (Y, "", "1 mention", '"Hello, world!"', ["Hello, world!"])),
        (
            "letter",
            {"letter": "e", "exactly": 2},
            "Eve é É ü",
            (U, "2 to 4 times, depending on what counts.", "2 to 4 times", '"E", "e"',
             'may count: "é", "É"', ["E", "e", "é", "É"]),
        ),
        (
            "letter",
            {"letter": "E", "exactly": 1, "case": True},
            "Eve É é",
            (U, "1 to 2 times, depending on what counts.", "1 to 2 times", '"E"',
             'may count: "É"', ["E", "É"]),
        ),
        ("letter", {"letter": "é", "max": 0}, "e É", (N, "", "1 time", '"É"', ["É"])),
        ("letter", {"letter": ".", "exactly": 2}, "a.b.",
         (Y, "", "2 times", '".", "."', [".", "."])),
        (
            "mentions",
            {"about": "two small children"},
            "We live. With our 2 kids. Children are small; two.",
            (Y, "", 'said in "Children are small; two."', ["Children are small; two."]),
        ),
        (
            "mentions",
            {"about": "The red boilers"},
            "Red it is. The boiler hums. Bye.",
            (Y, "", 'said in "Red it is. The boiler hums."', ["Red it is. The boiler hums."]),
        ),
        (
            "mentions",
            {"about": "two red boilers"},
            "Red. So. The boiler hums. Two.",
            (U, "no two sentences hold all of 2, boiler, red; it may be said in other words.", []),
        ),
        # A denial in another sentence is none.
        ("mentions", {"about": "the boiler", "never": True}, "Not bad. Boilers hum.",
         (N, "", 'said in "Boilers hum."', ["Boilers hum."])),
        ("mentions", {"about": "the boiler", "never": True}, "Boilers hum. Not bad.",
         (N, "", 'said in "Boilers hum."', ["Boilers hum."])),
        *[
            ("mentions", {"about": "the boiler", "never": True}, f"Hot. {word} boiler hums.",
             (U, "it may be named only to deny it.", f'said in "{word} boiler hums."',
              [f"{word} boiler hums."]))
            for word in ("No", "Not a", "Never a", "Without a", "Nor a", "None a", "Neither",
                         "Avoid", "Isn't a", "Don’t a")
        ],
        ("mentions", {"about": "rain"}, "Rain " + "so " * 80,
         (Y, "", f'said in "{("Rain " + "so " * 80)[:200]}"', ["Rain " + ("so " * 80)[:-1]])),
        # Numbers in words and digits, possessives, marks within words.
        ("mentions", {"about": "Ann's 10:30 train"}, "The train of Ann is at 10:30.",
         (Y, "", 'said in "The train of Ann is at 10:30."', ["The train of Ann is at 10:30."])),
        ("first_person", {"max": 1}, "I and me",
         (N, "", "2 words of the first person", '"I", "me"', ["I", "me"])),
        ("first_person", {"max": 1}, "my", (Y, "", "1 word of the first person", '"my"', ["my"])),
        ("contractions", {"max": 1}, "It's what we don't",
         (N, "", "2 contractions", '"It\'s", "don\'t"', ["It's", "don't"])),
        ("contractions", {"max": 1}, "It's", (Y, "", "1 contraction", '"It\'s"', ["It's"])),
        ("numbers", {"exactly": 1}, "5 km", (Y, "", "1 number", '"5"', ["5"])),
        ("keyword", {"term": "tea", "max": 0}, "tea", (N, "", "1 mention", '"tea"', ["tea"])),
        ("style", {"manner": "warm"}, "x",
         (U, "only a reader or a model can judge the style of a text.", [])),
        ("term_order", {"terms": DRINKS}, "Tea, rum, milk",
         (N, "", "first mentioned: tea, rum, milk", ["Tea", "milk", "rum"])),
        ("term_order", {"terms": DRINKS}, "tea milk rum tea",
         (Y, "", "first mentioned: tea, milk, rum", DRINKS)),
        ("term_order", {"terms": DRINKS}, "Tea", (N, "", "without milk, rum", [])),
        ("term_order", {"terms": ["tea", "walk"]}, "walked, tea, walk",
         (U, FORMS, "first mentioned: walk, tea", ["tea", "walk"])),
        ("term_order", {"terms": ["tea", "walk"]}, "walked, tea",
         (U, FORMS, "first mentioned: walk, tea", ["tea", "walked"])),
        ("term_order", {"terms": ["walk", "tea"]}, "walked, tea, walk",
         (U, FORMS, "first mentioned: walk, tea", ["walk", "tea"])),
        ("term_order", {"terms": ["walk", "tea"]}, "walk, tea, walked",
         (Y, "", "first mentioned: walk, tea", ["walk", "tea"])),
        ("term_order", {"terms": ["tea", "tea"]}, "tea",
         (U, FORMS, "first mentioned: tea, tea", ["tea", "tea"])),
        (
            "unique_words",
            {},
            "a b A b c It’s it's",
            (N, "", "a 2 times, b 2 times, it's 2 times", ["a", "b", "A", "b", "It’s", "it's"]),
        ),
        ("unique_words", {}, "`a` a b", (Y, "", "2 words", [])),
        ("unique_words", {"times": 2}, "a a a b b", (N, "", "a 3 times", ["a", "a", "a"])),
        ("unique_words", {"small_words": False}, "the the cat a cat",
         (N, "", "cat 2 times", ["cat", "cat"])),
        (
            "unique_words",
            {},
            "a b c d e f g h i j k l m " * 2,
            (N, "", ", ".join(f"{one} 2 times" for one in "abcdefghijkl"), [*"abcdefghijklm"] * 2),
        ),
        ("acrostic", {"word": "S.e a"}, "Salt\nEvening\nA gull",
         (Y, "", "the first letters are SEA", [])),
        ("acrostic", {"word": "sea"}, "...\n\n1x", (N, "", "the first letters are 1", [])),
        ("acrostic", {"word": "sea"}, "", (N, "", "the first letters are none", [])),
        ("acrostic", {"word": "sea"}, "Hi\nSalt\nEvening\nA gull",
         (U, "the word is spelled among other letters.", "the first letters are HSEA", [])),
        ("acrostic", {"word": "ab", "of": "items"}, "Hi\n\n- *Ann*\n  - x\n- “Bob”",
         (Y, "", "the first letters are AB", [])),
        ("acrostic", {"word": "ab", "of": "paragraphs"}, "# X\n\nAnn\nx\n\nBob",
         (Y, "", "the first letters are AB", [])),
        ("acrostic", {"word": "x"}, "a\n" * 61, (N, "", "the first letters are " + "A" * 60, [])),
        ("alphabetical", {}, "- c\n- a\n- b", (N, "", "c, a, b", ["c", "a", "b"])),
        ("alphabetical", {}, "Intro\n\n- a\n- b", (Y, "", "a, b", ["a", "b"])),
        ("alphabetical", {}, "b\na\nc", (N, "", "b, a, c", ["b", "a", "c"])),
        ("alphabetical", {}, "- a",
         (U, "there are fewer than two items to be in order.", "nothing to order", [])),
        ("alphabetical", {"of": "sentences"}, "Hi",
         (U, "there are fewer than two sentences to be in order.", "nothing to order", [])),
        ("alphabetical", {}, "- The Cat\n- Dog", (U, OPEN, "The Cat, Dog", [])),
        ("alphabetical", {}, "- Item 10\n- Item 9", (U, OPEN, "Item 10, Item 9", [])),
        ("alphabetical", {}, "- The b\n- a", (N, "", "The b, a", ["The b", "a"])),
        ("alphabetical", {}, "- Élan\n- Fox", (Y, "", "Élan, Fox", ["Élan", "Fox"])),
        (
            "alphabetical",
            {},
            "- a\n- c\n\ntext\n\n- b\n- d",
            (U, "each list is in order, but not all items together.", "a, c, b, d", []),
        ),
        ("alphabetical", {}, "- a\n- c\n\ntext\n\n- d\n- b",
         (N, "", "a, c, d, b", ["a", "c", "d", "b"])),
        ("alphabetical", {"reverse": True}, "- c\n- a\n- b", (N, "", "c, a, b", ["c", "a", "b"])),
        ("alphabetical", {"reverse": True}, "- c\n- b\n- a", (Y, "", "c, b, a", ["c", "b", "a"])),
        ("alphabetical", {"of": "sentences"}, "A is. C is. B is.",
         (N, "", "A is., C is., B is.", ["A is.", "C is.", "B is."])),
        ("alphabetical", {"of": "paragraphs"}, "# T\n\na b\nc\n\nc d",
         (Y, "", "a b, c d", ["a b\nc", "c d"])),
        ("alphabetical", {"of": "lines"}, "# Z\na\nb", (Y, "", "a, b", ["a", "b"])),
        (
            "alphabetical",
            {"of": "words"},
            " ".join("abcdefghijkl") + " " + "m" * 30,
            (Y, "", ", ".join("abcdefghijkl"), [*"abcdefghijkl", "m" * 30]),
        ),
        ("alphabetical", {"of": "lines"}, f"- {'a' * 30}\n- **b**",
         (Y, "", f"{'a' * 20}, b", [f"- {'a' * 30}", "- **b**"])),
        (
            "numbers",
            {"exactly": 2},
            "1. It is 5 and 1,000.5, B12, 10:30, two, 3rd",
            (U, "2 to 7 numbers, depending on what counts.", "2 to 7 numbers", '"5", "1,000.5"',
             'may count: "1", "12", "10:30", "two", "3"',
             ["5", "1,000.5", "1", "12", "10:30", "two", "3"]),
        ),
        (
            "numbers",
            {"max": 0},
            "one oneself twos Millions hundred `5`",
            (U, "0 to 3 numbers, depending on what counts.", "0 to 3 numbers",
             'may count: "twos", "Millions", "hundred"', ["twos", "Millions", "hundred"]),
        ),
    ],
)  # fmt: skip
def test_a_verdict_on_content_shows_its_working(id, given, text, wanted):
    """What was found, where it stands, and why it is open."""
    assert said(id, given, text) == wanted


# The first person.


def persons(text, **given):
    """The words that surely are of the first person, and those that may be."""
    constraint = type_of("first_person")(max=0, **given)
    whole = Text(text)
    both = constraint.found(whole), constraint.doubtful(whole)
    return tuple(" ".join(whole.quote(at) for at in some) for some in both)


NUMBERED = "part chapter section volume book act scene type phase class stage level grade appendix "
NUMBERED += "article title table figure tier step unit module annex schedule option group category "
NUMBERED += "exhibit item"
BEFORE_I = "am and as but can could did do had have how if may might must or shall should since so "
BEFORE_I += "that then was what when where while who why will would"


@pytest.mark.parametrize(
    ("text", "sure", "unsure"),
    [
        *[(one, one, "") for one in ("I'm I’ve I'd I'll I", "me my mine myself Me My Mine Myself")],
        ("we're we’ve we'd we'll We us", "we're we’ve we'd we'll We us", ""),
        ("our ours ourselves Our Let's let’s", "our ours ourselves Our Let's let’s", ""),
        ("I's I't US Us i ME'S", "", "ME"),
        ("ME MY MINE MYSELF", "", "ME MY MINE MYSELF"),
        ("WE OUR OURS OURSELVES LET'S LET’S", "", "WE OUR OURS OURSELVES LET'S LET’S"),
        ("'me' \"my\" “I” «we» us", "me us", "my I we"),
        ("`I` and http://a.b/me", "", ""),
        # Together with something else.
        ("me-time me- x", "me", "me"),
        *[(one, "", "") for one in ("us-east-1", "I/O", "IV-I", "me@a.b", "me.com", "I.B. said")],
        *[(one, "", "") for one in ("my_2", "x-my.a", "us/2", "us:5", "@me.x")],
        ("me.Then x/I A/B/I", "", "me I I"),
        *[(f"{one}/me", "me", "") for one in ("he", "she", "they", "you", "him", "her", "them",
                                              "your", "his", "their")],
        ("her&me (you+I), me/us.", "me I me us", ""),
        # A numeral, and what may be one.
        *[(f"see {one} I. Then", "", "") for one in NUMBERED.split()],
        *[(f"the {one.capitalize()} I ended", "", "") for one in NUMBERED.split()],
        *[(f"So {one} I see", "", "I") for one in ("Ann", "B.", "part", "type", "Elizabeth")],
        *[(f"{one} I go", "I", "") for one in BEFORE_I.split()],
        *[(f"{one.capitalize()} I go", "I", "") for one in BEFORE_I.split()],
        ("the World War I ended", "", ""),
        ("on page I go", "I", ""),
        *[(f"Part I{end}", "", "")
          for end in (".", ":", ";", ")", "]", "", "\nx", " of it", " and II", " or II", " to II",
                      " through II", " – x", " — x", " - x", "–II", "|")],
        *[(f"Part I {end}", "", "I") for end in ("saw it", "and then", "or not")],
        *[(one, "", "") for one in ("I. Hills", "I) Hills", "I: Hills", "**I.** Hills",
                                    "- I. Hills", "x\n## I. Hills", "(I. Hills", "> I. Hills")],
        ("here I. Hills", "I", ""),
        ("so (I) said", "", "I"),
        ("so (I said)", "I", ""),
    ],
)  # fmt: skip
def test_words_of_the_first_person(text, sure, unsure):
    """Pronouns; what may be a numeral, a quote, or a part of a longer word is open."""
    assert persons(text) == (sure, unsure)


def test_words_of_the_first_person_without_the_plural():
    """Neither we, nor us, nor ours."""
    assert persons("I, we, us; our MY, WE", plural=False) == ("I", "MY")


def shortened(text):
    """The contractions of a text, and what may be one."""
    constraint = type_of("contractions")(max=0)
    whole = Text(text)
    both = constraint.found(whole), constraint.doubtful(whole)
    return tuple(" ".join(whole.quote(at) for at in some) for some in both)


NOUN = "a an the not been being going coming getting gone got"


@pytest.mark.parametrize(
    ("text", "sure", "unsure"),
    [
        *[(one, one, "") for one in ("we're we've Ann'll I'm y'all", "can't isn’t IT’S DON’T")],
        ("'tis ’twas 'twere it't", "'tis ’twas", ""),
        *[(f"{one}'s", f"{one}'s", "")
          for one in ("it", "that", "there", "here", "what", "who", "where", "how", "let", "he",
                      "she", "when", "why")],
        *[(f"{one}'d", f"{one}'d", "")
          for one in ("I", "you", "he", "she", "it", "we", "they", "who", "that", "there")],
        ("Bob'd 'd", "", "Bob'd"),
        *[(f"Ann's {one} x", "", "Ann's") for one in NOUN.split()],
        *[(f"Ann's {one} x", "", "") for one in ("hat", "all", "anything", "gong", "notes")],
        ("Ann's THE x", "", "Ann's"),
        ("Ann's  a", "", ""),
        ("o'clock x'clock", "", "o'clock"),
        *[(one, "", one) for one in ("gonna", "wanna", "gotta", "kinda", "sorta", "dunno", "lemme",
                                     "gimme", "ma’am", "Ma'am")],
        ("singin' singin’ in'x", "", "' ’"),
        ("`don't` O'Brien '90s rock 'n' roll, 5's", "", ""),
    ],
)  # fmt: skip
def test_contractions_are_told_from_possessives(text, sure, unsure):
    """By their ends, and by what stands before and behind them."""
    assert shortened(text) == (sure, unsure)
