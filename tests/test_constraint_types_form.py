"""Types of constraints on the form of a text, at their borders: worked out by hand."""

from __future__ import annotations

import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tamis.checking.constraint_types import known, type_of
from tamis.checking.constraint_types.text import Text
from tamis.types import InputError


def verdict(id, parameters, text, request=""):
    """The verdict of a type on a text."""
    return type_of(id)(**parameters).judge(Text(text, request)).satisfied


def cases(id, *rows):
    """Rows of parameters, text and verdict as the cases of one type."""
    return [pytest.param(id, *row, id=f"{id}-{n}") for n, row in enumerate(rows)]


FENCE = "```"
LETTER = "Dear Ann,\n\nThe train was late, so I walked. It rained all the way.\n\nBest,\nBob"
PLAN = "# Plan\n\nWe start today.\n\n## Now\n\nRest.\n\n## Later\n\nWork."

COUNTS = [
    *cases(
        "words",
        ({"exactly": 3}, "well-kept state-of-the-art home", True),
        ({"exactly": 4}, "**bold** and *not* bold", True),
        ({"max": 2}, "one – two — !", True),
        # A long dash without blanks: word processors differ.
        ({"exactly": 4}, "We came—saw left", None),
        ({"exactly": 4}, "1. red tea\n2. green tea", None),
        ({"max": 6}, "1. red tea\n2. green tea", True),
        ({"max": 3}, "1. red tea\n2. green tea", False),
        ({"exactly": 1}, "我有一只猫", None),
        ({"max": 100}, "我有一只猫", True),
    ),
    *cases(
        "sentences",
        ({"exactly": 1}, "Paris is the capital of France", True),
        ({"exactly": 2}, "Mr. Hale met Dr. St. John at 9 a.m. on Monday. They spoke.", True),
        ({"exactly": 3}, "It costs 3.50 euros. Really? Yes!", True),
        ({"exactly": 1}, "Well... maybe later.", True),
        ({"exactly": 2}, "# Rain\n\nIt rains. It pours.", None),
        ({"max": 3}, "# Rain\n\nIt rains. It pours.", True),
        ({"min": 4}, "# Rain\n\nIt rains. It pours.", False),
        ({"exactly": 2}, LETTER, True),
        ({"exactly": 1}, "Dear Mr. St. John,\n\nIt rains.\n\nKind regards,\nDr. A. Hale", True),
        ({"exactly": 2}, "Subject: Rain\n\nIt rains. It pours.", True),
        ({"max": 1}, "Hi there! It rains.", False),
        # Items without a full stop.
        ({"exactly": 3}, "- red\n- green\n- blue", None),
        ({"exactly": 3}, "- It is red.\n- It is green.\n- It is blue.", True),
        ({"exactly": 2}, "Plan B. Then we left.", None),
        # Abbreviations and names that end with a mark.
        ({"exactly": 1}, "She works at Yahoo! Inc. in Sunnyvale.", True),
        ({"exactly": 1}, "Yahoo! Finance is down.", None),
        ({"exactly": 2}, "She won on Jeopardy! Last night she told us.", None),
        ({"max": 2}, "She won on Jeopardy! Last night she told us.", True),
        ({"exactly": 1}, "Ali vs. Frazier was in Roe v. Wade.", True),
        ({"exactly": 1}, "Sen. Warren and Gen. Lee met.", True),
        ({"exactly": 2}, "Acme Inc. We sell soap.", None),
        ({"exactly": 1}, "See No. 5 for it.", True),
        ({"exactly": 2}, "It was No. 5. Then it stopped.", True),
        ({"exactly": 2}, "He said no. Then he left.", True),
        ({"exactly": 2}, '"Stop!" John said. He ran.', None),
        ({"exactly": 2}, "He left. [1] She stayed. [2]", True),
        ({"max": 1}, f"Run this.\n\n{FENCE}python\nprint(1)\nx.y()\n{FENCE}", True),
        ({"exactly": 2}, "他走了。她留下了。", True),
    ),
    *cases(
        "paragraphs",
        ({"exactly": 1}, "One line without a stop", True),
        ({"exactly": 2}, "# Title\n\nThe first one.\n\n---\n\nThe second one.", True),
        ({"exactly": 2}, "## A\nFirst text here.\n## B\nSecond text here.", True),
        # Its greeting and its signature are no paragraphs.
        ({"exactly": 1}, LETTER, True),
        ({"min": 2}, LETTER, False),
        ({"exactly": 1}, "Welcome to the club\n\nWe meet on Mondays at the old mill.", None),
        ({"exactly": 2}, "The first one.\n\n- a\n- b\n\nThe last one.", None),
        ({"max": 3}, "The first one.\n\n- a\n- b\n\nThe last one.", True),
        # With a list in the block there are one or two, of a list alone none or one.
        ({"exactly": 1}, "We buy some things.\n- milk\n- bread\n  and butter", None),
        ({"max": 2}, "We buy some things.\n- milk\n- bread\n  and butter", True),
        ({"min": 3}, "We buy some things.\n- milk\n- bread\n  and butter", False),
        ({"exactly": 3}, "We buy:\n- milk\n- bread\nThat is all of it.", None),
        ({"exactly": 1}, "- milk\n- bread", None),
        ({"max": 1}, "- milk\n- bread", True),
        ({"exactly": 1}, "roses in the rain\nand none to see them\nfall on the old road", True),
        # Long lines without a blank line between them.
        ({"exactly": 1}, "\n".join(["word " * 20 + "end."] * 2), None),
        ({"exactly": 2}, f"Look here, please.\n\n{FENCE}\na\n\nb\n{FENCE}\n\nThat is all.", True),
    ),
    *cases(
        "lines",
        ({"exactly": 2}, "one\n\n\ntwo\n", True),
        ({"exactly": 3}, "# Rain\none\ntwo\nthree", None),
        ({"max": 4}, "# Rain\none\ntwo\nthree", True),
        ({"max": 2}, "a\nb\n---", None),
        ({"exactly": 3}, LETTER.replace("\n\n", "\n"), False),
    ),
    *cases(
        "characters",
        ({"exactly": 5}, "  hello\n", True),
        ({"exactly": 9}, "two words", True),
        ({"exactly": 8, "spaces": False}, "two words", True),
        ({"max": 1}, "👨‍👩‍👧", None),
        ({"exactly": 4}, "cafe\u0301", None),
        ({"max": 5}, "cafe\u0301", True),
    ),
    *cases(
        "bullets",
        ({"exactly": 3}, "- a\n* b\n+ c", True),
        ({"exactly": 2}, "• a\n• b", True),
        ({"exactly": 2}, "- a\n  - b\n- c", None),
        ({"min": 4}, "- a\n  - b\n- c", False),
        ({"exactly": 2}, "1. one\n   - a\n   - b\n2. two", True),
        ({"exactly": 2}, "1. a\n2. b", None),
        ({"max": 0}, "1. a\n2. b", True),
        ({"max": 0}, "Some text - with a dash.", True),
        ({"exactly": 2}, "— Come in, she said.\n— No.", None),
        ({"max": 0}, f"{FENCE}\n- a\n{FENCE}", True),
    ),
    *cases(
        "numbered_items",
        ({"exactly": 3}, "1) a\n2) b\n3) c", True),
        ({"exactly": 2}, "1. a\n   1. deep\n2. b", None),
        ({"exactly": 0}, "- a\n- b", True),
        ({"exactly": 2}, "### 1. Ask\n\nWhy.\n\n### 2. Wait\n\nHow.", None),
        ({"min": 1}, "In 2024. We met.", False),
    ),
    *cases(
        "list_items",
        ({"exactly": 2}, "- a\n- b", True),
        ({"exactly": 4}, "1. a\n2. b\n\nand\n\n- c\n- d", None),
        ({"exactly": 4}, "- a\n- b\n\nand\n\n- c\n- d", True),
        ({"exactly": 6}, "**1. Ask**\n- why\n- how\n\n**2. Wait**\n- long\n- still", None),
        ({"exactly": 2}, "**1. Ask**\n- why\n- how\n\n**2. Wait**\n- long\n- still", None),
        ({"exactly": 3}, "Berlin\nParis\nRome", None),
        ({"min": 2}, "Berlin, Paris and Rome.", False),
        ({"max": 0}, "Just prose.\nMore prose.", True),
        ({"max": 0}, "- a", False),
    ),
    *cases(
        "headings",
        ({"exactly": 2}, "## A\n\ntext\n\n## B\n\ntext", True),
        ({"exactly": 2}, PLAN, None),
        ({"exactly": 2, "level": 2}, PLAN, True),
        ({"min": 1}, "Look.\n\n**Why**\n\nSince it rains.", True),
        ({"min": 1}, "**Why**\n\nSince it rains.", None),
        ({"min": 1}, "**This whole sentence is bold since it matters a lot to us.**\n\nYes.", None),
        ({"min": 1}, "INTRODUCTION\n\nIt rains.", None),
        ({"max": 0}, f"{FENCE}\n# a comment\n{FENCE}\n\nIt rains.", True),
        ({"max": 0}, "It rains. #wet", True),
        ({"max": 0}, "Overview\n========\n\nIt rains.", None),
    ),
    *cases(
        "sections",
        ({"exactly": 2}, PLAN, True),
        ({"exactly": 2}, "## A\n\n### a\n\n### b\n\n## B\n\ntext", None),
        ({"exactly": 2, "marker": "SECTION"}, "SECTION 1\nRain.\n\nSECTION 2\nSun.", True),
        ({"exactly": 2, "marker": "SECTION"}, "Section 1\nRain.\n\nSection 2\nSun.", None),
        ({"max": 0}, "# Rain\n\nIt rains.", None),
        ({"exactly": 1, "marker": "Day"}, "Day 1: rest\n\nDay trips are fun.", None),
        ({"min": 1}, "No headings at all.", False),
    ),
    *cases(
        "tables",
        ({"exactly": 1}, "| a | b |\n|---|---|\n| 1 | 2 |", True),
        ({"min": 1}, "a | b", False),
        ({"min": 1}, "<table><tr><td>1</td></tr></table>", None),
        ({"max": 0}, f"{FENCE}\n| a | b |\n|---|---|\n{FENCE}", True),
    ),
    *cases(
        "table_rows",
        ({"exactly": 2}, "| a | b |\n|---|---|\n| 1 | 2 |\n| 3 | 4 |", True),
        ({"exactly": 2}, "| a | b |\n|---|---|\n| x | 2 |\n| y | 4 |\n| Total | 6 |", None),
        ({"max": 1}, "| a | b |\n|---|---|\n| x | 2 |\n| y | 4 |\n| Total | 6 |", False),
        ({"exactly": 1}, "no table here", False),
    ),
    *cases(
        "table_columns",
        ({"exactly": 2}, "| a | b |\n|---|---|\n| 1 | 2 |", True),
        ({"names": ["price", "Name"]}, "| **Name** | Price |\n|---|---|\n| a | 1 |", True),
        ({"names": ["Name"]}, "| Name | Price |\n|---|---|\n| a | 1 |", None),
        ({"names": ["Name", "Cost"]}, "| Name | Price |\n|---|---|\n| a | 1 |", False),
        ({"names": ["Price"]}, "| Price (EUR) |\n|---|\n| 1 |", None),
        ({"exactly": 2}, "|a|b|\n|-|-|\n|1|2|\n\ntext\n\n|a|b|c|\n|-|-|-|\n|1|2|3|", None),
    ),
    *cases(
        "code_blocks",
        ({"exactly": 2}, f"{FENCE}\na\n{FENCE}\n\n~~~\nb\n~~~", True),
        ({"min": 1, "language": "Python"}, f"{FENCE}py\nx = 1\n{FENCE}", True),
        ({"min": 1, "language": "python"}, f"{FENCE}\nx = 1\n{FENCE}", None),
        ({"max": 0}, "Use `x = 1` inline.", True),
        ({"exactly": 1}, f"{FENCE}\nnever closed", True),
    ),
    *cases(
        "highlighted",
        ({"exactly": 2}, "*one* and __two__", True),
        ({"exactly": 1, "style": "bold"}, "*one* and **two**", True),
        ({"exactly": 1, "style": "italic"}, "*one* and **two**", True),
        ({"exactly": 2, "style": "bold"}, "***both*** and **two**", True),
        ({"max": 0}, "2 * 3 * 4, snake_case_name, * item", True),
        ({"max": 0}, f"`*args` and\n\n{FENCE}\n**kwargs**\n{FENCE}", True),
        ({"min": 1}, "<b>bold</b>", None),
        ({"max": 0}, "an un*frigging*believable day", None),
    ),
    *cases(
        "placeholders",
        ({"min": 2}, "Dear [name], see you at [place].", True),
        ({"min": 2}, "Dear [name], yes, [name].", None),
        ({"max": 0}, "See [1], [x] and [the map](http://a.org), [^2].", True),
        ({"min": 2}, "Dear {name}, see you on <date>.", True),
        ({"min": 2, "brackets": "square"}, "Dear {name}, see you on <date>.", False),
        ({"max": 0}, "He said it [laughs] and left.", None),
        ({"max": 0}, "a <b>bold</b> word", True),
    ),
    *cases(
        "capital_words",
        ({"exactly": 2}, "I said NOT NOW.", True),
        ({"max": 1}, "I said NOT NOW.", False),
        ({"max": 0}, "I work at NASA.", None),
        ({"max": 0}, "I work there.", True),
        ({"max": 0}, "I said ABSOLUTELY not.", False),
        ({"min": 3}, "I said NOT NOW.", None),
        ({"min": 50, "share": True}, "THIS IS loud text", True),
        ({"max": 10, "share": True}, "THIS IS loud text", False),
    ),
    *cases(
        "emojis",
        ({"exactly": 3}, "👍🏽 🇩🇪 1️⃣", True),
        ({"exactly": 2}, "❤️ and 👩‍🚀", True),
        ({"max": 0}, "done ✓", None),
        ({"max": 0}, "nice :-)", None),
        ({"max": 0}, "© 2024, a → b, 5 > 3: fine", True),
        ({"min": 1}, "done ✓", None),
        ({"min": 1}, "done", False),
    ),
    *cases(
        "hashtags",
        ({"exactly": 2}, "#rain #no1", True),
        ({"max": 0}, "# Title\n\nWe are #1, see http://a.org/#top and `#define`.", True),
        ({"max": 0}, "The colour #fa3 is red.", None),
        ({"exactly": 1}, "über #straße", True),
    ),
    *cases(
        "questions",
        ({"exactly": 1}, "Why? Since it rains.", True),
        ({"exactly": 1}, "Really?! I see.", True),
        ({"max": 0}, "See http://a.org/?q=1 and say so.", True),
        ({"max": 0}, 'He asked "why?" and left.', None),
        ({"min": 1, "where": "last sentence"}, "It rains. Will it stop?", True),
        ({"min": 1, "where": "first sentence"}, "# Rain\n\nIt rains. Will it stop?", False),
    ),
    *cases(
        "exclamations",
        ({"max": 0}, f"Fine.\n\n{FENCE}\na != b\n!x\n{FENCE}", True),
        ({"exactly": 1}, "Wow!!!", None),
        ({"max": 3}, "Wow!!!", True),
        ({"exactly": 2}, "Go! Now!", True),
    ),
    *cases(
        "links",
        ({"exactly": 1}, "[https://a.org](https://a.org)", True),
        ({"exactly": 2}, "https://a.org, www.b.org", True),
        ({"max": 0}, "Write to ann@a.org", None),
        ({"max": 0}, "See example.com for more", None),
        ({"max": 0}, "An aside [1] (see below), e.g. this.", True),
    ),
    *cases(
        "markdown",
        ({"max": 0}, "Plain text.\n\nMore of it, 3 * 4.", True),
        ({"max": 0}, "- a\n- b", None),
        ({"max": 0}, "* a\n* b", False),
        ({"max": 0}, "Use `x`.", False),
        ({"min": 1}, "## Why\n\nSo.", True),
        ({"min": 1}, "Just text.", False),
        ({"max": 0}, "| a | b |\n|---|---|\n| 1 | 2 |", False),
    ),
    *cases(
        "quotations",
        ({"exactly": 2}, '"One," he said, "two."', True),
        ({"exactly": 2}, "„Eins“ und «deux»", True),
        ({"min": 1}, "It's Ann's dog, isn't it", False),
        ({"min": 1}, "He said 'come in' to us", None),
    ),
    *cases(
        "parts",
        ({"exactly": 2}, "******\nOne.\n******\nTwo.\n******", True),
        ({"exactly": 2}, "One.\n*****\nTwo.", None),
        ({"exactly": 2}, "Same.\n******\nSame.", False),
        ({"exactly": 2, "different": False}, "Same.\n******\nSame.", True),
        ({"exactly": 2}, "One.\n******\n\n******\nTwo.", False),
        ({"exactly": 3, "separator": "***"}, "a\n\n***\n\nb\n\n***\n\nc", True),
        ({"exactly": 2, "separator": "---"}, "| a | b |\n|---|---|\n| 1 | 2 |", False),
    ),
    *cases(
        "regex",
        ({"pattern": r"\d+"}, "none", False),
        ({"pattern": r"\d+", "exactly": 2}, "1 and 22", True),
        ({"pattern": "a|ab", "whole": True}, " ab ", True),
        ({"pattern": "^b$"}, "a\nb", False),
        ({"pattern": "(?m)^b$"}, "a\nb", True),
        ({"pattern": "foo", "max": 0}, "a fool", False),
        ({"pattern": "(a+)+$"}, "a" * 3000 + "b", None),
    ),
]

