"""IFBench's `custom:`: whole tasks, each with an answer of a given form."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Sequence
from datetime import date
from functools import partial
from itertools import pairwise
from string import ascii_lowercase

from tamis.checking.instructions.instruction import PublishedCodeError, instruction
from tamis.checking.instructions.response import MARKS, Response, ascii_only, folded
from tamis.checking.instructions.verdicts import agreed, decided, said, shown, undecided
from tamis.checking.instructions.word_lists import FORWARDS
from tamis.checking.judgement import Judgement
from tamis.checking.worksheet import Span

declare = partial(instruction, set="ifbench")

_DIGITS = re.compile(r"\d+")
_MULTIPLES = [str(number) for number in range(14, 51, 7)]


def published_multiples(response: Response) -> Judgement:
    """The runs of digits are the multiples of seven; other words do not matter."""
    found: list[str] = []
    for number in _DIGITS.finditer(response.text):
        found.append(number[0])
        if found != _MULTIPLES[: len(found)]:
            break
    return decided(found == _MULTIPLES, f"numbers: {shown(found) or 'none'}")


def multiples(response: Response) -> Judgement:
    """Nothing but the multiples of seven, and marks."""
    for run in response.runs:
        if any(map(str.isalpha, run)):
            return decided(False, f"{said(run)} is no number")
    found = _DIGITS.findall(response.text)
    return decided(found == _MULTIPLES, f"numbers: {shown(found) or 'none'}")


declare(
    "custom:multiples",
    "Counted from 10 to 50, only the multiples of 7 are printed: 14, 21, 28, 35, 42, 49.",
    reference=published_multiples,
    strict=multiples,
    differs="The published code does not mind other words; to print only the multiples is to "
    "print nothing else, as strict wants.",
    passes=({}, "14, 21, 28,\n35, 42, 49"),
    fails=({}, "Here they are: 14, 21, 28, 35, 42, 49."),
)

_QUESTION = re.compile(r"Question \d+[.|):;]?\s*")
_PUBLISHED_OPTION = re.compile(r"[A-Ea-e][.|)]\s*\w")
_OPTION = re.compile(r"[-*•]?[ \t]*\**\(?[A-Ea-e][.):][ \t*]*\S")
_LABEL = re.compile(r"[ \t#*_]*Question\b[ \t]*\d*[ \t]*[.):;-]*[ \t*_]*")


def published_questions(response: Response) -> Judgement:
    """Four parts behind `Question 1`, each longer than the one before, with five options."""
    if not response.text.startswith("Question"):
        return decided(False, "it does not begin with `Question`")
    parts = [part.strip() for part in _QUESTION.split(response.text) if part.strip()]
    if len(parts) != 4:
        return decided(False, f"{len(parts)} questions")
    lengths = []
    for part in parts:
        lines = [line.strip() for line in part.split("\n")]
        options = [bool(_PUBLISHED_OPTION.match(line)) for line in lines]
        if sum(options) != 5:
            return decided(False, f"{sum(options)} options of {said(part)}")
        # Lines between options are no part of the question, and not looked at.
        lengths.append(len(" ".join(lines[: options.index(True)]).strip()))
    grows = all(one < following for one, following in pairwise(lengths))
    return decided(grows, f"lengths: {shown(lengths)}")


def questions(response: Response) -> Judgement:
    """Four questions labelled `Question`, of growing length, with five options and no more."""
    blocks: list[tuple[str, int]] = []
    for line in filter(None, map(str.strip, response.all_lines)):
        if label := _LABEL.match(line):
            blocks.append((line[label.end() :], 0))
        elif not blocks:
            return decided(False, f"{said(line)} stands before the first question")
        elif _OPTION.match(line):
            blocks[-1] = (blocks[-1][0], blocks[-1][1] + 1)
        elif blocks[-1][1]:
            return decided(False, f"{said(line)} is neither a question nor an option")
        else:
            blocks[-1] = (f"{blocks[-1][0]} {line}", 0)
    if len(blocks) != 4 or any(count != 5 for _, count in blocks):
        return decided(False, f"{shown(count for _, count in blocks)} options")
    texts = [text.strip(" *_") for text, _ in blocks]
    grows = {
        all(one < following for one, following in pairwise(lengths))
        for lengths in (list(map(len, texts)), [len(text.split()) for text in texts])
    }
    told = f"lengths: {shown(map(len, texts))} characters"
    if len(grows) > 1:
        return undecided("whether they get longer hangs on words or characters.", told)
    return decided(grows.pop(), told, "the topic is not looked at")


declare(
    "custom:mcq_count_length",
    "Four multiple-choice questions, each longer than the one before, with five options; each "
    "begins with `Question`, and nothing is explained.",
    reference=published_questions,
    strict=questions,
    differs="The published code wants the label without a mark of Markdown and with a number, and "
    "does not see answers or explanations between and behind options; strict does. Whether they "
    "are about art of the 20th century, neither looks at.",
    passes=(
        {},
        "".join(
            f"**Question {n}:** {'Who ' * n}painted?\n" + "".join(f"{x}) {x}\n" for x in "ABCDE")
            for n in range(1, 5)
        ),
    ),
    fails=(
        {},
        "".join(
            f"Question {n}: {'Who ' * n}painted?\n" + "".join(f"{x}) {x}\n" for x in "ABCDE")
            for n in range(1, 5)
        )
        + "Answer: B",
    ),
)

# fmt: off
_AFRICA = (
    ("algeria",), ("angola",), ("benin",), ("botswana",), ("burkina faso",), ("burundi",),
    ("cabo verde", "cape verde"), ("cameroon",), ("central african republic",), ("chad",),
    ("comoros",), ("cote divoire", "ivory coast"),
    ("democratic republic of the congo", "democratic republic of congo", "dr congo", "drc",
     "congo democratic republic of the", "congo democratic republic of", "congo kinshasa"),
    ("djibouti",), ("egypt",), ("equatorial guinea",), ("eritrea",), ("eswatini", "swaziland"),
    ("ethiopia",), ("gabon",), ("gambia",), ("ghana",), ("guinea",),
    ("guinea bissau", "guineabissau"), ("kenya",), ("lesotho",), ("liberia",), ("libya",),
    ("madagascar",), ("malawi",), ("mali",), ("mauritania",), ("mauritius",), ("morocco",),
    ("mozambique",), ("namibia",), ("niger",), ("nigeria",),
    ("republic of the congo", "republic of congo", "congo", "congo republic of the",
     "congo republic of", "congo brazzaville"),
    ("rwanda",), ("sao tome and principe",), ("senegal",), ("seychelles",), ("sierra leone",),
    ("somalia",), ("south africa",), ("south sudan",), ("sudan",), ("tanzania",), ("togo",),
    ("tunisia",), ("uganda",), ("zambia",), ("zimbabwe",),
)
# fmt: on
_COUNTRY = {name: names[0] for names in _AFRICA for name in names}
_PARENTHESIS = re.compile(r"\([^()]*\)")


def published_africa(response: Response) -> Judgement:
    """From the line with Zimbabwe on, 52 lines at least, in falling order."""
    lines = [one for line in response.all_lines if (one := line.strip(MARKS + " "))]
    first = next((at for at, line in enumerate(lines) if "Zimbabwe" in line), len(lines))
    found = list(map(ascii_only, lines[first:]))
    falls = all(one >= following for one, following in pairwise(found))
    return decided(falls and len(found) >= 52, f"{len(found)} lines from Zimbabwe on")


def africa(response: Response) -> Judgement:
    """All 54 countries, each on a line, in falling order of the names as they are written."""
    if "zimbabwe" not in response.lower:
        return decided(False, "lacking: zimbabwe")
    names = [_name(response.quote(span)) for span in response.lines]
    known = [at for at, name in enumerate(names) if _country(name)]
    if not known:
        return decided(False, "no line is a country of Africa")
    names = names[known[0] : known[-1] + 1]
    if lacking := set(_COUNTRY.values()) - {_country(name) for name in names}:
        return decided(False, f"lacking: {shown(sorted(lacking))}")
    if others := [name for name in names if not _country(name) and name != "western sahara"]:
        return undecided(f"{said(others[0])} is not known as a country of Africa.")
    for one, following in pairwise(names):
        if one < following:
            return decided(False, f"{said(one)} stands before {said(following)}")
    return decided(True, f"{len(names)} countries in falling order")


def _name(line: str) -> str:
    """A country on a line, in plain small letters, without marks and numbers."""
    plain = folded(line.translate(str.maketrans("", "", "'’‘`"))).casefold()
    return " ".join(re.findall(r"[^\W\d_]+", _PARENTHESIS.sub(" ", plain)))


def _country(name: str) -> str:
    return _COUNTRY.get(name) or _COUNTRY.get(name.removeprefix("the "), "")


_FALLING = sorted((names[0].title() for names in _AFRICA), reverse=True)

declare(
    "custom:reverse_newline",
    "The countries of Africa are listed in reverse alphabetical order, each on a new line.",
    reference=published_africa,
    strict=africa,
    differs="The published code wants 52 lines in falling order, from the first with Zimbabwe on, "
    "whatever they say, and a closing sentence breaks it; strict wants the 54 countries.",
    passes=({}, "\n".join(f"- {name}" for name in _FALLING)),
    fails=({}, "\n".join(name for name in _FALLING if name != "Egypt")),
)


def published_words_reversed(response: Response) -> Judgement:
    """Read backwards by words, it has `bald eagle`."""
    backwards = " ".join(response.bare_words[::-1])
    return decided("bald eagle" in backwards, f"backwards: {said(backwards)}")


def words_reversed(response: Response) -> Judgement:
    """As the published code; forwards it does not have it, and it is a sentence."""
    if "bald" not in response.lower or "eagle" not in response.lower:
        return decided(False, "it does not have `bald` and `eagle`")
    words = [word for part in response.plain_words for word in part.split("-")]
    backwards, told = " ".join(words[::-1]), f"backwards: {said(' '.join(words[::-1]))}"
    if "bald eagle" in " ".join(words) or "bald eagle" not in backwards:
        return decided(False, told)
    if len(words) < 3:
        return undecided("whether two words are a sentence, the wording does not say.", told)
    # A sentence of the answer begins, read forwards, with its last word.
    ends = words[-1] in ("the", "it", "its", "america", "america's", "our", "a", "bald", "national")
    return decided(True, told) if ends else undecided("its last word begins no sentence.", told)


declare(
    "custom:word_reverse",
    "The national animal of the US is told in a sentence whose words stand in reverse order.",
    reference=published_words_reversed,
    strict=words_reversed,
    differs="The published code looks for the two words in the reversed order, whatever stands "
    "around them; strict is undecided where what is read backwards does not begin as a sentence.",
    passes=({}, "eagle bald the is US the of animal national The."),
    fails=({}, "The national animal of the US is the bald eagle."),
)


def published_letters_reversed(response: Response) -> Judgement:
    """It has `elgae dlab`, by any case."""
    there = "elgae dlab" in response.lower
    return decided(there, f"`elgae dlab` is {'there' if there else 'not there'}")


def letters_reversed(response: Response) -> Judgement:
    """As the published code, and no word reads forwards."""
    if "elgae" not in response.lower:
        return decided(False, "`elgae dlab` is not there")
    there = "elgae dlab" in " ".join(response.lower_runs)
    forwards = [word for word in response.plain_words if word in FORWARDS]
    told = f"`elgae dlab` is {'there' if there else 'not there'}"
    if forwards:
        return decided(False, told, f"{said(forwards[0])} is not reversed")
    if there and len(response.words) < 3:
        return undecided("whether two words are a sentence, the wording does not say.", told)
    return decided(there, told)


declare(
    "custom:character_reverse",
    "The national animal of the US is told in a sentence whose letters stand in reverse order.",
    reference=published_letters_reversed,
    strict=letters_reversed,
    differs="The published code looks for the two words, whatever stands around them; the "
    "sentence is to be reversed, so strict wants no English words in it.",
    passes=({}, ".elgae dlab eht si SU eht fo lamina lanoitan ehT"),
    fails=({}, "The answer is: elgae dlab"),
)


def published_alphabet_story(response: Response) -> Judgement:
    """26 sentences, by IFEval's rules, begin with a to z; a mark before a word is its beginning."""
    found = response.published_sentences
    firsts = "".join(one[:1].lower()[:1] for one in found)
    told = f"{len(found)} sentences: {said(firsts)}"
    return decided(len(found) == 26 and firsts == ascii_lowercase, told)


