"""Nimble compiled: the drawer that rows/kernel.py describes, in several compartments.

`layout.py` says what is where in a row; `rows.py` has the rules; `hands.py` who acts when, a question that the rules
leave to the players; `states.py` the way from and to the room's State; `policies.py` how simulated players choose.
"""

from veillee.games.nimble.kernel.hands import LEVELS, Hand, tables
from veillee.games.nimble.kernel.layout import CELLS, FIRST_CHOICE, WORDS
from veillee.games.nimble.kernel.policies import POLICIES, choose
from veillee.games.nimble.kernel.rows import actor, apply, deal, is_legal, legal, observe, score, standing
from veillee.games.nimble.kernel.states import dealt, load, state

__all__ = [
    "CELLS",
    "FIRST_CHOICE",
    "LEVELS",
    "POLICIES",
    "WORDS",
    "Hand",
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
