"""Judges: does a response satisfy each constraint of its request? (ACS.)

A judge is a function of a constraint and a response that gives a `Judgement`: by a program
(`checking.program`), by a model (`checking.model_judge`), by both (`checking.hybrid`), or by a
program with what a model copies (`checking.record`).
"""
