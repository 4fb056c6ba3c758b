"""Which regular expressions can take more than linear time, found without a clock.

A pattern is made into an automaton over its characters. Python tries the ways through it one
after the other, and it starts a search anew at each character. The time can be quadratic (or
worse) where a text `w` can be repeated within a loop `q`, and leads from an earlier loop `p` back
to `p` as well as into `q`: then a run of `w` has as many ways of being shared out between the two
as it is long. The beginning of a search is such an earlier loop too, which takes any text.
(Weideman et al. 2016, "Analyzing matching time behavior of backtracking regular expression
matchers by using ambiguity of NFA".) What comes after `q` must be able to fail; where it cannot,
the first way is the last.

What is not modelled is taken as possible, not as sure: a look-ahead or look-behind of more than one
character. A back-reference is left out.
"""

from __future__ import annotations

import ast
import importlib
import pkgutil
import re
from collections import deque
from collections.abc import Collection, Iterator
from dataclasses import dataclass, field
from functools import cached_property
from re import _constants as sre  # type: ignore[attr-defined]
from re import _parser as parser  # type: ignore[attr-defined]
from types import ModuleType
from typing import Any

LONG = 1000
"""A repetition of at most so many times counts as bounded."""

COPIES = 2
"""Of a bounded repetition, so many are looked at."""

_SETS: dict[tuple[str, str, int], frozenset[str]] = {}
_COMMON = [chr(n) for n in range(128)]
_COMMON += list("é\u00a0\u2009–—“”‘’«»…•½٣١\u200b\u200f中שİıſK，：？！＂\u2028\ufeff·→×−")

_IGNORED, _DOTALL, _LINES = int(re.I), int(re.S), int(re.M)

MOST = 30
"""Up to so many characters in loops, each is compared with each."""

Condition = tuple[str, Any]


@dataclass
class _Automaton:
    """Nodes with conditional empty edges, or with a set of characters and the node after it."""

    empty: list[list[tuple[int, Condition | None]]] = field(default_factory=list)
    reads: dict[int, tuple[frozenset[str], int]] = field(default_factory=dict)
    ahead: set[int] = field(default_factory=set)
    """The nodes within a look-ahead."""

    def node(self) -> int:
        self.empty.append([])
        return len(self.empty) - 1

    def link(self, a: int, b: int, condition: Condition | None = None) -> None:
        self.empty[a].append((b, condition))


