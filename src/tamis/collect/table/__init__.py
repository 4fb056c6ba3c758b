"""Any table as a benchmark: list queries in KITAB's form and set questions in QUEST's.

The steps, each a module: the named files are read (`input_table`), their rows are cleaned and their
faults counted (`cleaning`), constraints are proposed from the columns (`atoms`), worded
(`templates`), sampled by their constrainedness (`query_sampling`), and written with golds that
DuckDB computes (`entry_database`, `lists`, `questions`).
"""

from tamis.collect.table.building import Built, build
from tamis.collect.table.columns import Columns, Wanted

__all__ = ["Built", "Columns", "Wanted", "build"]
