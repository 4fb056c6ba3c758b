"""Twelve writing sessions of our own over sixteen invented papers; see the README."""
