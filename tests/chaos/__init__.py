"""Encore under faults: a cluster, random people at it, faults from a seed, and a checker of what everybody saw."""
