"""IFBench as a benchmark: its release."""

from __future__ import annotations

from tamis.benchmarks.ifbench.options import Options
from tamis.benchmarks.instruction_benchmark import InstructionFollowing
from tamis.downloads import RemoteFile, WebSource

COMMIT = "1c40f0c10d9b5c5c2f10a175a28007ebb64f7f4d"


class IFBench(InstructionFollowing):
    """58 new kinds of instructions on 300 prompts (IFBench, Pyatkin et al., 2025)."""

    options = Options
    title = "IFBench"
    published_data = ""
    source = WebSource(
        name="ifbench",
        base="https://raw.githubusercontent.com",
        licence="ODC-BY-1.0",
        revision=COMMIT,
        files={
            "prompts": RemoteFile(
                f"allenai/IFBench/{COMMIT}/data/IFBench_test.jsonl",
                rows=300,
                # Git knows this content as the blob a8e343ed928d8b4e649b9dba651fed7757ccacc3.
                sha256="d2ada7da94a38cfe406351614c4e686846ed2da6d1b339db95fa5ead19554a4a",
            )
        },
    )
