"""Makes the mini data of the benchmarks from readable sources, which can be extended."""
