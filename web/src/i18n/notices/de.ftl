# Texte der Benachrichtigungen auf der Seite: wo man sie ein- und ausschaltet.

about = Dein Browser sagt dir dann, wann du an einen Tisch zurückkommen solltest, auch wenn diese Seite geschlossen ist. Vom Spiel selbst verrät er nichts.
begun = Meine Partie hat begonnen
blocked = Der Browser lässt keine Benachrichtigungen dieser Seite zu. Erlaube sie in seinen Einstellungen für diese Adresse.
devices = Geräte mit Benachrichtigungen
impossible = Dieser Browser kann hier keine Benachrichtigungen zeigen. Auf iPhone oder iPad gehört die Seite zuerst auf den Home-Bildschirm.
kinds = Sag mir, wenn
notices = Benachrichtigungen
on = In diesem Browser sind Benachrichtigungen eingeschaltet.
rematch = Jemand möchte eine Revanche
remove = Ausschalten
since = Seit { $at }
tell-me = Sag mir, wenn ich am Zug bin
this-device = Dieses Gerät
time = Meine Bedenkzeit läuft in 12 Stunden ab
turn = Ich bin am Zug
