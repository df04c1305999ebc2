"""Functions that build addresses, compiled once a process: each of the many applications that tests make compiled hundreds of the
same, which took most of the time of making one."""

from __future__ import annotations

from typing import Any

from werkzeug.routing import Rule


def keep_builders() -> None:
    """From now on. Without defaults a function depends on its rule's text alone; those with defaults are compiled as before."""
    compile, kept = Rule._compile_builder, dict[Any, Any]()

    def builder(rule: Rule, append_unknown: bool = True) -> Any:
        key = (rule.rule, append_unknown, *rule._trace)
        if rule.defaults or key not in kept:
            kept[key] = compile(rule, append_unknown)
        return kept[key]

    Rule._compile_builder = builder  # type: ignore[method-assign]
