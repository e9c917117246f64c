"""The form of a config file: its keys, what each may hold, and its default."""

from collections.abc import Mapping
from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from simcards.errors import ConfigError, shown, unknown

Number = Annotated[float, Field(allow_inf_nan=False)]


class ConfigFile(BaseModel):
    """The keys of a config; a description completes "it must be ..."."""

    model_config = ConfigDict(extra="forbid", strict=True)

    game: str = Field(description="the name of a game; `simcards games` lists them")
    matches: int = Field(
        1000, ge=1, le=2**32 - 1, description="a whole number of matches a cell, 1 or more"
    )
    seed: int | None = Field(
        None, ge=0, le=2**63 - 1, description="a whole number from 0 to 2^63 - 1"
    )
    rotations: Literal["all", "none"] | Annotated[int, Field(ge=1)] = Field(
        "all", description="'all', 'none' or how many of them to play, 1 or more"
    )
    first: Literal["random"] | Annotated[int, Field(ge=0)] = Field(
        "random", description="'random' or the seat that starts every match, counted from 0"
    )
    line_ups: list[str | Annotated[list[str], Field(min_length=1)]] = Field(
        min_length=1,
        description="a list of line-ups: a strategy's name for every seat, or a list of one a seat",
    )
    design: Literal["grid", "one-at-a-time", "two-at-a-time", "pairwise"] = Field(
        "grid", description="'grid', 'one-at-a-time', 'two-at-a-time' or 'pairwise'"
    )
    variants: list[str] = Field(
        [],
        min_length=1,
        description="a list of named rule sets, one at least; `simcards variants GAME` lists them",
    )
    rules: dict[str, Any] = Field({}, description="a table [rules] of options")
    params: dict[str, dict[str, Number | list[Number]]] = Field(
        {}, description="tables [params.STRATEGY] of finite numbers or lists of them"
    )
    targets: dict[str, str] = Field(
        {}, description="a table [targets] of texts such as '<= 2 points'"
    )


def check_shape(data: Mapping[str, Any], where: str, places: Mapping[str, str]) -> ConfigFile:
    """`data` as a ConfigFile; raises ConfigError for its first fault.

    `places` says for keys that the command line gave what to blame instead of the file.
    """
    try:
        return ConfigFile.model_validate(data)
    except ValidationError as error:
        fault = error.errors(include_url=False)[0]
    key = str(fault["loc"][0])
    fields = ConfigFile.model_fields
    if fault["type"] == "extra_forbidden":
        raise ConfigError(f"{where}: {unknown('key', key, fields)}")
    allowed = fields[key].description
    if fault["type"] == "missing":
        raise ConfigError(f"{where}: {key} is missing; it must be {allowed}")
    place = places.get(key, f"{where}: {key}")
    raise ConfigError(f"{place} is {shown(data[key])}; it must be {allowed}")
