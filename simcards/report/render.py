"""From sections to files: one self-contained page, its Markdown twin, and the findings as JSON."""

import json
from dataclasses import asdict, is_dataclass
from math import isfinite
from pathlib import Path
from typing import Any

from jinja2 import Environment, PackageLoader, StrictUndefined

from simcards.errors import RunError
from simcards.report.page import Page

DIGITS = 12  # of the numbers in findings.json: beyond is the order of a sum
FILES = ("index.html", "report.md", "findings.json")
SHAPES = {"●": "on", "▲": "unsure", "■": "off", "○": "none"}


def html(page: Page) -> str:
    """The page, whole in itself: no script, nothing fetched."""
    environment = _environment(autoescape=True)
    return environment.get_template("page.html.j2").render(page=page, shapes=SHAPES)


def markdown(page: Page) -> str:
    """The same sections, tables and numbers for a terminal or a pull request."""
    return _environment(autoescape=False).get_template("report.md.j2").render(page=page)


def findings(page: Page) -> str:
    """Every finding behind the page, by section, as JSON with a line for each finding."""
    sections = []
    for section in page.sections:
        found = (one for one in section.findings if is_dataclass(one) and not isinstance(one, type))
        lines = ",\n".join(
            f"   {_json({'kind': type(one).__name__, **_plain(asdict(one))})}" for one in found
        )
        sections.append(f"  {_json(section.key)}: [\n{lines}\n  ]")
    return (
        f'{{\n "title": {_json(page.title)},\n "question": {_json(page.question)},\n'
        f' "facts": {_json(dict(page.facts))},\n "sections": {{\n'
        + ",\n".join(sections)
        + "\n }\n}\n"
    )


def _json(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False)


def write(page: Page, folder: Path) -> list[Path]:
    """Write all three into `folder` and say where; raises RunError when it takes no files."""
    paths = [folder / name for name in FILES]
    try:
        folder.mkdir(parents=True, exist_ok=True)
        for path, make in zip(paths, (html, markdown, findings), strict=True):
            path.write_text(make(page), "utf-8")
    except OSError as error:
        raise RunError(f"{folder}: the report cannot be written: {error.strerror}") from None
    return paths


def _environment(autoescape: bool) -> Environment:
    environment = Environment(
        loader=PackageLoader("simcards.report"),
        autoescape=autoescape,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
    )
    environment.filters["bars"] = lambda text: str(text).replace("|", "\\|")
    return environment


def _plain(value: Any) -> Any:
    """JSON's own types; what is not finite is null."""
    if isinstance(value, dict):
        return {str(key): _plain(item) for key, item in value.items()}
    if isinstance(value, list | tuple):
        return [_plain(item) for item in value]
    if isinstance(value, float):
        return float(f"{value:.{DIGITS}g}") if isfinite(value) else None
    return value
