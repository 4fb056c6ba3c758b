"""Judging a revision: did the answer follow its instruction (KIWI, §5), and if not, why (§4)?

`model` asks a model, with or without rated examples; `finetuned` is a model of one's own. `types`
sorts instructions and errors, `retrieval` says whether the passages were to blame.
"""
