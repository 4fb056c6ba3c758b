"""Building new benchmarks: data collected and written by programs, models and people."""