def alphabet_story(response: Response) -> Judgement:
    """26 sentences begin with a to z."""

    def test(found: list[Span]) -> tuple[bool, str]:
        words = [words[0] for span in found if (words := response.words_in(span))]
        firsts = "".join(folded(word)[:1] for word in words)
        return firsts == ascii_lowercase, f"{len(words)} sentences: {said(firsts)}"

    return agreed(response, test)


_STORY = " ".join(f"{letter}nd so." for letter in "ABCDEFGHIJKLMNOPQRSTUVWXYZ")

declare(
    "custom:sentence_alphabet",
    "A story of 26 sentences, which begin with the letters of the alphabet in their order.",
    reference=published_alphabet_story,
    strict=alphabet_story,
    differs="To the published code a quotation mark before a word is its first letter (its "
    "authors mended that later), and sentences are cut at any stop; strict looks at words.",
    passes=({}, _STORY.replace("Bnd so", "“But so, Dr. Wu”")),
    fails=({}, _STORY.replace("Bnd", "End")),
)

# fmt: off
_PUBLISHED_CAPITALS = (
    "Reykjavik", "Helsinki", "Oslo", "Tallinn", "Stockholm", "Riga", "Moscow", "Copenhagen",
    "Vilnius", "Minsk", "Dublin", "Berlin", "Amsterdam", "Warsaw", "London", "Brussels", "Prague",
    "Luxembourg", "Paris", "Vienna", "Bratislava", "Budapest", "Vaduz", "Chisinau", "Bern",
    "Ljubljana", "Zagreb",
)
# fmt: on
_CAPITALS = [name.casefold() for name in _PUBLISHED_CAPITALS]
_CAPITALS.insert(_CAPITALS.index("prague"), "kyiv")
_CALLED = {"kiev": "kyiv", "luxembourg city": "luxembourg", "berne": "bern"}


