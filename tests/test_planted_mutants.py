"""Each rule is broken once, and each kind of leak planted (tests/games/<game>/mutants.toml): some test must notice."""

import pytest

from mutants import Plan, killer, plans, planted


@pytest.mark.parametrize("plan", plans(), ids=lambda plan: f"{plan[0]}: {plan[1]['rule']}")
def test_the_tests_notice(plan: Plan) -> None:
    assert killer(planted(plan))
