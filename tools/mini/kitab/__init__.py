"""KITAB's mini data, made from two tables of facts."""
