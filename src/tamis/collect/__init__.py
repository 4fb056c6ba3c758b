"""Building data: what people and models make together becomes a benchmark."""
