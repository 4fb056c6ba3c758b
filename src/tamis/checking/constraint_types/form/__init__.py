"""Types of constraints on form."""
