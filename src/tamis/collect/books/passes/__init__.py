"""Passes over the sources, on one machine: each streams, calls the stages and keeps their files."""
