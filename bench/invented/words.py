"""The words that names and titles are made of."""

from __future__ import annotations


def _words(text: str) -> tuple[str, ...]:
    return tuple(text.split())


GIVEN = _words(
    "Alice Arthur Beatrice Brian Clara Charles Dorothy Daniel Edith Edward Fiona Frank Grace "
    "George Helen Henry Irene Isaac Julia John Karen Kenneth Laura Leonard Martha Michael Nancy "
    "Nicholas Olivia Oscar Patricia Peter Rachel Robert Sarah Samuel Teresa Thomas Ursula Victor"
)
FAMILY = _words(
    "Abbott Ashford Barlow Bennett Carver Chapman Dawson Draper Ellison Fletcher Foster Gardner "
    "Graham Harding Hobbs Ingram Jarvis Keller Lambert Lockwood Mercer Morton Nash Norwood Osborne "
    "Palmer Perkins Quincy Ramsey Sawyer Shelton Thornton Underwood Vaughan Walton Whitaker Yates"
)
MIDDLE = "ABCDEFGHJKLMNPRSTW"
ADJECTIVES = _words(
    "Silent Golden Hidden Broken Distant Burning Secret Winter Frozen Crooked Endless Forgotten "
    "Gentle Hollow Last Little Lonely Lost Narrow Quiet Restless Scarlet Stolen Strange Sudden "
    "Tender Wandering Wicked Wild Yellow"
)
NOUNS = _words(
    "Garden River House Mountain Letter Shadow Island Journey Mirror Orchard Summer Bridge Station "
    "Harbour Daughter Stranger Kingdom Season Window Forest Castle Lantern Voyage Servant Promise "
    "Candle Valley Market Captain Orphan"
)
WITH_ARTICLE = {noun: f"{'An' if noun[0] in 'AEIOU' else 'A'} {noun}" for noun in NOUNS}
CITIES = _words("London Paris Venice Chicago Dublin Vienna Lisbon Prague Boston Cairo")
SUBTITLES = (
    "a novel",
    "stories",
    "an autobiography",
    "a history of the northern coast",
    "how the west was lost",
)
FOREIGN = {
    "ger": ("Der Garten meiner Mutter", "Das Haus am See", "Die Reise nach Süden"),
    "fre": ("La maison de mon père", "Les enfants de la rivière", "Un hiver à la campagne"),
    "spa": ("El jardín de los recuerdos", "La casa de mi padre", "Los hijos del río"),
    "rus": ("Война в горах", "Тихий сад", "Дом у реки"),
}
LANGUAGES = tuple(FOREIGN)
LANGUAGE_OF = {title: language for language, titles in FOREIGN.items() for title in titles}
MONTHS = _words(
    "January February March April May June July August September October November December"
)
SUBJECTS = ("Fiction", "English literature", "History and criticism", "Social life and customs")
