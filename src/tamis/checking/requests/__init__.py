"""From a request, or a sentence of a file of constraints, to typed constraints."""
