"""What every game is built on: the protocol, chance, notation, records, transcripts. Knows no game."""
