"""A dishonest operator, who signs with the real key whatever suits. Each attack says what finds it.

`found` is the level that fails, "verdict" or "account" when no level can know and these tell the reader, or "L4" when only
the rules can. `before` is what the format said before seeds were committed by everybody, actions signed, and tables closed.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple
from uuid import UUID

from tests.verifier.chance import Draws, planned
from tests.verifier.games import begun, people, tournament_game
from tests.verifier.players import Player
from tests.verifier.primitives import b64, b64u, digest_of, root
from tests.verifier.synthetic import PROMISED, Audit, Hide, Log, resigned

PASSED_THEN, UNSIGNED_THEN = "passed", "nothing was signed"


class Attack(NamedTuple):
    make: Callable[[], Audit | list[Audit]]
    found: str
    why: str
    before: str
    known: dict[str, Any]


ATTACKS: dict[str, Attack] = {}


def attack(found: str, why: str, before: str = PASSED_THEN, **known: Any) -> Callable[..., Any]:
    """Notes an attack under its docstring: a level and a part of its detail, or a part of the verdict's words."""

    def note(make: Callable[[], Audit | list[Audit]]) -> Callable[[], Audit | list[Audit]]:
        assert make.__doc__
        ATTACKS[make.__doc__] = Attack(make, found, why, before, known)
        return make

    return note


def other_draws(log_or_game: UUID) -> Draws:
    """Keys that the operator searched for: any others than those that he fixed."""
    return Draws(digest_of(b"searched"), log_or_game)


# Seeds.


@attack("L3", "not the one that the seat committed to")
def keys_made_after_the_seeds() -> Audit:
    """Draw keys are generated after the seeds are known"""
    log, honest = Log(draws=other_draws(begun().game)), Log()
    for player in people():
        log.take(player, seed_commitment=b64u(player.commitment(honest.ctx)))
    for player in people():
        log.reveal(player)
    log.start()
    log.throw()
    return log.audit()


@attack("verdict", "Yours is not in the mix.", own=b64u(Player(2).seed))
def other_seeds_for_new_keys() -> Audit:
    """The same, with a seed that the operator gives in the name of a seat without a key"""
    log = Log(draws=other_draws(begun().game)).begin([Player(1), Player(2, seed=b"x" * 32)])
    log.throw()
    return log.audit()


@attack("L2", "not signed by the key of seat 2")
def other_seeds_for_a_seat_with_a_key() -> Audit:
    """The same, with the seat's key"""
    log, forged = Log(draws=other_draws(begun().game)), Player(2, key=True, seed=b"x" * 32)
    forged.sign_with("operator")
    log.begin([Player(1), forged])
    log.throw()
    return log.audit()


@attack("L3", "not the one that the seat committed to")
def a_friends_last_seed() -> Audit:
    """A friend chooses a seed after seeing the others'"""
    log, [ala, friend] = Log(), people()
    log.take(ala)
    log.take(friend)
    log.reveal(ala)
    friend.seed = digest_of(b"searched", ala.seed)
    log.reveal(friend)
    log.start()
    log.throw()
    return log.audit()


@attack("L3", "before all seats are taken")
def a_friend_who_joins_late() -> Audit:
    """A friend commits to a seed after another has revealed theirs"""
    log, [ala, friend] = Log(), people()
    log.take(ala)
    log.reveal(ala)
    log.take(friend)
    log.reveal(friend)
    log.start()
    log.throw()
    return log.audit()


@attack("L3", "without the seeds of seats [2]")
def a_dropped_reveal() -> Audit:
    """The game starts without an inconvenient seed"""
    log, [ala, ola] = Log(), people()
    log.take(ala)
    log.take(ola)
    log.reveal(ala)
    log.start()
    log.throw()
    return log.audit()


@attack("L3", "seat 2 is taken already")
def a_second_seat_taken() -> Audit:
    """A seat is taken a second time, with another commitment"""
    log, [ala, ola] = Log(), people()
    for player in (ala, ola, Player(2, seed=b"x" * 32)):
        log.take(player)
    return log.audit()


@attack("L3", "seat 2 is taken already")
def a_second_seat_taken_after_a_reveal() -> Audit:
    """A seat is taken a second time, after a reveal"""
    log, [ala, ola] = Log(), people()
    log.take(ala)
    log.take(ola)
    log.reveal(ala)
    log.take(Player(2, seed=b"x" * 32))
    return log.audit()


@attack("L3", "freed after the last one was taken")
def a_seat_freed_for_another_seed() -> Audit:
    """A seat is freed after all were taken, then taken with another commitment"""
    log, [ala, ola] = Log(), people()
    log.take(ala)
    log.take(ola)
    log.reveal(ala)
    log.add("seat-freed", {"seat": 2}, "organiser")
    log.take(Player(2, seed=b"x" * 32))
    return log.audit()