def published_capitals(response: Response) -> Judgement:
    """27 capitals, Kyiv not among them, with commas between them and nothing else."""
    found = [name.strip() for name in ascii_only(response.text).split(",") if name.strip()]
    return decided(found == list(_PUBLISHED_CAPITALS), f"{len(found)} names")


def capitals(response: Response) -> Judgement:
    """The 28 capitals north of 45°, with commas between them, from north to south."""
    names = response.text.split(",")
    for wanted, name in zip(_CAPITALS, names, strict=False):
        plain = folded(name).strip(" \n\t.*").casefold()
        if plain == "astana":
            return undecided("whether Astana is a capital of Europe, is told in several ways.")
        if _CALLED.get(plain, plain) != wanted:
            return decided(False, f"{said(name)} stands where {wanted.title()} should")
    return decided(len(names) == len(_CAPITALS), f"{len(names)} of {len(_CAPITALS)} capitals")


declare(
    "custom:european_capitals_sort",
    "The capitals of Europe north of 45° are listed by latitude, from north to south, with commas.",
    reference=published_capitals,
    strict=capitals,
    differs="The published list lacks Kyiv, at 50.45° north, so that the right answer fails; "
    "strict has it, and does not mind a full stop at the end or the name Luxembourg City.",
    passes=({}, ", ".join(name.title() for name in _CAPITALS) + "."),
    fails=({}, ", ".join(_PUBLISHED_CAPITALS)),
)


