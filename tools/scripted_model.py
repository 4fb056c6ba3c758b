"""Run a command of README with the program that answers in place of a model.

    python tools/scripted_model.py tamis ask "Which suppliers …" --model openai-api/lab/scripted …

It speaks the OpenAI protocol on this machine alone, and judges the suppliers of `docs/tables` by
what their rows say (`tests/example_models.py`). Needs the package `openai`.
"""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1] / "tests"))

import example_models
from server import Server


def main(command: list[str]) -> int:
    """Run the command with the address of the program in its environment; its exit code."""
    if not command:
        print(__doc__)
        return 2
    with Server(lambda prompt: example_models.suppliers(prompt.messages)) as server:
        there = {"LAB_BASE_URL": server.url, "LAB_API_KEY": "none"}
        return subprocess.run(command, env={**os.environ, **there}).returncode


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
