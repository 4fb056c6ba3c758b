"""What a piece of a request is of which nothing is read: told, demanded, or the task; by hand."""

from __future__ import annotations

import pytest

from tamis.checking.extraction.request import read_request

# In a longer sentence of the past, only these words demand something.
IMPERATIVES = """
add address aim answer apply arrange ask attach avoid base be begin bold break bring build call
capitalise capitalize check cite close combine compare compose conclude consider cover create cut
define describe design divide do don't double draft draw drop emphasise emphasize end ensure
exclude explain express feature finish focus follow format generate get give group help highlight
hint ignore imagine imply include indent insert introduce invite italicise join keep label leave
let limit link list make mark mention mix move name number offer omit open order organise output
phrase pick place plan present print propose provide put quote recommend refer remember remove
repeat replace reply report rephrase respect respond return rewrite say select send separate set
show sign skip sort sound speak specify spell split spread start state stay stick structure
suggest sum summarise swap tag take target tell thank title translate treat try turn type
underline use vary warn welcome word wrap write begins contains
"""
MODALS = """
must|should|shall|has to|have to|need to|needs to|ought|required|requires|want|wants|prefer
|make sure|ensure|be sure|at least|at most|no more than|exactly|maximum|minimum|max|min|only
|never|always|don't|dont|do not|doesn't|can't|cannot|may not|mustn't|shouldn't|avoid|without|no
|not|none|nothing|nobody|skip|leave out|omit|exclude|please|pls|each|every|all
"""
LIFE = """
fyi|btw|by the way|background|context|because|since|as we|as i|so that|last week|last month
|last year|last time|last quiz|last night|this is the|yesterday|today|currently|i'm|i've|i am
|i have|i had|i was|i did|i got|i work|i live|i run|i teach|i cook|i train|i sit|i know|i think
|i once|i wrote|i left|i usually|i love|i used|we're|we've|we are|we have|we had|we were|we sold
|we bought|we moved|we opened|we started|we run|we live|we paid|we sell|we use|we used|we got
|we work|we met|my|our|his|her|their|he's|he is|he has|she's|she was|they're|they are|they have
|they had|they like|they love|the old|the real|the landlord|the machine|the stove|there's
|there is|there are|there was|theres|it's been|it was for|it is our
"""
BEYOND = """
that|which|who|without|using|published|telling|saying|explaining|asking|including|containing
|starting|ending|beginning|written|rhyming|only|at least|at most|table|haiku|acrostic|limerick
|sonnet|html|markdown|past tense|present tense|future tense|first person|second person
|third person|rhyming couplets|happy ending|sad ending|open ending|formal|informal|funny
|humorous|witty|serious|friendly|polite|persuasive|detailed|brief|concise|short|long|simple
|professional|casual|catchy|academic|poetic|dramatic|upbeat|cheerful|sarcastic|vegan|vegetarian
|gluten-free|kosher|halal|cheap|budget|with an|with the|with no|with some
"""
NEEDS = """
I'm allergic to it|intolerance runs here|my budget is small|our budget is small|i only have milk
|i just have milk|i have only milk|i can spend little|i can only afford milk|we can pay little
|i don't eat ham|we do not drink|we never fly|i can't cook|i cannot drive|we hate to cook
|i avoid ham|we dislike ham|i hate ham|i can't stand ham|i'm vegan|i am a vegetarian
|we're coeliac|i'm celiac|i am diabetic|i'm pregnant|we are on a budget|i'm on a tight budget
"""


def kinds(text):
    """The kind of each part of a request."""
    return [part.kind for part in read_request(text).parts]


def _words(text):
    return [word.strip() for word in text.replace("\n", " ").split("|")]


@pytest.mark.parametrize(
    ("words", "frame", "kind"),
    [
        (IMPERATIVES.split(), "{} the old lamp that once stood here was lovely indeed", "unread"),
        (_words(MODALS), "lamps {} that once stood over here was lovely and old indeed", "unread"),
        (_words(LIFE), "{} nice blue lamp here", "told"),
        (_words(NEEDS), "{}", "unread"),
        (["lovely", "blue", "kitchens"],
         "{} lamps that once stood over here was lovely and old indeed", "told"),
        (["Hi", "Hey", "Hello", "Thanks", "Thank you", "Thank you so much", "Thx", "Cheers", "Ok",
          "Dear Ana", "Hi there", "Many thanks", "Please", "Pls", "Oh", "Thanks in advance",
          "Thanks a lot", "Hi everyone", "lol"], "{}", "told"),
        (["You can", "You may", "You could", "Feel free to", "If you like",
          "If you want", "If you wish"], "{} add a lamp", "told"),
        (["You can not", "You can only", "You may not"], "{} add a lamp", "unread"),
    ],
)  # fmt: skip
def test_a_piece_demands_or_tells(words, frame, kind):
    """By the word that it begins with, or holds."""
    got = {word: kinds(f"Write it. {frame.format(word)}.")[1:] for word in words}
    assert {word: one for word, one in got.items() if set(one) != {kind}} == {}


@pytest.mark.parametrize(
    ("words", "kind"), [(_words(BEYOND), "unread"), (["old", "on the", "for my", "to"], "task")]
)
def test_the_task_may_say_more_than_what_is_made(words, kind):
    """With what, how, and what it says."""
    got = {word: kinds(f"Write a note {word} cats.") for word in words}
    assert {word: one for word, one in got.items() if kind not in one} == {}


def test_life_demands_where_it_says_so():
    """ "My dog must be in it"."""
    assert kinds("Write it. My dog must be walked in it.") == ["task", "unread"]
    assert kinds("Write it. My dog is walked a lot.") == ["task", "told"]
    assert kinds("Write it. I have to walk my dog.") == ["task", "told"]


def test_what_is_told_goes_on():
    """Notes are material to the end of their sentence, but for what is commanded in it."""
    assert kinds("Write it. Notes: lamp, blue, and keep it away from me.")[1:] == [
        "told",
        "unread",
    ]
    assert kinds("Write it. Context: blue lamps.") == ["task", "told"]