def _rows(text: str, delimiter: str = ",") -> list[list[str]]:
    """The rows of CSV as Python reads them; PublishedCodeError where it does not."""
    try:
        return list(csv.reader(io.StringIO(text), delimiter=delimiter))
    except csv.Error as error:
        raise PublishedCodeError(f"its reader of CSV says: {error}") from None


def _table(response: Response, header: Sequence[str], count: int, delimiter: str = ",") -> str:
    """What is wrong with a table of CSV, in strict; "" for nothing."""
    try:
        rows = [[cell.strip() for cell in row] for row in _strict_rows(response, delimiter) if row]
    except csv.Error as error:
        return f"it is not CSV: {error}"
    if not rows or rows[0] != list(header):
        return f"the names of the columns are {shown(rows[0]) if rows else 'missing'}"
    if len(rows) - 1 != count:
        return f"{len(rows) - 1} rows"
    widths = [len(row) for row in rows if len(row) != len(header)]
    return f"a row has {widths[0]} fields" if widths else ""


def _strict_rows(response: Response, delimiter: str) -> list[list[str]]:
    lines = response.unfenced.strip("\r\n").split("\n")
    return list(
        csv.reader(
            (line + "\n" for line in lines),
            delimiter=delimiter,
            strict=True,
            skipinitialspace=delimiter == ",",
        )
    )


