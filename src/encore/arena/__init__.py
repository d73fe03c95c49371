"""Where bots meet: single games, matches of many, and the files they leave."""
