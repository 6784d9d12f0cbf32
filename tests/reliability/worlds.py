"""Two worlds that differ only in what a seat cannot know send it the same bytes: raw, off the socket.

A whole game is played. Before every action, for every viewer, the real world is exchanged for an imagined one and the
viewer asks for all that it can get: the view, the lobby, answers to actions that are not allowed. What was not told to
the viewer did not happen in the imagined world.
"""

import copy
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

import msgspec

from reliability.raw import Raw
from reliability.row import Found
from reliability.served import FREELY
from server.people import Person, Running, running
from veillee.core.game import DEALER, SPECTATOR, AnyGame, IllegalAction, Seat
from veillee.games import GAMES, chance
from veillee.server import views
from veillee.server.socket import Connection
from veillee.server.table import LiveTable
from veillee.wire import Seen

FORGED = 6  # actions that the viewer tries at each comparison
FEW, MANY = 8, 40  # steps
SEATS = {"parade": (2, 3, 4), "nimble": (2, 3, 4), "teatime": (2, 3, 4), "oz": (2, 3, 4)}


class Stage(NamedTuple):
    """A dealt table whose world can be exchanged, and who looks at it."""

    house: Running
    table: LiveTable
    viewers: dict[Seat, Raw]


def check(folder: Path, size: int, fault: str | None, games: tuple[str, ...] = tuple(GAMES)) -> Found:
    """So many whole games of each kind. A size of 0 stops after a few steps. A leak counts if every game shows it.

    What leaks need not differ in every pair of worlds: a leak is looked for longer, until it is found.
    """
    faults, compared, blind = list[str](), 0, list[str]()
    most = None if size else FEW if fault is None else MANY
    with running(folder, **FREELY, bot_pace=0.0) as house:
        for name in games:
            for nth in range(max(1, size)):
                seats = SEATS[name][(nth + 1) % 3]
                differing, comparisons = _play(house, name, seats, Random(nth), fault, most)
                faults += differing
                compared += comparisons
                if fault and not differing and (fault, GAMES[name].pace) != ("a-prompt-of-hidden-cards", "race"):
                    blind.append(name)  # but a race has no prompts
    figures = {"games": max(1, size) * len(games), "comparisons": compared, "differing": len(faults)}
    return Found(() if blind else tuple(faults), figures | ({"not_noticed_in": blind} if fault else {}))


def _play(
    house: Running, name: str, seats: int, rng: Random, fault: str | None, most: int | None
) -> tuple[list[str], int]:
    stage = _set(house, name, seats)
    table, faults, compared = stage.table, list[str](), 0
    leak = LEAKS[fault] if fault else None
    try:
        for step in range(most or 10**6):
            for seat, raw in stage.viewers.items():
                if not _same(stage, seat, raw, rng, leak):
                    faults.append(f"{name}: seat {seat} sees a difference before step {step}")
                compared += 1
            actors = table.game.to_act(table.course.state)
            if not actors or actors == (DEALER,) or (leak and faults):
                break
            _act(stage, rng.choice(actors), f"a{step}", rng)
    finally:
        for raw in stage.viewers.values():
            raw.close()
    return faults, compared


def _set(house: Running, name: str, seats: int) -> Stage:
    """A table that is dealt, with a viewer on every seat and one who only watches."""
    people = [Person(house.url, f"P{seat}") for seat in range(seats + 1)]
    table = people[0].open(name, seats, visibility="open")
    for seat, person in enumerate(people[:seats]):
        assert person.at(table, "sit", {"seat": seat}).status == 200
        raw = Raw(person, table)
        raw.ask(raw.frame("Ready", table=table, commitment=None))
        raw.close()
    assert people[0].at(table, "start").status == 200
    live = house.run(house.desk.tables.find(table))
    viewers = {seat: Raw(person, table) for seat, person in zip((*range(seats), SPECTATOR), people, strict=True)}
    while live.opens_at is not None:
        viewers[0].settle()
    return Stage(house, live, viewers)


def _act(stage: Stage, seat: Seat, id: str, rng: Random) -> None:
    """A random action of this seat that the rules do not refuse."""
    table = stage.table
    legal = table.game.legal_actions(table.course.state, seat)
    action = rng.choice([action for action in legal if not _refused(table.game, table.course.state, seat, action)])
    raw, prompt = stage.viewers[seat], table.course.prompt(seat)
    heard = raw.ask(raw.frame("Act", id=id, table=table.id, seat=seat, prompt=prompt, action=_plain(action)))
    assert b'"type":"Done"' in heard, heard


def _same(stage: Stage, seat: Seat, raw: Raw, rng: Random, leak: "Leak | None") -> bool:
    """Whether the viewer is sent the same bytes in both worlds."""
    table, real = stage.table, stage.table.course
    frames = [raw.frame("Watch", table=table.id), *_forged(stage, seat, raw)]
    imagined = copy.copy(real)
    imagined.state = chance(table.game).imagine(table.game.view(real.state, seat), real.told(seat), rng)
    if real.last:
        heard = tuple(audience for audience in real.last.audiences if seat in audience)
        imagined.last = real.last._replace(events=real.told_last(seat), audiences=heard)
    with_leak = leak(table) if leak else None
    try:
        here = raw.ask(*frames)
        table.course = imagined
        return here == raw.ask(*frames)
    finally:
        table.course = real
        if with_leak:
            with_leak()


