"""Dice and shuffles by chi-square, over the very streams that games use; biased ones made on purpose must fail.

All is deterministic: fixed keys, so a passing test passes for ever. The bar is a p-value of one in ten thousand.
"""

from collections import Counter
from collections.abc import Callable, Iterable
from itertools import permutations
from math import erfc, factorial, sqrt

import pytest

from domain.draws import Words, seeded_draws

DRAWS = seeded_draws(b"fairness")
BAR = 1e-4
Shuffler = Callable[[Words, int], list[int]]


def p_value(observed: Iterable[int], cells: int) -> float:
    """That an even spread over `cells` looks at least this uneven (Wilson and Hilferty's approximation)."""
    counts = Counter(observed)
    expected = counts.total() / cells
    chi2 = sum(count**2 for count in counts.values()) / expected - counts.total()
    free = cells - 1
    normal = ((chi2 / free) ** (1 / 3) - (1 - 2 / (9 * free))) / sqrt(2 / (9 * free))
    return erfc(normal / sqrt(2)) / 2


def dice(sides: int, throws: int) -> list[int]:
    return [value for slot in range(throws) for value in DRAWS.words(0, slot).roll((sides,) * 6)]


def orders(shuffler: Shuffler, size: int, times: int) -> list[int]:
    number = {order: n for n, order in enumerate(permutations(range(size)))}
    return [number[tuple(shuffler(DRAWS.words(1, slot), size))] for slot in range(times)]


def honest(words: Words, size: int) -> list[int]:
    return words.shuffle(range(size))


def naive(words: Words, size: int) -> list[int]:
    """Every place exchanged with any place: n^n ways cannot spread evenly over n! orders."""
    a = list(range(size))
    for i in range(size):
        j = words.below(size)
        a[i], a[j] = a[j], a[i]
    return a


def off_by_one(words: Words, size: int) -> list[int]:
    """No place may keep its own: only cyclic orders come out."""
    a = list(range(size))
    for i in range(size - 1, 0, -1):
        j = words.below(i)
        a[i], a[j] = a[j], a[i]
    return a


def modulo(words: Words, m: int, bits: int) -> int:
    """A die from so few bits that the rest of the division shows."""
    return words.below(1 << bits) % m


def test_the_measure_itself():
    assert abs(p_value([0] * 60 + [1] * 40, 2) - 0.0455) < 0.005
    assert p_value([n % 6 for n in range(6000)], 6) > 0.999


def test_dice_are_even():
    for sides in (2, 6, 10, 20):
        values = dice(sides, 4000)
        assert (min(values), max(values)) == (1, sides)
        assert p_value(values, sides) > BAR


def test_consecutive_dice_are_independent():
    values = dice(6, 6000)
    assert p_value(zip(values[::2], values[1::2], strict=True), 36) > BAR


def test_dice_that_never_show_the_highest_face_fail():
    short = [DRAWS.words(0, slot).below(5) for slot in range(24_000)]
    assert p_value(short, 6) < BAR


def test_dice_with_modulo_bias_fail():
    biased = [modulo(DRAWS.words(0, slot), 6, 4) for slot in range(24_000)]
    assert p_value(biased, 6) < BAR


def test_shuffles_are_even():
    for size in (3, 4, 5):
        assert p_value(orders(honest, size, 24_000), factorial(size)) > BAR


def test_every_card_of_a_large_deck_comes_to_every_place():
    decks = [honest(DRAWS.words(2, slot), 52) for slot in range(2000)]
    for place in (0, 1, 25, 51):
        assert p_value([deck[place] for deck in decks], 52) > BAR


def test_a_naive_shuffle_fails():
    for size in (3, 4, 5):
        assert p_value(orders(naive, size, 24_000), factorial(size)) < BAR


@pytest.mark.soak
def test_a_shuffle_off_by_one_fails():
    for size in (3, 4, 5):
        assert p_value(orders(off_by_one, size, 24_000), factorial(size)) < BAR


def test_words_beyond_the_last_full_multiple_are_thrown_away():
    class Fixed(Words):
        __slots__ = ()

        def __init__(self, given: list[int]) -> None:
            self._words = given

    largest = (1 << 64) - 1
    limit = largest + 1 - (largest + 1) % 6
    assert Fixed([largest, limit, limit - 1]).below(6) == 5
    assert Fixed([limit - 6]).below(6) == 0
    assert Fixed([largest]).below(1 << 64) == largest
    assert Fixed([limit - 6, largest, limit, limit - 1]).roll((6, 6)) == (1, 6)
    assert Fixed([largest, limit - 6]).roll((4, 6)) == (4, 1)
    assert Fixed([largest, 2, 0]).shuffle("abc") == ["b", "a", "c"]
