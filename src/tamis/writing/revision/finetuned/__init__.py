"""The fine-tuned judge of revisions: a T5 that writes a rating (KIWI, §5 and A.5.2).

`train` makes a folder of it, `open_finetuned` opens one; both need the extra `train`.
"""
