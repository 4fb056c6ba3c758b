"""KITAB: constraint satisfaction in lists of books (Abdin et al., 2023)."""