@attack("L3", "freed after the last one was taken")
def a_seat_left_for_another_seed() -> Audit:
    """A player is said to have left after all seats were taken, and another commitment takes the place"""
    log, [ala, ola] = Log(), people()
    log.take(ala)
    log.take(ola)
    log.reveal(ala)
    log.add("seat-freed", {"seat": 2}, "table")
    log.take(Player(2, seed=b"x" * 32))
    return log.audit()


@attack("L3", "reveals a second seed")
def a_second_reveal() -> Audit:
    """A seat reveals twice"""
    log, [ala, ola] = Log(), people()
    log.take(ala)
    log.take(ola)
    log.reveal(ala)
    log.reveal(ala)
    return log.audit()


@attack("L3", "seat 2 has committed to no seed")
def a_service_seed() -> Audit:
    """The service gives a seed for a seat without a commitment"""
    log, [ala, ola] = Log(), people()
    log.take(ala)
    log.take(ola, seed_commitment=None)
    log.reveal(ala)
    log.reveal(ola)
    log.start()
    return log.audit()


@attack("L2", "unknown members ['seed', 'seed_by']")
def a_seed_in_the_old_way() -> Audit:
    """The service gives a seed when the seat is taken"""
    log = Log()
    log.take(Player(1), seed_commitment=None, seed=b64u(b"x" * 32), seed_by="service")
    return log.audit()


@attack("L3", "a bot has no seed and no key")
def a_bot_with_a_seed() -> Audit:
    """A bot gives a seed, so that the verdict counts on a seat that nobody plays"""
    log = Log()
    log.take(Player(1), bot="greedy")
    return log.audit()


@attack(
    "verdict",
    "Only the operator together with seat 1 could have chosen.",
    "a seed “by the service” stood for the seat",
)
def a_seat_without_a_seed() -> Audit:
    """A seat's commitment is left out: the game is honest, but without its entropy"""
    log, [ala, ola] = Log(), people()
    log.take(ala)
    log.take(ola, seed_commitment=None)
    log.reveal(ala)
    log.start()
    log.throw()
    return log.audit()


@attack("verdict", "The operator could have chosen every draw.")
def nobody_gives_a_seed() -> Audit:
    """No seat gives a seed"""
    log = Log()
    for player in people():
        log.take(player, seed_commitment=None)
    log.start()
    log.throw()
    return log.audit()


@attack("L3", "not the one that the seat committed to", "L3")
def a_relabelled_seed() -> Audit:
    """A seat reveals another seat's seed"""
    log, [ala, ola] = Log(), people()
    log.take(ala)
    log.take(ola)
    log.reveal(ala, seat=2)
    return log.audit()


@attack("L3", "the seeds in the file are not those of the log", "L3")
def a_relabelled_seed_in_the_file() -> Audit:
    """The file's list gives a seed to another seat"""
    audit = begun().audit()
    audit["seeds"][0]["seat"] = 2
    return audit


@attack("L2", "unknown members ['by']")
def a_reveal_that_says_by_whom() -> Audit:
    """A reveal claims that the service made the seed"""
    log, [ala, ola] = Log(), people()
    log.take(ala)
    log.take(ola)
    log.reveal(ala, by="service")
    return log.audit()


@attack("L2", "not signed by the key of seat 1", UNSIGNED_THEN)
def a_reveal_among_others() -> Audit:
    """A seat with a key reveals after the operator has presented a table other than the one it will play at"""
    log, elsewhere = Log(), Log()
    ala, ola, other = Player(1, key=True), Player(2), Player(2, seed=b"x" * 32)
    for table, second in ((log, other), (elsewhere, ola)):
        table.take(ala)
        table.take(second)
    elsewhere.reveal(ala)
    log.reveal(ala)
    sig = elsewhere.trees[-1]["sig"]
    return resigned(log.audit(), lambda trees: trees[-1].update(sig=sig))


@attack("L3", "there is no such seat")
def a_seat_beyond_the_table() -> Audit:
    """A nonexistent seat gives a seed"""
    log = Log()
    log.take(Player(3))
    return log.audit()


@attack("L3", "the seat that is freed was not taken")
def a_free_seat_freed() -> Audit:
    """A free seat is freed"""
    log = Log()
    log.add("seat-freed", {"seat": 1}, "organiser")
    return log.audit()


@attack("L3", "there is no such seat")
def a_seat_given_that_is_not_there() -> Audit:
    """A nonexistent seat is reassigned"""
    log = begun()
    log.reassign(Player(3, key=True))
    return log.audit()


@attack("L3", "starts before all seats are taken")
def a_start_without_all() -> Audit:
    """The game starts before all seats are taken"""
    log = Log()
    log.take(Player(1), seed_commitment=None)
    log.start()
    return log.audit()


