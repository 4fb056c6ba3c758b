"""A small data set of our own in KITAB's released format, made by `make.py` from two tables."""
