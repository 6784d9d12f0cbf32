"""The phrasebook, on facts of its own."""

from enum import StrEnum

import pytest

from veillee.core.game import BadConfig, Fact, Value
from veillee.core.notation import Codec, NotationError, Phrasebook, read_config


class Fruit(StrEnum):
    FIG = "fig"
    PEAR = "pear"


class Eat(Fact, frozen=True):
    fruit: Fruit
    bites: int
    peeled: bool


class Share(Fact, frozen=True):
    baskets: tuple[tuple[Fruit, ...], ...]
    name: str | None


class Hide(Fact, frozen=True):
    place: int


class Config(Value, frozen=True):
    seats: int
    spicy: bool = False
    rounds: int = 1


BOOK = Phrasebook(
    {Eat: "eat {fruit} in {bites}, peeled {peeled}", Share: "share {baskets} with {name}", Hide: "hide at {place}"},
    codecs={"place": Codec(write=lambda place: "x" * place, read=len)},
    unsaid={Share},
)


@pytest.mark.parametrize(
    ("fact", "text"),
    [
        (Eat(Fruit.FIG, 3, True), "eat fig in 3, peeled yes"),
        (Eat(Fruit.PEAR, -1, False), "eat pear in -1, peeled no"),
        (Share(((Fruit.FIG, Fruit.PEAR), (Fruit.FIG,)), None), "share fig pear | fig with -"),
        (Share(((Fruit.FIG,), ()), "ann"), "share fig | nothing with ann"),
        (Share((), "ann"), "share nothing with ann"),
        (Hide(4), "hide at xxxx"),
    ],
)
def test_what_is_written_is_read_back(fact: Fact, text: str) -> None:
    assert BOOK.write(fact) == text
    assert BOOK.read(text) == fact
    assert BOOK.read(f"  {text.upper().replace(' ', '  ')} ") == fact


@pytest.mark.parametrize("text", ["", "eat", "eat fig in three, peeled yes", "eat plum in 3, peeled yes", "sing"])
def test_a_refusal_lists_what_people_can_write(text: str) -> None:
    with pytest.raises(NotationError) as refusal:
        BOOK.read(text)
    assert repr(text) in str(refusal.value)
    assert str(refusal.value).endswith("write eat FRUIT in BITES, peeled PEELED · hide at PLACE")


def test_a_config_is_read_from_what_was_typed() -> None:
    assert read_config(Config, "X-R1", 3, {"spicy": "true", "rounds": "2"}) == Config(3, spicy=True, rounds=2)
    assert read_config(Config, "X-R1", 3, {}) == Config(3)


@pytest.mark.parametrize(
    ("options", "field", "why"),
    [
        ({"sweet": "true"}, "sweet", "no such option; there is spicy, rounds"),
        ({"seats": "3"}, "seats", "no such option; there is spicy, rounds"),
        ({"rounds": "many"}, "rounds", "Expected `int`, got `str`"),
        ({"spicy": "perhaps"}, "spicy", "'perhaps' is neither true nor false"),
    ],
)
def test_a_bad_option_is_refused_by_name(options: dict[str, str], field: str, why: str) -> None:
    with pytest.raises(BadConfig) as refusal:
        read_config(Config, "X-R1", 3, options)
    assert (refusal.value.field, refusal.value.why) == (field, why)