FORMS = [
    *cases(
        "postscript",
        ({}, "Text.\n\nP.S. Bring the map.", True),
        ({}, "Text.\n\n**PS:** Bring the map.", True),
        ({}, "Text. The PS5 is here. See p. 5.", False),
        ({"marker": "P.P.S."}, "Text.\n\nP.S. One.\n\nP.P.S. Two.", True),
        ({}, "Text. P.S. Bring the map.", None),
        ({}, "P.S. First.\n\nOne more.\n\nTwo more.\n\nThree more.", None),
    ),
    *cases(
        "has_title",
        ({}, "# Rain\n\nIt rains.", True),
        ({}, "Title: Rain\n\nIt rains.", True),
        ({}, "Rain in June\n\nIt rains all the time here.", None),
        ({}, "It rains all the time here, and nobody minds.", False),
        ({"wrapped": "<<>>"}, "<<Rain>>\nIt rains.", True),
        ({"wrapped": "double angular brackets"}, "# Rain\n\nIt rains.", False),
        ({"wrapped": "<<>>"}, "It rains, says <<Rain>>, a poem.", None),
        ({"wrapped": "**"}, "It **really** rains.", None),
        ({"wrapped": "**"}, "**Rain**\n\nIt rains.", True),
    ),
    *cases(
        "letter_case",
        ({"case": "upper"}, "ALL OF IT, 3 TIMES!", True),
        ({"case": "upper"}, "ALL of it", False),
        ({"case": "lower"}, "all of it, see http://A.org/B", True),
        ({"case": "lower"}, "it is 5 o'clock in iowa", True),
        ({"case": "lower"}, "I am", False),
        ({"case": "upper"}, "你好", None),
        ({"case": "title"}, "The Lord of the Rings", True),
        ({"case": "title"}, "The Cat is Here", False),
        ({"case": "title"}, "Walking with Dogs", None),
        ({"case": "title"}, "THE RAIN", None),
        ({"case": "title"}, "My New iPhone", None),
        ({"case": "sentence"}, "A short guide to tea", True),
        ({"case": "sentence"}, "a short guide to tea", False),
        ({"case": "sentence"}, "A Short Guide To Tea", False),
        ({"case": "sentence"}, "A short guide to Berlin", None),
        ({"case": "sentence"}, "What I know about NASA and you", True),
    ),
    *cases(
        "starts_with",
        ({"phrase": "Dear Ann"}, "Dear Ann,\n\nhello", True),
        ({"phrase": "Dear Ann"}, "Dear Anna", False),
        ({"phrase": "dear ann"}, "Dear ann, hello", True),
        ({"phrase": "Dear Ann"}, "DEAR ANN, hello", None),
        ({"phrase": "Dear Ann", "case": True}, "DEAR ANN, hello", False),
        ({"phrase": "Dear Ann,"}, "Dear Ann:", None),
        ({"phrase": "Dear Ann"}, "Subject: Rain\n\nDear Ann,", None),
        ({"phrase": "It's"}, "# It’s late", True),
        ({"phrase": ["Yes", "No"]}, "No, thanks.", True),
        ({"phrase": ["Yes", "No"]}, "Nothing.", False),
        ({"phrase": "S", "part_of_word": True}, "sun", True),
        ({"phrase": "S", "part_of_word": True}, "moon", False),
        ({"phrase": "To", "where": "each bullet"}, "- To do\n- To go", True),
        ({"phrase": "To", "where": "each bullet"}, "- To do\n- Go to", False),
        ({"phrase": "However", "where": "paragraph 2"}, "# T\n\nYes.\n\nHowever, no.", True),
    ),
    *cases(
        "ends_with",
        ({"phrase": "Best, Ann"}, "Bye.\n\nBest,\nAnn", True),
        ({"phrase": "home"}, "I go home.", True),
        ({"phrase": "home"}, "He is homesick", False),
        ({"phrase": "dog"}, "A hotdog", False),
        ({"phrase": "Any questions?"}, "Any questions!", None),
        ({"phrase": "?"}, 'She asked "why?"', True),
        ({"phrase": ".", "where": "each bullet"}, "- a.\n- b", False),
        ({"phrase": "The end"}, "The end, my friend", False),
    ),
    *cases(
        "wrapped_in",
        ({"marks": '""'}, '"It rains."', True),
        ({"marks": "quotes"}, "“It rains.”", True),
        ({"marks": "quotes"}, "'It rains.'", False),
        ({"marks": "quotes"}, '"It rains" and "it pours"', None),
        ({"marks": "quotes"}, '"It rains.', False),
        ({"marks": "[]"}, "[a [b] c]", True),
        ({"marks": "<a>...</a>"}, "<a>hello</a>", True),
        ({"marks": "**"}, "**hello**", True),
        ({"marks": "single quotes"}, "'It's raining'", True),
    ),
    *cases(
        "json_valid",
        ({}, '{"a": 1}', True),
        ({}, "[1, 2]", True),
        ({}, "42", None),
        ({}, "It rains [1].", False),
        ({}, 'Here you are: {"a": 1}. Enjoy!', True),
        ({"only": True}, 'Here you are: {"a": 1}', False),
        # A fence is no JSON, but many like one.
        ({"only": True}, f'{FENCE}json\n{{"a": 1}}\n{FENCE}', None),
        ({"only": True, "fence": True}, f'{FENCE}json\n{{"a": 1}}\n{FENCE}', True),
        ({"only": True, "fence": False}, f'{FENCE}json\n{{"a": 1}}\n{FENCE}', False),
        ({"only": True}, f'{FENCE}json\n{{"a": 1\n{FENCE}', False),
        ({"only": True}, f'Here:\n\n{FENCE}json\n{{"a": 1}}\n{FENCE}', False),
        ({}, '{"a": 1,}', False),
        ({}, '{"a": NaN}', False),
        ({}, '{"a": 1', False),
        ({"keys": ["a", "b"]}, '{"a": 1, "b": 2, "c": 3}', True),
        ({"keys": ["a"], "other_keys": False}, '{"a": 1, "b": 2}', False),
        ({"keys": ["a"]}, '{"A": 1}', None),
        ({"keys": ["a"]}, '{"x": {"a": 1}}', None),
        ({"keys": ["a"]}, '[{"a": 1}, {"a": 2}]', True),
        ({"keys": ["a"]}, '[{"a": 1}, {"b": 2}]', False),
        ({"kind": "array"}, '{"a": 1}', False),
        ({}, "[" * 5000, None),
    ),
    *cases(
        "yaml_valid",
        ({}, "a: 1\nb:\n  - c", True),
        ({}, "Just some words.", False),
        ({}, "a: [1, 2", False),
        ({"keys": ["a"]}, "b: 1", False),
        ({}, f"Here:\n\n{FENCE}yaml\na: 1\n{FENCE}", True),
        ({"only": True}, f"Here:\n\n{FENCE}yaml\na: 1\n{FENCE}", False),
        ({}, "a: !!python/object/apply:os.system ['true']", True),
    ),
    *cases(
        "csv_valid",
        ({}, "a,b\n1,2\n3,4", True),
        ({}, "a,b\n1,2,3", False),
        ({}, "Yes, sure.", None),
        ({}, "No commas at all.\nNone.", False),
        ({"columns": ["b", "a"]}, "a,b\n1,2", True),
        ({"columns": ["a"]}, "a,b\n1,2", False),
        ({"rows": 1}, "a,b\n1,2", True),
        ({"rows": 3}, "a,b\n1,2", False),
        ({"rows": 2}, "1,2\n3,4", None),
        ({"delimiter": ";"}, "a;b\n1,5;2", True),
        ({}, 'a,b\n"x, y","two\nlines"', True),
    ),
    *cases(
        "xml_valid",
        ({}, "<a><b/></a>", True),
        ({}, "<a><b></a>", False),
        ({}, "a < b", False),
        ({}, "Here: <a>1</a>", True),
        ({"only": True}, "Here: <a>1</a>", False),
        ({"root": "b"}, "<a/>", False),
        ({"elements": ["<b>"]}, "<a><b/></a>", True),
        ({}, '<!DOCTYPE a [<!ENTITY e "x">]><a>&e;</a>', None),
        ({}, "<a/><b/>", False),
    ),
    *cases(
        "code_parses",
        ({"language": "python"}, f"{FENCE}python\ndef f():\n    return 1\n{FENCE}", True),
        ({"language": "python"}, f"{FENCE}python\ndef f(:\n{FENCE}", False),
        ({"language": "python"}, "Sorry, I cannot do that.", None),
        ({"language": "python"}, "Hello", None),
        ({"language": "rust"}, f"{FENCE}rust\nfn main() {{}}\n{FENCE}", None),
        ({}, f"{FENCE}\nlet x = 1;\n{FENCE}", None),
        ({"language": "python"}, f"{FENCE}python\n>>> 1 + 1\n2\n{FENCE}", None),
        ({"language": "python"}, f"{FENCE}py\nx = 1\n{FENCE}\n{FENCE}py\nx =\n{FENCE}", None),
        ({"language": "python"}, "x = 1\nprint(x)", True),
    ),
    *cases(
        "json_schema",
        ({"fits": {"type": "array", "minItems": 2}}, "[1, 2]", True),
        ({"fits": {"type": "array", "uniqueItems": True}}, '[{"a": 1}, {"a": 1}]', False),
        ({"fits": {"properties": {"a": {"pattern": "^x"}}}}, '{"a": "y"}', False),
        ({"fits": {"items": {"pattern": "(x+x+)+y"}}}, json.dumps(["x" * 3000]), None),
        ({"fits": {"$ref": "https://example.org/none.json"}}, "{}", None),
        ({"fits": {"patternProperties": {"^a": {"type": "string"}}}}, "{}", None),
        ({"fits": {"type": "object"}}, "not JSON", False),
    ),
    *cases(
        "no_characters",
        ({"characters": ","}, "a; b", True),
        ({"characters": ","}, "1,000", False),
        ({"characters": ","}, "a，b", False),
        ({"characters": "—"}, "a – b", None),
        ({"characters": "—"}, "a -- b", None),
        ({"characters": "—"}, "a - b", True),
        ({"characters": "!"}, f"Fine.\n\n{FENCE}\na != b\n{FENCE}", None),
        ({"characters": "digits"}, "room ٣", False),
        ({"characters": "-"}, "- a\n- b", None),
        ({"characters": "-"}, "- a-b", False),
        ({"characters": "quotation marks"}, "“a”", False),
        ({"characters": "'"}, "it’s", False),
        ({"characters": "?"}, "See https://a.org/?q=1", None),
        ({"characters": "]^\\"}, "plain", True),
    ),
    *cases(
        "language",
        ({"language": "German"}, "Der Zug war wieder zu spät, also gingen wir nach Hause.", True),
        ({"language": "de"}, "The train was late again, so we walked home.", False),
        ({"language": "Deutsch"}, "Ja.", None),
        ({"language": "Klingon"}, "The train was late again.", None),
        ({"language": "Thai"}, "รถไฟมาสายอีกแล้ว", True),
        ({"language": "Japanese"}, "電車がまた遅れた。", True),
        ({"language": "Chinese"}, "電車がまた遅れた。", False),
        ({"language": "Swiss German"}, "Der Zug war wieder zu spät, also gingen wir heim.", None),
        ({"language": "English"}, f"The cat is on the mat.\n\n{FENCE}\nder die das\n{FENCE}", True),
        ({"language": "English"}, "👍", None),
    ),
]  # fmt: skip


