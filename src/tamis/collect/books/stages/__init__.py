"""The paper's steps, each a pure function: which records are kept, which dropped and why."""
