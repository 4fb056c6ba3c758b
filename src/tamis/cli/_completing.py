"""What the shell offers while a command is typed: benchmarks, methods, `-T` names and their values.

Nothing here imports Inspect: a completion must be there before the next key is pressed.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import TYPE_CHECKING

from click import Context, Parameter
from click.shell_completion import BashComplete, CompletionItem, add_completion_class

if TYPE_CHECKING:
    from tamis.benchmarks.options import BenchmarkOptions
    from tamis.benchmarks.options import Parameter as Option

_SPECIAL = re.compile(r"([\s()&|;<>'\"$`*?])")
"""Characters that bash takes for its own unless a backslash is before them."""


def benchmarks_complete(ctx: Context, param: Parameter, incomplete: str) -> list[CompletionItem]:
    """The benchmarks, each with what it asks for."""
    from tamis.benchmarks import BENCHMARKS, options_of

    return [
        CompletionItem(name, help=options_of(name).about)
        for name in BENCHMARKS
        if name.startswith(incomplete)
    ]


def settings_complete(ctx: Context, param: Parameter, incomplete: str) -> list[CompletionItem]:
    """For `-T`: the names of the benchmark's parameters, and after `NAME=` the values."""
    if (options := _options(ctx)) is None:
        return []
    name, equals, begun = incomplete.partition("=")
    known = {one.name: one for one in options.described()}
    # As in `-T`, a hyphen in a name is as good as an underscore.
    found = [one for one in known.values() if one.name.startswith(name.replace("-", "_"))]
    if equals:
        found = [known[name]] if name in known else []
    if equals or len(found) == 1:
        # With one name left its values come at once: a shell would add a blank to `NAME=`.
        valued = [item for one in found for item in _values(options, one, begun)]
        if valued or equals:
            return valued
    return [CompletionItem(f"{one.name}=", help=one.meaning) for one in found]


def methods_complete(ctx: Context, param: Parameter, incomplete: str) -> list[CompletionItem]:
    """For `--methods` and `--against`: the values of the parameter that a sweep compares."""
    options = _options(ctx)
    if options is None or not options.compared:
        return []
    several = param.name == "methods"
    values = map(str, options.every(options.compared))
    return [CompletionItem(one) for one in _begun(values, incomplete, several)]


def data_complete(ctx: Context, param: Parameter, incomplete: str) -> list[CompletionItem]:
    """For `--data`: mini and released; then the shell's own files."""
    named = [one for one in ("mini", "released") if one.startswith(incomplete)]
    # Files first, since bash forgets what came before them.
    return [CompletionItem(incomplete, type="file"), *map(CompletionItem, named)]


def roles_complete(ctx: Context, param: Parameter, incomplete: str) -> list[CompletionItem]:
    """For `--model-role`: the roles that the benchmark has."""
    if (options := _options(ctx)) is None:
        return []
    roles = (f"{role.rstrip('…')}=" for role in options.roles)
    return [CompletionItem(one) for one in roles if one.startswith(incomplete)]


def _options(ctx: Context) -> type[BenchmarkOptions] | None:
    """The parameters of the benchmark on the line; None before one is named."""
    from tamis.benchmarks import BENCHMARKS, options_of

    # An option that still lacks its value ends click's parsing before arguments have their names.
    named = [ctx.params.get("benchmark"), *ctx.args]
    return next((options_of(name) for name in named if name in BENCHMARKS), None)


def _values(options: type[BenchmarkOptions], one: Option, begun: str) -> Iterable[CompletionItem]:
    values = one.choices or tuple(map(str, options.every(one.name)))
    values = values or (("true", "false") if one.default in ("true", "false") else ())
    more = ("all",) if one.several and values else ()
    for value in _begun((*values, *more), begun, one.several):
        default = "the default" if value == one.default else one.meaning
        yield CompletionItem(f"{one.name}={value}", help=default)


def _begun(values: Iterable[str], typed: str, several: bool) -> list[str]:
    """The values that what was typed may become; with `several`, after its last comma.

    Those before the comma are not offered a second time.
    """
    before, comma, last = typed.rpartition(",") if several else ("", "", typed)
    taken = {part.strip().lower() for part in before.split(",")} if comma else set()
    return [
        f"{before}{comma}{value}"
        for value in values
        if value.lower().startswith(last.lower()) and value.lower() not in taken
    ]


@add_completion_class
class Bash(BashComplete):
    """Click's completion for bash, which takes `NAME=VALUE` for three words."""

    name = "bash"
    source_template = BashComplete.source_template.replace(
        "    return 0\n",
        '    [[ "${COMPREPLY[0]}" == *= ]] && compopt -o nospace\n\n    return 0\n',
    ).replace("read type value", "read -r type value")
    _after_equals = False

    def get_completion_args(self) -> tuple[list[str], str]:
        """The words before the cursor and the one at it, with `NAME=VALUE` as one word again."""
        args, incomplete = super().get_completion_args()
        words: list[str] = []
        for word in [*args, incomplete]:
            glued = bool(words) and (word == "=" or words[-1].endswith("="))
            if glued and not words[-1].startswith("--"):
                words[-1] += word
            else:
                words.append(word)
        self._after_equals = "=" in words[-1]
        return words[:-1], words[-1]

    def format_completion(self, item: CompletionItem) -> str:
        """The completion of what bash takes for the last word, with its special signs escaped."""
        value = item.value.partition("=")[2] if self._after_equals else item.value
        escaped = _SPECIAL.sub(r"\\\1", value)
        return f"{item.type},{escaped}"