@attack("L3", "a seat is taken after the start")
def a_seat_taken_after_the_start() -> Audit:
    """A seat is taken after the start, with another commitment"""
    log = begun()
    log.take(Player(2, seed=b"x" * 32))
    return log.audit()


# Order and draws.


@attack("L3", "does not start with epoch 0")
def another_epoch_at_the_start() -> Audit:
    """The game starts with an epoch of the operator's choice"""
    log = _waiting()
    log.start(epoch=1)
    log.slots[-1] = (1, 0)
    log.throw()
    return log.audit()


@attack("L3", "not the next one", "L3")
def another_epoch_in_the_midst() -> Audit:
    """The draws jump to another epoch"""
    log = begun()
    log.throw()
    log.throw(slot=(1, 0))
    return log.audit()


@attack("L3", "starts a second time")
def a_repeated_start() -> Audit:
    """`game-started` appears twice, so that the slots start over"""
    log = begun()
    log.throw()
    log.start()
    log.slots[-1] = (0, 0)
    log.throw(20)
    return log.audit()


@attack("L3", "'to_version' is out of range")
def a_way_back_before_the_start() -> Audit:
    """The game goes back to before its start, to start again"""
    log = begun()
    log.throw()
    log.rewind(5)
    return log.audit()


@attack("L3", "not the next one", "L3")
def a_draw_before_the_start() -> Audit:
    """Dice are rolled before the seeds are known"""
    log = _waiting()
    log.throw()
    return log.audit()


@attack("L3", "no ruling orders that")
def fresh_draws_by_a_seat() -> Audit:
    """A seat causes new draws"""
    return _drawn_anew("seat:1")


@attack("L3", "a ruling that did not become final in this action")
def fresh_draws_by_the_table() -> Audit:
    """The table causes new draws with the number of a ruling that does not exist"""
    return _drawn_anew("table", ruling=1)


@attack("L3", "this one was not appointed, has not accepted or is gone")
def fresh_draws_by_nobody_appointed() -> Audit:
    """A referee whom nobody appointed causes new draws"""
    log = begun(created=PROMISED)
    log.throw()
    log.ruled_back(6)
    return log.audit()


@attack("L3", "this one was not appointed, has not accepted or is gone")
def fresh_draws_by_a_dismissed_referee() -> Audit:
    """A referee causes new draws after being dismissed"""
    log = _refereed()
    log.add("referee-dismissed", {"referee": 1}, "organiser")
    log.ruled_back(6)
    return log.audit()


@attack("L3", "this one was not appointed, has not accepted or is gone")
def fresh_draws_by_a_referee_who_has_not_accepted() -> Audit:
    """A referee causes new draws before accepting the appointment"""
    log = begun(created=PROMISED)
    log.throw()
    log.add("referee-appointed", {"referee": 1, "head": True}, "organiser")
    log.ruled_back(6)
    return log.audit()


@attack("L2", "a referee-accepted is by referee:1, and this is by organiser")
def fresh_draws_by_a_referee_who_was_accepted_for() -> Audit:
    """The organiser accepts for a referee, who causes new draws"""
    log = begun(created=PROMISED)
    log.throw()
    log.add("referee-appointed", {"referee": 1, "head": True}, "organiser")
    log.add("referee-accepted", {"referee": 1}, "organiser")
    log.ruled_back(6)
    return log.audit()


@attack("L3", "this one was not appointed, has not accepted or is gone")
def fresh_draws_by_a_referee_who_resigned() -> Audit:
    """A referee causes new draws after resigning"""
    log = begun(created=PROMISED)
    log.throw()
    log.appoint(True)
    log.add("referee-resigned", {"referee": 1}, "referee:1")
    log.ruled_back(6)
    return log.audit()


@attack("L3", "no ruling orders that")
def fresh_draws_without_a_ruling() -> Audit:
    """A referee causes new draws without a ruling"""
    log = _refereed()
    log.rewind(6, "referee:1", rng="fresh")
    return log.audit()


@attack("L3", "a ruling that did not become final in this action")
def fresh_draws_at_once() -> Audit:
    """A referee causes new draws before the ruling is final"""
    log = _refereed()
    a = log.rule(6)
    log.rewind(6, "referee:1", ruling=1, rng="fresh", a=a)
    return log.audit()


@attack("L3", "a ruling that did not become final in this action")
def fresh_draws_by_an_old_ruling() -> Audit:
    """A ruling that became final long ago causes new draws"""
    log = _refereed()
    log.end(log.rule(6))
    log.throw()
    log.rewind(6, ruling=1, rng="fresh")
    return log.audit()


@attack("L3", "ruling 1 goes back a second time")
def fresh_draws_twice_by_one_ruling() -> Audit:
    """One ruling causes new draws twice, and the better ones remain"""
    log = _refereed()
    a = log.ruled_back(6)
    log.throw(a=a)
    log.rewind(6, ruling=1, rng="fresh", a=a)
    return log.audit()


