"""KIWI: writing sessions over research papers, and judging their revisions (Xu et al., 2024)."""
