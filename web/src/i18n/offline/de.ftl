# Texte für die Zeit ohne Netz und zu neuen Versionen.

back-online = Wieder online.
new-version = Eine neue Version ist da.
offline = Offline. Du siehst, was dieser Browser gespeichert hat.
position-at = Offline. Das ist die Stellung vom { $time }. Das Spiel kann inzwischen weitergegangen sein.
reload = Neu laden
table-comes = Der Server ist nicht erreichbar. Der Tisch erscheint, sobald die Verbindung steht.
table-not-known = Dieser Tisch ist hier nicht gespeichert
was-to-move = { $name } war am Zug
