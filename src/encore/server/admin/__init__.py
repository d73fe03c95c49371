"""What an operator can do with a running server, over a socket of this machine."""
