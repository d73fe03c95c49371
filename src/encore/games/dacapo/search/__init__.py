"""The bots' search and the exact solvers."""
