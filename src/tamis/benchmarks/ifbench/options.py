"""The parameters of IFBench."""

from __future__ import annotations

from tamis.benchmarks.instruction_following import InstructionOptions


class Options(InstructionOptions):
    """As `InstructionOptions`."""

    benchmark = "ifbench"
    about = "following kinds of instructions that models were not trained on (Pyatkin et al., 2025)"
