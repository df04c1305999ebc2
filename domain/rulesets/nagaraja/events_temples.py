"""What happens to the temples: relics, tiles, the trap, paths and amulets. `seat` is whose temple it is."""

from typing import ClassVar

from domain.draws import Shuffle
from domain.hidden import Opened
from domain.ruleset import Event
from domain.rulesets.nagaraja.names import Direction, Line, Place, Space


class RelicsHidden(Event, frozen=True, tag="relics-hidden"):
    """A player's relics are shuffled onto their hiding places, from W3 up and along to E3."""

    seat: int
    draw: Shuffle[str]


class RelicsSwapped(Event, frozen=True, tag="relics-swapped"):
    """Two relics of a temple trade places."""

    seat: int
    first: Place
    second: Place


class RelicsPeeked(Event, frozen=True, tag="relics-peeked"):
    """`seat` looks at relics in the temple of `temple`."""

    seat: int
    temple: int
    places: tuple[Place, ...]
    relics: tuple[Opened[str], ...]


class RelicsLeft(Event, frozen=True, tag="relics-left"):
    """After a look nothing is swapped."""

    seat: int


class TilePlaced(Event, frozen=True, tag="tile-placed"):
    """`trap_removed` means that the trap lay there and went back beside the tiles; `tiles` are in the temple now."""

    seat: int
    kind: str
    space: Space
    turns: int
    trap_removed: bool
    tiles: int


class TileRotated(Event, frozen=True, tag="tile-rotated"):
    """A tile of a temple is turned."""

    seat: int
    space: Space
    turns: int


class TilesSwapped(Event, frozen=True, tag="tiles-swapped"):
    """Two tiles of a temple trade places."""

    seat: int
    first: Space
    second: Space


class TileMoved(Event, frozen=True, tag="tile-moved"):
    """A tile goes to another space of the temple."""

    seat: int
    space: Space
    to: Space
    turns: int


class LineSlid(Event, frozen=True, tag="line-slid"):
    """A row or column of a temple moves by one space."""

    seat: int
    line: Line
    direction: Direction


class TrapPlaced(Event, frozen=True, tag="trap-placed"):
    """The trap is put into a temple."""

    seat: int
    space: Space


class PathJoined(Event, frozen=True, tag="path-joined"):
    """Paths on these spaces can now be walked from an entrance and could not before."""

    seat: int
    spaces: tuple[Space, ...]


class PathBroken(Event, frozen=True, tag="path-broken"):
    """No path on these spaces can be walked from an entrance any more."""

    seat: int
    spaces: tuple[Space, ...]


class RelicUncovered(Event, frozen=True, tag="relic-uncovered"):
    """`points` and `cursed` are the owner's points and cursed relics face up, without amulets."""

    mark: ClassVar[str] = "relic"
    seat: int
    place: Place
    relic: Opened[str]
    points: int
    cursed: int


class RelicCovered(Event, frozen=True, tag="relic-covered"):
    """`points` are the owner's points face up that are left."""

    mark: ClassVar[str] = "covered"
    seat: int
    place: Place
    points: int


class AmuletTaken(Event, frozen=True, tag="amulet-taken"):
    """A path reaches an amulet, which its owner takes."""

    mark: ClassVar[str] = "amulet"
    seat: int
    space: Space
    amulet: Opened[str]
