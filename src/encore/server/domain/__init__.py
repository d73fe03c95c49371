"""The table and the rules for actions at it: pure data and decisions, without input or output."""
