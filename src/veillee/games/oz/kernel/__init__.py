"""Oz compiled: the drawer that rows/kernel.py describes, in several compartments.

`meanings.py` says what stories mean, in numbers; `rows.py` has the layout of a row and all that happens in one;
`states.py` its way from and to the room's State; `policies.py` how simulated players choose.
"""

from veillee.games.oz.kernel.meanings import tables
from veillee.games.oz.kernel.policies import POLICIES, choose
from veillee.games.oz.kernel.rows import (
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
from veillee.games.oz.kernel.states import dealt, load, state, width

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
    "width",
]
