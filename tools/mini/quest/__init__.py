"""QUEST's mini data, made from a table, prose and questions."""
