"""Charts as inline SVG that takes the page's colours, in light and in dark, and tells its story."""

import io
import re
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any
from xml.etree import ElementTree

import matplotlib
from matplotlib.backends.backend_svg import FigureCanvasSVG
from matplotlib.figure import Figure as Canvas

SVG = "http://www.w3.org/2000/svg"
LINK = "http://www.w3.org/1999/xlink"

# Okabe and Ito's colours, told apart by all eyes; the page gives each a light and a dark shade.
PALETTE = ("#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9", "#999999")
MARKERS = ("o", "s", "D", "^", "v", "P", "X")
INK, FAINT, BAND = "#101112", "#a0a1a2", "#e0e1e2"  # stand-ins for the page's own colours
PAGE_COLOURS = {
    **{colour: f"var(--series-{i})" for i, colour in enumerate(PALETTE)},
    INK: "currentColor",
    FAINT: "var(--faint)",
    BAND: "var(--band)",
}

STYLE: dict[Any, Any] = {
    "font.family": "sans-serif",
    "font.size": 9,
    "svg.fonttype": "none",
    "text.color": INK,
    "axes.edgecolor": FAINT,
    "axes.labelcolor": INK,
    "axes.titlesize": 9,
    "axes.spines.top": False,
    "axes.spines.right": False,
    "axes.facecolor": "none",
    "figure.facecolor": "none",
    "xtick.color": FAINT,
    "ytick.color": FAINT,
    "xtick.labelcolor": INK,
    "ytick.labelcolor": INK,
    "grid.color": BAND,
    "grid.linewidth": 0.8,
    "lines.linewidth": 1.4,
    "path.simplify": True,
}


@contextmanager
def style(salt: str) -> Iterator[None]:
    """Draw with the page's style; `salt` names the chart, so that its ids are its own and fixed."""
    with matplotlib.rc_context({**STYLE, "svg.hashsalt": salt}):
        yield


def canvas(width: float, height: float) -> Any:
    """An empty figure, in inches."""
    figure = Canvas(figsize=(width, height), layout="constrained")
    FigureCanvasSVG(figure)
    return figure


def inline(figure: Any, alt: str) -> str:
    """The figure as an SVG element for a page: the page's colours, no idle ids, `alt` for all."""
    buffer = io.StringIO()
    figure.savefig(buffer, format="svg", metadata={"Date": None, "Creator": None})
    ElementTree.register_namespace("", SVG)
    ElementTree.register_namespace("xlink", LINK)
    root = ElementTree.fromstring(buffer.getvalue())
    for child in list(root):
        if child.tag.endswith("metadata"):
            root.remove(child)
    used = set(re.findall(r"#([\w-]+)", buffer.getvalue()))
    for element in root.iter():
        if element.get("id") not in used:
            element.attrib.pop("id", None)
        for name, text in list(element.attrib.items()):
            element.set(name, _page_colours(text))
    width = root.get("width", "").removesuffix("pt")
    root.attrib.pop("height", None)
    root.set("width", "100%")
    root.set("style", f"max-width: {float(width) * 1.4:.0f}px")
    root.set("role", "img")
    root.set("aria-label", alt)
    return ElementTree.tostring(root, encoding="unicode")


def _page_colours(text: str) -> str:
    return re.sub(r"#[0-9a-f]{6}\b", lambda found: PAGE_COLOURS.get(found[0], found[0]), text)