@attack("L3", "there is a ruling 1 already")
def a_number_ruled_twice() -> Audit:
    """Two rulings have the same number, and the second goes back further"""
    log = _refereed()
    log.throw()
    log.rule(7)
    log.ruled_back(6)
    return log.audit()


@attack("L3", "becomes final a second time")
def a_ruling_final_twice() -> Audit:
    """A ruling becomes final twice, to go back again"""
    log = _refereed()
    log.ruled_back(6)
    log.throw()
    log.rewind(6, ruling=1, rng="fresh", a=log.end())
    return log.audit()


@attack("L3", "two rulings become final in one action")
def two_rulings_in_one_action() -> Audit:
    """Two rulings become final in one action, so that the verdict counts their new draws once"""
    log = _refereed()
    log.rule(6, 1)
    a = log.ruled_back(6, 2)
    log.throw(a=a)
    log.rewind(6, ruling=1, rng="fresh", a=log.end(a, 1))
    return log.audit()


@attack("L3", "to where the ruling says")
def another_way_back_than_ruled() -> Audit:
    """The game goes back further than the ruling says"""
    log = _refereed()
    log.throw()
    log.rewind(6, ruling=1, rng="fresh", a=log.end(log.rule(8)))
    return log.audit()


@attack("L3", "or does not go back")
def a_way_back_by_a_ruling_that_lets_stand() -> Audit:
    """A ruling that upholds the play takes the game back"""
    log = _refereed()
    log.rewind(6, ruling=1, rng="fresh", a=log.end(log.rule(6, kind="stands", remedy=None)))
    return log.audit()


@attack("L3", "draws are made anew if, and only if, the ruling goes back past a draw")
def the_same_slot_again_by_a_ruling() -> Audit:
    """A ruling goes back past a throw and reuses its slot"""
    log = _refereed()
    log.throw()
    log.ruled_back(6, rng="same")
    return log.audit()


@attack("L3", "draws are made anew if, and only if, the ruling goes back past a draw")
def needless_fresh_draws() -> Audit:
    """A ruling that undoes no draw skips inconvenient slots"""
    log = _refereed()
    version = len(log.trees)
    log.add("card-named", {"card": 1}, "seat:1")
    log.ruled_back(version)
    return log.audit()


@attack("L3", "past something that was drawn or shown")
def a_throw_taken_back_without_a_ruling() -> Audit:
    """A throw is undone without a ruling, so that players can act with knowledge of the dice"""
    log = begun()
    log.throw()
    log.rewind(6)
    log.throw()
    return log.audit()


@attack("L3", "past something that was drawn or shown")
def a_card_shown_and_taken_back() -> Audit:
    """A card is revealed to a friend, and this is undone without a ruling"""
    log = begun()
    log.shuffle(["ace", "king"])
    log.open("6/d/draw/order/0", to=(1,))
    log.rewind(7)
    return log.audit()


@attack("L3", "a version that does not count any more")
def a_way_back_to_what_was_taken_back() -> Audit:
    """The game goes back to an undone position that is more convenient"""
    log = begun()
    log.add("card-named", {"card": 1}, "seat:1")
    log.add("card-named", {"card": 2}, "seat:1")
    log.rewind(6)
    log.rewind(8)
    return log.audit()


@attack("verdict", "A referee had draws made anew 2 times.")
def fresh_draws_by_a_friendly_referee() -> Audit:
    """A referee who works for the operator causes new draws until they are convenient"""
    log = _refereed()
    for number in (1, 2):
        log.ruled_back(6, number)
        log.throw()
    return log.audit()


@attack("verdict", "A referee had cards shuffled anew 6 times.", "the verdict counted none")
def a_deck_shuffled_until_it_suits() -> Audit:
    """A head referee rules six times to go back past a card that was revealed, and each time the deck is shuffled again"""
    log, deck, version = _dealt()
    for number in range(1, 7):
        log.open(f"{deck}/0", to=(1,))
        a = log.ruled_back(version, number, rng="same" if number == 1 else "fresh")
        log.reshuffle(a, f"{deck}/0", f"{deck}/1", f"{deck}/2")
    return log.audit()


@attack("L3", "does not follow directly on a ruling's way back")
def a_deck_shuffled_without_a_ruling() -> Audit:
    """The deck is shuffled again without a ruling"""
    log, deck, _ = _dealt()
    log.reshuffle(None, f"{deck}/0", f"{deck}/1")
    return log.audit()


@attack("L3", "does not follow directly on a ruling's way back")
def a_deck_shuffled_after_a_throw() -> Audit:
    """A ruling goes back, something happens, and then the deck is shuffled again"""
    log, deck, version = _dealt()
    a = log.ruled_back(version, rng="same")
    log.throw(a=a)
    log.reshuffle(a, f"{deck}/0", f"{deck}/1")
    return log.audit()


