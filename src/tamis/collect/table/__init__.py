"""Any table as a benchmark: list queries in KITAB's form and set questions in QUEST's.

The steps, each a module: the named files are read (`reading`), their rows cleaned and what is
wrong in them counted (`cleaning`), constraints proposed from what the columns hold (`atoms`),
worded (`templates`), chosen by their constrainedness (`choosing`), and written with golds that
the query engine computes (`engine`, `kitab`, `quest`).
"""

from tamis.collect.table.building import Built, build
from tamis.collect.table.columns import Columns, Wanted

__all__ = ["Built", "Columns", "Wanted", "build"]
