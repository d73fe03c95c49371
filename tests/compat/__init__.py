"""Data as earlier releases wrote it, and tests that today's code still reads all of it."""
