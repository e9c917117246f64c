"""What every bit operation gives on fixed words, for `test_cards` and `test_rng`.

Run as a script it prints the answers as JSON: with NUMBA_DISABLE_JIT=1, those of the plain twins.
"""

import json
from random import Random

import numpy as np

from simcards import bits, cards, rng
from simcards.tricks import must_follow

WORDS = [0, 1, 2, 1 << 35, 1 << 62, 1 << 63, (1 << 36) - 1, (1 << 64) - 1, 0xAAAA_AAAA_AAAA_AAAA]
WORDS += [Random(5).getrandbits(64) for _ in range(3)]
WORDS += [Random(6).getrandbits(64) & Random(i).getrandbits(64) for i in range(30)]
SET_WORDS = [word for word in WORDS if word]


def answers():
    """Operation -> what it gives, as plain integers."""
    u = np.uint64
    with np.errstate(over="ignore"):
        return {
            "bit": [int(cards.bit(u(card))) for card in range(64)],
            "has": [[bool(cards.has(u(w), u(card))) for card in range(64)] for w in WORDS],
            "count": [int(cards.count(u(w))) for w in WORDS],
            "lowest": [int(cards.lowest(u(w))) for w in WORDS],
            "highest": [int(cards.highest(u(w))) for w in WORDS],
            "nth": [[int(cards.nth(u(w), u(r))) for r in range(w.bit_count())] for w in SET_WORDS],
            "draw": [int(cards.draw(u((1 << 36) - 1), n, u(w), 3)) for w in WORDS for n in (0, 12)],
            "select_bit": [
                [int(bits.select_bit(u(w), u(r))) for r in range(w.bit_count())] for w in SET_WORDS
            ],
            "multiply_fold": [int(bits.multiply_fold(u(a), u(b))) for a in WORDS for b in WORDS],
            "mix": [int(rng.mix(u(w))) for w in WORDS],
            "key_of": [int(rng.key_of(u(w), match, 3)) for w in WORDS for match in (0, 2**32 - 1)],
            "word_of": [int(rng.word_of(u(w), i)) for w in WORDS for i in range(4)],
            "below": [int(rng.below(u(w), u(n))) for w in WORDS for n in (1, 2, 37)],
            "below_high": [int(rng.below_high(u(w), u(n))) for w in WORDS for n in (1, 2, 37)],
            "must_follow": [int(must_follow(u(a), u(b))) for a in WORDS for b in WORDS],
        }


if __name__ == "__main__":
    print(json.dumps(answers()))  # noqa: T201