class Pattern:
    """A pattern as an automaton, and the loops in it that share a text."""

    def __init__(self, pattern: str, flags: int = 0) -> None:
        tree = parser.parse(pattern, flags)
        self.flags = int(tree.state.flags)
        self.own = [c for c in dict.fromkeys(pattern) if c not in _COMMON]
        self.chars = [*_COMMON, *self.own]
        self.auto = _Automaton()
        self.start = self.auto.node()
        self.accept = self.auto.node()
        self._looking = False
        self.auto.link(self._all(tree, self.start, self.flags), self.accept)

    # How the automaton is built.

    def _all(self, items: Any, at: int, flags: int) -> int:
        for op, arg in items:
            at = self._one(op, arg, at, flags)
        return at

    def _one(self, op: Any, arg: Any, at: int, flags: int) -> int:
        auto = self.auto
        characters = self._characters(op, arg, flags)
        if characters is not None:
            after = self._node()
            middle = self._node()
            auto.link(at, middle)
            auto.reads[middle] = (characters, after)
            return after
        if op is sre.SUBPATTERN:
            _, add, remove, items = arg
            return self._all(items, at, (flags | int(add)) & ~int(remove))
        if op is sre.ATOMIC_GROUP:
            return self._all(arg, at, flags)
        if op is sre.BRANCH:
            after = self._node()
            for items in arg[1]:
                begin = self._node()
                auto.link(at, begin)
                auto.link(self._all(items, begin, flags), after)
            return after
        if op in (sre.MAX_REPEAT, sre.MIN_REPEAT, sre.POSSESSIVE_REPEAT):
            return self._repeat(op, *arg, at, flags)
        if op is sre.AT:
            after = self._node()
            auto.link(at, after, ("at", (arg, bool(flags & _LINES))))
            return after
        if op in (sre.ASSERT, sre.ASSERT_NOT):
            return self._look(op, *arg, at, flags)
        if op is sre.GROUPREF:
            return at
        if op is sre.GROUPREF_EXISTS:
            _, yes, no = arg
            return self._one(sre.BRANCH, (None, [yes, no or []]), at, flags)
        raise NotImplementedError(op)

    def _repeat(self, op: Any, low: int, high: int, items: Any, at: int, flags: int) -> int:
        auto = self.auto
        single = self._single(items, flags)
        for _ in range(min(low, COPIES)):
            at = self._all(items, at, flags)
        after = self._node()
        if high > LONG:
            hub = self._node()
            auto.link(at, hub)
            begin = self._node()
            auto.link(hub, begin)
            auto.link(self._all(items, begin, flags), hub)
            giving = op is sre.POSSESSIVE_REPEAT and single is not None
            auto.link(hub, after, ("not next", single) if giving else None)
            return after
        auto.link(at, after)
        for _ in range(max(0, min(high, COPIES) - min(low, COPIES))):
            at = self._all(items, at, flags)
            auto.link(at, after)
        return after

    def _look(self, op: Any, direction: int, items: Any, at: int, flags: int) -> int:
        single = self._single(items, flags)
        if direction < 0:
            after = self._node()
            if single is None:
                self.auto.link(at, after, ("unknown", None))
                return after
            name = "behind" if op is sre.ASSERT else "not behind"
            self.auto.link(at, after, (name, single))
            return after
        if single is not None:
            after = self._node()
            name = "next" if op is sre.ASSERT else "not next, looked"
            self.auto.link(at, after, (name, single))
            return after
        looking, self._looking = self._looking, True
        begin = self._node()
        self.auto.link(at, begin)
        self._all(items, begin, flags)
        self._looking = looking
        after = self._node()
        self.auto.link(at, after, ("unknown", None))
        return after

    def _node(self) -> int:
        node = self.auto.node()
        if self._looking:
            self.auto.ahead.add(node)
        return node

    def _single(self, items: Any, flags: int) -> frozenset[str] | None:
        """The characters of a pattern that is one character long."""
        items = list(items)
        if len(items) != 1:
            return None
        op, arg = items[0]
        if op is sre.SUBPATTERN:
            return self._single(arg[3], (flags | int(arg[1])) & ~int(arg[2]))
        if op is sre.BRANCH:
            parts = [self._single(part, flags) for part in arg[1]]
            if any(part is None for part in parts):
                return None
            return frozenset().union(*(part for part in parts if part is not None))
        return self._characters(op, arg, flags)

    def _characters(self, op: Any, arg: Any, flags: int) -> frozenset[str] | None:
        if op is sre.ANY:
            return frozenset(c for c in self.chars if flags & _DOTALL or c != "\n")
        if op not in (sre.LITERAL, sre.NOT_LITERAL, sre.IN):
            return None
        key = (str(op), str(arg), flags)
        if key not in _SETS:
            _SETS[key] = self._set(op, arg, flags, _COMMON)
        return _SETS[key] | self._set(op, arg, flags, self.own)

    @staticmethod
    def _set(op: Any, arg: Any, flags: int, chars: list[str]) -> frozenset[str]:
        items = arg if op is sre.IN else [(sre.LITERAL, arg)]
        negated = op is sre.NOT_LITERAL
        tests = []
        for kind, value in items:
            if kind is sre.NEGATE:
                negated = True
            else:
                tests.append((kind, value))

        def has(c: str) -> bool:
            forms = {c, c.lower(), c.upper()} if flags & _IGNORED else {c}
            one = [form for form in forms if len(form) == 1]
            return any(_is(form, kind, value, flags) for form in one for kind, value in tests)

        return frozenset(c for c in chars if has(c) != negated)

    # What follows what.

    def _follow(self, node: int) -> dict[tuple[int, tuple[Condition, ...]], int]:
        """The reading nodes (or the end) after `node`, with conditions and the number of ways."""
        found: dict[tuple[int, tuple[Condition, ...]], int] = {}
        seen: set[tuple[int, tuple[Condition, ...]]] = set()
        waiting: list[tuple[int, tuple[Condition, ...]]] = [(node, ())]
        while waiting:
            state = waiting.pop()
            at, conditions = state
            if at in self.auto.reads or at == self.accept:
                found[state] = found.get(state, 0) + 1
                continue
            if state in seen:
                continue
            seen.add(state)
            for after, condition in self.auto.empty[at]:
                more = condition is not None and condition not in conditions
                waiting.append((after, (*conditions, condition) if more else conditions))  # type: ignore[arg-type]
        return found

    @cached_property
    def edges(self) -> dict[int, list[tuple[int, tuple[Condition, ...], int]]]:
        """For each reading node, the nodes after it; -1 is the beginning."""
        made = {-1: self._follow(self.start)}
        made |= {node: self._follow(after) for node, (_, after) in self.auto.reads.items()}
        return {
            node: [(to, conditions, ways) for (to, conditions), ways in follow.items()]
            for node, follow in made.items()
        }

    @cached_property
    def letters(self) -> list[str]:
        """One character for each way in which sets hold or do not hold it."""
        sets = {characters for characters, _ in self.auto.reads.values()}
        for follow in self.edges.values():
            for _, conditions, _ in follow:
                sets |= {value for name, value in conditions if isinstance(value, frozenset)}
        ordered = list(sets)
        kinds: dict[tuple[Any, ...], str] = {}
        for c in self.chars:
            key = (*(c in one for one in ordered), c == "\n", _word(c))
            kinds.setdefault(key, c)
        return list(kinds.values())

    # The search for two loops.

    def trouble(self, *, searched: bool, whole: bool) -> list[str]:
        """The texts that two loops share, as a sentence each; empty where time is linear.

        `searched` if a match may begin anywhere, `whole` if it must reach the end of the text.
        """
        reads, edges = self.auto.reads, self.edges
        step = {
            node: [(to, cond) for to, cond, _ in follow if to in reads]
            for node, follow in edges.items()
        }
        component = _components(step)
        size: dict[int, int] = {}
        for name in component.values():
            size[name] = size.get(name, 0) + 1
        cyclic = [
            node
            for node in reads
            if size[component[node]] > 1 or any(to == node for to, _ in step[node])
        ]
        found = []
        for node in cyclic:
            for to, _, ways in edges[node]:
                if ways > 1 and to in reads and component[to] == component[node]:
                    found.append(f"two ways of repeating {self._shown(reads[to][0])}")
        came_from: dict[int, list[int]] = {}
        for node, follow in step.items():
            for to, _ in follow:
                came_from.setdefault(to, []).append(node)
        # In a long list of words in a loop, only loops of one character are compared.
        simple = [node for node in cyclic if any(to == node for to, _ in step[node])]
        sources: list[int | None] = [*(cyclic if len(cyclic) <= MOST else simple)]
        if searched:
            sources.insert(0, None)
        letters: dict[int, set[str]] = {}
        for node in cyclic:
            letters.setdefault(component[node], set()).update(reads[node][0])
        for q in cyclic if len(cyclic) <= MOST else simple:
            can_fail = whole or q in self.auto.ahead
            if not can_fail and self._always_ends(q, step[q]):
                continue
            reaching = _reaching(q, came_from)
            alphabet = [x for x in self.letters if x in letters[component[q]]]
            for p in sources:
                if p == q or (p is not None and p not in reaching):
                    continue
                if p is not None and not letters[component[p]] & letters[component[q]]:
                    continue
                text = self._shared(p, q, step, component, reaching, alphabet, can_fail)
                if text is not None:
                    first = "the start of a search" if p is None else self._shown(reads[p][0])
                    said = f"{text!r} is shared by {first} and {self._shown(reads[q][0])}"
                    if said not in found:
                        found.append(said)
                    break
        return found

    def _shared(
        self,
        p: int | None,
        q: int,
        step: dict[int, list[tuple[int, tuple[Condition, ...]]]],
        component: dict[int, int],
        reaching: set[int],
        letters: list[str],
        can_fail: bool,
    ) -> str | None:
        """A text from `p` to `p`, from `p` to `q` and from `q` to `q`."""
        reads = self.auto.reads

        def after(node: int, prev: str, x: str, within: int | None) -> list[int]:
            return [
                to
                for to, conditions in step[node]
                if x in reads[to][0]
                and (component[to] == component[within] if within is not None else to in reaching)
                and all(_holds(condition, prev, x) for condition in conditions)
            ]

        # The second of the three starts where the first does; None is before the beginning.
        first = [(p, p, q, x) for x in self.letters if x in reads[q][0]]
        if p is not None:
            first = [one for one in first if one[3] in reads[p][0]]
        came: dict[tuple[Any, ...], tuple[Any, ...] | None] = dict.fromkeys(first)
        waiting = deque(first)
        while waiting:
            state = waiting.popleft()
            a, b, c, prev = state
            for x in letters:
                thirds = after(c, prev, x, q)
                if not can_fail and self._has_ended(c, prev, x):
                    continue
                if not thirds:
                    continue
                firsts = [None] if a is None else after(a, prev, x, p)
                if not firsts:
                    continue
                if b is None:
                    seconds: list[int | None] = [None, *after(-1, prev, x, None)]
                else:
                    seconds = [*after(b, prev, x, None)]
                for one in firsts:
                    for two in seconds:
                        for three in thirds:
                            new = (one, two, three, x)
                            if new in came:
                                continue
                            came[new] = state
                            if one == p and two == q and three == q:
                                return self._text(new, came)
                            waiting.append(new)
        return None

    def _ends(self, node: int) -> list[tuple[Condition, ...]]:
        """The conditions of the ways from `node` to the end of the pattern."""
        return [conditions for to, conditions, _ in self.edges[node] if to == self.accept]

    def _has_ended(self, node: int, prev: str, x: str) -> bool:
        """Whether there is a match up to `prev`, or up to `x` after it: to fall back on later."""
        if any(all(_holds(one, prev, x, sure=True) for one in ways) for ways in self._ends(node)):
            return True
        reads = self.auto.reads
        return any(
            to in reads and x in reads[to][0] and () in self._ends(to)
            for to, conditions, _ in self.edges[node]
            if all(_holds(one, prev, x, sure=True) for one in conditions)
        )

    def _always_ends(self, node: int, step: list[tuple[int, tuple[Condition, ...]]]) -> bool:
        """Whether a loop of one character has a match wherever it stops."""
        own = self.auto.reads[node][0]
        if (node, ()) not in step:
            return False
        return all(
            any(all(_holds(one, prev, x, sure=True) for one in ways) for ways in self._ends(node))
            for prev in self.letters
            if prev in own
            for x in (None, *self.letters)
            if x is None or x not in own
        )

    @staticmethod
    def _text(state: tuple[Any, ...], came: dict[tuple[Any, ...], tuple[Any, ...] | None]) -> str:
        text = ""
        at: tuple[Any, ...] | None = state
        while at is not None and came[at] is not None:
            text = at[3] + text
            at = came[at]
        return text

    def _shown(self, characters: frozenset[str]) -> str:
        few = "".join(c for c in self.chars if c in characters)
        return repr(few if len(few) < 12 else f"{few[:8]}…({len(few)})")


