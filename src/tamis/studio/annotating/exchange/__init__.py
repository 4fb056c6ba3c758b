"""Import and export of items and labels: CSV, JSON lines, Label Studio, benchmarks' files."""
