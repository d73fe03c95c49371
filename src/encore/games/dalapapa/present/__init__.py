"""The game for people: pictures, drawings, terminal, lessons, explanations and statistics."""
