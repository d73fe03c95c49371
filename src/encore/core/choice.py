"""Random legal actions for many games at once, read from their masks by a compiled kernel."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from encore.core.compiling import compiled

Generators = NDArray[np.uint64]
"""A random generator for each game of a batch."""

WAIT = -(1 << 63)
"""In place of an action of a batch: the game stays as it is."""
RESTART = WAIT + 1
"""In place of an action of a batch: the game is given up without a reward, and the next one begins."""
WORD = 8
"""The bytes of a word; a byte of a mask is 0 or 1."""
BLOCK = 128
"""The words that are counted at once; no byte of their sum overflows."""
_BYTES = np.uint64(0x0101010101010101)
_LOW = np.uint64(0x00FF00FF00FF00FF)
_PAIRS = np.uint64(0x0001000100010001)


@compiled
def random_below(generators: Generators, number: int, below: int) -> int:
    """Return a random number from 0 to below - 1 from the generator of a game (splitmix64)."""
    z = generators[number] + np.uint64(0x9E3779B97F4A7C15)
    generators[number] = z
    z = (z ^ (z >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    z = (z ^ (z >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    z = (z ^ (z >> np.uint64(31))) >> np.uint64(32)
    return int(np.int64(z * np.uint64(below) >> np.uint64(32)))


@compiled
def seed_generators(generators: Generators, seed: int) -> None:
    """Set up the generator of each game; none depends on how many games there are."""
    for number in range(len(generators)):
        generators[number] = np.uint64(seed)
        mixed = np.uint64(random_below(generators, number, 1 << 31))
        generators[number] += mixed + (np.uint64(number + 1) << np.uint64(32))


@compiled
def _count(words: NDArray[np.uint64], first: int, last: int) -> int:
    """Return how many bytes of at most BLOCK words are 1."""
    total = np.uint64(0)
    for index in range(first, last):
        total += words[index]
    # Eight counts of eight bits, added in pairs first, because their sum needs more bits.
    pairs = (total & _LOW) + (total >> np.uint64(8) & _LOW)
    return int(np.int64(pairs * _PAIRS >> np.uint64(48)))


@compiled
def _find_byte(masks: NDArray[np.int8], first: int, last: int, nth: int) -> int:
    """Return the place of the nth 1 from ``first`` on."""
    for index in range(first, last):
        nth -= int(masks[index])
        if nth < 0:
            return index
    return -1


@compiled
def _find(masks: NDArray[np.int8], words: NDArray[np.uint64], first: int, last: int, nth: int) -> int:
    """Return the place in bytes of the nth 1 of whole words from ``first`` on."""
    for start in range(first, last, BLOCK):
        end = min(start + BLOCK, last)
        here = _count(words, start, end)
        if nth >= here:
            nth -= here
            continue
        for index in range(start, end):
            here = int(np.int64(words[index] * _BYTES >> np.uint64(56)))
            if nth < here:
                return int(_find_byte(masks, WORD * index, WORD * index + WORD, nth))
            nth -= here
    return -1


@compiled
def choose(
    masks: NDArray[np.int8], words: NDArray[np.uint64], generators: Generators, actions: NDArray[np.int64]
) -> None:
    """Write a random legal action for each game.

    ``masks`` are the masks of all games in a row, ``words`` the same memory. A mask may begin or end inside a word.
    """
    width = len(masks) // len(actions)
    for number in range(len(actions)):
        first, last = width * number, width * (number + 1)
        outer = last // WORD
        inner = min(-(-first // WORD), outer)
        head, tail = max(first, WORD * inner), max(first, WORD * outer)
        before = after = within = 0
        for index in range(first, head):
            before += masks[index]
        for start in range(inner, outer, BLOCK):
            within += _count(words, start, min(start + BLOCK, outer))
        for index in range(tail, last):
            after += masks[index]
        nth = random_below(generators, number, before + within + after)
        if nth < before:
            place = _find_byte(masks, first, head, nth)
        elif nth < before + within:
            place = _find(masks, words, inner, outer, nth - before)
        else:
            place = _find_byte(masks, tail, last, nth - before - within)
        actions[number] = place - first
