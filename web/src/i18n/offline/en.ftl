# Texts for the time without a network, and about new versions.

back-online = Online again.
new-version = A new version is ready.
offline = Offline. You see what this browser has kept.
position-at = Offline. This is the position of { $time }. The game may have gone on since.
reload = Reload
table-comes = The server cannot be reached. The table appears as soon as it can.
table-not-known = This table is not kept here
was-to-move = { $name } was to move
