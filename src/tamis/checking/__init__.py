"""Judges: does a response satisfy each constraint of its request? (ACS.)

A judge is a function of a constraint and a response that gives a `Judgement`: by a program
(`checking.program`), by a model (`checking.model_judge`), or by both (`checking.hybrid`).
"""
