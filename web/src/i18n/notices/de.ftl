# Texte der Benachrichtigungen auf der Seite: wo man sie ein- und ausschaltet.

about = Dein Browser sagt dir dann, wann du an einen Tisch zurückkommen solltest, auch wenn diese Seite geschlossen ist. Vom Spiel selbst verrät er nichts.
about-digest = Höchstens einmal am Tag sagt dir eine E-Mail, an welchen Tischen du am Zug bist. Vom Spiel selbst steht nichts darin.
address = E-Mail-Adresse
begun = Meine Partie hat begonnen
blocked = Der Browser lässt keine Benachrichtigungen dieser Seite zu. Erlaube sie in seinen Einstellungen für diese Adresse.
confirm-address = Adresse bestätigen
devices = Geräte mit Benachrichtigungen
digest = Tägliche E-Mail
digest-asked = An { $address } ging eine E-Mail. Öffne den Link darin innerhalb eines Tages.
digest-confirmed = Deine Adresse ist bestätigt.
digest-stopped = Du bekommst keine dieser E-Mails mehr.
digest-to = Sie geht an { $address }.
impossible = Dieser Browser kann hier keine Benachrichtigungen zeigen. Auf iPhone oder iPad gehört die Seite zuerst auf den Home-Bildschirm.
kinds = Sag mir, wenn
no-digest = Keine E-Mails mehr
notices = Benachrichtigungen
on = In diesem Browser sind Benachrichtigungen eingeschaltet.
rematch = Jemand möchte eine Revanche
remove = Ausschalten
since = Seit { $at }
tell-me = Sag mir, wenn ich am Zug bin
this-device = Dieses Gerät
time = Meine Bedenkzeit läuft in 12 Stunden ab
turn = Ich bin am Zug
vote = Jemand geht und ich kann abstimmen
want-digest = Diese E-Mail bekommen
