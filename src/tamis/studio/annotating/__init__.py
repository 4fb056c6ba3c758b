"""Annotating in the studio."""
