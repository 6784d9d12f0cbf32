"""Records: what is written is read and verified; whatever is altered is refused at the right line."""

from datetime import UTC, datetime, timedelta
from random import Random

import msgspec
import pytest
from msgspec.structs import replace

from veillee.core.chance import Keystream, commitment, nonce_commitment
from veillee.core.game import replay
from veillee.core.record import FORMAT, BadRecord, Closing, Header, Record, Step, Verified, read, verify, write
from veillee.games import GAMES, chance

GAME = GAMES["parade"]
CHANCE = chance(GAME)
NOON = datetime(2026, 1, 1, 12, tzinfo=UTC)
SECRET, NONCES = bytes(range(64)), (b"\x01" * 32, b"")


def fair_record() -> Record:
    """A whole game of two random movers, dealt as committed; seat 0 gave a nonce."""
    rng, state, steps = Random(5), GAME.start(GAME.config_type(2)), list[Step]()
    while actors := GAME.to_act(state):
        seat = actors[0]
        stream = Keystream(SECRET, NONCES, 0)
        action = CHANCE.deal(state, stream) if seat == -1 else rng.choice(GAME.legal_actions(state, seat))
        state = replay(GAME, state, GAME.decide(state, seat, action))
        steps.append(Step(seat, NOON + timedelta(seconds=len(steps)), msgspec.to_builtins(action)))
    header = Header(
        format=FORMAT,
        game="parade",
        rules_version=GAME.rules_version,
        config={"seats": 2},
        table="t",
        names=("Ann", "bot"),
        commitment=commitment("t", SECRET),
        nonce_commitments=(nonce_commitment("t", 0, NONCES[0]), None),
        opened=NOON,
    )
    outcome = msgspec.json.decode(msgspec.json.encode(GAME.outcome(state)))
    closing = Closing("over", len(steps), SECRET.hex(), (NONCES[0].hex(), None), outcome)
    return Record(header, tuple(steps), closing)


FAIR = fair_record()
FAIR_AS_WRITTEN = read(write(FAIR))
LAST = len(FAIR.steps) + 2


def fault(record: Record) -> tuple[int, str]:
    """The line at which the record is refused, and why."""
    with pytest.raises(BadRecord) as refusal:
        verify(read(write(record)), GAME, CHANCE)
    assert refusal.value.code == "bad_record"
    return refusal.value.line, refusal.value.why


def with_step(number: int, step: Step) -> Record:
    """The record with another step on this line."""
    return FAIR._replace(steps=(*FAIR.steps[: number - 2], step, *FAIR.steps[number - 1 :]))


def step(number: int) -> Step:
    return FAIR.steps[number - 2]


def test_a_fair_record_is_verified() -> None:
    assert verify(read(write(FAIR)), GAME, CHANCE) == Verified(steps=len(FAIR.steps), deals=1, reason="over")


def test_an_abandoned_game_is_verified_with_its_openings() -> None:
    closing = replace(FAIR.closing, reason="abandoned", steps=9, outcome=None)
    record = Record(FAIR.header, FAIR.steps[:9], closing)
    assert verify(read(write(record)), GAME, CHANCE) == Verified(steps=9, deals=1, reason="abandoned")


def test_nothing_committed_is_not_called_checked() -> None:
    nothing = replace(FAIR.header, commitment=None, nonce_commitments=(None, None))
    record = FAIR._replace(header=nothing, closing=replace(FAIR.closing, secret=None, nonces=(None, None)))
    assert verify(read(write(record)), GAME, CHANCE).deals is None


@pytest.mark.parametrize(
    ("number", "old", "new"),
    [(1, "Ann", "Eve"), (2, "2026", "2025"), (7, "2026", "2025"), (LAST, "over", "abandoned")],
)
def test_what_the_rules_cannot_see_is_found_by_the_check(number: int, old: str, new: str) -> None:
    lines = write(FAIR).split("\n")
    assert old in lines[number - 1]
    lines[number - 1] = lines[number - 1].replace(old, new, 1)
    with pytest.raises(BadRecord, match="altered") as refusal:
        read("\n".join(lines))
    assert refusal.value.line == number


def test_no_byte_can_be_changed_added_or_left_out_unnoticed() -> None:
    """Nor can a line be written otherwise that says the same: with spaces, or with another line break."""
    written, rng = write(FAIR).encode(), Random(3)
    breaks = [place for place, byte in enumerate(written) if byte == ord("\n")]
    for place in (*rng.sample(range(len(written)), 300), *breaks):
        number, before, byte, after = (
            written.count(b"\n", 0, place) + 1,
            written[:place],
            written[place],
            written[place:],
        )
        for other in {rng.randrange(256), byte ^ 32, ord(" "), ord("\r"), ord("\n")} - {byte}:
            assert first_fault(before + bytes([other]) + after[1:]) in (number, number + 1)
        for broken in (before + after[1:], before + b" " + after, before + after[:1] + after, before):
            assert first_fault(broken) in (number, number + 1)
    assert first_fault(written.replace(b"\n", b"\r\n")) == 1
    assert first_fault(b"\xef\xbb\xbf" + written) == 1
    assert read(written) == read(written.decode()) == FAIR_AS_WRITTEN


def first_fault(document: bytes) -> int:
    with pytest.raises(BadRecord) as refusal:
        read(document)
    return refusal.value.line


def test_a_missing_or_exchanged_line_is_found() -> None:
    lines = write(FAIR).split("\n")
    for broken in ([*lines[:6], *lines[7:]], [*lines[:6], lines[7], lines[6], *lines[8:]]):
        with pytest.raises(BadRecord, match="altered") as refusal:
            read("\n".join(broken))
        assert refusal.value.line == 7


