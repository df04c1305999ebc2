"""Tokens are exchanged: the new one does what the old one did, and the old one does nothing any more."""

from __future__ import annotations

import pytest

from projections.documents.commands import Rotated
from service.identity.tokens import grant
from service.system.clock import HOUR, now
from service.tables import entering, tournaments
from service.tables.rotating import Rotate, rotate
from tests.service import following
from tests.service.conftest import House, long
from tests.service.test_games import refused

ROWS = "SELECT role, expires_at FROM tokens WHERE game = ? ORDER BY role"


def exchanged(house: House, game: str, token: str, key: str | None = None) -> Rotated:
    return rotate(Rotate(game, token, key), house.context).document


def test_the_new_token_acts_and_the_old_one_is_dead(house: House) -> None:
    game, tokens = house.seated()
    before = house.kronika.store.query(ROWS, (game,))
    old = house.turn(game, tokens)
    new = exchanged(house, game, old)
    assert house.document(game, new.token)["viewer"] == new.role
    assert house.kronika.store.query(ROWS, (game,)) == before
    with refused("unauthenticated"):
        house.act(game, old, {"type": "roll"})
    house.act(game, new.token, {"type": "roll"})


def test_a_stream_that_the_old_token_opened_ends(house: House) -> None:
    game, tokens = house.seated()
    version = house.document(game)["version"]
    stream = following.follow(house.repository, game, tokens[1], version)
    assert stream is not None
    new = exchanged(house, game, tokens[1]).token
    turn = house.turn(game, {**tokens, 1: new})
    house.act(game, turn, {"type": "roll"})
    assert list(stream) == []


def test_whoever_lost_the_answer_gets_it_again_with_the_old_token_and_the_key(house: House) -> None:
    game, tokens = house.seated()
    first = exchanged(house, game, tokens[1], long("k"))
    assert exchanged(house, game, tokens[1], long("k")) == first
    for token, key in ((tokens[1], long("guessed")), (tokens[1], None), ("made-up", long("k"))):
        with refused("unauthenticated"):
            exchanged(house, game, token, key)
    with refused("malformed"):
        exchanged(house, game, first.token, "1")
    second = exchanged(house, game, first.token)
    with refused("unauthenticated"):
        exchanged(house, game, tokens[1], long("k"))
    assert house.document(game, second.token)["viewer"] == "seat:1"


def test_a_token_that_expires_does_so_under_its_new_name(house: House) -> None:
    game, _ = house.seated()
    at = now() + HOUR
    house.kronika.store.append("", [], [grant("short", game, "auditor", at)])
    new = exchanged(house, game, "short")
    assert (new.role, new.expires_at is not None) == ("auditor", True)
    assert house.kronika.store.query("SELECT expires_at FROM tokens WHERE role = 'auditor'") == [(at,)]


def test_a_tournaments_token_is_exchanged_for_all_of_its_games(house: House) -> None:
    new = tournaments.CreateTournament({"ruleset": "touche", "seats": 2, "games": 2})
    cup = tournaments.create_tournament(new, house.context).document.id
    ala, _ = (
        entering.enter(entering.Enter(cup, None, {"name": name}), house.context).document.token
        for name in "AB"
    )
    [played] = house.tournament(cup)["games"]
    token = exchanged(house, played["id"], ala).token
    assert house.tournament(cup, token)["viewer"] == house.document(played["id"], token)["viewer"] == "seat:1"
    with refused("unauthenticated"):
        house.tournament(cup, ala)


@pytest.mark.parametrize("visibility", ["public", "private"])
def test_strangers_exchange_nothing(house: House, visibility: str) -> None:
    game, _ = house.create(visibility=visibility)
    _, foreign = house.create()
    kinds = {"public": ("forbidden", "unauthenticated"), "private": ("not-found", "not-found")}[visibility]
    for token, kind in zip((foreign, "made-up"), kinds, strict=True):
        with refused(kind):
            exchanged(house, game, token)


def test_a_tournaments_token_is_exchanged_before_its_first_game(house: House) -> None:
    new = tournaments.CreateTournament({"ruleset": "touche", "seats": 2, "games": 1, "visibility": "private"})
    made = tournaments.create_tournament(new, house.context).document
    new_token = rotate(Rotate(made.id, made.organiser_token, tournament=True), house.context).document.token
    assert house.tournament(made.id, new_token)["viewer"] == "organiser"
    for token in (made.organiser_token, "made-up"):
        with refused("not-found"):
            rotate(Rotate(made.id, token, tournament=True), house.context)


def test_two_seats_with_one_key_get_tokens_of_their_own(house: House) -> None:
    """A key counts for one actor: whoever guesses another seat's key gets neither its answer nor its token."""
    game, tokens = house.seated()
    new = {seat: exchanged(house, game, token, long("same")) for seat, token in tokens.items()}
    assert new[1].token != new[2].token
    assert {seat: found.role for seat, found in new.items()} == {1: "seat:1", 2: "seat:2"}
