"""The parameters of IFEval."""

from __future__ import annotations

from tamis.benchmarks.instruction_following import InstructionOptions


class Options(InstructionOptions):
    """As `InstructionOptions`."""

    benchmark = "ifeval"
    about = "following instructions that a program can verify (Zhou et al., 2023)"
