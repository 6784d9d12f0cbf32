"""Veillée in a terminal. Holds no rules: it shows views and passes on actions."""
