"""IFEval as a benchmark: its release, and its published figures."""

from __future__ import annotations

from tamis.benchmarks.ifeval.options import Options
from tamis.benchmarks.instruction_benchmark import InstructionFollowing
from tamis.downloads import RemoteFile, WebSource

COMMIT = "26d8ccdab6fec61b5c83ad6327ea8bda9e580288"  # of June 2024


class IFEval(InstructionFollowing):
    """25 kinds of instructions on 541 prompts (IFEval, Zhou et al., 2023)."""

    options = Options
    title = "IFEval"
    published_in = "IFEval, Table 3"
    source = WebSource(
        name="ifeval",
        base="https://raw.githubusercontent.com",
        licence="CC BY 4.0 (the repository's data); Apache-2.0 (card on the hub)",
        revision=COMMIT,
        files={
            "prompts": RemoteFile(
                f"google-research/google-research/{COMMIT}/instruction_following_eval/data/"
                "input_data.jsonl",
                rows=541,
                sha256="67ffeee0fcb87c317c5b08a2de85557b4a7e96ada6178aa645b4954fe4b53d49",
            )
        },
    )
