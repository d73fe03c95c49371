"""What the engines know about positions and games: win chances, lines, and how they were fitted."""
