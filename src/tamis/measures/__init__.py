"""Scores that more than one benchmark uses: pure functions of plain values."""
