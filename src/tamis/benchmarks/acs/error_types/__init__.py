"""Where a judge was wrong: the paper's kinds of error, proposed by a program or given by hand.

`propose` compares a rationale with the worksheet, `error_row` makes a row of a label file from
it, `write_labels` and `read_labels` are that file, and `table` counts as Table 2 does (ACS, §3.3).
"""

from tamis.benchmarks.acs.error_types.labels import (
    FIELDS,
    Applied,
    ErrorRow,
    apply_labels,
    error_row,
    parse_label,
    read_labels,
    write_labels,
)
from tamis.benchmarks.acs.error_types.proposing import CATEGORIES, Category, Proposal, propose
from tamis.benchmarks.acs.error_types.table import ErrorCounts, table

__all__ = [
    "CATEGORIES",
    "FIELDS",
    "Applied",
    "Category",
    "ErrorCounts",
    "ErrorRow",
    "Proposal",
    "apply_labels",
    "error_row",
    "parse_label",
    "propose",
    "read_labels",
    "table",
    "write_labels",
]
