"""Who somebody is, and from where they may act."""

from http.client import HTTPConnection

import pytest

from server.people import Person, Running


def test_a_session_ends_with_its_sockets(house: Running) -> None:
    ada = Person(house.url, "Ada").come()
    assert ada.get("/api/session").body == {"id": ada.id, "name": "Ada", "kind": "guest"}
    assert ada.post("/api/session", {"name": "  Ada   L. "}).body["name"] == "Ada L."
    other = Person(house.url, "Ben").come()
    assert ada.post("/api/session/end").status == 200
    assert ada.closed() == 4401
    assert ada.get("/api/session").status == 401
    assert other.hear_all() == []
    other.go()


def test_a_cookie_is_out_of_reach_of_scripts(house: Running) -> None:
    cookie = Person(house.url, kind="nobody").post("/api/session", {"name": "Ada"}).headers["set-cookie"]
    assert {"HttpOnly", "SameSite=Lax", "Path=/"} <= set(cookie.split("; "))
    assert "Secure" not in cookie


def test_the_store_keeps_no_secret_that_lets_anybody_in(house: Running) -> None:
    ada = Person(house.url, "Ada")
    secret = ada.headers["Cookie"].partition("=")[2].encode()
    database = house.desk.house.settings.folder
    for file in database.glob("veillee.sqlite*"):
        assert secret not in file.read_bytes()


@pytest.mark.parametrize("name", ["", "   ", "x" * 25, "a\u0000b", "\u202e"])
def test_a_name_can_be_read(house: Running, name: str) -> None:
    answer = Person(house.url, kind="nobody").post("/api/session", {"name": name})
    assert (answer.status, answer.body["code"]) == (400, "bad_message")


def test_pages_of_others_may_not_act(house: Running) -> None:
    ada = Person(house.url, "Ada")
    for origin in ("https://evil.example", "null", house.url + "0"):
        assert ada.post("/api/tables", {"game": "parade", "config": {"seats": 2}}, Origin=origin).status == 403
        assert Person(house.url, kind="nobody").post("/api/session", {"name": "E"}, Origin=origin).status == 403
    assert ada.post("/api/tables", {"game": "parade", "config": {"seats": 2}}).status == 200


def test_a_cookie_without_an_origin_is_refused(house: Running) -> None:
    ada = Person(house.url, "Ada")
    connection = HTTPConnection(house.url.removeprefix("http://"))
    connection.request("POST", "/api/session/end", b"{}", {"Content-Type": "application/json", **ada.headers})
    assert connection.getresponse().status == 403
    connection.close()
    assert ada.get("/api/session").status == 200


def test_a_socket_is_closed_to_strangers_and_foreign_pages(house: Running) -> None:
    ada = Person(house.url, "Ada")
    nobody = Person(house.url, kind="nobody")
    assert nobody.code_of_socket(house.url) == 4401
    assert ada.code_of_socket("https://evil.example") == 4403
    ada.headers["Cookie"] = "veillee=forged"
    assert ada.code_of_socket(house.url) == 4401


def test_state_changes_need_json(house: Running) -> None:
    ada = Person(house.url, "Ada")
    answer = ada.request("POST", "/api/tables", b"game=parade", **{"Content-Type": "text/plain"})
    assert (answer.status, answer.body["code"]) == (400, "bad_message")
    answer = ada.request("DELETE", "/api/tables")
    assert (answer.status, answer.body["code"]) == (405, "wrong_method")
