"""Fan-out questions: written by people, checked, converted and filtered (FanOutQA, App. C, G)."""
