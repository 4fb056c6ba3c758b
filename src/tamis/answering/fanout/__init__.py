"""Answering fan-out questions, which need many pages of an encyclopaedia (FanOutQA, §3.2).

The paper's three settings and one of ours, as plain async functions: `closed_book`,
`evidence_provided`, `open_book`, `fan_out`. They know a model as a `Dialogue` and the
encyclopaedia as an `Encyclopaedia`; what comes back is an `Answered`.

A reply that the model's provider could not give is an outcome. An exception of the model or of
the encyclopaedia goes through: whoever runs the question knows whether to try again.
"""
