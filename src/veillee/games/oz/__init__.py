"""Oz, by Emanuele Ornella. The rules are in README.md beside this file."""

from veillee.games.oz.rules import Oz

GAME = Oz()
