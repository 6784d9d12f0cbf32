"""Writes tests/golden anew: transcripts and the order of legal actions, from the kept games. Read the difference."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1] / "tests"))

from contract.frozen import write_missing_games, write_transcripts

if __name__ == "__main__":
    write_missing_games()
    write_transcripts()
