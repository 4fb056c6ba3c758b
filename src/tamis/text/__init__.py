"""Text: letters and words, numbers and units, dates, JSON, sentences, and how it is shown."""
