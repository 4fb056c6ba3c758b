"""One folder per benchmark; each shows its paper's whole experiment."""
