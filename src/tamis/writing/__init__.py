"""Writing an answer turn by turn from a set of papers (KIWI, §2): drafts, and revises as told."""
