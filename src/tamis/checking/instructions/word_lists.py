"""Lists of words that verifiers look at."""

from __future__ import annotations


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


PRONOUNS = _words(
    """
    i me my mine myself we us our ours ourselves you your yours yourself yourselves he him his
    himself she her hers herself it its itself they them their theirs themselves
    """
)
"""Personal, possessive and reflexive pronouns, as the published code has them."""

MAYBE_PRONOUNS = _words(
    """
    this that these those who whom whose which what whoever whomever whatever whichever
    anybody anyone anything everybody everyone everything nobody nothing somebody someone
    something each either neither both all some any none one ones oneself another other others
    many few several such
    """
)
"""Words that are pronouns where they stand for a noun."""

NUMBER_WORDS = _words(
    """
    zero two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen
    sixteen seventeen eighteen nineteen twenty thirty forty fifty sixty seventy eighty ninety
    hundred thousand million billion dozen
    """
)
"""Numbers in words; `one` is left out, as it is mostly a pronoun."""

STOP_WORDS = _words(
    """
    i me my myself we our ours ourselves you your yours yourself yourselves he him his himself
    she her hers herself it its itself they them their theirs themselves what which who whom
    this that these those am is are was were be been being have has had having do does did
    doing a an the and but if or because as until while of at by for with about against
    between into through during before after above below to from up down in out on off over
    under again further then once here there when where why how all any both each few more
    most other some such no nor not only own same so than too very s t can will just don
    should now d ll m o re ve y ain aren couldn didn doesn hadn hasn haven isn ma mightn mustn
    needn shan shouldn wasn weren won wouldn
    """
)
"""Those of nltk's list that are runs of letters; the parts of contractions are among them."""

CLITICS = _words(
    """
    s t d ll m re ve
    """
)
"""What stands behind the apostrophe of a contraction."""

VERBS = _words(
    """
    add allow analyse analyze apply are arrange ask assume avoid became become been began
    begin believe bring brought build built calculate came carry choose come compute confirm connect
    consider continue convert create decide define deliver describe determine did discover
    discuss do does eat embrace ensure examine expand explain explore express fell find follow
    forget forgot gather gave generate get give given go goes got grab grew had has have hear
    heard hold identify imagine implement improve include incorporate introduce is join keep
    kept knew know known learn let listen lived maintain make obtain organize perform prepare
    prepared prevent prove provide put receive refer remember remove replace respond said save
    say see seek seem seen select send sent should sit solve speak specify stay subtract
    suggest take taken teach tell think thought told took transform translate tried try
    understand unleash use used using was went were won would write written wrote
    """
)
"""Words that are hardly anything but verbs at the beginning of a text."""

NO_VERBS = _words(
    """
    a about above according across after all almost already also although always among an and
    another any anyone anything around as at because before behind below between both but by
    certainly despite during each either enough even ever every everyone everything few
    finally first for from generally he hello her here hers hey hi his how however i if in
    indeed instead into it its just many me meanwhile mine more moreover most my neither never
    no nobody none nor not nothing now of often oh okay on once only or our overall perhaps
    please possibly probably quite rather second several she since so some somebody someone
    something sometimes soon such than that the their them then there therefore these they
    third this those though through thus to today together tomorrow too under unfortunately
    unless until upon very we what whatever when where whether which while who whom whose why
    with within without yes yesterday yet you your yours
    """
)
"""Words that are hardly ever verbs at the beginning of a text."""

FORWARDS = _words(
    """
    the is of symbol national animal answer here bald eagle united states and in are to
    """
)
"""Words of an answer that would not stand in it if it were reversed."""

MINOR = _words(
    """
    a an and as at but by for from if in into nor of off on onto or out over per so than the
    to up upon via vs with yet
    """
)
"""Words that may be small in a title."""
