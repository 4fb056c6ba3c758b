"""What an entry of a schedule is about: surely an activity, perhaps, or not."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache, lru_cache
from typing import Literal

import Stemmer

Belongs = Literal["yes", "perhaps", "no"]


@dataclass(frozen=True)
class Family:
    """The words of a common activity: those that name it, those that only sound like it, and
    those that may be it. `broad`: an entry in other words may be it as well.
    """

    names: str
    yes: str
    sounds: str
    perhaps: str
    broad: bool = False


_WAY = (
    r"commut\w*|(?:drive|driv\w+|travel\w*|head\w*|walk|cycle|ride|way|go(?:ing)?|leave|back|bus"
    r"|train|return) (?:to|from|home|back|off|for)\b"
)
_PLACE = re.compile(
    r"\b(?:near|beside|opposite|behind|outside|around|past|from|to|towards?|next to|close to|by"
    r"|on the way to)\s+(?:the |a |an |my |our |your )?(?:[\w'’-]+ )?$",
    re.I,
)
_NEAR = re.compile(rf"{_WAY}|ready for|prepar\w+ for|\b(?:after|before)\b", re.I)
FAMILIES = {
    "sleep": Family(
        "sleep sleeping asleep bed bedtime lights night",
        r"\bsle(?:ep|eps|eping)\b|\bbed ?time\b|\basleep\b|go(?:ing)? to bed|\bin bed\b"
        r"|lights?[ -]?(?:out|off)|turn in\b|\bslumber|^\W*bed\W*$|night'?s rest",
        r"prepar\w*|wind\w*(?: |-)?down|unwind|before|pre-?|routine|ready|stor(?:y|ies)|snack"
        r"|\bnap|read(?:ing)? in|mak(?:e|ing) (?:the |my |your )?bed|meditation|wake",
        r"\bnap|\brest\b|lie down|lie-in|snooze|doze|siesta",
    ),
    "work": Family(
        "work working job office",
        r"\bwork(?:ing|day|s)?\b|\bjob\b|\boffice\b",
        rf"{_WAY}|travel|work ?out|home ?work|house ?work|yard ?work|ready for|prepar\w+ for"
        r"|(?:after|before)[- ]work|work(?:ing)? out|hobb|side project"
        r"|volunteer|wood ?work|net ?work|(?:from|leave|off|train) (?:the |my |your )?(?:work"
        r"|office|job)\b|work clothes|pack (?:bag|lunch)",
        r"\bmeetings?\b|e-?mails?|paper ?work|project|client|\bshift\b|\badmin|deep focus"
        r"|focus (?:block|time)|\btasks?\b|calls?\b|report|coding|business|stand-?up",
    ),
    "meal": Family(
        "meal meals eating food",
        r"breakfast|brunch|\blunch|\bdinner|\bsupper|\bmeals?\b|\beat(?:ing|s)?\b|\bpicnic",
        r"\bprep\w*\b|\bcook(?:ing)?\b|clean|dishes|wash(?:ing)? up|(?:after|before"
        r"|until) (?:breakfast|lunch|dinner)|shop",
        r"snack|\btea\b|coffee|barbecue|\bbbq\b|restaurant|\bfood|caf[eé]|buffet|fika",
    ),
    "exercise": Family(
        "exercise exercising workout workouts physical fitness gym training",
        r"work ?out|exercis\w*|\bgym\b|\bruns?\b|\brunning\b|\bjog\w*|\byoga\b|\btraining\b"
        r"|\bcardio\b|\bswim\w*|\bpilates\b|strength|aerobics|crossfit|\bhiit\b",
        rf"{_WAY}|shower|prepar\w*|after (?:the |my |your )?(?:work|gym|run)|ready for"
        r"|online training|work training|training course|run errands|bath"
        r"|(?:grocery|school|food|store|coffee|errand) run",
        r"walk|stretch\w*|hik\w*|bik\w*|cycl\w*|danc\w*|sport|tennis|football|soccer|basketball|climb\w*"
        r"|garden\w*|active|ball|skat\w*|martial|row\w*|play",
    ),
    "leisure": Family(
        "leisure relaxation relaxing recreation free leisurely personal hobbies hobby",
        r"leisure|free[ -]?time|\bfree\b|relax\w*|unwind\w*|hobb\w*|\bpersonal time|recreation"
        r"|down ?time|entertainment|\btv\b|\bwatch\w*|\bgam(?:es?|ing)\b|movie|series",
        r"prepar\w* for bed|ready for bed|before bed|work|commut",
        r".",
        broad=True,
    ),
    "commute": Family(
        "commute commuting commutes travel traveling travelling transit",
        r"commut\w*|\btravel\w*|\b(?:drive|driving|ride|journey|bus|train|way|cycle) (?:to|from"
        r"|home|back)\b",
        r"after commut|travel (?:plans|blog|show|documentary)",
        r"\bdriv\w*|walk to|head (?:to|home)|leave for|school run|drop[ -]?off|pick[ -]?up|return"
        r"|go(?:ing)? (?:to|home)|arriv|train|bus",
    ),
    "study": Family(
        "study studying studies learning classes class lectures",
        r"\bstud(?:y|ying|ies)\b|homework|\blearning\b|\bclass(?:es)?\b|\blectures?\b"
        r"|\bseminars?\b|\bschool\b|\buniversity\b|revision\b|tutorial",
        rf"break from|{_WAY}|yoga|spin|dance|fitness",
        r"read\w*|course|practi[cs]e|library|exam|assignment|essay|flash ?cards|thesis|language"
        r"|lab\b|project",
    ),
    "social": Family(
        "social socializing socialising socialize friends",
        r"\bsociali?[sz]?\w*\b|friends|hang(?:ing)? out|party",
        r"social media",
        r"famil\w*|partner|call|date|visit|dinner|lunch|drinks|together|club|guests|parents"
        r"|meet\w*|game",
    ),
    "outdoors": Family(
        "outdoor outdoors outside nature fresh",
        r"outdoors?|outside|\bhik\w*|\bforest|\bpark\b|\bgarden\w*|\bbeach|\bwalk\b|nature"
        r"|playground|picnic|jog|\bhills?\b|mountain|lake",
        r"walk-?in|car park|parking|outdoor gear shop",
        r"bik\w*|cycl\w*|run\w*|dog|sport|market|errand|football|soccer|tennis|swim\w*|explor\w*"
        r"|commut\w*|stroll|trip|excursion|playing|yard",
        broad=True,
    ),
    "screen": Family(
        "screen screens screentime",
        r"\bscreens?\b|\btv\b|television|video ?games?|cartoons?|movie|film|series|\bgaming\b"
        r"|social media|\bphone\b|tablet|console|netflix|streaming",
        r"no screens?|screen-?free|without screens?|phone call",
        r"watch|internet|online|computer|game|e-?mails?|show|news|scroll\w*|browse|\bapp\b",
    ),
    "housework": Family(
        "housework chores cleaning household chore",
        r"house ?work|\bchores?\b|\bclean\w*|\blaundry|\bvacuum\w*|\btid(?:y|ying)\b|\bdishes"
        r"|household|mop\w*|dust\w*|iron\w*|wash(?:ing)? (?:up|the|clothes)",
        r"clean up after myself|dry clean",
        r"cook\w*|shop\w*|errand\w*|garden\w*|prep\w*|groceries|organi[sz]\w*|repair\w*|\bdiy\b"
        r"|bins|dinner and",
    ),
    "family": Family(
        "family kids children",
        r"\bfamily\b|\bkids?\b|\bchild(?:ren)?\b|\bpartner\b|\bspouse\b|\bwife\b|\bhusband\b"
        r"|\bparents?\b|\btogether\b",
        r"without (?:the )?(?:kids|children|family)",
        r".",
        broad=True,
    ),
    "errands": Family(
        "errands errand shopping groceries",
        r"errands?\b|shopping|grocer(?:y|ies)|\bbank\b|post office|pharmacy",
        r"window shopping",
        r"appointment|market|store|shop\b|admin|paper ?work|pick[ -]?up|drop|chores",
    ),
}  # fmt: skip
_FAMILY_OF = {word: name for name, one in FAMILIES.items() for word in one.names.split()}
_WEAK_WORDS = """
time break block session activities activity own some total the a an of for and in on my your visit
visits period hour hours to practice pure quality dedicated uninterrupted
"""
_WEAK = frozenset(_WEAK_WORDS.split())
_ENDS_AT = frozenset(
    ("from", "home", "work", "working", "job", "office", "school", "university", "class")
)
_MARKER = re.compile(
    r"\b(?:end|ends|finish|finishes|stop|stops|leave|leaving|done|conclude|wrap(?:ping)? up"
    r"|clock out|log off|arrive|arriving|return|get home|wake|waking"
    r"|get up|getting up|rise|complete|get ready|getting ready|get dressed|wash up|freshen up"
    r"|shower)\b",
    re.I,
)


@cache
def _stemmer() -> Stemmer.Stemmer:
    return Stemmer.Stemmer("english")


@lru_cache(maxsize=4096)
def stems(text: str) -> frozenset[str]:
    """The stems of a text's words; to work out is to exercise."""
    words = re.findall(r"[a-z]+", text.lower().replace("workout", "exercise"))
    return frozenset(_stemmer().stemWords(words))


