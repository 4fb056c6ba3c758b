"""Asking everything: the whole set that a verifier accepts, with a stated recall and price."""