@attack("L3", "not the next one", "L3")
def burnt_slots() -> Audit:
    """An inconvenient slot is skipped"""
    log = begun()
    log.throw(slot=(0, 1))
    return log.audit()


@attack("L4", "(L4, not checked here)", "L4")
def slots_burnt_by_needless_draws() -> Audit:
    """Unneeded draws use up slots"""
    log = begun()
    for _ in range(3):
        log.throw()
    return log.audit()


@attack("L3", "past something that was drawn or shown")
def a_slot_for_another_kind() -> Audit:
    """After an undo, a shuffle uses the slot of known dice, whose key is public"""
    log = begun()
    log.throw()
    log.rewind(6)
    log.shuffle([1, 2, 3], slot=(0, 0))
    return log.audit()


@attack("L3", "do not follow from its key", "L3")
def other_dice() -> Audit:
    """The log contains dice that were not rolled"""
    log = begun()
    log.throw()
    return resigned(log.audit(), lambda trees: trees[-1]["d"]["draw"]["values"].reverse())


@attack("L3", "place 0 of the shuffle", "L3")
def a_stacked_deck() -> Audit:
    """A deck is stacked"""
    log = begun()
    stacked = [Hide(card) for card in sorted(["ace", "king", "queen", "ten"], reverse=True)]
    _stack(log, {"order": stacked, "of": ["ace", "king", "queen", "ten"], "refs": []})
    return log.audit()


@attack("L2", "as another value than was committed", "L2")
def a_card_exchanged() -> Audit:
    """A card is replaced after the shuffle"""
    log = begun()
    log.shuffle(["ace", "king"])
    log.open("6/d/draw/order/0")
    return resigned(log.audit(), lambda trees: trees[-1]["d"]["cards"][0].update(value="joker"))


@attack("L2", "/d/draw/order/0 is not hidden")
def an_open_deck() -> Audit:
    """A shuffle reveals its order, so that a friend sees all cards"""
    log = begun()
    _stack(log, {"order": ["ace", "king"], "of": ["ace", "king"], "refs": []})
    return log.audit()


# Between two readers: what one takes for a draw and the other for nothing.


@attack("L2", "/d/draw is no throw", "nothing for L3, a throw for L4: every die was the operator's")
def a_throw_with_a_member_more() -> Audit:
    """A throw has an additional member, and every die is a 1"""
    return _chosen_dice({"epoch": 0, "slot": 0, "sides": [6, 6], "values": [1, 1], "x": 0})


@attack("L2", "/d/draw is no throw", "nothing for L3, a throw for L4")
def a_throw_with_a_member_less() -> Audit:
    """A throw omits its sides"""
    return _chosen_dice({"epoch": 0, "slot": 0, "values": [1, 1]})


@attack("L2", "/d/draw is no shuffle", "nothing for L3, a shuffle for L4: the deck was the operator's")
def a_shuffle_with_a_member_more() -> Audit:
    """A shuffle has an additional member, and the deck is sorted (in a game of Touché)"""
    cards = sorted(["2S", "3S", "4S", "5S"])
    log = Log(ruleset="touche").begin(people())
    draw = {"epoch": 0, "slot": 0, "order": [Hide(card) for card in cards], "of": cards, "refs": [], "x": 0}
    log.add("cards-dealt", {"dealer": 2, "first": 1, "draw": draw})
    return log.audit()


@attack("L2", "is no opening", "nothing for L2, an opening for L4")
def opened_cards_with_a_member_more() -> Audit:
    """A card is opened as another one, with an additional member"""
    log = begun()
    log.shuffle(["ace", "king"])
    log.add("cards-shown", {"cards": [{"of": "6/d/draw/order/0", "to": [0], "value": "joker", "x": 0}]})
    return log.audit()


@attack("L2", "/d/card is no text", "nothing for L3, whatever L4 made of it")
def a_throw_inside_a_disclosure() -> Audit:
    """A throw is inside a hidden value"""
    log = begun()
    log.add("card-chosen", {"card": Hide(_DICE)})
    return log.audit()


@attack("L2", "looks like", "nothing for L3, whatever L4 made of it")
def a_throw_inside_an_action() -> Audit:
    """A throw is inside the action that a ruling names"""
    log = _refereed()
    remedy = {"to_version": 6, "seat": 1, "action": Hide({"type": "throw", "draw": _DICE | {"more": 1}})}
    log.rule(6, kind="corrected", remedy=remedy)
    return log.audit()


@attack("L2", "looks like", "nothing for L3, whatever L4 made of it")
def a_throw_inside_a_position() -> Audit:
    """A throw is inside the position of an analysis"""
    log = Log()
    log.add("forked", {"game": "0" * 32, "version": 7})
    for player in people():
        log.take(player, seed_commitment=None, by="table")
    log.start()
    log.add("position-set", {"state": {"deck": [Hide("ace")], "last": _DICE}})
    return log.audit()


