"""A paper's own prompts, cut out of the user's copy of it into a folder for `-T prompts=DIR`.

The papers' sentences are not ours to ship. A cut (`cut`) becomes a template (`as_templates`), is
filled with a sample of the mini data (`shown`), and written with a record of where it came from
(`write`), by which a run's identity says whose words it used (`whose`).
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from jinja2 import Environment, TemplateSyntaxError, meta

from tamis.bad_input import unknown
from tamis.inputs.files import read_text, write_text
from tamis.inputs.json_records import own_record, write_json
from tamis.types import InputError

RECORD = "imported.json"
"""The file of a folder that says where its templates came from."""

PAPER, OURS, OWN = "paper", "our own words", "a folder of one's own"
"""Whose words a template is in."""

REST = "…"
"""At the end of a text to replace: the rest of its line, too."""


Shown = Callable[[str], str]
"""The prompt of a sample of the mini data, rendered with the templates of a folder."""


@dataclass(frozen=True)
class PaperPrompt:
    """A prompt that a paper prints, as a template of ours.

    `shown` fills it for a sample; without the variables `needs` it asks nothing. `names` are the
    paper's placeholders, each with our variable or the piece of a template that stands for it;
    `words` are such that the paper prints without any mark. `jinja`: the paper prints it in Jinja's
    syntax. `system`: it may have a system message, `NAME_system.j2`. `bullet` is a piece of a
    template that comes after the last bullet, where the paper says in prose what is added there.
    """

    shown: Shown
    needs: Sequence[str] = ()
    names: Mapping[str, str] = field(default_factory=dict)
    words: Mapping[str, str] = field(default_factory=dict)
    jinja: bool = False
    system: bool = False
    bullet: str = ""


@dataclass(frozen=True)
class Cut:
    """A part of a file: its text, and the numbers of its first and last line (from 1)."""

    text: str
    first: int
    last: int


def cut(text: str, begins: Sequence[str], end: str | None, where: str) -> Cut:
    """What stands after the line of the last of `begins`, and before that of `end`.

    Each is the beginning of a line (`D.1`, with or without marks of Markdown), or else any part of
    one, or its number. The end is looked for after the first beginning, further beginnings between
    these. InputError where none or several lines fit. Without them it is the whole text. A fence
    around all of it is taken off.
    """
    lines = text.split("\n")
    start, stop, rest = 0, len(lines), ""
    if begins:
        start = _line(lines, begins[0], (0, stop), where) + 1
    if end is not None:
        stop = _line(lines, end, (start, stop), where)
        # A heading may follow on the last line of a prompt, where a copy has lost the line's end.
        named = not end.strip().isdecimal() and end.strip() in lines[stop]
        rest = lines[stop].partition(end.strip())[0].rstrip(_MARKS) if named else ""
    for mark in begins[1:]:
        start = _line(lines, mark, (start, stop), where) + 1
    kept = [line.rstrip() for line in lines[start:stop]] + ([rest] if rest.strip() else [])
    numbered = [*enumerate(kept, start + 1)]
    while numbered and not numbered[-1][1]:
        numbered.pop()
    while numbered and not numbered[0][1]:
        numbered.pop(0)
    if not numbered:
        raise InputError(f"{where}: nothing stands between the lines given; give others.")
    first, last = numbered[0], numbered[-1]
    if len(numbered) > 1 and _FENCE.fullmatch(first[1]) and _FENCE.fullmatch(last[1]):
        numbered = numbered[1:-1]
    return Cut("\n".join(line for _, line in numbered).strip("\n"), first[0], last[0])


def as_templates(
    text: str,
    name: str,
    prompt: PaperPrompt,
    variables: Mapping[str, str],
    replaced: Sequence[tuple[str, str]],
) -> tuple[dict[str, str], list[str]]:
    """A cut as templates by their names, and the names in braces that were left as text.

    It is one template, or two where the paper marks SYSTEM: and USER:. `variables` adds to the
    prompt's names; of each pair of `replaced` the second is a piece of a template. All else is
    text, whatever Jinja would make of it. InputError for a placeholder without a variable, and for
    a text to replace that is not there.
    """
    for old, _ in replaced:
        if not _pattern(old).search(text):
            raise InputError(f"--replace {old!r:.80}: this is not in the cut; copy it from there.")
    parts = {name: text}
    if prompt.system and (system := _SYSTEM.match(text)) is not None:
        user = _USER.search(text, system.end())
        if user is not None:
            parts = {
                f"{name}_system": text[system.end() : user.start()].strip(),
                name: text[user.end() :].strip(),
            }
    left: list[str] = []
    pairs = (*prompt.words.items(), *replaced)
    made = {
        one: _template(part, prompt, variables, pairs, left).strip() + "\n"
        for one, part in parts.items()
    }
    return made, left


def shown(prompt: PaperPrompt, templates: Mapping[str, str]) -> str:
    """The prompt of a sample with these templates.

    InputError where they cannot be filled, or lack what the prompt is about.
    """
    with TemporaryDirectory() as folder:
        for name, text in templates.items():
            write_text(Path(folder) / f"{name}.j2", text)
        try:
            filled = prompt.shown(folder)
        except InputError as error:
            raise InputError(str(error).replace(f" in {folder}", "")) from error
    asked = meta.find_undeclared_variables(Environment().parse("".join(templates.values())))
    if lacking := [one for one in prompt.needs if one not in asked]:
        raise InputError(
            f"the cut does not say where {', '.join(lacking)} should stand: give other lines, or "
            f"--replace TEXT '{{{{ {lacking[0]} }}}}' for what stands there."
        )
    return filled


def write(
    folder: Path, benchmark: str, templates: Mapping[str, str], about: Mapping[str, Any]
) -> None:
    """Write templates, and in the folder's record `about` for each.

    InputError for a folder of another benchmark, and for a template that was edited since.
    """
    before = own_record(folder / RECORD) or {"benchmark": benchmark}
    if before.get("benchmark") != benchmark:
        raise InputError(f"{folder} holds prompts of another benchmark; choose another folder.")
    known = _known(before)
    for name in templates:
        if _state(folder, name, known) == OWN:
            raise InputError(
                f"{folder / f'{name}.j2'} is there and not as it was imported; move it away, or "
                "choose another folder."
            )
    for name, text in templates.items():
        write_text(folder / f"{name}.j2", text)
        known[name] = {**about, "template": sha(text)}
    write_json(folder / RECORD, {"benchmark": benchmark, "templates": known})


def whose(folder: str, used: Iterable[str]) -> str:
    """Whose words the templates `used` are in, with this folder before ours."""
    known = _known(own_record(Path(folder) / RECORD) or {})
    states: dict[str, list[str]] = {}
    for name in used:
        own = f"{name}_system"
        both = [name, own] if (Path(folder) / f"{own}.j2").is_file() else [name]
        for one in both:
            states.setdefault(_state(Path(folder), one, known), []).append(one)
    if len(states) == 1:
        (state,) = states
        return f"{OWN}, {folder}" if state == OWN else state
    said = "; ".join(f"{state}: {', '.join(names)}" for state, names in sorted(states.items()))
    return f"mixed ({said})"


def sha(text: str) -> str:
    """SHA-256 of a text in hex digits."""
    return hashlib.sha256(text.encode(errors="replace")).hexdigest()


_MARKS = "#*_ \t"
_FENCE = re.compile(r"`{3,}\w*|~{3,}\w*")
_SYSTEM = re.compile(r"SYSTEM(?: MESSAGE)?:")
_USER = re.compile(r"^USER(?: MESSAGE)?:", re.MULTILINE)
_BULLET = re.compile(r"^[*•-] .*\n", re.MULTILINE)
# `{{ name }}`, KITAB's LaTeX and code, where a space on each side is of the formula's, `{name}`.
_PLACEHOLDERS = (
    re.compile(r"\{\{\s*(\w+)\s*\}\}"),
    re.compile(r"(?:(?<= ) )?\$\\\{\\\$((?:\w|\\_)+)\\\}\$(?: (?=[ ).,;:]))?"),
    re.compile(r"`?\{\s*\$(\w+)\s*\}`?"),
    re.compile(r"(?<!\{)\{([^\W\d]\w*)\}(?!\})"),
)
_BRACES = _PLACEHOLDERS[-1]
# A brace with which a tag of Jinja would begin, here or with what follows the piece.
_LITERAL = re.compile(r"\{(?=[{%#]|\Z)")


def _line(lines: Sequence[str], mark: str, within: tuple[int, int], where: str) -> int:
    """The index of the line that a mark means, among the lines from one index up to another."""
    mark, (first, stop) = mark.strip(), within
    if mark.isdecimal() and first < int(mark) <= stop:
        return int(mark) - 1
    rules: tuple[Callable[[str], bool], ...] = (
        lambda line: mark in (line.strip(), line.strip(_MARKS)),
        lambda line: line.strip().startswith(mark) or line.strip(_MARKS).startswith(mark),
        lambda line: mark in line,
    )
    among = f"of the lines {first + 1} to {stop}"
    for fits in rules:
        found = [n for n in range(first, stop) if fits(lines[n])]
        if len(found) == 1:
            return found[0]
        if found:
            numbers = ", ".join(str(n + 1) for n in found[:12]) + (", …" if found[12:] else "")
            raise InputError(
                f"{where}: {mark!r} fits the lines {numbers} {among}; give more of the line that "
                "you mean, its number, or first a line before it."
            )
    raise InputError(f"{where}: {mark!r} is in none {among}; give a line as it is in the file.")


def _template(
    text: str,
    prompt: PaperPrompt,
    variables: Mapping[str, str],
    replaced: Iterable[tuple[str, str]],
    left: list[str],
) -> str:
    pieces = _with_bullet(text, prompt.bullet) if prompt.bullet else [(False, text)]
    for old, new in replaced:
        pieces = _replaced(pieces, _pattern(old), new)
    if prompt.jinja:
        return "".join(p if done else _renamed(p, variables) for done, p in pieces)
    names = {**prompt.names, **variables}
    for pattern in _PLACEHOLDERS:
        pieces = _filled(pieces, pattern, names, left)
    return "".join(p if done else _LITERAL.sub("{{ '{' }}", p) for done, p in pieces)


def _with_bullet(text: str, bullet: str) -> list[tuple[bool, str]]:
    """A text with a piece of a template after its last bullet."""
    *_, last = (0, *(match.end() for match in _BULLET.finditer(text)))
    if not last:
        raise InputError("the cut has no list with bullets, as this prompt has; give other lines.")
    return [(False, text[:last]), (True, bullet), (False, text[last:])]


def _pattern(old: str) -> re.Pattern[str]:
    whole = re.escape(old.removesuffix(REST))
    return re.compile(rf"{whole}[^\n]*" if old.endswith(REST) else whole)


def _replaced(
    pieces: Iterable[tuple[bool, str]], pattern: re.Pattern[str], new: str
) -> list[tuple[bool, str]]:
    """The pieces, those that are done aside, with a piece in place of each match."""
    found: list[tuple[bool, str]] = []
    for done, piece in pieces:
        parts = [piece] if done else pattern.split(piece)
        for nth, part in enumerate(parts):
            found += [(True, new)] if nth else []
            found += [(done, part)] if part else []
    return found


def _filled(
    pieces: Iterable[tuple[bool, str]],
    pattern: re.Pattern[str],
    names: Mapping[str, str],
    left: list[str],
) -> list[tuple[bool, str]]:
    """The pieces with ours for each placeholder of one form; braces may be text as well."""
    found: list[tuple[bool, str]] = []
    for done, piece in pieces:
        at = 0
        for match in () if done else pattern.finditer(piece):
            name = match[1].replace("\\_", "_")
            if name not in names:
                if pattern is not _BRACES:
                    remedy = f"name our variable with --variable {name}=OURS"
                    raise unknown("placeholder", name, names, or_else=remedy)
                left.append(match[0])
                continue
            found += [(False, piece[at : match.start()]), (True, _piece(names[name]))]
            at = match.end()
        found.append((done, piece[at:]))
    return found


def _piece(ours: str) -> str:
    return ours if "{" in ours else f"{{{{ {ours} }}}}"


def _renamed(source: str, names: Mapping[str, str]) -> str:
    """A template in Jinja with other names for its variables and fields."""
    try:
        tokens = [*Environment().lex(source)]
    except TemplateSyntaxError:
        # What is wrong is said where the template is filled.
        return source
    return "".join(names.get(text, text) if kind == "name" else text for _, kind, text in tokens)


def _known(record: Mapping[str, Any]) -> dict[str, dict[str, Any]]:
    """What a folder's record says of each template; a broken one says nothing."""
    found = record.get("templates")
    said = found.items() if isinstance(found, dict) else ()
    return {name: about for name, about in said if isinstance(about, dict)}


def _state(folder: Path, name: str, known: Mapping[str, Mapping[str, Any]]) -> str:
    """Whose words a template of a folder is in: ours where the folder has none."""
    path = folder / f"{name}.j2"
    if not path.is_file():
        return OURS
    return PAPER if known.get(name, {}).get("template") == sha(read_text(path)) else OWN
