"""What all games share: the interface, errors, facts, records and the registry."""
