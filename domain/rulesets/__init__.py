"""The registry: every folder here with a `RULESET`, and every ruleset of an installed package, is a game that Kronika runs."""

from __future__ import annotations

import pkgutil
from collections.abc import Mapping
from functools import cache
from importlib import import_module
from types import MappingProxyType
from typing import Any

from domain.packages.absent import absent
from domain.packages.installed import check_ids, installed
from domain.ruleset import Ruleset


@cache
def registry() -> Mapping[str, Ruleset[Any]]:
    """All rulesets by id: Kronika's own in the order of their folders' names, then those of packages; `SameId`."""
    folders = [m.name for m in pkgutil.iter_modules(__path__) if m.ispkg]
    found = [import_module(f"{__name__}.{name}").RULESET for name in sorted(folders)]
    own = {ruleset.id: ruleset for ruleset in found}
    check_ids(own)
    return MappingProxyType({**own, **installed().rulesets})


def ruleset_of(id: str) -> Ruleset[Any]:
    """The ruleset with this id; one that is not installed has a stand-in, which knows its id alone."""
    return registry().get(id) or absent(id)
