"""The sources of authors and books: dumps, a SPARQL endpoint, or the live service."""

from __future__ import annotations

from tamis.collect.books.sources.live import Live
from tamis.collect.books.sources.sparql import Sparql

__all__ = ["Live", "Sparql"]
