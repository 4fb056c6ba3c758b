"""Pure functions over plain values."""
