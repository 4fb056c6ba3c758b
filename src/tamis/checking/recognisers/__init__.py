"""Whether a title holds the name of a person or of a city, by rules and word lists."""
