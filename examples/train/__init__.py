"""Trains a network to play Dakapo from scratch, by self-play; docs/training.md explains how to use it."""