@pytest.fixture(autouse=True)
def _soon(monkeypatch):
    """A search that does not end is given up soon."""
    monkeypatch.setattr("tamis.checking.constraint_types.form._patterns.SECONDS", 0.1)


@pytest.mark.parametrize(("id", "parameters", "text", "wanted"), [*COUNTS, *FORMS])
def test_a_type_of_form_at_its_borders(id, parameters, text, wanted):
    """Satisfied, not satisfied, or undecided, as a careful reader would say."""
    judged = type_of(id)(**parameters).judge(text)
    assert judged.satisfied is wanted, (judged.reason, judged.working)
    assert judged.reason == "" if wanted is not None else judged.reason.endswith(".")


WORDS = st.text("abcdefghij", min_size=1, max_size=8)
LINES = st.lists(st.lists(WORDS, min_size=1, max_size=6).map(" ".join), min_size=1, max_size=12)


@settings(max_examples=60, deadline=None)
@given(LINES, st.sampled_from(["- {}", "* {}", "+ {}", "• {}"]))
def test_bullets_are_as_many_as_were_written(lines, mark):
    """Whatever their words and their mark, between prose."""
    text = "Here they are.\n\n" + "\n".join(map(mark.format, lines)) + "\n\nThat is all."
    assert verdict("bullets", {"exactly": len(lines)}, text)
    assert verdict("list_items", {"exactly": len(lines)}, text)
    assert verdict("numbered_items", {"max": 0}, text)
    assert verdict("words", {"exactly": 6 + sum(len(line.split()) for line in lines)}, text)


