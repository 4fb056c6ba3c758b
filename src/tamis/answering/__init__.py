"""Answering strategies, the reading of answers, and the baselines that need no model."""
