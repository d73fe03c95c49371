# Was man gegen andere am Tisch tun kann, und was der Betreiber allen sagt.

about-block = Blockieren: Der Server bringt euch nie wieder zusammen, und du siehst nicht mehr, was die Person schreibt.
about-mute = Stummschalten: Dieser Browser zeigt hier nichts mehr von dem, was die Person schreibt.
about-report = Melden: Der Betreiber dieses Servers liest es mit den letzten Zeilen dieses Chats.
block = Blockieren
blocked = { $name } ist blockiert.
blocks = Blockierte Personen
do-about = Stummschalten, blockieren oder melden
end-block = Blockierung aufheben
end-block-of = Blockierung von { $name } aufheben
from-the-operator = Vom Betreiber
mute = Stummschalten
muted = { $name } ist stummgeschaltet.
report = Melden
report-cheating = Betrug
report-insult = Beleidigungen
report-name = der Name
report-other = etwas anderes
report-spam = Spam
report-why = Worum geht es?
report-words = Mit eigenen Worten
reported = Der Betreiber hat deine Meldung.
table-closed = Dieser Tisch ist geschlossen
unmute = Wieder hören
unmuted = { $name } ist nicht mehr stummgeschaltet.
who = Wer?
you-are-excluded = Du kannst hier zurzeit nicht spielen
