"""Recognises the activity of an entry of a schedule."""

from __future__ import annotations

import re
from functools import cache, lru_cache

import Stemmer

_BED = r"bed ?time|go(?:ing)? to (?:bed|sleep)|in bed|fall(?:ing)? asleep|asleep|lights? out|" \
       r"\bsle(?:ep|ping|eps)\b|slumber|\bbed\b|turn in"  # fmt: skip
_BEFORE_BED = re.compile(
    r"\b(?:prepar\w*|wind\w*(?: |-)?down|unwind|before|pre-?|relax\w*|routine|ready|"
    r"in preparation|read(?:ing)? in|make the|making)\b",
    re.IGNORECASE,
)
_MARKERS = re.compile(
    r"\b(?:end|ends|finish|finishes|stop|stops|leave|leaving|done|conclude|wrap up|clock out|"
    r"log off|arrive|arriving|return|get home|wake|waking|get up|rise|end of|complete)\b",
    re.IGNORECASE,
)

_KINDS: dict[str, tuple[str, str]] = {
    # words of the activity, and words that only sound like it
    "sleep": (_BED, r"\bnap|bed ?time (?:story|stories|snack|reading|routine)"),
    "work": (
        r"\bwork(?:ing|day)?\b|\bjob\b|\boffice\b|\bwork[ -](?:session|block|time|hours)",
        r"commut\w*|driv\w+ |travel|work ?out|home ?work|house ?work|yard ?work|ready for|"
        r"prepar\w+ for|after[- ]work|before work|(?:to|from|for|leave|off|train) (?:the |my )?"
        r"(?:work|office|job)\b|"
        r"work(?:ing)? out|work on (?:a )?hobb|side project|volunteer|"
        r"(?:lunch|breakfast|dinner|break)\b.*\bat (?:work|the office)",
    ),
    "meal": (
        r"breakfast|brunch|lunch|dinner|supper|\bmeals?\b|\beat(?:ing)?\b",
        r"\bprep\w*\b(?!.*\b(?:and|&)\b)|\bcook(?:ing)?\b(?!.*\b(?:and|&)\b)|clean|dishes|"
        r"after (?:breakfast|lunch|dinner)|before (?:breakfast|lunch|dinner)|meal prep",
    ),
    "exercise": (
        r"work ?out|exercis\w*|\bgym\b|\brun(?:ning)?\b|\bjog\w*|\byoga\b|training|cardio|swim\w*",
        r"commut\w*|(?:go|head|drive|travel\w*) to|from the gym|shower|prepar\w*|after|ready for",
    ),
    "leisure": (
        r"leisure|free[ -]time|relax\w*|unwind\w*|hobb\w*|\bpersonal time|recreation|downtime|"
        r"entertainment|watch tv|\btv\b",
        r"prepar\w* for bed|ready for bed|before bed",
    ),
    "commute": (
        r"commut\w*|(?:drive|travel|journey|ride|way) (?:to|from|home|back)",
        r"after commut",
    ),
    "study": (r"stud(?:y|ying|ies)\b|homework|learning|\bclass(?:es)?\b|lectures?", r"break from"),
    "social": (
        r"soci(?:al|ali[sz]\w*)\b|friends|hang(?:ing)? out",
        r"social media",
    ),
}  # fmt: skip
_NAMED = {
    "sleep": "sleep sleeping asleep bed bedtime",
    "work": "work working job office",
    "meal": "meal meals eating food",
    "exercise": "exercise exercising workout workouts physical activity fitness",
    "leisure": "leisure relaxation relaxing recreation free leisurely",
    "commute": "commute commuting commutes travel traveling travelling",
    "study": "study studying studies",
    "social": "social socializing socialising socialize",
}
_KIND_OF = {word: kind for kind, words in _NAMED.items() for word in words.split()}
_WEAK = {"time", "break", "block", "session", "activities", "activity", "personal", "some", "own"}


@cache
def _stemmer() -> Stemmer.Stemmer:
    return Stemmer.Stemmer("english")


@lru_cache(maxsize=4096)
def stems(text: str) -> frozenset[str]:
    """The stems of a text's words; to work out is to exercise."""
    words = re.findall(r"[a-z]+", text.lower().replace("workout", "exercise"))
    return frozenset(_stemmer().stemWords(words))


class Activity:
    """An activity that a constraint names, to be recognised in the entries of a schedule.

    The common ones (sleep, work, meals, exercise, leisure, commuting, study, company) have their
    own words; any other is recognised by its words' stems.
    """

    def __init__(self, subject: str) -> None:
        self.subject = subject
        words = [w for w in re.findall(r"[a-z]+", subject.lower()) if w not in _WEAK]
        words = words or re.findall(r"[a-z]+", subject.lower())
        kinds = {_KIND_OF.get(word) for word in words}
        self.kind = kinds.pop() if len(kinds) == 1 else None
        if self.kind is None and words and _KIND_OF.get(words[0]) == "commute":
            # "commuting to work"
            self.kind, words = "commute", words[:1]
        self.stems = stems(" ".join(words))

    def literal(self, text: str) -> bool:
        """Whether an entry names the activity by its own words."""
        return bool(self.stems) and self.stems <= stems(text)

    def matches(self, text: str) -> bool:
        """Whether an entry is about the activity."""
        if self.kind is None:
            return self.literal(text) and not _only_near(text, self.subject)
        belongs, sounds = _KINDS[self.kind]
        if self.kind == "sleep" and _BEFORE_BED.search(text):
            return bool(re.search(r"(?:,|&|\band\b)\s*(?:sleep|bed ?time|go to)", text, re.I))
        found = re.search(belongs, text, re.IGNORECASE)
        return found is not None and not re.search(sounds, text, re.IGNORECASE)


def _only_near(text: str, subject: str) -> bool:
    """Whether the words mean the way to the activity or preparing for it: "commute to the gym"."""
    near = (
        r"(?:commut\w*|drive|travel|head|go|return|walk) (?:to|from|back)|ready for|prepar\w+ for"
    )
    return re.search(near, text, re.I) is not None and not re.search(near, subject, re.I)


def is_marker(piece: str) -> bool:
    """Whether a part of an entry only names a moment: "end work", "wake up"."""
    return _MARKERS.search(piece) is not None


def pieces(text: str) -> list[str]:
    """The activities that an entry names: "Wake up, morning routine" names two."""
    bare = re.sub(r"\([^)]*\)?", " ", text)
    found = re.split(r"\s(?:and|&|\+)\s|[,;/]\s?", bare)
    return [piece.strip() for piece in found if re.search(r"[^\W\d_]{3}", piece)]


def other_kind(piece: str) -> bool:
    """Whether a part names another of the common activities as its main subject."""
    return any(
        re.search(belongs, piece, re.IGNORECASE) and not re.search(sounds, piece, re.IGNORECASE)
        for belongs, sounds in _KINDS.values()
    )
