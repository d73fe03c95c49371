"""Teaches a network Dakapo from nothing, by playing against itself; docs/training.md tells how to use it."""
