"""Books from Wikidata and Open Library, as KITAB collects them (KITAB, §3.1 and §C.1).

    found = collect([wikidata], Dumps([authors], [works], [editions]), Options(seed=7), work)
    output.write(found, folder)

Sources are read as streams. The stages are pure functions of records, so that another engine can
run them too. Between the passes the records are on disk, in parts, so that memory does not grow
with the size of the dumps.
"""

from __future__ import annotations

from tamis.collect.books.collection import Collected, collect, collected
from tamis.collect.books.collection_options import Options
from tamis.collect.books.pipeline import Dumps

__all__ = ["Collected", "Dumps", "Options", "collect", "collected"]