@settings(max_examples=60, deadline=None)
@given(LINES)
def test_sentences_and_paragraphs_are_as_many_as_were_written(lines):
    """Each a paragraph of one sentence, or all sentences of one paragraph."""
    said = [f"{line.capitalize()} is so." for line in lines]
    assert verdict("sentences", {"exactly": len(said)}, " ".join(said))
    assert verdict("paragraphs", {"exactly": 1}, " ".join(said))
    assert verdict("paragraphs", {"exactly": len(said)}, "\n\n".join(said))
    assert verdict("lines", {"exactly": len(said)}, "\n\n".join(said))
    assert verdict("letter_case", {"case": "upper"}, " ".join(said).upper())
    assert verdict("wrapped_in", {"marks": "[]"}, f"[{' '.join(said)}]")


@settings(max_examples=60, deadline=None)
@given(
    st.recursive(
        st.booleans() | st.text(max_size=5), lambda t: st.lists(t) | st.dictionaries(WORDS, t)
    )
)
def test_json_that_was_written_is_read(value):
    """Any object or array, whole or in a fence."""
    if isinstance(value, dict | list):
        said = json.dumps(value, indent=1)
        assert verdict("json_valid", {"only": True}, said)
        assert verdict("json_valid", {}, f"```json\n{said}\n```")
        assert verdict("json_schema", {"fits": {}}, said)


