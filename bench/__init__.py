"""Benchmarks, each compared with a peer that is measured in the same run."""
