"""Nimble, by Peter Jürgensen. The rules are in README.md beside this file."""

from veillee.games.nimble.rules import Nimble

GAME = Nimble()