class Activity:
    """An activity that a constraint names."""

    def __init__(self, subject: str) -> None:
        self.subject = subject
        words = [w for w in re.findall(r"[a-z]+", subject.lower()) if w not in _WEAK]
        self.words = words or re.findall(r"[a-z]+", subject.lower())
        families = [_FAMILY_OF.get(word) for word in self.words]
        # "commuting to work" is no work.
        if families and families[0] == "commute" and _ENDS_AT.issuperset(self.words[1:]):
            families, self.words = ["commute"], self.words[:1]
        self.families = (
            [FAMILIES[one] for one in dict.fromkeys(families) if one] if all(families) else []
        )
        self.stems = stems(" ".join(self.words))
        self.named = re.compile("|".join(re.escape(w) for w in self.words) or "$^", re.I)

    def literal(self, text: str) -> bool:
        """Whether a text has the activity's own words."""
        return bool(self.stems) and self.stems <= stems(text)

    def beside(self, text: str) -> bool:
        """Whether the activity's words only say where something else is, or what it is without:
        "lunch near the museum", "sugar-free baking".
        """
        found = self.named.search(text)
        return found is not None and (
            _PLACE.search(text[: found.start()]) is not None
            or text[max(found.start() - 1, 0) : found.start()] == "-"
        )

    def of(self, text: str) -> Belongs:
        """Whether a text is about the activity."""
        if not self.families:
            if self.literal(text):
                return "perhaps" if _NEAR.search(text) or self.beside(text) else "yes"
            return "perhaps" if self.stems & stems(text) else "no"
        found: Belongs = "no"
        for family in self.families:
            said = _in_family(family, text)
            if said == "yes":
                return "yes"
            found = said if said != "no" else found
        if (
            found == "no"
            and self.literal(text)
            and not re.search(self.families[0].sounds, text, re.I)
        ):
            return "perhaps"
        return found


