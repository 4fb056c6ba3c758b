"""Tamis asks hard questions of many documents and sifts the answers."""

__version__ = "0.1.0"
