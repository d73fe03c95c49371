"""Trains a network to play Dakapo wholly on one device, with JAX; docs/training.md explains how to use it."""
