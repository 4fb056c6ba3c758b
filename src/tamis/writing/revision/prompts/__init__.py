"""The prompts about revisions, as templates."""
