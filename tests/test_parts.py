import pytest

import parts

PLUGINS = ("-p", "parts", "-p", "no:playwright")  # Playwright's cannot run within itself
SUITE = """
    import pytest

    @pytest.mark.needs("harp")
    def test_that_needs_a_harp():
        pass

    def test_that_needs_nothing():
        pass
"""


@pytest.fixture
def harp(monkeypatch: pytest.MonkeyPatch) -> None:
    """A part that this machine does not have."""
    monkeypatch.setitem(parts.PARTS, "harp", parts.Part(is_here=lambda: False, command="make harp"))


@pytest.mark.usefixtures("harp")
def test_a_missing_part_is_named_with_the_command_that_adds_it(
    pytester: pytest.Pytester, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("CI", raising=False)
    pytester.makepyfile(SUITE)
    result = pytester.runpytest_inprocess(*PLUGINS)
    result.assert_outcomes(passed=1, deselected=1)
    result.stdout.fnmatch_lines(["Not run: tests that need the part 'harp'. To add it: make harp"])


@pytest.mark.usefixtures("harp")
def test_a_missing_part_is_red_in_continuous_integration(
    pytester: pytest.Pytester, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("CI", "true")
    pytester.makepyfile(SUITE)
    result = pytester.runpytest_inprocess(*PLUGINS)
    result.assert_outcomes(passed=1, errors=1)
    result.stdout.fnmatch_lines(["the part 'harp' is missing; make harp adds it"])


def test_a_part_that_is_here_leaves_nothing_out(pytester: pytest.Pytester, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(parts, "PARTS", {"harp": parts.Part(is_here=lambda: True, command="make harp")})
    pytester.makepyfile(SUITE)
    result = pytester.runpytest_inprocess(*PLUGINS)
    result.assert_outcomes(passed=2)
    result.stdout.fnmatch_lines(["No test was left out for want of a part."])
