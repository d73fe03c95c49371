"""Games and matches between bots, and their files."""
