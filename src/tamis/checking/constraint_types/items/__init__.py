"""Types of constraints on items."""
