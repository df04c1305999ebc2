"""What a ruleset in a package of its own imports: the contract and its parts (docs/reference/packages.md)."""

from domain.public import *  # noqa: F403  # the public names are listed there
from domain.public import __all__ as __all__
