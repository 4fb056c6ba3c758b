"""The prompts for names in titles of a collected table."""