_CITY = ("ID", "Country", "City", "Year", "Count")


def published_city(response: Response) -> Judgement:
    """Just eight rows of five fields, the first of which are the names."""
    if response.text.count("\n") < 7:
        return decided(False, "fewer than eight lines")
    rows = _rows(response.text)
    fits = len(rows) == 8 and rows[0] == list(_CITY) and all(len(row) == 5 for row in rows)
    return decided(fits, f"{len(rows)} rows")


def city(response: Response) -> Judgement:
    """The names and seven rows of five fields; they may stand in a block of code."""
    wrong = _table(response, _CITY, 7)
    return decided(not wrong, wrong or "seven rows of five fields")


declare(
    "custom:csv_city",
    f"CSV with the columns {', '.join(_CITY)} and seven rows.",
    reference=published_city,
    strict=city,
    differs="To the published code a block of code and a blank line at the end are rows, and a "
    "blank behind a comma belongs to a name; strict does not mind them.",
    passes=(
        {},
        "```csv\nID, Country, City, Year, Count\n" + "1, France, Paris, 2020, 3\n" * 7 + "```",
    ),
    fails=({}, "ID,Country,City,Year,Count\n" + "1,France,Paris,2020,3\n" * 6),
)

_PRODUCT = ("ProductID", "Category", "Brand", "Price", "Stock")
_PUBLISHED_PRODUCT = re.compile(",[ \t]*".join(f'(?:{name}|"{name}")' for name in _PRODUCT))
_SPECIAL = re.compile(r"[^\w\s]")
_QUOTED_FIELD = re.compile(r'(?:^|,)[ \t]*"((?:[^"\n]|"")*+)"[ \t]*(?=,|$)', re.MULTILINE)


def published_product(response: Response) -> Judgement:
    """15 rows, looked at up to the first with a mark in a quoted field."""
    if not _PUBLISHED_PRODUCT.fullmatch(response.text.split("\n", 1)[0].strip()):
        return decided(False, "the first line is not that of the names")
    rows = _rows(response.text.replace('"', '"""'))
    if len(rows) != 15:
        return decided(False, f"{len(rows)} rows")
    for row in rows[1:]:
        if len(row) != 5:
            return decided(False, f"a row has {len(row)} fields")
        if any(map(_has_quoted_mark, row)):
            return decided(True, f"{shown(row)} has a quoted mark")
    return decided(False, "no quoted field has a mark")


def _has_quoted_mark(field: str) -> bool:
    line = field.split("\n", 1)[0]
    return line.startswith('"') and _SPECIAL.search(line, 1, max(1, line.rfind('"'))) is not None


def product(response: Response) -> Judgement:
    """The names and 14 rows, of which a quoted field has a mark other than a quotation mark."""
    if wrong := _table(response, _PRODUCT, 14):
        return decided(False, wrong)
    inside = response.unfenced.strip().partition("\n")[2]
    special = [field for field in _QUOTED_FIELD.findall(inside) if _SPECIAL.search(field)]
    return decided(bool(special), f"quoted with a mark: {shown(map(said, special)) or 'none'}")


declare(
    "custom:csv_special_character",
    f"CSV with the columns {', '.join(_PRODUCT)} and 14 rows; a field with a special character is "
    "in double quotation marks.",
    reference=published_product,
    strict=product,
    differs="The published code stops at the first row with such a field, so that later ones may "
    "have any number of fields, and a block of code fails it; strict looks at all rows.",
    passes=({}, ",".join(_PRODUCT) + '\n1,Toys,"Ann & Co",2.50,3' + "\n1,Toys,Ann,2.50,3" * 13),
    fails=({}, ",".join(_PRODUCT) + '\n1,Toys,"Ann & Co",2.50,3' + "\n1,Toys" * 13),
)

_STUDENT = ("StudentID", "Subject", "Grade", "Semester", "Score")
_PUBLISHED_STUDENT = re.compile("\t *".join(f'(?:{name}|"{name}")' for name in _STUDENT))


