"""From reports to what people read: terminal, HTML page, SVG figure, CSV and LaTeX.

Each renderer is a module of its own and is imported by name, so that a command pays only
for the one it uses. They all take the dataclasses of `tamis.report.elements` and change none.
"""
