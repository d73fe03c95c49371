"""The game for learners: encodings, batched environments and chance nodes."""
