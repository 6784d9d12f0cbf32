"""Veillée: four card games born from books, one set of rules for everything."""
