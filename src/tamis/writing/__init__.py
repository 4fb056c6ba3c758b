"""Writing an answer from a set of papers: a draft, then revisions by instruction (KIWI, §2)."""
