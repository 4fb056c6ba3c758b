"""The small changes to a Python file that `bench/mutants.py` draws from."""

from __future__ import annotations

import ast
import copy
import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

COMPARISONS = {
    ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq,
    ast.Lt: ast.LtE,
    ast.LtE: ast.Lt,
    ast.Gt: ast.GtE,
    ast.GtE: ast.Gt,
    ast.In: ast.NotIn,
    ast.NotIn: ast.In,
    ast.Is: ast.IsNot,
    ast.IsNot: ast.Is,
}
OPERATORS = {
    ast.Add: ast.Sub,
    ast.Sub: ast.Add,
    ast.Mult: ast.Div,
    ast.Div: ast.Mult,
    ast.FloorDiv: ast.Mult,
    ast.BitOr: ast.BitAnd,
    ast.BitAnd: ast.BitOr,
}
CALLS = {"min": "max", "max": "min", "any": "all", "all": "any", "sorted": "list"}
WORDS = ("help", "description", "metavar", "title")
"""Keywords whose value is prose for a reader."""


@dataclass(frozen=True)
class Mutant:
    """A change to one file."""

    path: str
    line: int
    lines: frozenset[int]
    """The lines whose tests reach what is changed."""
    where: str
    kind: str
    before: str
    after: str
    begin: int
    """Where in the file, in bytes of UTF-8, `before` begins."""

    def applied(self, content: bytes) -> bytes:
        """The file with the change."""
        end = self.begin + len(self.before.encode())
        return content[: self.begin] + self.after.encode() + content[end:]

    def __str__(self) -> str:
        """File, line, function and change, on one line."""
        before, after = (" ".join(one.split())[:90] for one in (self.before, self.after))
        return f"`{self.path}:{self.line}` ({self.where}) {self.kind}: `{before}` → `{after}`"


def _changed(node: ast.AST, **fields: object) -> ast.AST:
    other = copy.copy(node)
    for name, value in fields.items():
        setattr(other, name, value)
    return other


def _without(values: list, nth: int) -> list:
    return [*values[:nth], *values[nth + 1 :]]


def _patterns(text: str) -> Iterator[str]:
    """A regular expression with one of its alternatives left out."""
    for found in re.finditer(r"\|[\w ]+(?=[|)])|(?<=[(|:])[\w ]+\|", text):
        yield text[: found.start()] + text[found.end() :]


def _expressions(node: ast.AST) -> Iterator[tuple[str, ast.AST]]:
    """What an expression could be instead."""
    match node:
        case ast.Compare():
            for nth, one in enumerate(node.ops):
                other = COMPARISONS[type(one)]()
                ops = [*node.ops[:nth], other, *node.ops[nth + 1 :]]
                yield "comparison", _changed(node, ops=ops)
        case ast.BoolOp():
            yield (
                "and/or",
                _changed(node, op=ast.Or() if isinstance(node.op, ast.And) else ast.And()),
            )
            for nth in range(len(node.values)):
                rest = _without(node.values, nth)
                yield "operand dropped", _changed(node, values=rest) if rest[1:] else rest[0]
        case ast.IfExp():
            yield "condition negated", _changed(node, test=ast.UnaryOp(ast.Not(), node.test))
        case ast.BinOp() if type(node.op) in OPERATORS:
            yield "operator", _changed(node, op=OPERATORS[type(node.op)]())
        case ast.Call(func=ast.Name(id=name)) if name in CALLS:
            if name != "sorted" or len(node.args) == 1:
                fewer = [] if name == "sorted" else node.keywords
                yield name, _changed(node, func=ast.Name(CALLS[name]), keywords=fewer)
        case ast.Constant(value=bool(value)):
            yield "constant", ast.Constant(not value)
        case ast.Constant(value=int(value)):
            yield "constant", ast.Constant(value + 1)
            yield "constant", ast.Constant(value - 1)
        case ast.Constant(value=float(value)):
            yield "constant", ast.Constant(value + 0.1)
        case ast.Constant(value=str(value)):
            other = list(_patterns(value))
            for one in other:
                yield "alternative dropped", ast.Constant(one)
            if not other:
                yield "constant", ast.Constant("" if value else "x")
        case ast.ListComp() | ast.SetComp() | ast.DictComp() | ast.GeneratorExp():
            for nth, one in enumerate(node.generators):
                for each in range(len(one.ifs)):
                    fewer = _changed(one, ifs=_without(one.ifs, each))
                    others = [*node.generators[:nth], fewer, *node.generators[nth + 1 :]]
                    yield "filter dropped", _changed(node, generators=others)


