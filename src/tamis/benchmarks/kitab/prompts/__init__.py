"""KITAB's prompts: the paper's templates (App. D) in Tamis's own words.

Same inputs, same required form of output, same instructions in substance. Templates of the same
names in a folder of the user's replace them (`-T prompts=DIR`).
"""

from tamis.benchmarks.kitab.domain import Domain
from tamis.prompts import PromptTemplates

NAMES = ("all_books", "no_context", "with_context", "self_context", "name_check")

_WORDING = PromptTemplates(__name__, NAMES)
_OF_ITEMS = PromptTemplates(f"{__name__}.items", NAMES)

environment = _WORDING.environment
render = _WORDING.render
fingerprint = _WORDING.fingerprint


def wording(domain: Domain | None) -> PromptTemplates:
    """The prompts about books, or about the items of another domain."""
    return _WORDING if domain is None else _OF_ITEMS
