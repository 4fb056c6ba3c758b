"""The clauses of a refusal: one case for each word by which an excuse or a courtesy is known."""

from __future__ import annotations

import pytest

from tamis.reading.refusals import clauses, declines, kind
from written_forms import each

KINDS = {
    "excuse": each(
        "[I|We] [cannot|can't|can’t|can not|could not|couldn't|won't|will not|would not|wouldn't"
        "|am not able to|are unable to|was unable to|were not allowed to|'m not permitted to"
        "|’re not comfortable to|remain unable to|am not in a position to|am not at liberty to"
        "|won't be able to|will not be able to|must decline to|have to decline to|decline to"
        "|must refuse to|refuse to|do not feel comfortable|don't feel comfortable"
        "|would need to decline to] [answer|provide|give|tell|say|find|determine|fulfil|fulfill"
        "|help|assist|access|browse|retrieve|verify|look it up|look them up|look that up|look up"
        "|search|identify|offer|comply|confirm|extract|evaluate|assess|judge|rate|list|complete"
        "|do that|do this|do so|share|generate|produce|respond|compile|calculate|conclude|name"
        "|locate|make a|make this|make any|know|state|specify|discuss|engage|continue|proceed"
        "|process|support this|supply|view|see|open|accurately answer|even answer|currently answer"
        "|yet answer|also answer|just answer] it",
        "I am unable to.",
        "I really cannot.",
        "I am unable to: [with|on] this",
        "I [do not|don't|don’t] [|currently ][have|possess] its [information|detail|details|data"
        "|figure|figures|statistics|facts|answer|answers|mention|indication|evidence|access|record"
        "|records|knowledge|specifics|context|content|ability|exact size|specific size|means"
        "|capability|capabilities]",
        "[I|We] [do not|don't|don’t] know",
        "I [have no|lack|would need|need] [|further ][information|details|data]",
        "It is a thing [which|that] I [do not|don't|don’t] have",
        "[My|In all, my] [knowledge|training|training data] [does not include|do not cover"
        "|did not extend|doesn't include it|does not seem to cover it] this",
        "As an [AI|artificial intelligence|language model|large language model] of that sort it"
        " [can't|is not|is unable|cannot]",
        "[Could|Can|Would] you [|please |kindly ][provide|give|share|clarify|specify|tell|paste"
        "|send|attach] it",
        "I [do not|don't|don’t] see [a|an|the] text [in|here|above|below|attached] it",
        "[Unable|Not able|Not possible|Impossible] to [answer|say] it",
        "[Insufficient|Not enough|No|Inadequate] [|such ]information",
        "No information was [provided|available|included|given|specified|mentioned|stated|found"
        "|listed|contained|accessible|present|supplied|disclosed|covered|described|indicated"
        "|known]",
        "Insufficient data [to say|for it]",
        "Without [|the ][information|data]",
        "[It is|It's|It’s|It was|That makes it|Making it] [|simply ][not possible|impossible"
        "|not feasible] [|for me ]to say",
        "[It|The question|The answer|The request|The query|The old question|This|That] [cannot"
        "|can't|can’t|can not|could not|couldn't] be [answered|determined|provided|found|given"
        "|verified|completed|fulfilled|inferred|established|fully answered]",
        "There [is|are|was|were] [no|not enough|insufficient|not sufficient|not any] [|such "
        "|good old ]data",
        "There [isn't|isn’t|aren't] [enough|any|sufficient] data",
        "[The|This|These|Those|Any of the|My|Your] [context|contexts|text|passages|documents"
        "|articles|excerpts|pages|sources|snippets|materials|paragraphs|descriptions|input|prompt"
        "|conversation|database|knowledge|results|search results|information|data|content]"
        " [does not include|do not contain|did not provide|doesn't mention|don't specify"
        "|do not have|do not give|do not list|do not state|do not offer|do not say|do not extend"
        "|do not cover|do not disclose|do not address|do not indicate|do not reveal"
        "|do not discuss|do not describe|do not supply|do not tell|do not answer|do not present"
        "|do not show|does not appear to include|does not seem to include|say nothing"
        "|says nothing|contains no|include no|provides no|mentions no|gives no|offers nothing"
        "|have no|has no|lack|lacks|is insufficient|are not sufficient|is not enough|is silent]"
        " it".replace("has no", "have no"),
        "[The text you provided|The text that was given|The given text] does not say it",
        "None of the pages [provide|provides|mention|state|contain|list|give|include|specify|say"
        "|discuss|answer|have|has|offer|address|really say] it",
        "It [requires|require|needs|need] the [information|data|access|details] that is[n't| not]"
        " [provided|available]".replace("is[n't| not]", "is not"),
        "[Information|The details|Any data|Such facts|This answer|Further records|More knowledge]"
        " on it [is|are|was|were|has been|could] not [be |]provided",
        "Data on it [is unavailable|unavailable|are unavailable]",
        "Data on it [cannot|can't|could not] be [provided|found|determined|given|retrieved"
        "|extracted|located|accessed|verified]",
        "Its size [is|are|was|were|has been] not [given|mentioned|clearly given]"
        " [in|by|within|from|with|among|anywhere in|on] the [|old ]text",
        "Its size isn't given in the text [you sent|that was sent|provided|given|supplied"
        "|available|retrieved|above|attached|present|current]",
        "[The|These|Any] sizes of the [|old ]pages [is|are|was|were|could] not [be |]given",
        "So no size of it [was|were|is|are|has been|have been] given[| in the text"
        "| in your message]",
    ),
    "courtesy": each(
        "[|I'm |I’m |I am |we are |we're |my ][sorry|very sorry|so sorry|really sorry|truly sorry"
        "|unfortunately|regrettably|apologies|apology|afraid][| for it]",
        "[I'm|I am] [sorry|afraid] of it",
        "I [|do ][apologise|apologize] now",
        "I [hope|understand|appreciate|see] it",
        "[As of|Of|Up to|Until] my [|last |latest ][knowledge|training|update]",
        "[I'm|I am|Being|As] [|just |only |merely |but ][an AI|a language model|an assistant"
        "|a bot|a text model|an artificial intelligence|a large language model]",
        "[I|We][| have|'ve] [searched|looked|checked|tried|consulted|reviewed|gone|went|read"
        "|examined|attempted] for it",
        "My [knowledge|training|training data] [ends|stops|only|is|was|goes|has] here",
        "[However|Therefore|Thus|So|Hence|Sadly|But|And|As such|For this reason]",
        "[Please|Kindly|Feel free|Let me know|Thank you|Thanks|Consider|Try|Check|Consult|Refer"
        "|Visit] it",
        "It, [please|let me know|feel free] now",
        "[If|Unless|Once] [you|I|we|there|more|the|that] come",
        "[|Then ][you|one] [can|could|may|might|would|will|should|need|must] go",
        "I['d| would| can| could|'ll| will|'m happy| am happy| recommend| suggest]"
        " [|then ][recommend|suggest|be happy|be glad|be able|help|try|need|advise|gladly|happy"
        "|searching|consulting|checking|like to] it",
        "I [recommend|suggest|advise] it",
        "For [the|the most recent] [information|data|details|figures|answers|answer|ratings]",
        "To [answer|find|determine|get|obtain|provide|do so|complete] it",
        "[It|This|The text|The given passage|The supplied article|The provided page|The document"
        "|The context|The excerpt|The source] [|only |mainly |primarily |instead |simply ][seems to"
        "|appears to|focus|focuses|discusses|covers|talks|deals|is a general one|is about it"
        "|is mainly about it|are primarily about it|is focused] on it",
    ),
    "frame": each(
        "[Based on|Based upon|According to|From|In|Given|With|As for|Per] the [text|documents"
        "|given passages|search results]"
    ),
    "other": each(
        "[It has two parts|Texas has many people|I know it|I could not find any book|I can say it"
        "|Information is power|The pages say it|There is no evidence of it here, Ann]"
    )[:-1],
}  # fmt: skip


