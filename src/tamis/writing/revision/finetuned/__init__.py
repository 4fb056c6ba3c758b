"""The fine-tuned judge of revisions: a T5 that writes a rating (KIWI, §5 and A.5.2).

`train` makes a folder of it, `open_finetuned` opens one; both need the extra `train`.
"""

from tamis.writing.revision.finetuned.judging import Finetuned, open_finetuned
from tamis.writing.revision.finetuned.rating import Judged
from tamis.writing.revision.finetuned.record import RECORD, Epoch, Settings, turn_digest
from tamis.writing.revision.finetuned.training import Trained, train

__all__ = [
    "RECORD",
    "Epoch",
    "Finetuned",
    "Judged",
    "Settings",
    "Trained",
    "open_finetuned",
    "train",
    "turn_digest",
]
