"""PDF: pages as lines with their positions, and the paragraphs that are rebuilt from them."""
