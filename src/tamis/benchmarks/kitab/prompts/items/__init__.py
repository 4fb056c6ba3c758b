"""The prompts for lists of whatever a collected table holds, in place of books."""
