"""What the engine refuses. Nothing has changed then."""

from veillee.core.game import VeilleeError


class BadArgument(VeilleeError):
    """An argument that cannot be used. `name` is the argument's."""

    code = "bad_argument"

    def __init__(self, name: str, why: str) -> None:
        super().__init__(f"{name}: {why}")
        self.name, self.why = name, why


class IllegalIndex(VeilleeError):
    """An action that is not legal now. `row` is the first row of the batch for which that is so."""

    code = "illegal_index"

    def __init__(self, row: int, action: int, why: str) -> None:
        super().__init__(f"row {row}: {why}")
        self.row, self.action, self.why = row, action, why


class NoDevice(VeilleeError):
    """A GPU was asked for and none can be used."""

    code = "no_device"
