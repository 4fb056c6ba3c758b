"""Types of constraints on content."""
