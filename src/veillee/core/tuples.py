"""Small operations on tuples, which is what states are made of."""

from collections.abc import Collection
from typing import TypeVar

T = TypeVar("T")


def put(items: tuple[T, ...], place: int, item: T) -> tuple[T, ...]:
    """The items with this one at that place.

    >>> put(("a", "b", "c"), 1, "x")
    ('a', 'x', 'c')
    """
    return (*items[:place], item, *items[place + 1 :])


def without(items: tuple[T, ...], gone: Collection[T]) -> tuple[T, ...]:
    """The items that are not among those gone.

    >>> without(("a", "b", "c"), {"b"})
    ('a', 'c')
    """
    return tuple(item for item in items if item not in gone)
