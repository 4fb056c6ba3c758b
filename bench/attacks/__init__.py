"""The attacks of `studio_attacks`, by what they are after."""
