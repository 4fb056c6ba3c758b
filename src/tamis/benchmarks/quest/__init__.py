"""QUEST and QUEST-LOFT: set questions over a corpus (Malaviya et al.; Scales et al.)."""