@attack("L2", "has no type 'dice-thrown'", "nothing for L3")
def an_unknown_type() -> Audit:
    """An entry has an unknown type"""
    log = begun()
    log.add("dice-thrown", {"draw": _DICE})
    return log.audit()


@attack("L2", "exactly one digest for each of its hidden members", "nothing was counted")
def a_hidden_member_more() -> Audit:
    """An entry hides an additional member"""
    log = begun()
    log.add("card-chosen", {"card": Hide("ace"), "draw": Hide("king")})
    return log.audit()


@attack("L2", "the member '_sd' is missing", "nothing was counted")
def a_hidden_member_left_out() -> Audit:
    """An entry omits what its type hides, so that the operator can choose it later"""
    log = begun()
    log.add("card-chosen", {})
    return log.audit()


@attack("L2", "unknown members ['card']", "L4 read it")
def a_hidden_member_shown() -> Audit:
    """An entry shows what its type hides"""
    log = begun()
    log.add("card-chosen", {"card": "ace"})
    return log.audit()


@attack("L2", "malformed throw", "a draw without a request")
def a_throw_of_no_dice() -> Audit:
    """A throw without dice uses up a slot"""
    log = begun()
    log.add("dice-rolled", {"draw": {"epoch": 0, "slot": 0, "sides": [], "values": []}})
    return log.audit()


@attack("L2", "fewer than 2 places", "L4 judged nothing there")
def slots_burnt_by_empty_shuffles() -> Audit:
    """Empty shuffles use up 301 slots, between a change to unknown rules and the change back"""

    def burn(log: Log) -> None:
        for n in range(301):
            draw = {"epoch": 0, "slot": n, "order": [], "of": [], "refs": []}
            log.add("stack-reshuffled", {"places": [], "draw": draw})

    return _under_other_rules(burn)


@attack("L3", "past something that was drawn or shown", "L4 judged nothing there")
def throws_taken_back_under_other_rules() -> Audit:
    """Throws are undone between a change to unknown rules and the change back"""
    return _under_other_rules(lambda log: log.rewind(6))


@attack("L4", "(L4, not checked here)", "L4 judged nothing there")
def a_result_without_a_case() -> Audit:
    """A result is set without a referee or case, between a change to unknown rules and the change back"""
    result = {"ruling": 1, "winners": [1], "ranking": [[1], [2]], "scores": {"1": 1, "2": 0}}
    return _under_other_rules(lambda log: log.add("result-set", result))


@attack("L4", "(L4, not checked here)", "L4 judged nothing there")
def a_game_voided_without_a_case() -> Audit:
    """A game is voided without a referee or case, between a change to unknown rules and the change back"""
    return _under_other_rules(lambda log: log.add("game-voided", {"ruling": 1}))


@attack("L3", "the key of its throw from slot 0 is not in the file", "L3 was not available")
def a_key_withheld() -> Audit:
    """The key of a throw is withheld, so that nobody can check the dice"""
    log = begun()
    log.throw()
    return log.audit() | {"draws": []}


# Hands, and entry 0.


@attack("L2", "is another now", "hands kept their places")
def a_hand_exchanged() -> Audit:
    """A card is replaced while the hand is committed again"""
    log = begun()
    log.shuffle(["ace", "king"])
    log.add("hand-renewed", {"hand": [Hide({"is": "joker", "was": "6/d/draw/order/0"})]})
    return log.audit()


@attack("L2", "a second time", "hands kept their places")
def a_card_doubled() -> Audit:
    """A card is duplicated while the hand is committed again"""
    log = begun()
    log.shuffle(["ace", "king"])
    card = {"is": log.value("6/d/draw/order/0"), "was": "6/d/draw/order/0"}
    log.add("hand-renewed", {"hand": [Hide(card), Hide(card)]})
    return log.audit()


@attack("L0", "older than the entry before")
def times_out_of_order() -> Audit:
    """Times run backwards"""
    log = begun()
    return resigned(log.audit(), lambda trees: trees[3].update(at=trees[2]["at"] - 1))


@attack("L0", "unknown members ['more']")
def an_unknown_member_of_entry_0() -> Audit:
    """Entry 0 has a member that the format does not define"""
    return Log(created={"more": 1}).audit()


@attack("L0", "a second time")
def a_second_creation() -> Audit:
    """The game is created a second time, with other keys"""
    log = begun()
    log.add("game-created", log.trees[0]["d"])
    return log.audit()


# Tournaments.


@attack("L3", "not the one that the seat committed to")
def tournament_keys_made_after_the_seeds() -> Audit:
    """The keys of a later game of a tournament are generated after the seeds are known"""
    plan, ola = planned(), Player(2)
    committed = b64u(ola.commitment(tournament_game(plan, 1).ctx))
    log = Log(draws=other_draws(plan.games[1][0]), game=plan.games[1][0], plan=(plan, 1))
    log.take(Player(1))
    log.take(ola, seed_commitment=committed)
    log.reveal(Player(1))
    log.reveal(ola)
    return log.audit()


