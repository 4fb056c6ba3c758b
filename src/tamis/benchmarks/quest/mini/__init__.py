"""A small corpus of our own in LOFT's released format, made by `make.py` from table and prose."""
