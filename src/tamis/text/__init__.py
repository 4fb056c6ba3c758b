"""Text: normalisations, numbers in words, dates."""
