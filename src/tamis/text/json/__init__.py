"""JSON within a text: found, and read where a model or a person damaged it.

Models put notes before the object, fences around it, Python syntax in it, and stop in its middle.
What a person could understand is parsed; repairs are reported, and nothing is ever executed. The
work is bounded: text that is not JSON costs only a few passes over it.
"""

from tamis.text.json._damaged import Budget, folded
from tamis.text.json._objects import Read, read_object, read_value, sound_value

__all__ = ["Budget", "Read", "folded", "read_object", "read_value", "sound_value"]
