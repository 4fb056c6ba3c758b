"""The dumps of our own making: `bench/invented`, which lies in no package that can be imported."""

from __future__ import annotations

import importlib.util
import sys
from pathlib import Path
from types import ModuleType


def _load() -> ModuleType:
    path = Path(__file__).parents[1] / "bench" / "invented" / "__init__.py"
    spec = importlib.util.spec_from_file_location("bench_invented", path)
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module
    spec.loader.exec_module(module)
    return module


INVENTED = _load()