def _statements(node: ast.stmt) -> Iterator[tuple[str, ast.AST, ast.AST | None]]:
    """What a statement, or a part of it, could be instead."""
    match node:
        case ast.If() | ast.While():
            yield "condition negated", node.test, ast.UnaryOp(ast.Not(), node.test)
        case ast.Return(value=ast.expr()) if not _is_none(node.value):
            yield "None returned", node.value, ast.Constant(None)
        case ast.Expr(value=ast.Call() | ast.Await() | ast.YieldFrom()) | ast.AugAssign():
            yield "statement removed", node, ast.Pass()
        case ast.Continue():
            yield "continue to break", node, ast.Break()
        case ast.Break():
            yield "break to continue", node, ast.Continue()


def _is_none(node: ast.AST | None) -> bool:
    return isinstance(node, ast.Constant) and node.value is None


def _skipped(node: ast.AST) -> Iterator[ast.AST]:
    """The parts of a node that are for a reader or for the types: no change there."""
    match node:
        case ast.FunctionDef() | ast.AsyncFunctionDef():
            yield from node.decorator_list
            yield from (one for one in (node.returns,) if one)
        case ast.arg() if node.annotation:
            yield node.annotation
        case ast.AnnAssign():
            yield node.annotation
        case ast.Expr(value=ast.Constant()):
            yield node.value
        case ast.Raise() | ast.JoinedStr() | ast.Assert() | ast.Import() | ast.ImportFrom():
            yield from ast.iter_child_nodes(node)
        case ast.keyword(arg=name) if name in WORDS:
            yield node.value
        case ast.Assign(targets=[ast.Name(id="__all__")]):
            yield node.value
        case ast.If(test=ast.Name(id="TYPE_CHECKING")):
            yield from ast.iter_child_nodes(node)


def _names(node: ast.AST, how: type[ast.expr_context]) -> set[str]:
    found = (one for one in ast.walk(node) if isinstance(one, ast.Name))
    return {one.id for one in found if isinstance(one.ctx, how)}


def mutants_of(path: Path, source: Path) -> Iterator[Mutant]:
    """All changes to a file of the package in the folder `source`."""
    text = path.read_text("utf-8")
    tree = ast.parse(text)
    starts = [0]
    content = text.encode()
    for line in content.splitlines(keepends=True):
        starts.append(starts[-1] + len(line))
    functions = [
        one for one in ast.walk(tree) if isinstance(one, ast.FunctionDef | ast.AsyncFunctionDef)
    ]

    @cache
    def users(statement: ast.stmt) -> frozenset[int]:
        """The lines of functions that use a name of the module, or what is made of it."""
        names = _names(statement, ast.Store)
        for one in tree.body:
            if isinstance(one, ast.Assign | ast.AnnAssign) and names & _names(one, ast.Load):
                names |= _names(one, ast.Store)
        return frozenset(
            used.lineno
            for one in functions
            for used in ast.walk(one)
            if (isinstance(used, ast.Name) and used.id in names)
            or (isinstance(used, ast.Attribute) and used.attr in names)
        )

    def made(kind: str, node: ast.AST, other: ast.AST, statement: ast.stmt, where: str) -> Mutant:
        begin = starts[node.lineno - 1] + node.col_offset
        end = starts[node.end_lineno - 1] + node.end_col_offset
        new = ast.unparse(ast.fix_missing_locations(other))
        new = f"({new})" if isinstance(other, ast.expr) else new
        lines = frozenset({statement.lineno, node.lineno}) if where else users(statement)
        if isinstance(statement, ast.FunctionDef | ast.AsyncFunctionDef):
            # A default is made where the function is, and used where its body runs.
            lines = frozenset(one.lineno for one in statement.body)
        name, before = str(path.relative_to(source)), content[begin:end].decode()
        return Mutant(name, node.lineno, lines, where, kind, before, new, begin)

    def walk(node: ast.AST, statement: ast.stmt | None, where: str) -> Iterator[Mutant]:
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            where = node.name
        if isinstance(node, ast.stmt):
            statement = node
            for kind, part, other in _statements(node):
                yield made(kind, part, other, statement, where)
        elif statement is not None and isinstance(node, ast.expr):
            for kind, other in _expressions(node):
                yield made(kind, node, other, statement, where)
        skipped = set(map(id, _skipped(node)))
        for child in ast.iter_child_nodes(node):
            if id(child) not in skipped:
                yield from walk(child, statement, where)

    return walk(tree, None, "")
