"""FanOutQA: one question, many documents, a dated encyclopaedia (Zhu et al., 2024)."""