@attack("L3", "different things of what the tournament planned")
def a_second_plan() -> list[Audit]:
    """The same, with a new plan and new seeds for seats without keys"""
    plan, other = planned(), planned(secret=b"searched")
    return [tournament_game(plan, 0, people()).audit(), tournament_game(other, 1, people()).audit()]


@attack("L3", "different things of who took a seat")
def another_seed_in_a_later_game() -> list[Audit]:
    """A seat has another seed in a later game of the tournament"""
    plan = planned()
    first = tournament_game(plan, 0, people())
    return [first.audit(), tournament_game(plan, 1, [Player(1), Player(2, seed=b"x" * 32)]).audit()]


@attack("verdict", "numbers 1 are not among the files")
def a_planned_game_skipped() -> list[Audit]:
    """A planned game is omitted because its keys are inconvenient"""
    plan = planned()
    return [tournament_game(plan, n).audit() for n in (0, 2)]


@attack("L3", "another game of the tournament has the number 1 too")
def a_planned_game_repeated() -> list[Audit]:
    """A planned game is played twice, and each player gets the better log"""
    plan = planned()
    once, twice = tournament_game(plan, 1), tournament_game(plan, 1)
    twice.throw()
    once.add("game-abandoned", {}, "organiser")
    return [log.audit() for log in (once, twice)]


@attack("L3", "not the one that the seat committed to")
def a_game_outside_the_plan() -> Audit:
    """An unplanned game has the number of a planned one"""
    plan, ola, game = planned(), Player(2), UUID(int=7)
    committed = b64u(ola.commitment(tournament_game(plan, 1).ctx))
    log = Log(draws=other_draws(game), game=game, plan=(plan, 1))
    log.take(Player(1))
    log.take(ola, seed_commitment=committed)
    log.reveal(Player(1))
    log.reveal(ola)
    return log.audit()


# Analyses, which claim nothing.


@attack("L3", "an analysis begins with its fork")
def an_analysis_in_the_midst() -> Audit:
    """A game becomes an analysis, which may draw again"""
    log = begun()
    log.throw()
    log.add("forked", {"game": "0" * 32, "version": 7})
    return log.audit()


@attack("L3", "an analysis has no seeds")
def an_analysis_with_seeds() -> Audit:
    """An analysis has seeds, so that the verdict counts on seats although anyone may draw again"""
    log = Log()
    log.add("forked", {"game": "0" * 32, "version": 7})
    return log.begin(people()).audit()


@attack("L3", "an analysis is no game of a tournament")
def an_analysis_in_a_tournament() -> Audit:
    """A game of a tournament is an analysis"""
    plan = planned()
    log = Log(draws=plan.games[0][1], game=plan.games[0][0], plan=(plan, 0))
    log.add("forked", {"game": "0" * 32, "version": 7})
    return log.audit()


# Whose action.


@attack("L2", "this action of its is not signed", UNSIGNED_THEN)
def a_forged_action() -> Audit:
    """The operator acts for a seat with a key"""
    log = begun(keys=True)
    log.add("card-named", {"card": 1}, "seat:1")
    return log.audit()


@attack("L2", "not signed by the key of seat 1", UNSIGNED_THEN)
def an_action_signed_by_another() -> Audit:
    """The same, with the operator's own signature"""
    log, forged = begun(keys=True), Player(1, key=True)
    forged.sign_with("operator")
    log.act(forged, "card-named", {"card": 1})
    return log.audit()


@attack("L2", "did not sign the action that this belongs to", UNSIGNED_THEN)
def an_action_in_anothers() -> Audit:
    """The operator attaches an entry of one seat to an action of another seat"""
    log, [ala, _] = begun(keys=True), people(keys=True)
    log.act(ala, "card-named", {"card": 1})
    log.add("card-named", {"card": 2}, "seat:2", a=log.trees[-1]["a"])
    return log.audit()


@attack("L2", "not the first entry of an action", UNSIGNED_THEN)
def a_second_signature_in_an_action() -> Audit:
    """A later entry of an action has a signature too"""
    log, ala = _signed_move(), Player(1, key=True)
    log.add("card-named", {"card": 2}, "seat:1", a=log.trees[-1]["a"], sig=log.signing(ala, {"type": "more"}))
    return log.audit()


@attack("L1", "this log is shorter", UNSIGNED_THEN, older=lambda: _signed_move().checkpoint())
def a_denied_action() -> Audit:
    """A seat's last action is removed from the log; the seat has the checkpoint"""
    return begun(keys=True).audit()


@attack("L2", "this action of its is not signed", UNSIGNED_THEN)
def an_action_whose_signature_is_gone() -> Audit:
    """A seat's signature is removed from its action"""
    return resigned(_signed_move().audit() | {"disclosures": []}, lambda trees: trees[-1].pop("sig"))


