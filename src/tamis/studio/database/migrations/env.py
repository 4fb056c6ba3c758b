"""What Alembic runs: migrations on the connection that it is given."""

from __future__ import annotations

from typing import Any, Literal

from alembic import context
from sqlalchemy.types import TypeDecorator

from tamis.studio.database.schema import Base


def _render_item(kind: str, item: Any, _context: Any) -> str | Literal[False]:
    """Migrations name plain types, since the types of the tables may change later."""
    if kind == "type" and isinstance(item, TypeDecorator):
        return f"sa.{item.impl_instance!r}"
    return False


context.configure(
    connection=context.config.attributes["connection"],
    target_metadata=Base.metadata,
    render_as_batch=True,
    render_item=_render_item,
)
with context.begin_transaction():
    context.run_migrations()
