"""Tea Time, by Emanuele Ornella. The rules are in README.md beside this file."""

from veillee.games.teatime.rules import TeaTime

GAME = TeaTime()
