"""Parade, by Naoki Homma. The rules are in README.md beside this file."""

from veillee.games.parade.rules import Parade

GAME = Parade()
