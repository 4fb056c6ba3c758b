"""YAML that parses: `yaml_valid(keys=["name"])`."""

from typing import Any

from pydantic import Field

from tamis.checking.constraint_types.constraint_type import (
    ConstraintType,
    Terms,
    decided,
    undecided,
)
from tamis.checking.constraint_types.form._data import Data, Fence, judged, on_keys
from tamis.checking.constraint_types.text import Text
from tamis.checking.judgement import Judgement

_PROSE = 15
"""A line of more words is prose."""


class YamlValid(ConstraintType):
    """A mapping or a sequence of YAML, the whole text or a fenced block; `only` as in `json_valid`.

    Any line of prose is YAML too, but no mapping. Nothing is built from it: tags and anchors are
    only read.
    """

    id = "yaml_valid"
    passes = ({"keys": ["name"]}, "```yaml\nname: Ann\nage: 3\n```")
    fails = ({}, "name: Ann\n age: 3")
    wordings = {
        "respond in YAML": {},
        "in YAML format": {},
        "valid YAML": {},
        "YAML only": {"only": True},
        "output only YAML": {"only": True},
        "nothing but the YAML": {"only": True},
        'YAML with the keys "title" and "tags"': {"keys": ["title", "tags"]},
    }

    keys: Terms = Field((), description="Keys that must be there.")
    other_keys: bool = Field(True, description="Whether other keys are welcome.")
    only: bool = Field(False, description="Whether nothing else may stand in the text.")
    fence: Fence = None

    def verify(self, text: Text) -> Judgement:
        """As `ConstraintType.verify`."""
        return judged(text, ("yaml", "yml"), self._judge, only=self.only, fence=self.fence)

    def _judge(self, data: Data) -> Judgement:
        import yaml

        loader: Any = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
        try:
            roots = list(yaml.compose_all(data.text, Loader=loader))
        except RecursionError:
            return undecided("it is nested too deeply to be parsed.")
        except (yaml.YAMLError, ValueError) as error:
            if data.alone and not self.only and _with_prose(data.text, loader):
                return undecided("it is YAML with a paragraph beside it that is none.")
            said = " ".join(str(error).split())
            return decided(False, f"no YAML: {said[:150]}", places=[data.span])
        root = roots[0] if roots else None
        if not all(isinstance(one, yaml.CollectionNode) for one in roots) or root is None:
            return decided(False, "text, but no mapping and no sequence", places=[data.span])
        pairs = root.value if isinstance(root, yaml.MappingNode) else []
        there = [str(key.value) for key, _ in pairs if isinstance(key, yaml.ScalarNode)]
        spoken = any(len(key.split()) > _LONGEST_KEY for key in there)
        prose = any(len(line.split()) > _PROSE for line in data.text.splitlines())
        if data.alone and (spoken or prose):
            # `Note: we met` is YAML, but hardly meant so.
            return undecided(
                "it may be prose that happens to be YAML.", f"{len(root.value)} entries"
            )
        if not self.keys:
            return decided(True, f"{len(root.value)} entries", places=[data.span])
        kept, working = on_keys(there, self.keys, others=self.other_keys)
        if kept is None:
            return undecided("the keys differ in case.", working)
        return decided(kept, working, places=[data.span])

    def __str__(self) -> str:
        keys = f" with the keys {', '.join(self.keys)}" if self.keys else ""
        return f"YAML{keys}" + (", with nothing around it" if self.only else "")


_LONGEST_KEY = 3
"""Words of a key; "Sure! Here it is:" has more."""


def _with_prose(text: str, loader: Any) -> bool:
    """Whether a text without its first or its last paragraph is a mapping or a sequence."""
    import yaml

    for rest in (text.partition("\n\n")[2], text.rpartition("\n\n")[0]):
        try:
            root = yaml.compose(rest, Loader=loader)
        except (yaml.YAMLError, ValueError, RecursionError):
            continue
        if isinstance(root, yaml.CollectionNode) and len(root.value) > 1:
            return True
    return False
