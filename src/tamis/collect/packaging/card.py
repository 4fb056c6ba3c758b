"""The dataset card: README.md as the Hugging Face hub reads it.

Texts from sources or from the user are escaped: they have no effect as markup.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

import yaml

from tamis.collect.packaging.contents import Column, Contents
from tamis.collect.packaging.known_files import Known, known
from tamis.collect.packaging.manifest import as_json, versions
from tamis.collect.packaging.provenance import Cells, Provenance
from tamis.report.render.format import slug
from tamis.text.shown import clean

# The hub turns bare addresses into links, so they are escaped too.
_ACTS = re.compile(r"([\\`*_\[\]<>#|&~$@]|:(?=//)|(?<=www)\.)")
_HUB_LICENCES = (
    "apache-2.0 mit cc0-1.0 pddl odbl odc-by cc cc-by-2.0 cc-by-2.5 cc-by-3.0 cc-by-4.0 "
    "cc-by-sa-3.0 cc-by-sa-4.0 cc-by-nc-3.0 cc-by-nc-4.0 cc-by-nd-4.0 cc-by-nc-sa-4.0 "
    "cc-by-nc-nd-4.0 cdla-permissive-1.0 cdla-permissive-2.0 cdla-sharing-1.0 gfdl unlicense"
)
_SIZES = (
    (10**3, "n<1K"),
    (10**4, "1K<n<10K"),
    (10**5, "10K<n<100K"),
    (10**6, "100K<n<1M"),
    (10**7, "1M<n<10M"),
    (10**8, "10M<n<100M"),
    (10**9, "100M<n<1B"),
)


def card(provenance: Provenance, files: Iterable[Contents]) -> str:
    """The card of a dataset with these files."""
    files = list(files)
    front = yaml.safe_dump(_front(provenance, files), sort_keys=True, allow_unicode=True)
    return "\n".join(["---", front + "---", "", *_body(provenance, files)]).rstrip() + "\n"


def _front(provenance: Provenance, files: Sequence[Contents]) -> dict[str, Any]:
    rows = sum(file.rows or 0 for file in files)
    configs: dict[str, list[dict[str, str]]] = {}
    for file in files:
        if file.columns:
            about = known(file.name)
            split = {"split": about.split, "path": file.name}
            configs.setdefault(about.config or about.name, []).append(split)
    front: dict[str, Any] = {
        "pretty_name": clean(provenance.title),
        "size_categories": [next((name for most, name in _SIZES if rows < most), "n>1T")],
        "tags": list(provenance.tags),
        "task_categories": ["question-answering"],
        "configs": [{"config_name": name, "data_files": of} for name, of in configs.items()],
        **_licence(provenance),
    }
    if provenance.language:
        front["language"] = [provenance.language]
    return front


def _licence(provenance: Provenance) -> dict[str, Any]:
    """The licences by the names of the hub."""
    names = list(dict.fromkeys(one.name for one in provenance.under))
    ids = [re.sub(r"[ _]+", "-", name.strip().lower()) for name in names]
    if not names:
        return {"license": "unknown"}
    if set(ids) <= set(_HUB_LICENCES.split()):
        return {"license": ids[0] if len(ids) == 1 else ids}
    named: dict[str, Any] = {"license": "other", "license_name": slug(" and ".join(names)).lower()}
    urls = [one.url for one in provenance.under if one.url]
    return named | ({"license_link": urls[0]} if urls else {})


def _body(provenance: Provenance, files: Sequence[Contents]) -> Iterator[str]:
    yield from (f"# {plain(provenance.title)}", "", plain(provenance.description), "")
    if provenance.published:
        yield from (f"Published on {provenance.published}.", "")
    if provenance.run:
        yield from ("```console", *(f"$ {clean(command)}" for command in provenance.run), "```", "")
    yield from _how(provenance)
    for heading, (header, *rows) in provenance.tables.items():
        yield from (f"### {plain(heading)}", "", *_table(header, rows), "")
    yield from _fields(files)
    if provenance.licence:
        yield from ("## Licence", "", f"This data: {plain(provenance.licence)}.", "")
    yield from ("## Licence of the sources", "")
    if provenance.licences:
        yield from _table(
            ("source", "licence", "where it can be read"),
            [(one.source, one.name, one.url or "–") for one in provenance.licences],
        )
    else:
        yield "The licence of the sources is not known. Find it out before you share this data."
    yield ""
    if provenance.limits:
        yield from ("## Known limits", "")
        for text in provenance.limits:
            yield from (plain(text), "")
    if provenance.citations:
        yield from ("## Citation", "", "The method is that of:", "")
        for text in provenance.citations:
            yield from ("```bibtex", text, "```", "")


def _how(provenance: Provenance) -> Iterator[str]:
    yield from ("## How it was made", "")
    for text in provenance.made:
        yield from (plain(text), "")
    if provenance.stages:
        header = ("stage", "counted", "in", "out", "dropped")
        yield from (*_table(header, map(_stage, provenance.stages)), "")
    yield from ("The sources:", "")
    sources = [
        (one.get("file", one.get("service", "–")), one.get("bytes", "–"), one.get("sha256", "–"))
        for one in provenance.sources
    ]
    yield from (*_table(("source", "bytes", "sha256"), sources), "")
    used = versions(provenance.libraries)
    listed = ", ".join(f"{name} {number}" for name, number in sorted(used.items()))
    yield from (f"Made by {plain(provenance.command)} with the seed {provenance.seed}.", "")
    yield from (f"Versions: {plain(listed)}.", "")
    yield from ("The options:", "", "```json", as_json(provenance.options).rstrip(), "```", "")


def _stage(stage: Any) -> Cells:
    reasons = [f"{one['reason']}: {one['count']:,}" for one in stage.get("dropped", ())]
    reasons += [f"marked: {one['reason']}: {one['count']:,}" for one in stage.get("marked", ())]
    return (
        stage["stage"],
        stage.get("of", ""),
        stage["in"],
        stage["out"],
        "; ".join(reasons),
    )


def _fields(files: Sequence[Contents]) -> Iterator[str]:
    yield from ("## Fields", "")
    for file in files:
        about = known(file.name)
        size = f"bytes: {file.size:,}" if file.rows is None else f"rows: {file.rows:,}"
        yield from (f"### {plain(file.name)}", "", f"{plain(about.description)} ({size})", "")
        if file.columns:
            rows = [row for column in file.columns for row in _column(column, about)]
            yield from (*_table(("field", "type", "holds"), rows), "")


def _column(column: Column, about: Known, within: str = "") -> Iterator[Cells]:
    name = f"{within}{column.name}"
    kind = (column.kind or about.kind(column.name)).lower()
    yield name, f"list of {kind}" if column.repeated else kind, about.column(column.name)
    for part in column.parts:
        yield from _column(part, about, f"{name}.")


def _table(header: Cells, rows: Iterable[Cells]) -> Iterator[str]:
    for row in (header, ["---"] * len(header), *rows):
        yield f"| {' | '.join(map(_cell, row))} |"


def _cell(value: Any) -> str:
    return f"{value:,}" if isinstance(value, int) else plain(str(value))


def plain(text: str) -> str:
    """A text escaped for Markdown, so that it is shown as it is."""
    return _ACTS.sub(r"\\\1", clean(text))
