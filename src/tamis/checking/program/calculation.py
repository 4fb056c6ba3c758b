"""Computes the worksheet for a requirement and a response, or the reason why it cannot."""

from __future__ import annotations

import math
import re

from tamis.checking.program import clock
from tamis.checking.program.adding import added
from tamis.checking.program.counting import counted
from tamis.checking.program.items import is_prose
from tamis.checking.program.outline import Node, outline
from tamis.checking.program.parts import SCOPES, Unsure, shortened
from tamis.checking.program.requirement import Bound, Requirement
from tamis.checking.program.timing import clocked, is_schedule, timed
from tamis.checking.worksheet import Capability, Part, Worksheet


def worksheet(demand: Requirement, response: str) -> Worksheet:
    """The worksheet of the response for the demand; `Unsure` where it cannot be decided."""
    if not response.strip():
        raise Unsure("the response is empty.")
    root = outline(response)
    capability, parts = _calculated(demand, root)
    return Worksheet(
        demand.subject,
        demand.unit,
        _bound_text(demand),
        " ".join(filter(None, (SCOPES[demand.scope], demand.only))),
        capability,
        tuple(parts),
        _claims(root),
    )


def _calculated(demand: Requirement, root: Node) -> tuple[Capability, list[Part]]:
    match demand.measure:
        case "count":
            return "counting", counted(demand, root)
        case "amount":
            return "summation", added(demand, root)
        case "tonnage":
            return "multiplication and summation", added(demand, root)
        case "clock":
            return "date-time", clocked(demand, root)
    if demand.subject == "session" or not is_schedule(root):
        return "summation", added(demand, root)
    return "date-time", timed(demand, root)


def _bound_text(demand: Requirement) -> str:
    said = []
    if demand.measure != "clock":
        said.append(demand.bound.text(demand.unit))
    if demand.distinct:
        said.append("each name once")
    if demand.daypart:
        said.append(f"in the {demand.daypart}")
    said += [f"{name} {what}" for name, what in (("before", demand.before), ("after", demand.after))
             if what]  # fmt: skip
    for name, bound in (("starts", demand.start), ("ends", demand.end)):
        if bound is not None:
            said.append(f"{name} {_clock_bound(bound)}")
    return ", ".join(said)


def _clock_bound(bound: Bound) -> str:
    if bound.low == bound.high:
        return f"at {clock.text(bound.low)}"
    if math.isinf(bound.high):
        return f"not before {clock.text(bound.low)}"
    return f"not after {clock.text(bound.high)}"


def _claims(root: Node) -> tuple[str, ...]:
    """The response's claims about itself: title, goals, totals, last sentence."""
    found = []
    for node in root.walk():
        title = node.kind == "group" and (not node.children or node is root.children[0])
        if (node.claim or title or is_prose(node)) and re.search(r"\d", node.text):
            found.append(shortened(node.text, 100))
        if len(found) == 8:
            break
    return tuple(found)
