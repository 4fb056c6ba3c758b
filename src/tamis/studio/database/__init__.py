"""The studio's database: SQLite by default, PostgreSQL by its address."""

from tamis.studio.database.connection import Database
from tamis.studio.database.migrate import open_database

__all__ = ["Database", "open_database"]
