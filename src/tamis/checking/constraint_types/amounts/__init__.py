"""Types of constraints on amounts."""