def _is(c: str, kind: Any, value: Any, flags: int) -> bool:
    if kind is sre.LITERAL:
        return ord(c) == value
    if kind is sre.RANGE:
        return bool(value[0] <= ord(c) <= value[1])
    name = str(value)
    plain = bool(flags & int(re.A))
    if "DIGIT" in name:
        has = c.isdecimal() and (c.isascii() or not plain)
    elif "SPACE" in name:
        has = c.isspace() and (c.isascii() or not plain)
    else:
        has = _word(c) and (c.isascii() or not plain)
    return has != ("NOT" in name)


def _word(c: str | None) -> bool:
    return c is not None and (c.isalnum() or c == "_")


def _holds(condition: Condition, prev: str | None, x: str | None, *, sure: bool = False) -> bool:
    """Whether a condition can hold between two characters; None is before or after the text.

    With `sure`, whether it holds in any case.
    """
    name, value = condition
    if name == "at":
        code, lines = value
        if code is sre.AT_BEGINNING_STRING or (code is sre.AT_BEGINNING and not lines):
            return prev is None
        if code is sre.AT_BEGINNING:
            return prev in (None, "\n")
        if code is sre.AT_END_STRING:
            return x is None
        if code is sre.AT_END:
            return x is None or (x == "\n" and (lines or not sure))
        word = _word(prev) != _word(x)
        return word if code is sre.AT_BOUNDARY else not word
    if name == "unknown":
        return not sure
    if name == "behind":
        return prev in value
    if name == "not behind":
        return prev not in value
    # A possessive loop that reads on ends in the same place.
    if name == "not next" and sure:
        return True
    return (x in value) if name == "next" else x not in value


