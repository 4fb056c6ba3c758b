"""Items and labels brought in and taken out: CSV, JSON lines, Label Studio, benchmarks' files."""
