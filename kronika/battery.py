"""What the tests of a ruleset in a package of its own import: its battery of tests, and games in process."""

from conformance.public import *  # noqa: F403  # the public names are listed there
from conformance.public import __all__ as __all__
