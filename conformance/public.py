"""What the tests of a ruleset use: the names that packages import as `kronika.battery` (docs/reference/packages.md)."""

from __future__ import annotations

from conformance.kit import Sitting, at_random, greedily, mixed
from conformance.running import Case, cases
from projections.sentences import Renderer

__all__ = ("Case", "Renderer", "Sitting", "at_random", "cases", "greedily", "mixed")