@attack("L2", "was signed for another place", UNSIGNED_THEN)
def an_action_moved() -> Audit:
    """A seat's action is moved to another place of the log"""
    log, sig = begun(keys=True), _signed_move().trees[-1]["sig"]
    log.throw()
    log.add("card-named", {"card": 1}, "seat:1", sig=sig)
    return log.audit()


@attack("L2", "was signed for another place", UNSIGNED_THEN)
def an_action_of_another_log() -> Audit:
    """A seat's action is put at the same place of a different log"""
    log = Log(draws=other_draws(begun().game)).begin(people(keys=True))
    log.add("card-named", {"card": 1}, "seat:1", sig=_signed_move().trees[-1]["sig"])
    return log.audit()


@attack("L2", "the same digest twice", UNSIGNED_THEN)
def an_action_replayed() -> Audit:
    """A seat's action is replayed after an undo"""
    log = _signed_move()
    sig = log.trees[-1]["sig"]
    log.rewind(6)
    log.add("card-named", {"card": 1}, "seat:1", sig=sig)
    return log.audit()


@attack("L2", "is not of what was committed there", UNSIGNED_THEN)
def another_action_disclosed() -> Audit:
    """The disclosed action is not the one that was signed"""
    log = _signed_move()
    log.act(Player(1, key=True), "card-named", {"card": 2})
    audit = log.audit()
    audit["disclosures"][0]["disclosure"] = audit["disclosures"][1]["disclosure"]
    return audit


@attack("L4", "(L4, not checked here)", UNSIGNED_THEN)
def events_that_were_not_signed() -> Audit:
    """A signed action is followed by events that do not result from it"""
    log = begun(keys=True)
    sig = log.signing(Player(1, key=True), {"type": "play", "card": 1})
    log.add("card-named", {"card": 2}, "seat:1", sig=sig)
    return log.audit()


@attack("account", "The organiser gave a taken seat away", UNSIGNED_THEN)
def a_seat_given_to_another() -> Audit:
    """The organiser gives a seat to their own key: publicly, and the seed remains"""
    log, thief = begun(keys=True), Player(1, key=True)
    thief.sign_with("operator")
    thief.key = thief.signer
    log.reassign(thief)
    log.act(thief, "card-named", {"card": 1})
    return log.audit()


@attack("L2", "has a key, and this is by organiser", UNSIGNED_THEN)
def a_seat_taken_by_the_organiser() -> Audit:
    """The log says that the organiser took a seat that has a key"""
    log = Log()
    log.take(Player(1, key=True), by="organiser")
    return log.audit()


@attack("L3", "before the start", UNSIGNED_THEN)
def a_seat_given_to_another_early() -> Audit:
    """The same before the seeds are known"""
    log, thief = _waiting(), Player(1, key=True)
    log.reassign(thief)
    return log.audit()


@attack("L0", "another log of 6 entries", "L0")
def a_split_view() -> Audit:
    """An actor claims to have seen another log"""
    log = begun()
    log.add("card-chosen", {}, "seat:1", seen={"n": 6, "r": b64(root(log.leaves[:5]))})
    return log.audit()


def _waiting() -> Log:
    """All seats are taken, and nobody has revealed."""
    log = Log()
    for player in people():
        log.take(player)
    return log


def _drawn_anew(by: str, **d: Any) -> Audit:
    log = begun()
    log.throw()
    log.rewind(6, by, rng="fresh", **d)
    log.throw()
    return log.audit()


def _refereed() -> Log:
    log = begun(created=PROMISED)
    log.throw()
    log.appoint(True)
    return log


def _dealt() -> tuple[Log, str, int]:
    """With a head referee and a deck; where the deck lies, and the version at which nobody knows a card."""
    log = begun(created=PROMISED)
    log.appoint(True)
    deck = f"{log.shuffle(['ace', 'king', 'queen'])}/d/draw/order"
    return log, deck, len(log.trees)


_DICE = {"epoch": 0, "slot": 0, "sides": [6], "values": [1]}


def _chosen_dice(draw: dict[str, Any]) -> Audit:
    log = begun()
    log.add("dice-rolled", {"draw": draw})
    return log.audit()


def _under_other_rules(deed: Callable[[Log], object]) -> Audit:
    log = begun()
    log.throw()
    log.add("rules-changed", {"rules": 999})
    deed(log)
    log.add("rules-changed", {"rules": 1})
    return log.audit()


def _stack(log: Log, draw: dict[str, Any]) -> None:
    log.served[0, 0] = "shuffle"
    log.add("deck-shuffled", {"draw": {"epoch": 0, "slot": 0} | draw})


def _signed_move() -> Log:
    log = begun(keys=True)
    log.act(Player(1, key=True), "card-named", {"card": 1})
    return log
