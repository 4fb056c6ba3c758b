"""The 58 instructions of IFBench (Pyatkin et al. 2025), a file for each published prefix.

`reference` is the code of the release, which gave the published verdicts; where that fails on a
text, what the authors' code of later says.
"""
