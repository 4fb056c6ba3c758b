"""Whole replies with lists: what they list, in which words, and what they reject or take back."""

from __future__ import annotations

import pytest

from tamis.reading.looks_for import Ids, Titles
from tamis.reading.replies import Read, read
from tamis.types import Reply

TITLES = Titles(bare_is_empty=True)
AFTER_ALL = Titles(("final output", "output"), ("all books",), bare_is_empty=True)
ONE = Titles(bare_is_empty=True, single=True)
IDS = Ids()


def _shown(found: Read, text: str) -> dict:
    """What was read, without what is empty."""
    told = {
        "outcome": found.outcome if found.outcome != "ok" else "",
        "reasons": tuple(one.reason for one in found.items)
        if any(one.reason for one in found.items)
        else (),
        "first": None if found.first is None else tuple(one.text for one in found.first),
        "why": found.why,
        "out": [
            (one.role, text[one.start : one.end])
            for one in found.marks
            if one.role in ("rejected", "withdrawn")
        ],
    }
    return {"values": found.values} | {key: value for key, value in told.items() if value}


# fmt: off
READ = [
    (TITLES, "**Novels**\n- Sula\n- Jazz\n\n**Plays**\n- Dreaming Emmett",
     {"values": ('Sula', 'Jazz', 'Dreaming Emmett')}),
    (TITLES, "Output:\n\n**Novels**\n- Sula\n- Jazz\n\n**Plays**\n- Dreaming Emmett",
     {"values": ('Sula', 'Jazz', 'Dreaming Emmett')}),
    (TITLES, "## Output\n### 1. Sula\nIt fits.\n### 2. Jazz\nIt fits.",
     {"values": ('Sula', 'Jazz')}),
    (TITLES, "Output:\n- Sula\n\n**Excluded**\n- Jazz",
     {"values": ('Sula',)}),
    (TITLES, "Excluded:\n- Jazz\n\n---\n\n- Sula",
     {"values": ('Sula',)}),
    (TITLES, "```python\nbooks = ['Sula', 'Jazz']\nprint(books)\n```",
     {"values": ('Sula', 'Jazz')}),
    (TITLES, "```python\nprint('Sula')\n```\nOutput:\n- Jazz",
     {"values": ('Jazz',)}),
    (TITLES, "Output:\n- Sula\n```python\nx = ['Jazz']\n```",
     {"values": ('Sula',)}),
    (TITLES, "```\n- Sula\n- Jazz\n```",
     {"values": ('Sula', 'Jazz')}),
    (TITLES, '```json\n{"titles": ["Sula", "Jazz"]}\n```',
     {"values": ('Sula', 'Jazz')}),
    (TITLES, "The final answer is: Sula",
     {"values": ('Sula',)}),
    (TITLES, "So, the final output is **Sula**",
     {"values": ('Sula',)}),
    (TITLES, "Output: \\boxed{\\text{Sula}}",
     {"values": ('Sula',)}),
    (TITLES, "Output:\nMorrison, Toni. *Sula*. New York: Knopf, 1973.",
     {"values": ('Sula',)}),
    (TITLES, "Output:\n(1973): Sula\n1987 – Beloved",
     {"values": ('Sula', 'Beloved')}),
    (TITLES, "Output:\n✅ Sula\n❌ Jazz",
     {"values": ('Sula',), "out": [('rejected', 'Jazz')]}),
    (TITLES, "- [x] Sula\n- [ ] Jazz\n- [✓] Love\n- [✗] Home",
     {"values": ('Sula', 'Love'), "out": [('rejected', 'Jazz'), ('rejected', 'Home')]}),
    (TITLES, "Output:\nTITLE\tREASON\nSula\tfits\nJazz\tno",
     {"values": ('Sula',), "reasons": ('fits',), "out": [('rejected', 'Jazz')]}),
    (TITLES, 'title,reason\n"Sula, a",fits\nJazz,"x, y"',
     {"values": ('Sula, a', 'Jazz'), "reasons": ('fits', 'x, y')}),
    (TITLES, "+------+-------+\n| Title | Fits |\n+------+-------+\n| Sula | yes |\n"
     "| Jazz | no |\n+------+-------+\nThat is all.",
     {"values": ('Sula',), "out": [('rejected', 'Jazz')]}),
    (TITLES, "Output:\nTotal: 2\nSula\nJazz",
     {"values": ('Sula', 'Jazz')}),
    (TITLES, "1.\nTitle: Sula\n2.\nTitle: Jazz",
     {"values": ('Sula', 'Jazz')}),
    (TITLES, "Title:\nSula\nReason: it fits\n\nTitle: Jazz\nReason: it does not fit",
     {"values": ('Sula',), "reasons": ('it fits',), "out": [('rejected', 'Jazz')]}),
    (TITLES, "Output:\n1. Sula\n   - Reason: fits\n2. Jazz\n   - it does not fit",
     {"values": ('Sula',), "reasons": ('fits',), "out": [('rejected', 'Jazz')]}),
    (TITLES, "Output:\n- Novels:\n  - Sula\n  - Jazz\n- Plays:\n  - Desdemona",
     {"values": ('Sula', 'Jazz', 'Desdemona')}),
    (TITLES, "- Output:\n- Sula\n- Jazz",
     {"values": ('Sula', 'Jazz')}),
    (TITLES, "1. Sula\n2. Jazz\n\nNote: Jazz is fine.\n\n3. Love",
     {"outcome": 'ambiguous',
      "values": ('Sula', 'Jazz', 'Love'),
      "why": 'it has several lists'}),
    (TITLES, "**Sula**\nIt is a novel that starts with S.\n\n**Jazz**\n"
     "It is a novel that does not fit.",
     {"values": ('Sula',), "out": [('rejected', 'Jazz')]}),
    (TITLES, '{"Output": ["Sula", "Jazz"], "notes": ["Love"]}',
     {"values": ('Sula', 'Jazz')}),
    (TITLES, '{"all": {"final": ["Sula"]}, "rejected": ["Jazz"]}',
     {"values": ('Sula',)}),
    (TITLES, '{"Sula": "it fits", "Jazz": "it does not fit"}',
     {"values": ('Sula',), "reasons": ('it fits',), "out": [('rejected', 'Jazz')]}),
    (TITLES, '{"title": "Sula", "reason": "fits"}',
     {"values": ('Sula',), "reasons": ('fits',)}),
    (TITLES, '[{"title": "Sula", "meets": true}, {"title": "Jazz", "meets": false}, '
     '{"book": "Love", "verdict": "no"}]',
     {"values": ('Sula',), "out": [('rejected', 'Jazz'), ('rejected', 'Love')]}),
    (TITLES, '{"answer": "Sula, Jazz, Love"}',
     {"values": ('Sula', 'Jazz', 'Love')}),
    (TITLES, "Output: [Yes, Captain]",
     {"outcome": 'ambiguous',
      "values": ('Yes', 'Captain'),
      "why": 'its line may hold one title or two'}),
    (TITLES, 'Output: ["Yes", "Captain"]',
     {"values": ('Yes', 'Captain')}),
    (TITLES, 'These fit: ["Sula", "Jazz"]. That is all.',
     {"values": ('Sula', 'Jazz')}),
    (TITLES, "[Sula] is a novel of hers.",
     {"outcome": 'unparsed', "values": (), "why": 'it has no list'}),
    (IDS, "['1', '2'], ['3']",
     {"outcome": 'ambiguous', "values": ('1', '2', '3'), "why": 'it has several lists'}),
    (IDS, "TITLE: A | ID: 7\nTITLE: B | ID: 8",
     {"values": ('7', '8')}),
    (IDS, "Final Answer: documents 7 and 8",
     {"values": ('7', '8')}),
    (IDS, "Final Answer: 7, 8 and 9",
     {"values": ('7', '8', '9')}),
    (IDS, "The documents are 7, 8, and 9.",
     {"values": ('7', '8', '9')}),
    (IDS, "Final Answer:\n- ID 7\n- doc 8 (it fits)",
     {"values": ('7', '8')}),
    (AFTER_ALL, "All Books:\n1. Sula\n2. Jazz – no\n\nFinal Output:\n1. Sula",
     {"values": ('Sula',), "first": ('Sula', 'Jazz')}),
    (AFTER_ALL, "All Books:\n**Novels**\n1. Sula\n**Plays**\n2. Jazz\n\nFinal Output: Sula",
     {"values": ('Sula',), "first": ('Sula', 'Jazz')}),
    (ONE, "The book does not fit.",
     {"outcome": 'empty', "values": ()}),
    (ONE, "Output: Sula – no",
     {"outcome": 'empty', "values": (), "out": [('rejected', 'Sula')]}),
    (TITLES, "Sula\nJazz\nThe Bluest Eye",
     {"values": ('Sula', 'Jazz', 'The Bluest Eye')}),
    (TITLES, "Sula\nOK",
     {"outcome": 'unparsed', "values": (), "why": 'it has no list'}),
    (TITLES, "Output: <title>",
     {"outcome": 'unparsed', "values": (), "why": 'it only repeats the form'}),
    (TITLES, "Output:\n1. Sula | x",
     {"values": ('Sula',)}),
    (TITLES, "Output:\n1. Reason: does not start with S. Title: Sula\n"
     "2. Reason: it starts with S. Title: Jazz",
     {"outcome": 'ambiguous',
      "values": ('Sula', 'Jazz'),
      "reasons": ('does not start with S', 'it starts with S'),
      "why": 'its reasons contradict each other'}),
    (TITLES, "Output:\n1. Sula\n2. Jazz\n\nActually, it was wrong.",
     {"outcome": 'ambiguous',
      "values": ('Sula', 'Jazz'),
      "why": 'a correction names none of its items'}),
    (TITLES, "Output:\n1. Sula\n2. Jazz\n\nActually, the second one is wrong.",
     {"values": ('Sula',), "out": [('withdrawn', 'Jazz')]}),
    (TITLES, "Output:\n1. Sula\n2. Jazz\n\nWait, the last one does not fit; remove it.",
     {"values": ('Sula',), "out": [('withdrawn', 'Jazz')]}),
    (TITLES, "Output:\n1. Sula\n2. Jazz\n\nCorrection: none of these books fit.",
     {"outcome": 'empty',
      "values": (),
      "out": [('withdrawn', 'Sula'), ('withdrawn', 'Jazz')]}),
    (TITLES, 'Output:\n1. Sula\n2. Jazz\n\nWait: "Love" should also be included.',
     {"values": ('Sula', 'Jazz', 'Love')}),
    (TITLES, 'Output:\n1. Sula\n2. Jazz\n\nWait, Jazz should be "Love" instead.',
     {"values": ('Sula', 'Love'), "out": [('withdrawn', 'Jazz')]}),
    (TITLES, "Output:\n1. Sula\n2. Jazz\n\nSula fits, but Jazz does not belong here.",
     {"values": ('Sula',), "out": [('withdrawn', 'Jazz')]}),
    (TITLES, "I looked at it. The only one that fits is Sula.",
     {"values": ('Sula',)}),
    (TITLES, "I looked at it. The titles are Sula and Jazz.",
     {"values": ('Sula', 'Jazz')}),
    (TITLES, '"Sula" fits, but "Jazz" does not qualify.',
     {"values": ('Sula',)}),
    (TITLES, 'The ones that fit are "Sula", not "Jazz".',
     {"values": ('Sula',)}),
    (TITLES, 'I looked at "Jazz" first. The book that fits is "Sula".',
     {"values": ('Sula',)}),
    (TITLES, "Candidates:\n- Sula\n- Jazz\n\nCandidates that fit:\n- Sula",
     {"values": ('Sula',)}),
    (TITLES, "Books:\n- Sula\n- Jazz\n\nMore books:\n- Love",
     {"values": ('Sula', 'Jazz', 'Love')}),
    (TITLES, "- Sula\n- Jazz\n\n- Love\n\nBut also:\n\n- Home",
     {"outcome": 'ambiguous',
      "values": ('Sula', 'Jazz', 'Love', 'Home'),
      "why": 'it has several lists'}),
    (TITLES, "Output:\n1. **Sula**\n2. **Jazz** – *no*\n\n## Notes\nJazz fails.",
     {"values": ('Sula',), "out": [('withdrawn', 'Jazz')]}),
    (TITLES, "Notes:\n1. Sula: yes\n2. Jazz: no",
     {"values": ('Sula',), "out": [('rejected', 'Jazz')]}),
    (TITLES, "Output:\nSula; Jazz; Love",
     {"values": ('Sula', 'Jazz', 'Love')}),
    (TITLES, "Output: Sula | Jazz | Love",
     {"values": ('Sula', 'Jazz', 'Love')}),
    (TITLES, "Output: Sula • Jazz",
     {"values": ('Sula', 'Jazz')}),
    (TITLES, "Output: Sula, Jazz, Jr, and Love (a, b)",
     {"values": ('Sula', 'Jazz, Jr', 'Love')}),
    (TITLES, "Output: Sula, a novel, 1973",
     {"values": ('Sula',)}),
    (TITLES, "<ol><li>Sula</li><li>Jazz</li></ol>",
     {"values": ('Sula', 'Jazz')}),
    (TITLES, "<table><tr><th>Title</th><th>Fits</th></tr><tr><td>Sula</td><td>yes</td>"
     "</tr><tr><td>Jazz</td><td>no</td></tr></table>",
     {"values": ('Sula',), "out": [('rejected', 'Jazz')]}),
    (TITLES, "<answer>\n<book><title>Sula</title><reason>fits</reason></book>\n</answer>",
     {"values": ('Sula',), "reasons": ('fits',)}),
    (TITLES, "\\begin{itemize}\n\\item Sula\n\\item \\textit{Jazz}\n\\end{itemize}",
     {"values": ('Sula', 'Jazz')}),
    (TITLES, "1️⃣ Sula\n2️⃣ Jazz",
     {"values": ('Sula', 'Jazz')}),
    (TITLES, "Title - Sula\nReason - fits",
     {"values": ('Sula',), "reasons": ('fits',)}),
    (TITLES, "Book 1: Sula\nBook 2: Jazz",
     {"values": ('Sula', 'Jazz')}),
    (TITLES, "> Output:\n> - Sula\n> - Jazz",
     {"values": ('Sula', 'Jazz')}),
    (TITLES, '> ["Sula", "Jazz"]',
     {"values": ('Sula', 'Jazz')}),
    (TITLES, "Output: Title: Sula Reason: a 2. Title: Jazz Reason: b",
     {"values": ('Sula', 'Jazz'), "reasons": ('a', 'b')}),
]
CUT = [
    (TITLES, "Output:\n1. Sula\n2. Jaz",
     {"outcome": 'truncated', "values": ('Sula',)}),
    (TITLES, "Output:\n1. Sula\n2. Jazz\n",
     {"outcome": 'truncated', "values": ('Sula', 'Jazz')}),
    (TITLES, "Output:\n1. Sula\n2. Jazz\n\nI hope",
     {"values": ('Sula', 'Jazz')}),
    (TITLES, "Output:\n",
     {"outcome": 'truncated', "values": (), "why": 'it was cut inside its list'}),
    (TITLES, "Let me see",
     {"outcome": 'truncated', "values": (), "why": 'it was cut before its answer'}),
    (TITLES, 'Output: ["Sula", "Jaz',
     {"outcome": 'truncated', "values": ('Sula',)}),
    (TITLES, 'Output: ["Sula", "Jazz"]',
     {"outcome": 'truncated', "values": ('Sula', 'Jazz')}),
    (TITLES, "Output:",
     {"outcome": 'truncated', "values": (), "why": 'it was cut inside its list'}),
    (TITLES, "Draft:\n1. Sula\n\nOutput:\n1. Ja",
     {"outcome": 'truncated', "values": (), "why": 'it was cut inside its list'}),
    (IDS, "Final Answer: ['7', '8",
     {"outcome": 'truncated', "values": ('7',)}),
    (AFTER_ALL, "All Books:\n1. Sula\n2. Jazz\n\nFinal Output:\n1. Su",
     {"outcome": 'truncated',
      "values": (),
      "first": ('Sula', 'Jazz'),
      "why": 'it was cut inside its list'}),
    (TITLES, "1. Sula\n2. Jaz",
     {"outcome": 'truncated', "values": ('Sula',)}),
    (TITLES, "",
     {"outcome": 'truncated', "values": (), "why": 'it is empty'}),
    (TITLES, "<think>Sula",
     {"outcome": 'truncated', "values": (), "why": 'it ends inside its thoughts'}),
    (TITLES, "Output:\nSula\nJaz",
     {"outcome": 'truncated', "values": ('Sula',)}),
    (TITLES, "## Notes\n1. Sula\n\n## Output\n1. Jazz\n2. Lov",
     {"outcome": 'truncated', "values": ('Jazz',)}),
    (TITLES, "| Title |\n|---|\n| Sula |\n| Ja",
     {"outcome": 'truncated', "values": ('Sula',)}),
]
# fmt: on


@pytest.mark.parametrize(("looks", "text", "expected"), READ)
def test_a_reply_with_a_list(looks, text, expected):
    """Its items with their reasons, the list before them, and what it says of them itself."""
    found = read(text, looks)
    assert _shown(found, text) == expected
    answers = {text[one.start : one.end] for one in found.marks if one.role == "answer"}
    if looks is not IDS and "\\" not in text:
        assert all(one in answers for one in found.values)


@pytest.mark.parametrize(("looks", "text", "expected"), CUT)
def test_a_reply_that_breaks_off(looks, text, expected):
    """What was whole is kept, and the outcome says whether the list was."""
    assert _shown(read(Reply(text, truncated=True), looks), text) == expected
