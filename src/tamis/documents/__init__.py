"""A file becomes parts with places: page, line, sheet and cell, slide, cell of a notebook.

An independent library: it knows nothing of corpora, of rankers or of models.
"""
