"""Tea Time compiled: the drawer that rows/kernel.py describes, in several compartments.

`rows.py` has the layout of a row and all that happens in one; `tables.py` the numbers that are looked up; `states.py`
the way from and to the room's State; `policies.py` how simulated players choose.
"""

from veillee.games.teatime.kernel.policies import POLICIES, choose
from veillee.games.teatime.kernel.rows import (
    CELLS,
    FIRST_CHOICE,
    WORDS,
    actor,
    apply,
    deal,
    is_legal,
    legal,
    observe,
    score,
    standing,
)
from veillee.games.teatime.kernel.states import dealt, load, state
from veillee.games.teatime.kernel.tables import tables

__all__ = [
    "CELLS",
    "FIRST_CHOICE",
    "POLICIES",
    "WORDS",
    "actor",
    "apply",
    "choose",
    "deal",
    "dealt",
    "is_legal",
    "legal",
    "load",
    "observe",
    "score",
    "standing",
    "state",
    "tables",
]
