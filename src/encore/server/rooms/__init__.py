"""The tables that are open in this process, and the bus that connects several processes."""
