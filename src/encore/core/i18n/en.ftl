# Texts of what the core says. The code of a fact is "core." and the name of a message.

plain = { $text }
