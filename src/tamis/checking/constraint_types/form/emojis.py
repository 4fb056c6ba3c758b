"""How many emojis: `emojis(max=2)`."""

import re
from collections.abc import Sequence

from tamis.checking.constraint_types.constraint_type import Count
from tamis.checking.constraint_types.text import Text
from tamis.checking.worksheet import Span

# Signs that are shown in colour by themselves, and others with a selector behind them.
_SIGN = (
    r"(?:[\U0001f1e6-\U0001f1ff]{2}|[#*0-9]\ufe0f?\u20e3|[\u203c-\u3299]\ufe0f"
    r"|[\U0001f004\U0001f0cf\U0001f18e\U0001f191-\U0001f19a\U0001f201-\U0001f265"
    r"\U0001f300-\U0001f5ff\U0001f600-\U0001f64f\U0001f680-\U0001f6ff\U0001f7e0-\U0001f7eb"
    r"\U0001f90c-\U0001f9ff\U0001fa70-\U0001faff\u231a\u231b\u23e9-\u23ec\u23f0\u23f3\u25fd\u25fe"
    r"\u2614\u2615\u2648-\u2653\u267f\u2693\u26a1\u26aa\u26ab\u26bd\u26be\u26c4\u26c5\u26ce\u26d4"
    r"\u26ea\u26f2\u26f3\u26f5\u26fa\u26fd\u2705\u270a\u270b\u2728\u274c\u274e\u2753-\u2755\u2757"
    r"\u2795-\u2797\u27b0\u27bf\u2b1b\u2b1c\u2b50\u2b55]\ufe0f?[\U0001f3fb-\U0001f3ff]?)"
)
_EMOJI = re.compile(rf"{_SIGN}(?:\u200d(?:{_SIGN}|[\u2640\u2642\u2695-\u2764]\ufe0f?))*")
# Signs that are shown in black by themselves, and faces of signs.
_LIKE = re.compile(
    r"[\u2600-\u27bf](?!\ufe0f)|(?<!\S)[:;=8][-']?[()DPpOo/|3](?!\w)|(?<!\S)<3(?!\w)"
)


class Emojis(Count):
    """Emojis; one of several signs, as a family or a flag, is one.

    Black symbols (✓, ☎) and faces of signs (:-)) may count.
    """

    id = "emojis"
    one = "emoji"
    passes = ({"exactly": 2}, "Rain 🌧️ again, says the family 👨‍👩‍👧.")
    fails = ({"max": 0}, "Rain again 🌧️")
    wordings = {
        "no emojis": {"max": 0},
        "no emojis at all": {"max": 0},
        "emoji-free": {"max": 0},
        "at most one emoji": {"max": 1},
        "use emojis": {"min": 1},
        "include an emoji": {"min": 1},
        "add an emoji": {"min": 1},
        "put an emoji in each bullet": {"min": 1, "where": "each bullet"},
    }

    def found(self, text: Text) -> Sequence[Span]:
        """As `Count.found`."""
        return text.matches(_EMOJI)

    def doubtful(self, text: Text) -> Sequence[Span]:
        """As `Count.doubtful`."""
        surely = {at for start, end in self.found(text) for at in range(start, end)}
        return [one for one in text.matches(_LIKE) if one[0] not in surely]
