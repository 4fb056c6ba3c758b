"""Labels of KIWI's types that a record brings: a person's, a model's."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from tamis.studio.annotating.kinds.kind import MODEL, Label, text_of
from tamis.types import InputError


def typed(
    record: Mapping[str, Any], where: str, field: str, read: Callable[[str], str | None]
) -> list[tuple[str, Label]]:
    """The labels in `field` (by `annotator_id`) and in `model_FIELD` (by `model`).

    Raises InputError for a type that is none.
    """
    model = text_of(record, "model", where, needed=False) or "model"
    person = text_of(record, "annotator_id", where, needed=False) or "file"
    found: list[tuple[str, Label]] = []
    for name, who in ((field, person), (f"model_{field}", MODEL + model)):
        said = text_of(record, name, where, needed=False)
        if not said:
            continue
        key = read(said)
        if key is None:
            raise InputError(f"{where}: {name} is {said!r:.60}, which is none of the types.")
        found.append((who, {field: key}))
    return found