@settings(max_examples=40, deadline=None)
@given(st.text(max_size=300))
def test_a_count_never_contradicts_itself(text):
    """What is exactly so many is at least and at most so many."""
    for id in ("sentences", "paragraphs", "lines", "words", "emojis", "questions", "headings"):
        exact = [n for n in range(12) if verdict(id, {"exactly": n}, text)]
        assert len(exact) < 2
        for n in exact:
            assert verdict(id, {"min": n, "max": n}, text)
            assert verdict(id, {"max": n - 1}, text) is False if n else True


def test_a_request_that_is_to_be_repeated_is_what_stands_beside_the_demand():
    """The whole request, what precedes the demand, or what follows it."""
    request = "Name a river in Asia. First repeat the request above word for word, then answer."
    for said, wanted in (
        (f"{request}\n\nThe Ganges.", True),
        ("Name a river in Asia.\n\nThe Ganges.", True),
        ("Name a river\nin Asia. The Ganges.", True),
        ('"Name a river in Asia." The Ganges.', None),
        ("name a river in asia! The Ganges.", None),
        ("The Ganges is a river in Asia.", False),
    ):
        assert verdict("repeats_prompt", {}, said, request) is wanted, said
    assert verdict("repeats_prompt", {}, "Name a river.") is None


def test_the_title_of_a_poem_is_none_of_its_lines():
    """Where a poem was asked for; else it may be one."""
    poem = "**Rain**\n\nRain on the roof,\nrain in the road."
    assert verdict("lines", {"exactly": 2}, poem, "Write a poem of two lines.")
    assert verdict("lines", {"exactly": 2}, poem, "Write two lines.") is None


