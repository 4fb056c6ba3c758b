"""Answering questions over documents: methods, verification, and findings with evidence."""
