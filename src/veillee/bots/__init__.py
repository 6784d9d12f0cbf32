"""Opponents. They are handed what a seat may know, and nothing else."""
