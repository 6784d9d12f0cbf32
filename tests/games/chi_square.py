"""Pearson's test that draws are uniform over a known set of worlds."""

from collections.abc import Collection, Mapping
from math import sqrt
from typing import Any

Z_999 = 3.0902  # the normal quantile that one draw in a thousand exceeds


def assert_uniform(counts: Mapping[Any, int], worlds: Collection[Any]) -> None:
    """Every world was drawn, nothing else was, and the counts are as even as chance would have them."""
    assert set(counts) == set(worlds)
    if len(worlds) == 1:
        return
    expected = sum(counts.values()) / len(worlds)
    assert expected >= 20, "too few draws for the statistic to mean anything"
    statistic = sum((count - expected) ** 2 / expected for count in counts.values())
    assert statistic < critical(len(worlds) - 1), (statistic, critical(len(worlds) - 1))


def critical(freedom: int) -> float:
    """The value that chi-square with this many degrees of freedom exceeds once in a thousand (Wilson and Hilferty)."""
    part = 2 / (9 * freedom)
    return freedom * (1 - part + Z_999 * sqrt(part)) ** 3
