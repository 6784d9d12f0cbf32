"""What a player may do in a game, and what becomes of it when it is late, repeated, forged or foreign."""

from collections.abc import Iterator
from random import Random

import pytest

from server.people import Person, Running, begin, play_on
from veillee.core.game import SPECTATOR


@pytest.fixture
def two(house: Running) -> Iterator[list[Person]]:
    people = [Person(house.url, "Ada"), Person(house.url, "Ben")]
    yield people
    for person in people:
        person.go()


def whose_turn(people: list[Person]) -> tuple[Person, Person]:
    for person in people:
        person.hear_all()
    return (people[0], people[1]) if people[0].seen["legal"] else (people[1], people[0])


def test_an_action_sent_again_is_answered_again_and_done_once(two: list[Person]) -> None:
    begin(two)
    actor, other = whose_turn(two)
    prompt, action = actor.seen["prompt"], actor.seen["legal"][0]
    assert actor.act("one")["type"] == "Done"
    after = actor.hear("Seen")
    again = actor.act("one", action, prompt=prompt)
    assert again["type"] == "Done"
    assert actor.hear("Seen")["view"] == after["view"]
    assert len([message for message in other.hear_all() if message["type"] == "Seen"]) == 1


def test_an_id_stands_for_one_action_of_one_player(two: list[Person]) -> None:
    begin(two)
    actor, other = whose_turn(two)
    prompt, (first, second, *_) = actor.seen["prompt"], actor.seen["legal"]
    assert actor.act("same", first)["type"] == "Done"
    actor.hear("Seen")
    assert actor.act("same", second, prompt=prompt)["code"] == "conflict"
    other.hear("Seen")
    assert other.act("same")["type"] == "Done"


def test_an_answered_decision_is_stale_and_the_view_comes_with_the_refusal(two: list[Person]) -> None:
    begin(two)
    actor, other = whose_turn(two)
    prompt, action = actor.seen["prompt"], actor.seen["legal"][1]
    actor.act("one")
    actor.hear("Seen")
    assert actor.act("two", action, prompt=prompt)["code"] == "stale"
    assert actor.hear("Seen")["legal"] == []
    other.hear("Seen")
    assert other.act("three")["type"] == "Done"


def test_what_the_rules_refuse_names_the_rule_and_changes_nothing(two: list[Person]) -> None:
    begin(two)
    actor, other = whose_turn(two)
    before = actor.seen["view"]
    card = next(card for card in ("red-1", "red-2", "red-3", "red-4", "red-5", "red-6") if card not in before["hand"])
    refused = actor.act("one", {"type": "Play", "card": card})
    assert (refused["code"], refused["rule"]) == ("illegal_action", "PAR-R6")
    assert actor.hear("Seen")["view"] == before
    assert other.hear_all() == []
    turn = other.act("two", {"type": "Play", "card": other.seen["view"]["hand"][0]})
    assert (turn["code"], turn["rule"]) == ("illegal_action", "PAR-R5")


@pytest.mark.parametrize(
    "action",
    [
        {},
        {"type": "?"},
        {"type": "Play"},
        {"type": "Play", "card": "red-11"},
        {"type": "Play", "card": "red-1", "more": 1},
    ],
)
def test_what_is_no_action_is_a_bad_message(two: list[Person], action: dict[str, object]) -> None:
    begin(two)
    two[0].say("Act", id="one", table=two[0].seen["table"], seat=0, prompt=two[0].seen["prompt"], action=action)
    assert two[0].hear("Refused", id="one")["code"] == "bad_message"


