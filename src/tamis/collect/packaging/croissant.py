"""Croissant 1.0 metadata, as JSON-LD (https://docs.mlcommons.org/croissant/docs/croissant-spec.html).

Every file is a FileObject with its hash. Every file of JSON Lines is also a RecordSet with a field
for each column; the parts of objects are subfields, with their JSON paths.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Any

from tamis.collect.packaging.contents import Column, Contents
from tamis.collect.packaging.known_files import Known, known
from tamis.collect.packaging.provenance import Provenance
from tamis.report.render.format import slug
from tamis.text.shown import clean

_CONFORMS = ("http://mlcommons.org/croissant/1.0", "http://mlcommons.org/croissant/RAI/1.0")

_TERMS = (
    "citeAs column conformsTo dataType equivalentProperty examples extract field fileObject "
    "fileProperty fileSet format includes isLiveDataset jsonPath key md5 parentField path "
    "recordSet references regex repeated replace samplingRate separator source subField "
    "transform"
)

Json = dict[str, Any]


def croissant(provenance: Provenance, files: Iterable[Contents]) -> Json:
    """The metadata of a dataset with these files, for the same folder."""
    files = list(files)
    optional = {
        "license": list(dict.fromkeys(one.url or one.name for one in provenance.under)),
        "citeAs": "\n\n".join(provenance.citations),
        "keywords": list(provenance.tags),
        "inLanguage": provenance.language,
        "url": provenance.url,
        "creator": {"@type": "Person", "name": clean(provenance.creator)}
        if provenance.creator
        else {},
        "datePublished": provenance.published,
        "rai:dataCollection": clean(" ".join(provenance.made)),
        "rai:dataLimitations": [clean(text) for text in provenance.limits],
    }
    return {
        "@context": _context(),
        "@type": "sc:Dataset",
        "conformsTo": list(_CONFORMS),
        "name": clean(provenance.title),
        "description": clean(provenance.description),
        "version": provenance.version,
        **{name: value for name, value in optional.items() if value},
        "distribution": [_file(file) for file in files],
        "recordSet": [_record_set(file) for file in files if file.columns],
    }


def _context() -> Json:
    terms: Json = {term: f"cr:{term}" for term in _TERMS.split()}
    # The values of these are JSON or names of types, and not terms to be resolved.
    terms["conformsTo"] = "dct:conformsTo"
    terms["data"] = {"@id": "cr:data", "@type": "@json"}
    terms["examples"] = {"@id": "cr:examples", "@type": "@json"}
    terms["dataType"] = {"@id": "cr:dataType", "@type": "@vocab"}
    return {
        "@language": "en",
        "@vocab": "https://schema.org/",
        "cr": "http://mlcommons.org/croissant/",
        "dct": "http://purl.org/dc/terms/",
        "rai": "http://mlcommons.org/croissant/RAI/",
        "sc": "https://schema.org/",
        **terms,
    }


def _file(file: Contents) -> Json:
    return {
        "@type": "cr:FileObject",
        "@id": file.name,
        "name": file.name,
        "description": known(file.name).description,
        "contentUrl": file.name,
        "contentSize": f"{file.size} B",
        "encodingFormat": file.format,
        "sha256": file.sha256,
    }


def _record_set(file: Contents) -> Json:
    about = known(file.name)
    fields = [
        _field(column, id, file.name, about, column.name)
        for column, id in _with_ids([c for c in file.columns if c.described], about.name)
    ]
    left = [column.name for column in file.columns if not column.described]
    more = f" Not described here: {', '.join(left)}." if left else ""
    return {
        "@type": "cr:RecordSet",
        "@id": about.name,
        "name": about.name,
        "description": clean(about.description + more),
        "field": fields,
    }


def _field(
    column: Column, id: str, file: str, about: Known, source: str, path: Sequence[str] = ()
) -> Json:
    made: Json = {
        "@type": "cr:Field",
        "@id": id,
        "name": clean(column.name),
        "description": clean(about.column(column.name)),
    }
    if column.parts:
        parts = [part for part in column.parts if part.described]
        made["subField"] = [
            _field(part, part_id, file, about, source, (*path, part.name))
            for part, part_id in _with_ids(parts, id)
        ]
        return made
    extract: Mapping[str, Any] = {
        "fileObject": {"@id": file},
        "extract": {"column": source},
        **({"transform": {"jsonPath": "$." + ".".join(path)}} if path else {}),
    }
    return made | {
        "dataType": f"sc:{column.kind or about.kind(column.name)}",
        "source": extract,
        **({"repeated": True} if column.repeated else {}),
    }


def _with_ids(columns: Collection[Column], within: str) -> Iterable[tuple[Column, str]]:
    """The columns, each with a unique id: a name such as `# of sitelinks` cannot be in a URL."""
    taken: set[str] = set()
    for column in columns:
        base = id = slug(column.name)
        number = 1
        while id in taken:
            number += 1
            id = f"{base}-{number}"
        taken.add(id)
        yield column, f"{within}/{id}"
