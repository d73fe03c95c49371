"""What every game shares: the protocol, errors, records, the registry. Standard library only."""
