"""Parade compiled: the drawer that rows/kernel.py describes, in several compartments.

`line.py` has what marchers do, in bits; `rows.py` the layout of a row and all that happens in one; `states.py` its
way from and to the room's State; `policies.py` how simulated players choose; `playout.py` and `lockstep.py` play whole
random games without rows, in registers and many at once, in the lanes of `lanes.py`: the same games as rows play.
"""

from veillee.games.parade.kernel import lockstep
from veillee.games.parade.kernel.playout import DECK_SIZE, playout
from veillee.games.parade.kernel.policies import POLICIES, choose, tables
from veillee.games.parade.kernel.rows import (
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
from veillee.games.parade.kernel.states import dealt, load, state

__all__ = [
    "CELLS",
    "DECK_SIZE",
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
    "lockstep",
    "observe",
    "playout",
    "score",
    "standing",
    "state",
    "tables",
]
