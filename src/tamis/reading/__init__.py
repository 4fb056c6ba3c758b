"""Parsing the replies of models: lists, answers, labels and verdicts."""
