"""Makes the mini data of the benchmarks from sources that a person can read and extend."""
