"""IFBench: 58 new kinds of instructions that a program can verify (Pyatkin et al., 2025)."""
