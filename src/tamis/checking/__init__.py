"""Judges: does a response satisfy each constraint of its request? (ACS.)

A judge is a function of a constraint and a response that gives a `Judgement`: by a program
(`judge.program`), by a model (`judge.model`), or by both (`judge.hybrid`).
"""
