"""Writing in the studio."""
