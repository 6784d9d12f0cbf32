"""Chance: an exhaustive proof that nothing is likelier than anything else, and the vectors of docs/fair-deals.md."""

import hashlib
from collections import Counter
from collections.abc import Iterator
from itertools import permutations, product
from pathlib import Path

import pytest

from veillee.core.chance import WORDS, Keystream, below, commitment, index, nonce_commitment, shuffled
from veillee.games import GAMES, chance

DOCUMENT = Path(__file__).parents[2] / "docs" / "fair-deals.md"
SECRET = bytes(range(64))
NONCES = (b"\xaa" * 32, b"", b"\xbb" * 32)


class Words:
    """A source that gives these words in turn, and has no more."""

    def __init__(self, words: list[int]) -> None:
        self._words: Iterator[int] = iter(words)

    def getrandbits(self, k: int, /) -> int:
        assert k == 16
        return next(self._words)


@pytest.mark.parametrize("n", range(1, 151))
def test_every_index_is_hit_by_equally_many_words(n: int) -> None:
    hits = Counter(index(word, n) for word in range(WORDS))
    assert hits.pop(None, 0) == WORDS % n
    assert hits == dict.fromkeys(range(n), WORDS // n)


def test_the_naive_index_would_fail_this_proof() -> None:
    hits = Counter(word % 66 for word in range(WORDS))
    assert len(set(hits.values())) == 2


@pytest.mark.parametrize("n", [-1, 0, WORDS + 1])
def test_an_index_that_no_word_could_give_is_refused(n: int) -> None:
    with pytest.raises(ValueError, match="no 16-bit word"):
        below(Words([1, 2, 3]), n)


def test_a_rejected_word_is_followed_by_the_next() -> None:
    assert index(WORDS - 1, 66) is None
    assert below(Words([WORDS - 1, WORDS - 2, 67]), 66) == 1


@pytest.mark.parametrize("size", range(8))
def test_every_order_comes_from_exactly_one_list_of_indexes(size: int) -> None:
    """All indexes that the shuffle can draw, against all orders: each order once, so a shuffle is uniform."""
    draws = product(*(range(last + 1) for last in range(size - 1, 0, -1)))
    orders = Counter(shuffled(range(size), Words(list(draw))) for draw in draws)
    assert orders == dict.fromkeys(permutations(range(size)), 1)


def test_a_shuffle_leaves_its_cards_alone() -> None:
    cards = list(range(10))
    assert sorted(shuffled(cards, Keystream(SECRET, NONCES, 0))) == cards == list(range(10))


def stated(what: str) -> str:
    """The value of this row in the document's table of vectors."""
    rows = [line.split("|") for line in DOCUMENT.read_text(encoding="utf-8").splitlines() if line.startswith("| ")]
    found = [row[2].strip().strip("`") for row in rows if row[1].strip() == what]
    assert len(found) == 1, what
    return found[0]


def test_commitments_are_as_documented() -> None:
    assert commitment("table-1", SECRET) == stated("commitment")
    assert nonce_commitment("table-1", 0, NONCES[0]) == stated("nonce commitment of seat 0")
    assert nonce_commitment("table-1", 2, NONCES[2]) == stated("nonce commitment of seat 2")


@pytest.mark.parametrize("deal", [0, 1])
def test_streams_are_as_documented(deal: int) -> None:
    stream = Keystream(SECRET, NONCES, deal)
    assert stream.getrandbits(256).to_bytes(32, "big").hex() == stated(f"first 32 bytes of deal {deal}")


def test_the_specification_alone_gives_the_stream() -> None:
    """Written from the document's words, without the module's helpers."""

    def part(content: bytes) -> bytes:
        return len(content).to_bytes(4, "big") + content

    text = part(b"veillee/deal/1") + part(SECRET) + b"".join(map(part, NONCES)) + part((7).to_bytes(4, "big"))
    expected = hashlib.shake_256(text).digest(4000)
    stream = Keystream(SECRET, NONCES, 7)
    assert b"".join(stream.getrandbits(16).to_bytes(2, "big") for _ in range(2000)) == expected


def test_words_indexes_and_shuffles_are_as_documented() -> None:
    stream = Keystream(SECRET, NONCES, 0)
    assert [stream.getrandbits(16) for _ in range(6)] == list(map(int, stated("first words of deal 0").split()))
    stream = Keystream(SECRET, NONCES, 0)
    indexes = [below(stream, n) for n in (3, 66, 65, 64)]
    assert indexes == list(map(int, stated("indexes below 3, 66, 65, 64 from deal 0").split()))
    order = shuffled("ABCDEFGHIJ", Keystream(SECRET, NONCES, 0))
    assert " ".join(order) == stated("`A B C D E F G H I J` shuffled with deal 0")


def test_a_deal_is_as_documented() -> None:
    game = GAMES["parade"]
    deal = chance(game).deal(game.start(game.config_type(3)), Keystream(SECRET, NONCES, 0))
    first, _, deck = stated("Parade with three seats, deal 0").removeprefix("first player ").partition("; deck ")
    assert deal.first == int(first)
    assert deal.deck[:8] == tuple(deck.split()[:8])


def test_every_part_of_the_input_changes_the_stream() -> None:
    inputs = [(SECRET, NONCES, 0), (SECRET, NONCES, 1), (SECRET[1:], NONCES, 0), (SECRET, (b"", *NONCES[1:]), 0)]
    inputs += [(SECRET, (NONCES[0] + b"\0", *NONCES[1:]), 0), (SECRET, (*NONCES, b""), 0)]
    assert len({Keystream(*given).getrandbits(128) for given in inputs}) == len(inputs)
    assert commitment("table-1", SECRET) != commitment("table-", b"1" + SECRET)
    assert nonce_commitment("t", 0, b"x") != nonce_commitment("t", 1, b"x")


def test_the_stream_is_read_in_whole_bytes() -> None:
    with pytest.raises(ValueError, match="whole bytes"):
        Keystream(SECRET, NONCES, 0).getrandbits(12)