@pytest.mark.parametrize(
    ("id", "parameters", "says"),
    [
        ("regex", {"pattern": "(a"}, "is no regular expression"),
        ("json_schema", {"fits": {"type": "thing"}}, "this is no JSON Schema"),
        ("letter_case", {"case": "camel"}, "case: input should be"),
        ("starts_with", {"phrase": []}, "phrase is empty"),
        ("starts_with", {"phrase": [" "]}, "at least 1 character"),
        ("csv_valid", {"delimiter": ""}, "delimiter is empty"),
        ("headings", {"level": 9, "min": 1}, "less than or equal to 6"),
    ],
)
def test_parameters_that_do_not_fit_are_told(id, parameters, says):
    """In a sentence, when the constraint is made."""
    with pytest.raises(InputError, match=says):
        type_of(id)(**parameters)


# Own sentences with the same meaning in many languages; those in no profile are named by "?".
LANGUAGES = {
    "en": "The train was late again, so we walked home along the river and talked of the rain.",
    "de": "Der Zug hatte wieder Verspätung, also gingen wir am Fluss entlang nach Hause.",
    "fr": "Le train était encore en retard, alors nous sommes rentrés à pied le long du fleuve.",
    "es": "El tren llegó tarde otra vez, así que volvimos a casa caminando junto al río.",
    "pt": "Muitas pessoas acreditam que os cães são melhor companhia do que os gatos.",
    "it": "Il treno era di nuovo in ritardo, così siamo tornati a casa a piedi lungo il fiume.",
    "nl": "De trein was weer te laat, dus liepen we langs de rivier naar huis.",
    "sv": "Många människor tror att hundar är bättre sällskap än katter.",
    "pl": "Pociąg znowu się spóźnił, więc wróciliśmy do domu wzdłuż rzeki.",
    "hu": "A vonat megint késett, ezért a folyó mentén gyalogoltunk haza.",
    "tr": "Birçok insan köpeklerin kedilerden daha iyi arkadaş olduğuna inanır.",
    "ro": "Trenul a întârziat din nou, așa că am mers acasă pe jos de-a lungul râului.",
    "vi": "Tàu lại đến muộn nên chúng tôi đi bộ về nhà dọc theo bờ sông.",
    "id": "Banyak orang percaya bahwa anjing adalah teman yang lebih baik daripada kucing.",
    "sw": "Timu yetu itachapisha matokeo baada ya kukaguliwa, lakini si sasa kwa sababu ya mvua.",
    "ru": "Он не пришёл, потому что поезд снова опоздал и все уже ушли домой.",
    "uk": "Потяг знову запізнився, тому ми пішли додому пішки вздовж річки.",
    "ar": "تأخر القطار مرة أخرى، لذلك مشينا إلى البيت على طول النهر.",
    "fa": "قطار باز هم دیر کرد، برای همین ما در کنار رودخانه پیاده به خانه رفتیم.",
    "ur": "بہت سے لوگ سمجھتے ہیں کہ کتے بلیوں سے بہتر ساتھی ہیں۔",
    "hi": "बहुत से लोग मानते हैं कि कुत्ते बिल्लियों से बेहतर साथी होते हैं।",
    "bn": "অনেক মানুষ মনে করে কুকুর বিড়ালের চেয়ে ভালো সঙ্গী।",
    "ta": "பலர் நாய்கள் பூனைகளை விட நல்ல துணை என்று நம்புகிறார்கள்.",
    "th": "หลายคนเชื่อว่าสุนัขเป็นเพื่อนที่ดีกว่าแมว",
    "ko": "많은 사람들은 개가 고양이보다 더 좋은 친구라고 믿는다.",
    "ja": "電車がまた遅れたので、私たちは川沿いを歩いて家に帰りました。",
    "zh": "火车又晚点了，所以我们沿着河走回家。",
    "el": "Πολλοί πιστεύουν ότι οι σκύλοι είναι καλύτερη παρέα από τις γάτες.",
    "he": "אנשים רבים מאמינים שכלבים הם חברה טובה יותר מחתולים.",
}