def _forged(stage: Stage, seat: Seat, raw: Raw) -> list[bytes]:
    """Actions that the rules refuse to this seat: those of others, and its own at the wrong time."""
    table, state = stage.table, stage.table.course.state
    theirs = [action for other in range(table.seats) for action in table.game.legal_actions(state, other)]
    refused = [action for action in theirs if seat != SPECTATOR and _refused(table.game, state, seat, action)]
    prompt = table.course.prompt(seat)
    return [
        raw.frame("Act", id=f"x{nth}", table=table.id, seat=seat, prompt=prompt, action=_plain(action))
        for nth, action in enumerate(refused[:: max(1, len(refused) // FORGED)])
    ]


def _plain(action: Any) -> Any:
    return msgspec.to_builtins(action)


def _refused(game: AnyGame, state: Any, seat: Seat, action: Any) -> bool:
    try:
        game.decide(state, seat, action)
    except IllegalAction:
        return True
    return False


# Seeded leaks. Each is planted in a live table and gives what takes it out again. They know no game: what is hidden is
# whatever the state has that this program may use and the viewer may not.

Leak = Callable[[LiveTable], Callable[[], None]]


def _hidden(state: Any) -> int:
    """A number that depends on every card of the world."""
    return hash(msgspec.json.encode(state))


def _in_view(change: Callable[[Seen, Any], Seen]) -> Leak:
    """A leak in what is told of the game."""

    def plant(table: LiveTable) -> Callable[[], None]:
        honest = views.seen

        def leaking(moment: views.Moment, *arguments: Any) -> Seen:
            return change(honest(moment, *arguments), moment.course)

        views.seen = leaking
        return lambda: setattr(views, "seen", honest)

    return plant


def _with_view(seen: Seen, **more: Any) -> Seen:
    return msgspec.structs.replace(seen, view=_plain(seen.view) | more)


def _all_hands(seen: Seen, course: Any) -> Seen:
    state = _plain(course.state)
    return _with_view(seen, others=[state.get(part) for part in ("hands", "packs", "stack", "characters")])


def _untold(seen: Seen, course: Any) -> Seen:
    return msgspec.structs.replace(seen, told=course.last.events if course.last else ())


def _mask(seen: Seen, course: Any) -> Seen:
    """An action less on the list when a hidden number is odd."""
    return msgspec.structs.replace(seen, legal=seen.legal[_hidden(course.state) % 2 :])


def _count(seen: Seen, course: Any) -> Seen:
    return _with_view(seen, seats=seen.view.seats + _hidden(course.state) % 2)  # type: ignore[attr-defined]


def _order_of_keys(seen: Seen, course: Any) -> Seen:
    """The same keys and values, turned round when a hidden number is odd."""
    items = list(_plain(seen.view).items())
    return msgspec.structs.replace(seen, view=dict(items[:: 1 - 2 * (_hidden(course.state) % 2)]))


def _prompt(seen: Seen, course: Any) -> Seen:
    return msgspec.structs.replace(seen, prompt=seen.prompt and f"{seen.prompt}-{_hidden(course.state) % 2}")


def _sheet(seen: Seen, course: Any) -> Seen:
    """A score that is reckoned from cards that nobody has shown."""
    return _with_view(seen, outcome={"scores": [_hidden(course.state) % 7]})


def _error_text(table: LiveTable) -> Callable[[], None]:
    game, honest = table.game, table.game.decide

    def decide(state: Any, seat: Seat, action: Any) -> Any:
        try:
            return honest(state, seat, action)
        except IllegalAction as refusal:
            raise IllegalAction(refusal.rule, f"{refusal.why} ({_hidden(state) % 10})") from None

    game.decide = decide  # type: ignore[method-assign]
    return lambda: delattr(game, "decide")


def _length(table: LiveTable) -> Callable[[], None]:
    """A frame that is padded with blanks, as many as a hidden number says."""
    honest = Connection.send

    def send(self: Connection, frame: bytes) -> None:
        honest(self, frame + b" " * (_hidden(table.course.state) % 4) if b'"type":"Seen"' in frame else frame)

    Connection.send = send
    return lambda: setattr(Connection, "send", honest)


LEAKS: dict[str, Leak] = {
    "another-hand-in-the-view": _in_view(_all_hands),
    "a-deal-told-to-all": _in_view(_untold),
    "a-mask-of-hidden-cards": _in_view(_mask),
    "a-count-of-hidden-cards": _in_view(_count),
    "a-sheet-of-hidden-cards": _in_view(_sheet),
    "a-prompt-of-hidden-cards": _in_view(_prompt),
    "an-order-of-keys": _in_view(_order_of_keys),
    "an-error-text": _error_text,
    "a-frame-length": _length,
}
