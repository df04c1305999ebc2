"""`kronika dataset`, which needs the engine alone."""

from engine.dataset.command import HELP, arguments, run

__all__ = ["HELP", "arguments", "run"]
