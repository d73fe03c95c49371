"""The processes that think for the bots."""
