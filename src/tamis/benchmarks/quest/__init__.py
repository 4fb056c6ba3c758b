"""QUEST and QUEST-LOFT: set questions over a corpus (Malaviya et al., 2023; Scales et al., 2025)."""
