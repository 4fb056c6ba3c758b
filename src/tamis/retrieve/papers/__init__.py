"""Papers of a writing session: read from files, cut into passages, searched (KIWI, §2.2 and §3).

`read_papers` and, for one uploaded file, `paper_of` give papers; `passages` cuts them;
`open_searcher` finds the passages nearest to a question. `read_s2orc` keeps the citations of each
paragraph.
"""

from tamis.documents.pdf.line import Limits
from tamis.retrieve.papers.cutting import Passage, passages
from tamis.retrieve.papers.paper import Library, Paper, Skipped
from tamis.retrieve.papers.paper_files import read_papers
from tamis.retrieve.papers.searcher import Searcher, open_searcher
from tamis.retrieve.papers.uploads import paper_of

__all__ = [
    "Library",
    "Limits",
    "Paper",
    "Passage",
    "Searcher",
    "Skipped",
    "open_searcher",
    "paper_of",
    "passages",
    "read_papers",
]
