"""How many links: `links(max=0)`."""

import re
from collections.abc import Sequence

from tamis.checking.constraint_types.constraint_type import Count
from tamis.checking.constraint_types.text import Text
from tamis.checking.worksheet import Span

_LINK = re.compile(
    r"(?P<image>!)?\[[^\[\]\n]*\]\([^()\s]+(?:[ ]\"[^\"\n]*\")?\)|(?:https?://|www\.)[^\s<>\]]+"
    r"|(?P<like>(?<![\w.@+-])(?:[a-z0-9-]{1,63}\.){1,5}(?:com|org|net|edu|gov|io|info|uk|de|eu)\b"
    r"|(?<![\w.+-])[\w.+-]{1,64}@[\w-]{1,63}\.[\w.-]{1,63})",
    re.IGNORECASE,
)


class Links(Count):
    """Links of Markdown and addresses of the web.

    Images, addresses without `https://` or `www.`, and those of mail may count.
    """

    id = "links"
    one = "link"
    passes = ({"exactly": 2}, "See [the map](https://a.org/map) and https://b.org.")
    fails = ({"max": 0}, "See https://b.org.")
    wordings = {
        "no links": {"max": 0},
        "no URLs": {"max": 0},
        "no hyperlinks": {"max": 0},
        "at most two links": {"max": 2},
        "at most two hyperlinks": {"max": 2},
        "include a link": {"min": 1},
        "add a link": {"min": 1},
    }

    def found(self, text: Text) -> Sequence[Span]:
        """As `Count.found`."""
        return [span for span, unsure in self._links(text) if not unsure]

    def doubtful(self, text: Text) -> Sequence[Span]:
        """As `Count.doubtful`."""
        return [span for span, unsure in self._links(text) if unsure]

    def _links(self, text: Text) -> list[tuple[Span, bool]]:
        return [
            ((one.start() + text.start, one.end() + text.start), bool(one["image"] or one["like"]))
            for one in _LINK.finditer(text.text)
        ]
