"""Tabletop games as event logs, in process. In the wheel every package of Kronika is below this one.

>>> import kronika, random
>>> game = kronika.new("romans", seats=3, seed=7)
>>> game.to_act
(1, 2, 3)
>>> chance = random.Random(7)
>>> while game.to_act:
...     seat = game.to_act[0]
...     happened = game.apply(seat, game.greedy(seat, chance))
>>> game.outcome.reason
'three-fortheca'

The guide is docs/how-to/engine.md.
"""

from engine import *  # noqa: F403  # the public names are listed there
from engine import __all__ as __all__
