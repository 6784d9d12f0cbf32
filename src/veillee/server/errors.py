"""What the server refuses: one class for each code, with the HTTP status that goes with it.

A text never tells more than its reader may know: what does not exist and what is not theirs read alike.
"""

from typing import ClassVar

from veillee.core.game import VeilleeError


class Refusal(VeilleeError):
    """Nothing happened, and the text says why."""

    status: ClassVar[int] = 409


class BadMessage(Refusal):
    """This is none of the messages of the protocol, or not as they are written."""

    code, status = "bad_message", 400


class BadOrigin(Refusal):
    """A page of another site may not act here."""

    code, status = "bad_origin", 403


class NotSignedIn(Refusal):
    """Come in first: POST /api/session."""

    code, status = "not_signed_in", 401


class Unknown(Refusal):
    """There is no such thing, or it is not yours to see: without a text of its own nobody learns which."""

    code, status = "not_found", 404

    def __init__(self, why: str = "there is no such thing, or it is not yours") -> None:
        super().__init__(why)


class TooFast(Refusal):
    """More than the limits allow; try again a little later."""

    code, status = "too_fast", 429


class DeadLink(Refusal):
    """The host renewed or revoked this link."""

    code, status = "dead_link", 410


class TableFull(Refusal):
    """Somebody sits on every seat."""

    code = "table_full"


class SeatTaken(Refusal):
    """Somebody sits there."""

    code = "seat_taken"


class TableOver(Refusal):
    """This game is over, or was abandoned."""

    code = "table_over"


class NotNow(Refusal):
    """The table is at another point of its life."""

    code = "not_now"


class NotReady(Refusal):
    """A seat is free, or a person is not ready."""

    code = "not_ready"


class BadNonce(Refusal):
    """This nonce is not the one that was committed to."""

    code = "bad_nonce"


class BadOption(Refusal):
    """A table cannot be played so; the text names the option."""

    code, status = "bad_option", 400


class NoSuchLevel(Refusal):
    """The game has no opponent of this level; the text says which it has."""

    code, status = "no_such_level", 400


class Stale(Refusal):
    """The decision that this action answers has been made; the next view has the one to make now."""

    code = "stale"


class Conflict(Refusal):
    """The id was used for another action."""

    code = "conflict"


class TooEarly(Refusal):
    """The race has not started yet."""

    code = "too_early"


class NoUndo(Refusal):
    """This cannot be taken back."""

    code = "no_undo"


class Busy(Refusal):
    """More waits at this table than it can take; try again."""

    code, status = "busy", 503


class Frozen(Refusal):
    """Something went wrong at this table that should not; nothing is lost, and nothing more happens."""

    code, status = "frozen", 503


class OldRules(Refusal):
    """The table was opened under a version of the rules that this program does not have."""

    code, status = "old_rules", 409


class WrongMethod(Refusal):
    """This path is asked in another way."""

    code, status = "wrong_method", 405


class Broken(Refusal):
    """A fault of the program; it is in the log."""

    code, status = "broken", 500
