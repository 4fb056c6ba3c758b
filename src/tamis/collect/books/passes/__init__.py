"""The passes over the sources: each reads a stream, runs stages and writes their results."""
