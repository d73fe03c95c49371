"""Bot workers on other machines, which answer questions of servers over the bus."""
