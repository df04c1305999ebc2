"""Errors of a package's code: each becomes a refusal that names the package, so it stays within that ruleset's games."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from functools import partial, wraps
from typing import Any

from domain.contract.package import Package
from domain.ruleset import Ruleset
from domain.table.refusals import Refusal, Refused

HOUSE = tuple(
    f"{__name__.removesuffix('domain.packages.guarding')}{package}." for package in ("domain", "engine")
)
"""Where the exceptions are defined that rulesets are meant to raise, or to let pass."""


Caller = Callable[[str, str, Callable[[], Any]], Any]


def _at_leisure(_ruleset: str, _module: str, work: Callable[[], Any]) -> Any:
    return work()


_call: Caller = _at_leisure


class Halted(Exception):
    """A call was not let run to its end. The message says why, and nothing of the game."""


def call_by(caller: Caller) -> None:
    """Have every call of a package's code made by `caller`, with the id of its ruleset and the top-level module of that code.

    It may raise `Halted`.
    """
    global _call
    _call = caller


def guard(ruleset: Ruleset[Any], package: Package, module: str) -> None:
    """Let each method of the contract raise what the contract allows, and for anything else `Refused` ruleset-failed.

    `module` is the top-level module of the package's code.
    """
    for name, _ in inspect.getmembers(Ruleset, inspect.isfunction):
        if not name.startswith("_"):
            setattr(ruleset, name, _guarded(getattr(ruleset, name), name, (ruleset.id, module), package))


def _guarded(
    method: Callable[..., Any], name: str, called: tuple[str, str], package: Package
) -> Callable[..., Any]:
    @wraps(method)
    def guarded(*given: Any, **named: Any) -> Any:
        try:
            return _call(*called, partial(method, *given, **named))
        except (Exception, SystemExit) as error:
            if type(error).__module__.startswith(HOUSE) and not isinstance(error, Halted):
                raise
            raise failed(called[0], package, name, error) from error

    return guarded


def failed(id: str, package: Package, where: str, error: BaseException) -> Refused:
    """The refusal that an error of a package's code becomes."""
    why = str(error) if isinstance(error, Halted) else type(error).__name__
    detail = (
        f"The ruleset {id} of the package {package} failed in {where} ({why}). Other games are not affected; "
        "the package's author can mend it."
    )
    return Refused(Refusal.RULESET_FAILED, detail, package=str(package))
