"""IFEval: prompts with instructions that a program can verify (Zhou et al., 2023)."""
