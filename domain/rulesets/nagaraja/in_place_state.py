"""Converts between the state of a game of Nagaraja and a game played in place. Secrets lose the places of their commitments."""

from __future__ import annotations

from msgspec.structs import replace

from domain.by_seat import by_seat
from domain.hidden import Hidden
from domain.rulesets.nagaraja import state as s
from domain.rulesets.nagaraja.components import TRAP
from domain.rulesets.nagaraja.in_place import InPlace
from domain.rulesets.nagaraja.in_place_doing import NO_AMULET, NOBODY, Doing
from domain.rulesets.nagaraja.in_place_table import Chance, Player
from domain.rulesets.nagaraja.names import PLACES
from domain.rulesets.nagaraja.numbers import EMPTY, FIRST_ROOM, TRAP_LIES, Numbers, cell_of, secret


def taken_over(state: s.State, numbers: Numbers, chance: Chance) -> InPlace:
    """The game that continues from a state in which everything hidden has a value."""
    game = InPlace(numbers, chance)
    for player, before in zip(game.players, state.players, strict=True):
        _take_over_player(player, before, numbers)
    game.supply = [state.supply[colour] for colour in numbers.colours]
    game.stage, game.seat, game.guide, game.round = state.stage, state.seat - 1, state.guide - 1, state.round
    game.tiles = [secret(tile, numbers.tile) for tile in state.tiles]
    game.amulets = [secret(amulet, numbers.amulet) for amulet in state.amulets]
    for pile in ("deck", "discards", "used", "drawn"):
        setattr(game, pile, [secret(card, numbers.card) for card in getattr(state, pile)])
    if state.offered is not None:
        game.offered, game.offered_amulet = numbers.tile[state.offered.kind], _amulet(state.offered, numbers)
    game.doing = None if state.effect is None else _doing(state.effect, numbers)
    game.played = [numbers.amulet[amulet] for amulet in state.played]
    game.winner, game.ended = state.winner - 1, state.ended
    return game


def _take_over_player(player: Player, before: s.Player, numbers: Numbers) -> None:
    player.relics = [secret(relic.secret, numbers.relic) for relic in before.relics]
    player.up = sum(1 << n for n, relic in enumerate(before.relics) if relic.face_up)
    player.lying = [NO_AMULET if tile is None else _amulet(tile, numbers) for tile in before.spaces]
    player.hand = [secret(card, numbers.card) for card in before.hand]
    player.laid = [place.value for place in before.laid if place.value is not None]
    player.laying, player.passed, player.fate_points = before.laying, before.passed, before.fate_points
    player.sticks = [numbers.stick[stick] for stick in before.sticks]
    player.amulets = [secret(amulet, numbers.amulet) for amulet in before.amulets]
    player.build(numbers, tuple(_cell(tile, numbers) for tile in before.spaces))


def _amulet(tile: s.Tile, numbers: Numbers) -> int:
    return NO_AMULET if tile.amulet is None else secret(tile.amulet, numbers.amulet)


def _cell(tile: s.Tile | None, numbers: Numbers) -> int:
    if tile is None:
        return EMPTY
    if tile.kind == TRAP:
        return TRAP_LIES
    return cell_of(numbers.tile[tile.kind], tile.turns, tile.amulet is not None)


def _doing(effect: s.Effect, numbers: Numbers) -> Doing:
    card = numbers.card[effect.card]
    doing = Doing(effect.owner - 1, card, numbers.targets[card][effect.owner - 1], numbers.effects[card])
    doing.step, doing.target = effect.step, effect.target - 1
    doing.places = tuple(PLACES.index(place) for place in effect.places)
    doing.sticks = tuple(numbers.stick[stick] for stick in effect.sticks)
    doing.cards = [secret(card, numbers.card) for card in effect.cards]
    return doing


def state_of(game: InPlace, begun: s.State) -> s.State:
    """The state that the game has come to, from the one that it began with."""
    numbers, hidden = game.numbers, game.numbers.hidden
    piles = {
        pile: tuple(map(hidden["cards"], getattr(game, pile)))
        for pile in ("deck", "discards", "used", "drawn")
    }
    offered = None
    if game.offered != NOBODY:
        offered = _tile(game, cell_of(game.offered, 0, False), game.offered_amulet)
    return replace(
        begun,
        supply=dict(zip(numbers.colours, game.supply, strict=True)),
        players=by_seat(_player(game, seat, player) for seat, player in enumerate(game.players, 1)),
        stage=game.stage,
        seat=game.seat + 1,
        guide=game.guide + 1,
        round=game.round,
        tiles=tuple(map(hidden["tiles"], game.tiles)),
        amulets=tuple(map(hidden["amulets"], game.amulets)),
        **piles,
        offered=offered,
        effect=None if game.doing is None else _effect(game, game.doing),
        played=tuple(numbers.amulets[amulet] for amulet in game.played),
        winner=game.winner + 1,
        ended=game.ended,
    )


def _player(game: InPlace, seat: int, player: Player) -> s.Player:
    hidden = game.numbers.hidden
    relics = (
        s.Relic(hidden["relics"](it), bool(player.up >> place & 1)) for place, it in enumerate(player.relics)
    )
    return s.Player(
        relics=tuple(relics),
        spaces=tuple(
            _tile(game, cell, amulet) for cell, amulet in zip(player.cells, player.lying, strict=True)
        ),
        hand=tuple(map(hidden["cards"], player.hand)),
        laid=tuple(Hidden(place, (seat,)) for place in player.laid),
        laying=player.laying,
        sticks=tuple(game.numbers.sticks[stick] for stick in player.sticks),
        fate_points=player.fate_points,
        passed=player.passed,
        amulets=tuple(map(hidden["amulets"], player.amulets)),
    )


def _tile(game: InPlace, cell: int, amulet: int) -> s.Tile | None:
    if cell == EMPTY:
        return None
    if cell == TRAP_LIES:
        return s.Tile(TRAP)
    kind, turns = game.numbers.room[cell - FIRST_ROOM]
    return s.Tile(kind, turns, None if amulet == NO_AMULET else game.numbers.hidden["amulets"](amulet))


def _effect(game: InPlace, doing: Doing) -> s.Effect:
    numbers = game.numbers
    return s.Effect(
        doing.owner + 1,
        numbers.cards[doing.card],
        doing.step,
        doing.target + 1,
        tuple(PLACES[place] for place in doing.places),
        tuple(numbers.sticks[stick] for stick in doing.sticks),
        tuple(map(numbers.hidden["cards"], doing.cards)),
    )
