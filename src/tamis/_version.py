"""The version, apart from the package's root: no room below needs the root to know it."""

__version__ = "0.1.0"