@pytest.mark.parametrize("code", LANGUAGES)
def test_a_sentence_is_in_its_language_and_in_no_other(code):
    """Sure of the one, and sure that it is none of the rest."""
    said = LANGUAGES[code]
    assert verdict("language", {"language": code}, said)
    wrong = [other for other in LANGUAGES if other != code]
    assert not any(verdict("language", {"language": other}, said) for other in wrong)
    assert sum(verdict("language", {"language": other}, said) is False for other in wrong) > 20


@pytest.mark.parametrize(
    "said",
    [
        "Isitimela sifike sekwephuzile futhi, ngakho sahamba ngezinyawo saya ekhaya.",
        "Blorp vexi tandu merak olipso quendar fi zamtil gorban neesk alumidor.",
        "Toget var forsinket",
        "OK",
        "42",
        "",
        LANGUAGES["en"] + " " + LANGUAGES["de"],
    ],
)
def test_where_the_language_is_not_sure_it_is_undecided(said):
    """Languages without a profile, short texts, and texts in two languages."""
    assert verdict("language", {"language": "German"}, said) is None


@pytest.mark.parametrize("id", [id for id, where in known().items() if ".form." in where])
def test_long_texts_of_few_signs_are_judged(id):
    """In linear time, which is measured in `bench/`; here they would not end if it were not."""
    made = type_of(id)(**type_of(id).passes[0])
    for sign in ("#", "*", "`", " ", "- a\n", "**a", "[a", '"a', "|a", "a\tb\n", "a.b ", "<", "_a"):
        judged = made.judge((sign * 20_000)[:20_000])
        assert judged.satisfied is not None or judged.reason