def test_nobody_acts_for_another_seat_or_at_a_foreign_table(two: list[Person], house: Running) -> None:
    table = begin(two)
    actor, other = whose_turn(two)
    forged = {"prompt": actor.seen["prompt"], "action": actor.seen["legal"][0]}
    for seat in (actor.seen["seat"], 5, -1, SPECTATOR):
        assert other.act(f"x{seat}", seat=seat, **forged)["code"] == "not_found"
    stranger = Person(house.url, "Eve").come().watch(table)
    stranger.hear("Seen")
    assert stranger.seen["seat"] == SPECTATOR
    assert (stranger.seen["legal"], stranger.seen["prompt"]) == ([], None)
    assert stranger.act("x", seat=0, **forged)["code"] == "not_found"
    assert actor.hear_all() == [{"type": "Lobby", "table": actor.lobby}]  # a spectator came, nothing else
    stranger.go()


def test_a_spectator_sees_no_hand(two: list[Person], house: Running) -> None:
    table = begin(two)
    stranger = Person(house.url, "Eve").come().watch(table)
    stranger.hear("Seen")
    assert stranger.seen["view"]["hand"] == []
    assert {event["type"] for event in stranger.seen["told"]} == {"ParadeLaid"}
    stranger.go()


def test_a_choice_of_all_at_once_makes_nobody_else_stale(two: list[Person]) -> None:
    begin(two)
    rng = Random(5)
    while two[0].seen["view"]["phase"] != "discard":
        play_on(two, rng, most=1)
        for person in two:
            person.hear_all()
    prompts = [person.seen["prompt"] for person in two]
    assert two[0].act("a", prompt=prompts[0])["type"] == "Done"
    two[1].hear("Seen")
    assert two[1].seen["prompt"] == prompts[1]
    assert two[1].act("b", prompt=prompts[1])["type"] == "Done"


def test_an_undo_takes_back_what_told_nobody_a_card(two: list[Person]) -> None:
    begin(two, "oz")
    actor, other = whose_turn(two)
    before, prompt = actor.seen["view"], actor.seen["prompt"]
    assert not actor.seen["can_undo"]
    actor.act("one")
    assert actor.hear("Seen")["can_undo"]
    assert not other.hear("Seen")["can_undo"]
    late = {"prompt": other.seen["prompt"], "action": other.seen["legal"][0]}
    other.say("Undo", id="u", table=other.seen["table"], seat=other.seen["seat"])
    assert other.hear("Refused", id="u")["code"] == "no_undo"
    for _ in range(2):  # a resend is answered, and undoes nothing more
        actor.say("Undo", id="u", table=actor.seen["table"], seat=actor.seen["seat"])
        actor.hear("Done", id="u")
        assert actor.hear("Seen")["view"] == before
    assert actor.seen["prompt"] not in (None, prompt)
    other.hear_all()
    assert other.act("two", **late)["code"] == "stale"
    assert actor.act("three")["type"] == "Done"


def test_an_undo_takes_bots_replies_back_too(two: list[Person]) -> None:
    begin(two[:1], "teatime", bots=2)
    actor, before = two[0], two[0].seen["view"]
    while not (actor.seen["can_undo"] and actor.seen["legal"]):
        if actor.seen["legal"]:
            before = actor.seen["view"]
            actor.act(f"a{before['round']}-{before['turn']}")
        actor.hear("Seen")
    assert actor.seen["view"]["turn"] == before["turn"] + 3
    actor.say("Undo", id="u", table=actor.seen["table"], seat=0)
    actor.hear("Done", id="u")
    assert actor.hear("Seen")["view"] == before
    assert actor.seen["told"] == []


def test_a_drawn_card_cannot_be_undrawn(two: list[Person]) -> None:
    begin(two)
    actor, _ = whose_turn(two)
    actor.act("one")
    assert not actor.hear("Seen")["can_undo"]
    actor.say("Undo", id="u", table=actor.seen["table"], seat=actor.seen["seat"])
    assert actor.hear("Refused")["code"] == "no_undo"


def test_no_undo_where_the_table_has_none(two: list[Person]) -> None:
    begin(two, "oz", undo=False)
    actor, _ = whose_turn(two)
    actor.act("one")
    assert not actor.hear("Seen")["can_undo"]
    actor.say("Undo", id="u", table=actor.seen["table"], seat=actor.seen["seat"])
    assert actor.hear("Refused")["code"] == "no_undo"


