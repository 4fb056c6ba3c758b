"""The 25 instructions of IFEval (Zhou et al. 2023), a file for each published prefix."""
