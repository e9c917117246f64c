"""The shapes of `trick_table` that make what was observed in self-play most likely."""

from typing import Any

import numpy as np
from scipy.optimize import minimize
from simcards_strategies.ninety_nine import trick_table as table
from simcards_strategies.ninety_nine.odds import LEAST_WIDTH

Array = np.ndarray[Any, Any]
NEED, LEFT, MEAN, VARIANCE, LEADS, MET = range(6)  # columns of the samples of the play
KEPT_CARDS, KEPT_SUITS, BID, BID_MET = slice(0, 9), slice(9, 13), 13, 14  # of those of the bids
MOST_SAMPLES = 50_000  # for one shape
LEAST_SAMPLES = 500
PARTS = (table.KEPT.shape, table.LENGTH.shape, table.BID.T.shape)  # of what fit_bids looks for
PULLS = (2000.0, 500.0, 5000.0)  # toward the table there is, as so many observations


def fit_made(samples: Array) -> Array:
    """MADE, float64[tricks left, need, 5], from float64[samples, 6] of decisions in the play."""
    made = np.array(table.MADE)
    for left in range(1, len(made)):
        for need in range(left + 1):
            rows = samples[(samples[:, LEFT] == left) & (samples[:, NEED] == need)][:MOST_SAMPLES]
            if len(rows) >= LEAST_SAMPLES:
                made[left, need] = fit_shape(rows, made[left, need])
    return made


def fit_shape(rows: Array, start: Array) -> Array:
    """One row of MADE."""
    _, _, mean, variance, leads, met = rows.T
    off_need = mean - rows[:, NEED]
    stiff = np.array([20.0, 2.0, 20.0, 10.0, 10.0])  # a pull toward the table there is

    def unlikely(shape: Array) -> float:
        top, spread, base = abs(shape[:3])
        off = off_need + np.where(leads > 0, shape[4], shape[3])
        width = np.maximum(variance + base, LEAST_WIDTH)
        chance = np.clip(min(top, 1.2) * width / (width + spread * off * off), 1e-3, 0.999)
        loss = -np.log(np.where(met > 0, chance, 1.0 - chance)).sum()
        return float(loss + ((shape - start) ** 2 * stiff).sum() / 2.0)

    corners = np.vstack([start, start + np.diag([0.1, 0.4, 0.1, 0.15, 0.15])])
    options = {"initial_simplex": corners, "maxfev": 300}
    best = np.array(minimize(unlikely, start, method="Nelder-Mead", options=options).x)
    best[:3] = np.minimum(abs(best[:3]), [1.2, 9.0, 9.0])
    return best


def fit_bids(bids: Array) -> tuple[Array, Array, Array]:
    """KEPT, LENGTH and BID from int64[bids, 15] (see `learn_table.watch_bid`)."""
    start = np.concatenate([table.KEPT.ravel(), table.LENGTH.ravel(), table.BID.T.ravel()])
    sizes = [int(np.prod(shape)) for shape in PARTS]
    stiff = np.repeat(PULLS, sizes) / len(bids)

    def unlikely(values: Array) -> tuple[float, Array]:
        loss, slope = bid_loss(values, bids)
        off = values - start
        return loss + float((stiff * off * off).sum()) / 2.0, slope + stiff * off

    limits: list[tuple[float | None, float | None]] = [(None, None)] * len(start)
    first = len(start) - table.BID.size
    limits[table.KEPT.size // 2 : table.KEPT.size] = [(0.0, None)] * (table.KEPT.size // 2)
    limits[first : first + 30] = [(0.01, None)] * 30  # tops, spreads and bases are positive
    best = minimize(unlikely, start, jac=True, method="L-BFGS-B", bounds=limits)
    kept, length, bid = np.split(best.x, np.cumsum(sizes)[:-1])
    return kept.reshape(PARTS[0]), length.reshape(PARTS[1]), bid.reshape(PARTS[2]).T


def bid_loss(values: Array, bids: Array) -> tuple[float, Array]:
    """Minus the mean log-likelihood that bids were met or missed, and its slope.

    The formulas of `odds.bid_chance` and `odds.shape`, with their derivatives.
    """
    half, side = table.KEPT.size // 2, table.LENGTH.size // 2
    cuts = np.cumsum([half, half, side, side])
    mean_of, var_of, mean_len, var_len, rest = np.split(values, cuts)
    top, spread, base, shift = rest.reshape(4, -1)
    cards, suits, bid = bids[:, KEPT_CARDS], bids[:, KEPT_SUITS], bids[:, BID]
    off = mean_of[cards].sum(1) + mean_len[suits].sum(1) + shift[bid] - bid
    raw = var_of[cards].sum(1) + var_len[suits].sum(1) + base[bid]
    width = np.maximum(raw, LEAST_WIDTH)
    under = width + spread[bid] * off * off
    near = width / under
    chance = np.clip(top[bid] * near, 1e-4, 1.0 - 1e-4)
    met = bids[:, BID_MET] > 0
    loss = -float(np.log(np.where(met, chance, 1.0 - chance)).mean())
    d_chance = -np.where(met, 1.0 / chance, -1.0 / (1.0 - chance)) / len(bids)
    d_near = d_chance * top[bid]
    d_width = d_near * spread[bid] * off * off / under**2 * (raw > LEAST_WIDTH)
    d_off = -2.0 * d_near * width * spread[bid] * off / under**2
    d_spread = -d_near * width * off * off / under**2
    n_bids = len(top)
    slopes = [
        np.bincount(cards.ravel(), np.repeat(d_off, cards.shape[1]), half),
        np.bincount(cards.ravel(), np.repeat(d_width, cards.shape[1]), half),
        np.bincount(suits.ravel(), np.repeat(d_off, suits.shape[1]), side),
        np.bincount(suits.ravel(), np.repeat(d_width, suits.shape[1]), side),
        *(np.bincount(bid, d, n_bids) for d in (d_chance * near, d_spread, d_width, d_off)),
    ]
    return loss, np.concatenate(slopes)
