"""The studio's database: SQLite by default, PostgreSQL by its address."""

from tamis.studio.database.engine import Database, open_database

__all__ = ["Database", "open_database"]