def published_student(response: Response) -> Judgement:
    """Four rows of five fields with tabs between them, all quoted, also the names."""
    if not _PUBLISHED_STUDENT.fullmatch(response.text.split("\n", 1)[0].strip()):
        return decided(False, "the first line is not that of the names")
    rows = _rows(response.text.replace('"', '"""'), "\t")
    if len(rows) != 4:
        return decided(False, f"{len(rows)} rows")
    for row in rows:
        if len(row) != 5:
            return decided(False, f"a row has {len(row)} fields")
        for field in map(str.strip, row):
            if not field:
                raise PublishedCodeError("it fails on an empty field")
            if field[0] != '"' or field[-1] != '"':
                return decided(False, f"{said(field)} is not quoted")
    return decided(True, "four rows of five quoted fields")


def student(response: Response) -> Judgement:
    """The names and three rows with tabs between fields, all of which are quoted."""
    if wrong := _table(response, _STUDENT, 3, "\t"):
        return decided(False, wrong)
    lines = [line for line in response.unfenced.split("\n") if line.strip(" \r")]
    quoted = [
        all(len(field) > 1 and field[0] == field[-1] == '"' for field in map(str.strip, fields))
        for fields in (line.split("\t") for line in lines)
    ]
    if not all(quoted[1:]):
        return decided(False, "a field is not in quotation marks")
    if not quoted[0]:
        return undecided("whether the names of the columns are fields, the wording does not say.")
    return decided(True, "three rows of five quoted fields")


declare(
    "custom:csv_quotes",
    f"Tab-delimited data with the columns {', '.join(_STUDENT)} and three rows, each field in "
    "double quotation marks.",
    reference=published_student,
    strict=student,
    differs="The published code wants the names of the columns quoted too, fails on an empty "
    "field and on a block of code; strict is undecided where only the names are not quoted.",
    passes=({}, "\n".join(["\t".join(f'"{name}"' for name in _STUDENT)] * 4)),
    fails=({}, "\n".join(["\t".join(f'"{name}"' for name in _STUDENT)] * 3 + ["\t".join("abcde")])),
)

_DATE = re.compile(r"(\d{4})-(\d{2})-(\d{2})")
_DAYS = dict(zip(range(1, 13), (31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31), strict=True))
_FIRST_BATTLE, _LAST_BATTLE = date(1793, 8, 29), date(1815, 6, 18)


def published_dates(response: Response) -> Judgement:
    """Dates of Napoleon's lifetime, the 29th of February of any year and day or month 00 too."""
    for told in response.text.strip().split(","):
        found = _DATE.fullmatch(told.strip())
        if not found:
            return decided(False, f"{said(told)} is no date")
        year, month, day = map(int, found.groups())
        if not 1769 <= year <= 1821 or month > 12 or day > _DAYS.get(month, 99):
            return decided(False, f"{said(told)} is no date of his lifetime")
    return decided(True, "all are dates of his lifetime")


def dates(response: Response) -> Judgement:
    """Days of the calendar from the siege of Toulon to Waterloo, none of them twice."""
    found: list[date] = []
    for told in response.text.strip().rstrip(".").split(","):
        try:
            found.append(date(*map(int, _DATE.fullmatch(told.strip()).groups())))  # type: ignore[union-attr]
        except (AttributeError, ValueError):
            return decided(False, f"{said(told)} is no date")
        if not _FIRST_BATTLE <= found[-1] <= _LAST_BATTLE:
            return decided(False, f"{said(told)} is before Toulon or after Waterloo")
    if len(set(found)) < len(found):
        return decided(False, "a date occurs twice")
    return decided(
        True, f"{len(found)} dates", "whether they are those of battles is not looked at"
    )


declare(
    "custom:date_format_list",
    "The start dates of Napoleon's battles as YYYY-MM-DD, with commas, and nothing else.",
    reference=published_dates,
    strict=dates,
    differs="The published code takes days that do not exist (`1801-02-29`, `1801-00-00`) and any "
    "from his birth to his death; strict wants days of the calendar on which he may have fought. "
    "Which battles there were, neither looks at.",
    passes=({}, "1805-12-02, 1815-06-18"),
    fails=({}, "1805-02-29, 1815-06-18"),
)