def _components(step: dict[int, list[tuple[int, Any]]]) -> dict[int, int]:
    """The strongly connected component of each node, named by one of its nodes (Tarjan)."""
    index: dict[int, int] = {}
    low: dict[int, int] = {}
    stack: list[int] = []
    on: set[int] = set()
    name: dict[int, int] = {}
    for root in step:
        if root in index:
            continue
        work = [(root, iter(step[root]))]
        index[root] = low[root] = len(index)
        stack.append(root)
        on.add(root)
        while work:
            node, rest = work[-1]
            for to, _ in rest:
                if to not in index:
                    index[to] = low[to] = len(index)
                    stack.append(to)
                    on.add(to)
                    work.append((to, iter(step[to])))
                    break
                if to in on:
                    low[node] = min(low[node], index[to])
            else:
                work.pop()
                if work:
                    low[work[-1][0]] = min(low[work[-1][0]], low[node])
                if low[node] == index[node]:
                    while True:
                        last = stack.pop()
                        on.discard(last)
                        name[last] = node
                        if last == node:
                            break
    return name


def _reaching(q: int, before: dict[int, list[int]]) -> set[int]:
    found, waiting = {q}, [q]
    while waiting:
        for node in before.get(waiting.pop(), ()):
            if node not in found:
                found.add(node)
                waiting.append(node)
    return found


