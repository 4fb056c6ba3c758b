"""Whether the mention of a thing says that it is there, as "garlic-free" does not."""

from __future__ import annotations

import re
from collections.abc import Iterator

from tamis.checking.constraint_types.content._matching import forms, mentions
from tamis.checking.constraint_types.text import Text
from tamis.checking.worksheet import Span

_DENIED = re.compile(
    r"\b(?:without|no|not|never|none of|free (?:of|from)|instead of|rather than|in place of|minus"
    r"|skip\w*|omit\w*|leav\w+ out|avoid\w*|exclud\w+|lacks?|lacking|replac\w+|substitut\w+|swap\w*"
    r"|allerg\w+|\w+n['’]t|hold the|removes?|zero|non|vegan|plant[- ]based|mock|faux|imitation"
    r"|(?!with\b|some\b|your\b|have\b|this\b|that\b|plus\b|with\b)\w{4,}[- ]free)\b[^.;:!?\n]*\Z",
    re.IGNORECASE,
)
_DENIED_AFTER = re.compile(
    r"(?:['’]?s)?[ -](?:free|less|substitutes?|alternatives?|replacements?|allerg\w+)\b",
    re.IGNORECASE,
)
_OF_PLANTS = re.compile(
    r"\b(?:almond|coconut|oat|soy|soya|cashew|rice|hemp|peanut|nut|cocoa|shea|seed)[ -]\Z",
    re.IGNORECASE,
)
_DAIRY = frozenset(["milk", "butter", "cream", "cheese", "yogurt", "yoghurt", "dairy"])
_ROOM = 60

KINDS = {
    "meat": "beef pork chicken turkey lamb veal bacon ham sausage salami steak duck mince "
    "prosciutto chorizo venison pepperoni meatball goose rabbit goat gelatin gelatine lard "
    "brisket ribs",
    "pork": "bacon ham prosciutto chorizo pepperoni salami pancetta lard gammon chorizo mortadella",
    "fish": "salmon tuna cod anchovy sardine trout mackerel herring halibut tilapia haddock "
    "bass",
    "seafood": "fish salmon tuna cod anchovy shrimp prawn crab lobster squid mussel clam "
    "oyster scallop octopus calamari sardine trout mackerel",
    "shellfish": "shrimp prawn crab lobster mussel clam oyster scallop crayfish langoustine",
    "dairy": "milk butter cheese cream yogurt yoghurt parmesan mozzarella feta ricotta "
    "cheddar ghee whey mascarpone buttermilk kefir custard",
    "nut": "almond walnut cashew pecan pistachio hazelnut peanut macadamia praline marzipan",
    "alcohol": "wine beer vodka rum gin whisky whiskey brandy champagne liqueur tequila "
    "cocktail cider sherry prosecco bourbon sake mirin",
    "gluten": "wheat barley rye bread pasta flour couscous bulgur semolina seitan noodle "
    "cracker beer",
    "egg": "mayonnaise omelette frittata meringue yolk aioli",
    "sugar": "honey syrup molasses caramel candy",
    "onion": "shallot leek scallion chive",
    "fruit": "apple banana pear orange lemon lime grape berry strawberry blueberry raspberry "
    "cherry peach plum mango pineapple melon kiwi fig date raisin",
    "vegetable": "carrot broccoli spinach tomato potato onion pepper cabbage kale zucchini "
    "courgette cucumber lettuce pea bean celery cauliflower aubergine eggplant",
    "soy": "tofu tempeh edamame miso",
    "caffeine": "coffee espresso tea cola matcha",
    "animal product": "meat beef pork chicken fish milk butter cheese cream egg honey gelatin "
    "yogurt",
}  # fmt: skip
"""Kinds of food and drink with what belongs to them: a request for "no nuts" bans almonds."""


def denied(text: Text, place: Span, thing: str) -> bool:
    """Whether the text around a mention may say that the thing is not there."""
    before = text.before(place[0], _ROOM)
    if _DENIED.search(before) or _DENIED_AFTER.match(text.after(place[1], 20)):
        return True
    return _singular(thing) in _DAIRY and bool(_OF_PLANTS.search(before))


def of_its_kind(text: Text, thing: str) -> Iterator[Span]:
    """Mentions of what belongs to the kind of a thing, where they are not denied."""
    for name in KINDS.get(_singular(thing), "").split():
        for place in mentions(text, name).sure:
            if not denied(text, place, name):
                yield place


def _singular(thing: str) -> str:
    low = thing.casefold()
    return next((kind for kind in (*KINDS, *_DAIRY) if low in forms(kind)), low)
