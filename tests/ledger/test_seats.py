"""What seats commit to and sign, byte by byte as the ledger's page spells it."""

from hashlib import sha256

import pytest

from domain.ledger import seats
from domain.ledger.merkle import inclusion_path, leaf_hash, tree_root
from domain.ledger.note import make_vkey
from domain.ledger.text import b64

CTX, KEY, SEED = bytes(range(32)), b"k" * 32, b"r" * 32
TOURNAMENT, GAMES = bytes(range(16)), 5
PLANNED = [
    seats.planned_game(TOURNAMENT, n, bytes([n]) * 16, [bytes([n, e]) * 16 for e in range(4)])
    for n in range(GAMES)
]


def u32(n: int) -> bytes:
    return n.to_bytes(4, "big")


def test_a_commitment_binds_context_seat_and_seed():
    expected = sha256(b"gamelog/v1/client-seed\n" + CTX + b"\x02" + SEED).digest()
    assert seats.seed_commitment(CTX, 2, SEED) == expected


def test_the_commitment_to_all_seats_has_zeros_for_what_is_not_given():
    parts = b"\x01" + KEY + bytes(32) + b"\x02" + bytes(32) + SEED + b"\x03" + bytes(64)
    expected = sha256(b"gamelog/v1/seats\n" + CTX + b"\x03" + parts).digest()
    assert seats.seats_commitment(CTX, [(KEY, None), (None, SEED), (None, None)]) == expected


def test_what_keys_sign():
    assert seats.seat_message(CTX, 2, KEY, None) == b"gamelog/v1/seat\n" + CTX + b"\x02" + KEY + bytes(32)
    assert seats.seat_message(CTX, 2, KEY, SEED) == b"gamelog/v1/seat\n" + CTX + b"\x02" + KEY + SEED
    assert seats.seed_message(CTX, 7, KEY, SEED) == b"gamelog/v1/seed\n" + CTX + b"\x07" + KEY + SEED


def test_the_context_of_a_game_is_the_leaf_of_its_first_entry():
    assert seats.context(b"{}") == sha256(b"\x00{}").digest()


def test_a_planned_game_names_its_tournament_number_id_and_roots():
    roots = b"".join(bytes([3, e]) * 16 for e in range(4))
    expected = b"gamelog/v1/planned-game\n" + TOURNAMENT + u32(3) + b"\x03" * 16 + roots
    assert PLANNED[3] == expected


@pytest.mark.parametrize("number", range(GAMES))
def test_every_planned_game_leads_to_one_root(number: int):
    leaves = [leaf_hash(planned) for planned in PLANNED]
    path = inclusion_path(leaves, number)
    assert seats.planned_root(PLANNED[number], number, GAMES, path) == tree_root(leaves)
    assert seats.planned_root(PLANNED[number], (number + 1) % GAMES, GAMES, path) != tree_root(leaves)


def test_a_tournaments_context_binds_its_games_and_their_terms():
    root = tree_root([leaf_hash(planned) for planned in PLANNED])
    entry = {
        "disputes": True, "edition": "1", "edition_hash": "aa", "ruleset": "romans", "seats": 2, "undo": "free",
        "visibility": "public", "options": {}, "game": "00", "tournament": {},
    }  # fmt: skip
    terms = (
        b'{"disputes":true,"edition":"1","edition_hash":"aa","ruleset":"romans","seats":2,"undo":"free",'
        b'"visibility":"public"}'
    )
    assert seats.shared_terms(entry) == terms
    later = entry | {
        "tournament": {"first": {"options": {"b": 1, "a": []}, "rules": 3}}, "vkey": make_vkey("log", KEY), "log": None,
        "origin": "", "nonce": "", "draw_roots": [], "rules": 4, "table": 2,
    }  # fmt: skip
    shared = (
        b'"edition_hash":"aa","first":{"options":{"a":[],"b":1},"rules":3},"key":"%b","log":null,"ruleset"'
    )
    assert seats.shared_terms(later) == terms.replace(
        b'"edition_hash":"aa","ruleset"', shared % b64(KEY).encode()
    ).replace(b'"undo"', b'"table":2,"undo"')
    expected = b"gamelog/v1/tournament\n" + TOURNAMENT + u32(GAMES) + root + sha256(terms).digest()
    found = seats.tournament_context(TOURNAMENT, GAMES, root, terms)
    assert found == sha256(expected).digest()
