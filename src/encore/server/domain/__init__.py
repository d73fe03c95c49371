"""What a table is and what may happen at it: pure data and decisions, without input or output."""
