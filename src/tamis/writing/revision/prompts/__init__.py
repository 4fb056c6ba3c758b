"""The wording of what models are asked about revisions, as templates."""