# Which patterns the package has, and how each is used.


@dataclass(frozen=True)
class Use:
    """A pattern of the package: where it stands, and how it is used."""

    where: str
    pattern: str
    flags: int
    searched: bool
    whole: bool


_METHODS = {"search", "match", "fullmatch", "finditer", "findall", "sub", "subn", "split"}


def uses(package: ModuleType, rooms: Collection[str]) -> Iterator[Use]:
    """The patterns in a package's rooms: compiled ones in their globals, and literal ones.

    Patterns that are put together within a function are not among them.
    """
    trees: dict[str, tuple[ModuleType, ast.Module]] = {}
    found = [f"{package.__name__}.{room}" for room in rooms]
    for room in rooms:
        inside = importlib.import_module(f"{package.__name__}.{room}")
        if hasattr(inside, "__path__"):
            walked = pkgutil.walk_packages(inside.__path__, f"{inside.__name__}.")
            found += [info.name for info in walked]
    for info_name in found:
        try:
            module = importlib.import_module(info_name)
        except ImportError:
            continue
        if module.__file__ and module.__file__.endswith(".py"):
            with open(module.__file__, encoding="utf-8") as file:
                trees[info_name] = module, ast.parse(file.read())
    ways: dict[str, set[str]] = {}
    for name, (_, tree) in trees.items():
        _usage(name, tree, ways)
    seen: set[tuple[str, int]] = set()
    for name, (module, tree) in trees.items():
        for variable, value in vars(module).items():
            for pattern in _compiled(value):
                own = f"{name}.{variable}" if variable.startswith("_") else variable
                how = ways.get(own, {"?"})
                key = (f"{name}.{variable}", id(pattern))
                if key in seen or not isinstance(pattern.pattern, str):
                    continue
                seen.add(key)
                yield Use(
                    f"{name}.{variable}",
                    pattern.pattern,
                    pattern.flags,
                    bool(how - {"match", "fullmatch"}),
                    bool(how & {"fullmatch", "?"}),
                )
        yield from _literal(name, module, tree)


