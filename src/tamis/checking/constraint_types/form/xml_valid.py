"""XML that is well-formed: `xml_valid(root="note", elements=["to", "from"])`."""

from xml.parsers import expat

from pydantic import Field

from tamis.checking.constraint_types.constraint_type import (
    ConstraintType,
    Terms,
    decided,
    undecided,
)
from tamis.checking.constraint_types.form._data import Data, Fence, judged
from tamis.checking.constraint_types.text import Text
from tamis.checking.judgement import Judgement


class _Entity(Exception):
    """The document declares an entity."""


class XmlValid(ConstraintType):
    """A well-formed document of XML: the whole text, a fenced block, or from its first tag on.

    `only` as in `json_valid`. A document that declares entities is undecided: none is expanded.
    """

    id = "xml_valid"
    passes = ({"root": "note", "elements": ["to"]}, "<note><to>Ann</to></note>")
    fails = ({}, "<note><to>Ann</note>")
    wordings = {
        "answer in XML": {},
        "in XML format": {},
        "valid XML": {},
        "well-formed XML": {},
        "XML only": {"only": True},
        "output only XML": {"only": True},
        "nothing but the XML": {"only": True},
        'an XML document with the root element "recipe"': {"root": "recipe"},
        'valid XML with the elements "name" and "price"': {"elements": ["name", "price"]},
    }

    root: str = Field("", description="The name of the root element.")
    elements: Terms = Field((), description="Names of elements that must be there.")
    only: bool = Field(False, description="Whether nothing else may stand in the text.")
    fence: Fence = None

    def verify(self, text: Text) -> Judgement:
        """As `ConstraintType.verify`."""
        return judged(text, ("xml", "html", "svg"), self._judge, only=self.only, fence=self.fence)

    def _judge(self, data: Data) -> Judgement:
        said = data.text
        if not self.only and not said.startswith("<"):
            begin, end = said.find("<"), said.rfind(">")
            said = said[begin : end + 1] if 0 <= begin < end else said
        try:
            names = _names(said)
        except _Entity:
            return undecided("it declares entities, which are not expanded.")
        except (expat.ExpatError, ValueError) as error:
            return decided(False, f"no XML: {error}", places=[data.span])
        working = f"<{names[0]}> with {len(names) - 1:,} elements"
        lacking = [name for name in self.elements if name.strip("<>/ ") not in names]
        if lacking or self.root.strip("<>/ ") not in ("", names[0]):
            return decided(False, working, *(f"without {name}" for name in lacking))
        return decided(True, working, places=[data.span])

    def __str__(self) -> str:
        root = f" with the root <{self.root}>" if self.root else ""
        elements = f" with {', '.join(self.elements)}" if self.elements else ""
        return f"XML{root}{elements}" + (", with nothing around it" if self.only else "")


def _names(said: str) -> list[str]:
    """The names of all elements, the root first. Raises what expat does, ValueError, `_Entity`."""
    names: list[str] = []

    def refuse(*_: object) -> None:
        raise _Entity

    parser = expat.ParserCreate()
    parser.EntityDeclHandler = refuse
    parser.StartElementHandler = lambda name, _: names.append(name)
    parser.Parse(said, True)
    return names