@lru_cache(maxsize=8192)
def _in_family(family: Family, text: str) -> Belongs:
    # "Sugar-free" is not free.
    named = re.search(rf"(?<!-)(?:{family.yes})", text, re.I)
    sounds = re.search(family.sounds, text, re.I)
    if named and not sounds:
        return "yes"
    if named and re.search(r",|&|\band\b|/", text):
        parts = pieces(text)
        if len(parts) > 1 and any(_in_family(family, part) == "yes" for part in parts):
            return "perhaps"
    if re.search(family.perhaps, text, re.I) and not sounds:
        other = any(
            re.search(one.yes, text, re.I) and not re.search(one.sounds, text, re.I)
            for name, one in FAMILIES.items()
            # Where and with whom one moves does not say that it is no exercise.
            if one is not family
            and not (family is FAMILIES["exercise"] and name in ("outdoors", "family", "social"))
        )
        return "no" if other else "perhaps"
    return "no"


def is_marker(text: str) -> bool:
    """Whether an entry only names a moment: "end work", "wake up"."""
    return _MARKER.search(text) is not None


def pieces(text: str) -> list[str]:
    """The activities that an entry names: "Wake up, morning routine" names two."""
    bare = re.sub(r"\([^)]{0,200}\)?", " ", text)
    found = re.split(r"\s(?:and|&|\+|then)\s|[,;/]\s?", bare)
    return [piece.strip() for piece in found if re.search(r"[^\W\d_]{3}", piece)]


def shared(text: str, activity: Activity) -> bool:
    """Whether an entry is as much about something else: "Dinner and family time"."""
    for piece in pieces(text):
        if activity.of(piece) == "yes" or is_marker(piece):
            continue
        if any(_in_family(one, piece) == "yes" for one in FAMILIES.values()):
            return True
    return False
