"""Judging a revision: did it follow its instruction (KIWI, §5), and if not, why (§4)?

`model_judge` asks a model, with or without rated examples; `finetuned` trains one. `types`
classifies instructions and errors, `retrieval` says whether the passages sufficed.
"""
