"""The rules compiled with Numba: positions in arrays, legal moves, apply and undo, random games."""
