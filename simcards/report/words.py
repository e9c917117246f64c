"""Numbers in words: rounded to their interval, with their unit, effect first."""

from math import floor, isfinite, log10

from simcards.stats import BOOTSTRAP, EXACT, Estimate

POINTS, SHARE, HANDS, TRICKS = "points", "%", "hands", "tricks"
PERCENTAGE_POINTS = "pp"  # a difference of shares
LOPSIDED = 1.5  # an interval with one side so many times the other shows both ends


def decimals(half: float) -> int:
    """Decimals for a number with this half interval: to its first digit, the second after a 1."""
    if not isfinite(half) or half <= 0:
        return 2
    power = floor(log10(half))
    return min(max(0, -power + int(half < 2 * 10.0**power)), 6)


def plain(value: float, places: int, sign: bool = False) -> str:
    """A number with a true minus sign and thousands set apart."""
    if not isfinite(value):
        return "–"
    text = f"{value:+,.{places}f}" if sign else f"{value:,.{places}f}"
    if not text.strip("+-0.,"):
        text = text.lstrip("+-")
    return text.replace("-", "−")


def count(n: float) -> str:
    """A whole number."""
    return plain(n, 0)


def value(estimate: Estimate, unit: str, sign: bool = False) -> str:
    """The value alone, rounded to its interval: `35.4%` or `+1.9`."""
    scale, tail = _scale(unit, sign)
    return plain(estimate.value * scale, _places(estimate, unit), sign) + tail


def spread(estimate: Estimate, unit: str, sign: bool = False) -> str:
    """The 95% interval: `34.9 to 35.9`; `exact` only for what the rules fix."""
    if not isfinite(estimate.half):
        return "unknown"
    if estimate.method == EXACT:
        return "exact"
    if estimate.half == 0 and estimate.method != BOOTSTRAP:
        return "no spread"
    scale, tail = _scale(unit, sign)
    places = _places(estimate, unit)
    low, high = (plain(end * scale, places, sign) for end in (estimate.low, estimate.high))
    return f"{low} to {high}{tail}"


def full(estimate: Estimate, unit: str, sign: bool = False) -> str:
    """Value, unit and interval: `+1.9 points (95%: +1.5 to +2.3)`."""
    number = value(estimate, unit, sign)
    tail = "" if unit in ("", SHARE, PERCENTAGE_POINTS) else f" {unit}"
    if number.strip("+−") == "1":
        tail = tail.removesuffix("s")
    if estimate.half == 0:
        same = "exact" if estimate.method == EXACT else "the same in every block"
        return f"{number}{tail} ({same})"
    return f"{number}{tail} (95%: {spread(estimate, unit, sign)})"


def margin(size: float, unit: str) -> str:
    """A margin around no effect: `±0.5 points`, `±1 percentage points`."""
    if unit == SHARE:
        return f"±{100 * size:g} percentage points"
    return f"±{size:g} {unit}"


def p_value(p: float) -> str:
    """A p-value for a table's depth."""
    return "< 0.001" if p < 0.001 else f"{p:.3f}"


def about(estimate: Estimate, unit: str, sign: bool = False) -> str:
    """Value and half its interval, where space is short: `21.8 ±0.5%`.

    Where one side is much the longer, as of a share near 0 or 1, its ends: `99 (96 to 100)%`.
    """
    if not isfinite(estimate.value):
        return plain(estimate.value, 0)
    scale, tail = _scale(unit, sign)
    places = _places(estimate, unit)
    middle = plain(estimate.value * scale, places, sign)
    if not isfinite(estimate.half):
        return f"{middle}{tail} (unknown)"
    if not estimate.half:
        return f"{middle}{tail}"
    sides = (estimate.value - estimate.low, estimate.high - estimate.value)
    if max(sides) > LOPSIDED * min(sides):
        low, high = (plain(end * scale, places, sign) for end in (estimate.low, estimate.high))
        return f"{middle} ({low} to {high}){tail}"
    return f"{middle} ±{plain(max(sides) * scale, places)}{tail}"


def ranged(estimate: Estimate, unit: str) -> str:
    """Value and interval in one cell: `9 (8 to 11)`."""
    return f"{value(estimate, unit)} ({spread(estimate, unit)})"


def cells(estimate: Estimate, unit: str, sign: bool = False) -> tuple[str, str]:
    """Value and interval, for two cells of a table."""
    return value(estimate, unit, sign), spread(estimate, unit, sign)


def sample(estimate: Estimate) -> str:
    """The sample behind a number: `60,000 in 20,000 blocks`."""
    return f"{count(estimate.n)} in {count(estimate.n_blocks)} blocks"


def listed(items: list[str], limit: int = 6) -> str:
    """`a, b and c`, cut after `limit` items."""
    if len(items) > limit:
        return f"{', '.join(items[:limit])} and {len(items) - limit} more"
    return " and ".join([", ".join(items[:-1]), items[-1]] if len(items) > 1 else items)


def shortened(name: str, most: int = 44) -> str:
    """A list with commas cut to about `most` letters: `a, b and 3 more`; other names stay."""
    items = name.split(", ")
    n = len(items)
    while n > 1 and len(", ".join(items[:n])) > most:
        n -= 1
    return name if n == len(items) else f"{', '.join(items[:n])} and {len(items) - n} more"


def mean_of(n: int) -> str:
    """The name of an average over contests."""
    return f"mean of {count(n)} contests"


def plural(n: int, word: str) -> str:
    """`1 block`, `2 blocks`, `2 matches`."""
    ending = "es" if word.endswith(("s", "ch", "x")) else "s"
    return f"{count(n)} {word}{'' if n == 1 else ending}"


def unit_beside(title: str, unit: str) -> str:
    """The unit to say beside a metric's title: none where the title says it."""
    return "" if f" {unit} " in f" {title} " else unit


def titled(title: str, unit: str) -> str:
    """A metric's title for a table: with its unit, where neither it nor the numbers say it."""
    told = unit_beside(title, unit)
    return title if told in ("", SHARE) else f"{title} ({told})"


def _scale(unit: str, sign: bool) -> tuple[float, str]:
    """A share is shown in percent, a difference of shares (signed) in percentage points."""
    if unit == PERCENTAGE_POINTS or (unit == SHARE and sign):
        return 100.0, " pp"
    return (100.0, "%") if unit == SHARE else (1.0, "")


def _places(estimate: Estimate, unit: str) -> int:
    scale, _ = _scale(unit, False)
    if estimate.half == 0 and float(estimate.value * scale).is_integer():
        return 0
    return decimals(estimate.half * scale)
