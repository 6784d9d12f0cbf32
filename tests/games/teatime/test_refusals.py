"""What is no action of Tea Time, here or now."""

import pytest

from games.teatime.build import dealt, refusal, take
from veillee.core.game import DEALER, SPECTATOR, NotSeated
from veillee.games.teatime import GAME
from veillee.games.teatime.cards import deck
from veillee.games.teatime.types import Config, Deal, GameEnded


def test_nobody_takes_cards_before_the_deal() -> None:
    start = GAME.start(Config(2))
    assert refusal(start, DEALER, take("a1")) == "TEA-R4"
    for seat in (0, 1, SPECTATOR, 99):
        assert refusal(start, seat, take("a1")) == refusal(start, seat, Deal(0, deck(2))) == "TEA-R6"
    assert GAME.legal_actions(start, DEALER) == ()


def test_only_the_dealer_deals_and_only_once() -> None:
    state = dealt(2)
    assert refusal(state, 0, Deal(0, deck(2))) == "TEA-R3"
    assert refusal(state, DEALER, Deal(0, deck(2))) == "TEA-R6"


def test_an_action_of_another_game_is_refused() -> None:
    assert refusal(dealt(2), 0, GameEnded()) == "TEA-R6"


def test_nobody_sits_elsewhere() -> None:
    for seat in (DEALER, 2, -3, 99):
        with pytest.raises(NotSeated):
            GAME.view(dealt(2), seat)
