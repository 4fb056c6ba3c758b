"""Answers as a table: a row for each answer, each cell with its quote and document."""