def _usage(name: str, tree: ast.Module, ways: dict[str, set[str]]) -> None:
    called: set[ast.AST] = set()
    stored: set[ast.AST] = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name):
            variable = node.value.id
            own = f"{name}.{variable}" if variable.startswith("_") else variable
            if node.attr in _METHODS:
                called.add(node.value)
                ways.setdefault(own, set()).add(node.attr)
            elif node.attr in ("pattern", "flags"):
                called.add(node.value)
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
            of = node.func.value
            # From a position on: as a search is, where the position goes through the text.
            if node.func.attr == "match" and isinstance(of, ast.Name) and len(node.args) > 1:
                variable = of.id
                own = f"{name}.{variable}" if variable.startswith("_") else variable
                ways.setdefault(own, set()).add("search")
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
            stored.add(node)
    for node in ast.walk(tree):
        if isinstance(node, ast.Name) and node not in called and node not in stored:
            own = f"{name}.{node.id}" if node.id.startswith("_") else node.id
            ways.setdefault(own, set()).add("?")


def _compiled(value: Any, depth: int = 3) -> Iterator[re.Pattern[Any]]:
    if isinstance(value, re.Pattern):
        yield value
    elif depth and isinstance(value, dict):
        for one in value.values():
            yield from _compiled(one, depth - 1)
    elif depth and isinstance(value, tuple | list | set | frozenset):
        for one in value:
            yield from _compiled(one, depth - 1)
    elif depth and not isinstance(value, type) and hasattr(value, "__dataclass_fields__"):
        for one in value.__dataclass_fields__:
            yield from _compiled(getattr(value, one, None), depth - 1)


def _literal(name: str, module: ModuleType, tree: ast.Module) -> Iterator[Use]:
    for node in ast.walk(tree):
        if not (
            isinstance(node, ast.Call)
            and isinstance(node.func, ast.Attribute)
            and isinstance(node.func.value, ast.Name)
            and node.func.value.id == "re"
            and node.func.attr in _METHODS
            and node.args
        ):
            continue
        how = node.func.attr
        flags = next((k.value for k in node.keywords if k.arg == "flags"), None)
        place = {"sub": 4, "subn": 4, "split": 3}.get(how, 2)
        if flags is None and len(node.args) > place:
            flags = node.args[place]
        try:
            text = eval(compile(ast.Expression(node.args[0]), name, "eval"), vars(module))
            flag = eval(compile(ast.Expression(flags), name, "eval"), vars(module)) if flags else 0
        except NameError:
            continue
        if not isinstance(text, str):
            continue
        yield Use(
            f"{name}: {text}",
            text,
            int(flag),
            how not in ("match", "fullmatch"),
            how == "fullmatch",
        )