@pytest.mark.parametrize("kept", [1, 2, 5, LAST - 1])
def test_a_record_cut_between_lines_is_refused(kept: int) -> None:
    with pytest.raises(BadRecord, match="cut short") as refusal:
        read("\n".join(write(FAIR).split("\n")[:kept]))
    assert refusal.value.line == kept + 1


def test_a_record_cut_within_a_line_is_refused() -> None:
    half = write(FAIR)[: len(write(FAIR)) // 2]
    with pytest.raises(BadRecord, match="not a line of a record") as refusal:
        read(half)
    assert refusal.value.line == half.count("\n") + 1


@pytest.mark.parametrize("text", ["", "\n", "hello", "[]", "{}", '{"type":"Header"}', "[" * 20000, '{"type":"Step"}'])
def test_what_is_no_record_is_refused_at_its_first_line(text: str) -> None:
    with pytest.raises(BadRecord) as refusal:
        read(text)
    assert refusal.value.line == 1


def test_the_parts_must_come_in_order() -> None:
    assert fault(FAIR._replace(header=FAIR.steps[0]))[0] == 1  # type: ignore[arg-type]
    assert fault(FAIR._replace(closing=FAIR.steps[0]))[0] == LAST + 1  # type: ignore[arg-type]
    assert fault(with_step(4, FAIR.header)) == (4, "Header in the middle of a record")  # type: ignore[arg-type]


def test_another_format_game_or_version_is_refused() -> None:
    for change in ({"format": "x"}, {"game": "chess"}, {"rules_version": 99}):
        line, why = fault(FAIR._replace(header=replace(FAIR.header, **change)))
        assert line == 1
        assert str(next(iter(change.values()))) in why


def test_a_bad_config_is_refused_with_its_rule() -> None:
    assert fault(FAIR._replace(header=replace(FAIR.header, config={"seats": 9})))[1].startswith("PAR-R2")
    line, why = fault(FAIR._replace(header=replace(FAIR.header, config={"seats": 2, "x": 1})))
    assert (line, "unknown field `x`" in why) == (1, True)


def test_an_illegal_action_is_found_with_its_rule() -> None:
    wrong = replace(step(5), action={"type": "Play", "card": step(3).action["card"]})
    assert fault(with_step(5, wrong)) == (
        5,
        f"PAR-R6: {step(3).action['card']} is not in the hand of seat {wrong.seat}; play a card that is",
    )
    foreign = replace(step(5), seat=1 - step(5).seat)
    assert fault(with_step(5, foreign))[1].startswith("PAR-R5")
    unknown = replace(step(5), action={"type": "Fly"})
    assert fault(with_step(5, unknown))[0] == 5
    late = FAIR._replace(steps=(*FAIR.steps, FAIR.steps[-1]))
    assert fault(late)[0] == LAST


def test_a_deal_that_does_not_follow_is_found() -> None:
    deal = step(2).action
    other = replace(step(2), action={**deal, "deck": [*deal["deck"][:-2], *reversed(deal["deck"][-2:])]})
    assert fault(with_step(2, other)) == (2, "this deal does not follow from the secret and the nonces")


def test_time_does_not_run_backwards() -> None:
    assert fault(with_step(6, replace(step(6), at=NOON)))[0] == 6
    early = FAIR._replace(header=replace(FAIR.header, opened=NOON + timedelta(days=1)))
    assert fault(early)[0] == 2


def test_openings_must_be_those_that_were_committed_to() -> None:
    closing, header = FAIR.closing, FAIR.header
    wrong = "00" * 64
    for changed in (
        FAIR._replace(closing=replace(closing, secret=wrong)),
        FAIR._replace(closing=replace(closing, secret=None)),
        FAIR._replace(closing=replace(closing, secret="zz")),
        FAIR._replace(closing=replace(closing, nonces=(wrong, None))),
        FAIR._replace(closing=replace(closing, nonces=(closing.nonces[0], wrong))),
        FAIR._replace(header=replace(header, commitment=None)),
        FAIR._replace(header=replace(header, table="u")),
    ):
        assert fault(changed)[0] == LAST
    assert fault(FAIR._replace(closing=replace(closing, nonces=(None,))))[0] == 1


def test_every_seat_has_a_name() -> None:
    wrong = replace(FAIR.header, names=("Ann", "bot", "Eve"), nonce_commitments=(*FAIR.header.nonce_commitments, None))
    record = FAIR._replace(header=wrong, closing=replace(FAIR.closing, nonces=(*FAIR.closing.nonces, None)))
    assert fault(record) == (1, "3 names for 2 seats")


def test_a_time_without_its_zone_is_refused() -> None:
    assert fault(FAIR._replace(header=replace(FAIR.header, opened=NOON.replace(tzinfo=None))))[0] == 1
    assert fault(with_step(4, replace(step(4), at=step(4).at.replace(tzinfo=None))))[0] == 4


def test_the_end_must_be_the_one_that_the_actions_lead_to() -> None:
    closing = FAIR.closing
    assert closing.outcome is not None
    for changed in (
        replace(closing, steps=3),
        replace(closing, reason="abandoned"),
        replace(closing, outcome=None),
        replace(closing, outcome={**closing.outcome, "scores": [0, 0]}),
        replace(closing, outcome={**closing.outcome, "scores": list(map(float, closing.outcome["scores"]))}),
    ):
        assert fault(FAIR._replace(closing=changed))[0] == LAST
    cut = Record(FAIR.header, FAIR.steps[:9], replace(closing, steps=9))
    assert fault(cut) == (11, "closed as 'over', but the game is not over")