@pytest.mark.parametrize("what", KINDS)
def test_every_word_of_a_clause(what):
    """An excuse, a courtesy, a frame, or anything else."""
    found = {one: kind(one) for one in KINDS[what]}
    assert {one: said for one, said in found.items() if said != what} == {}


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("The text is silent: it names nobody.", ["The text is silent: it names nobody."]),
        ("It is so: it names nobody.", ["It is so", "it names nobody."]),
        ("On Emblem: Mystery, so I cannot say", ["On Emblem: Mystery", "so I cannot say"]),
        ("As it is silent, I cannot say, but Ann can",
         ["As it is silent", "I cannot say", "but Ann can"]),
        ("The height, width, and age are not given",
         ["The height, width, and age are not given"]),
        ("The height, and weight, and age", ["The height, and weight, and age"]),
        ("The text is about prices, and sales", ["The text is about prices, and sales"]),
        ("It has it, and it was so, since it is", ["It has it", "and it was so", "since it is"]),
        ("U.S. Data. Yes; no\nso", ["U.S. Data.", "Yes", "no", "so"]),
        ('He left." Ann came. e.g. this', ["He left.", "Ann came. e.g. this"]),
        *((f"It is so{turn} Ann came", ["It is so", f"{turn.strip(' ,')} Ann came"]) for turn in (
            " but", ", but", " however", " although", " though", " therefore", " because",
            ", so", ", and", ", as", ", since", ", which means", ", meaning", ", thus", ", hence",
        ) if turn != ", and"),
        *((f"{word} it is, I go", [f"{word} it is", "I go"]) for word in (
            "While", "Although", "Though", "Even though", "Since", "Because", "As", "If", "Given",
            "Based", "According", "Without", "Due", "From", "In", "Unfortunately", "Therefore",
            "Thus", "Sorry", "However", "For", "To", "I'm sorry", "I am sorry", "I’m afraid",
            "But if", "And if", "So if",
        )),
        ("** . **", []),
    ],
)  # fmt: skip
def test_a_text_is_cut_into_clauses(text, found):
    """At stops, turns and openings; a part that claims nothing stays with its neighbour."""
    assert [*clauses(text)] == found


def test_a_list_or_a_long_text_declines_nothing():
    """Nor does an empty one; a label before the excuse does not count."""
    excuse = "I cannot say."
    for label in each("[|Output: |**Answer:** |Final answer: |> # Final Output: ]"):
        assert declines(label + excuse), label
    assert declines(f"- {excuse}")
    for mark in ("- ", "* ", "• ", "| ", "1. ", "12) "):
        assert not declines(f"{mark}{excuse}\n{mark}{excuse}"), mark
    assert declines(excuse.ljust(1_980, ".") + "\nI do not know")
    assert declines(f"{excuse} " * 142 + "No answer.")
    assert not declines(f"{excuse} " * 142 + "No answer." * 2)
    assert not declines("Sorry.")
    assert not declines("")