PIECES = st.sampled_from(
    ["# A\n", "## B\n", "- a\n", "  - b\n", "1. c\n", "   2) d\n", "\n", "\n\n", "**e** ", "```\n",
     "| f | g |\n", "|---|---|\n", "> h\n", "i. ", "J! ", "k? ", '"l" ', "[m] ", "{n} ", "<o> ",
     "P.S. p", "******\n", "<<q>>\n", "Title: r\n", '{"s": 1}', "\t", "\r\n", "\\(", "$", "é", "猫",
     "ж", "👍", "https://t.u ", "it's ", "w-x ", "1,000 ", "II. y\n", "• z\n", "---\n", "~~~\n",
     "`", "*", "_", "\ud800", "\0", "&a [*a]"]
)  # fmt: skip


@settings(max_examples=60, deadline=None)
@given(st.lists(PIECES, max_size=40).map("".join))
def test_no_text_of_many_kinds_makes_a_type_raise(text):
    """Any mixture of what texts hold has a verdict or a reason, the same each time."""
    for id in known():
        made = type_of(id)(**type_of(id).passes[0])
        judged = made.judge(text)
        assert judged.satisfied is not None or judged.reason, id
        assert judged == made.judge(text), id
        assert all(0 <= start <= end <= len(text) for start, end in judged.places), id
        assert made.model_copy(update={"where": "each paragraph"}).judge(text)


@pytest.mark.parametrize(
    ("marks", "text", "expected"),
    [
        *[('""', text, True) for text in ('"Rain."', "“Rain.”", "„Rain.“", "«Rain.»")],
        *[('""', text, False) for text in ("Rain.", "'Rain.'", "“Rain.", "Rain.”", "(Rain.)")],
        *[("''", text, True) for text in ("'Rain.'", "‘Rain.’")],
        *[("''", text, False) for text in ("Rain.", '"Rain."', "‘Rain.")],
    ],
)
def test_quotation_marks_of_every_script_wrap_and_nothing_else_does(marks, text, expected):
    """Straight, curly and angular ones are the same double marks; single ones are others."""
    assert verdict("wrapped_in", {"marks": marks}, text) is expected