def test_a_race_does_not_start_before_its_time(house: Running, two: list[Person]) -> None:
    begin(two, "nimble")
    assert two[0].seen["legal"] == []
    assert two[0].act("early", {"type": "Flip"})["code"] == "too_early"
    while not two[0].seen["legal"]:
        two[0].hear("Seen")
    assert two[0].act("now", {"type": "Flip"})["type"] == "Done"


def test_no_sequence_of_refusals_makes_a_card_land_where_it_was_not_aimed(two: list[Person]) -> None:
    """A round trip of 150 ms: both players send their next actions long before the last are answered."""
    begin(two, "nimble")
    for person in two:
        while not person.seen["legal"]:
            person.hear("Seen")
    rng, aimed = Random(6), dict[str, dict[str, object]]()
    placed: list[dict[str, object]] = []
    for burst in range(40):
        for person in two:  # each aims by a view that the other's burst has made old
            tops = [pile["top"] for pile in person.seen["view"]["piles"]]
            mine = person.seen["view"]["discards"][person.seen["seat"]]["top"]
            for nth in range(4):
                action: dict[str, object] = {"type": "Flip"}
                if mine and nth < 3:
                    pile = rng.randrange(3)
                    action = {"type": "Place", "card": mine, "pile": pile, "onto": tops[pile]}
                name = f"{burst}-{nth}-{person.seen['seat']}"
                aimed[name] = action
                person.say(
                    "Act", id=name, table=person.seen["table"], seat=person.seen["seat"], prompt=None, action=action
                )
        for person in two:
            for message in person.hear_all():
                if message["type"] == "Seen" and person is two[0]:
                    placed += [event for event in message["told"] if event["type"] == "CardPlaced"]
        if two[0].seen["view"]["phase"] != "race":
            break
    wanted = [(a["card"], a["pile"], a["onto"]) for a in aimed.values() if a["type"] == "Place"]
    landed = [(event["card"], event["pile"], event["onto"]) for event in placed]
    assert len(landed) >= 10
    assert set(landed) <= set(wanted)


def test_phrases_are_heard_by_all_and_from_the_own_seat(two: list[Person], house: Running) -> None:
    table = begin(two)
    two[1].say("Say", table=table, phrase="well-played")
    for person in two:
        assert person.hear("Said") == {"type": "Said", "table": table, "seat": 1, "phrase": "well-played"}
    two[1].say("Say", table=table, phrase="anything I like")
    assert two[1].hear("Refused")["code"] == "bad_message"


def test_a_shared_device_sees_only_the_unveiled_seat(house: Running) -> None:
    ada = Person(house.url, "Ada").come()
    table = ada.open("parade", 2, pass_and_play=True)
    for seat, name in enumerate(("Ada", "Ben")):
        assert ada.at(table, "sit", {"seat": seat, "name": name}).status == 200
    ada.watch(table)
    ada.say("Ready", table=table, commitment=None)
    ada.hear_all()
    assert ada.at(table, "start").body["status"] == "playing"
    ada.hear("Seen")
    assert (ada.seen["seat"], ada.seen["view"]["hand"]) == (SPECTATOR, [])
    for _ in range(2):
        seat = ada.seen["view"]["to_act"][0]
        ada.say("Reveal", table=table, seat=seat)
        assert ada.hear("Seen")["seat"] == seat
        assert len(ada.seen["view"]["hand"]) == 5
        assert ada.act(f"a{seat}")["type"] == "Done"
        assert ada.hear("Seen")["seat"] == SPECTATOR
        assert "CardDrawn" not in {event["type"] for event in ada.seen["told"]}
    eve = Person(house.url, "Eve").come().watch(table)
    eve.say("Reveal", table=table, seat=0)
    assert eve.hear("Refused")["code"] == "not_found"
    ada.go()
    eve.go()
