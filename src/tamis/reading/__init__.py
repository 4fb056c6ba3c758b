"""What a text says: lists, answers and verdicts read from the replies of models."""
