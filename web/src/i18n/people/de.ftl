# Texte für Leute, die ihre Partien behalten.

about-another-device = Öffne den Link auf dem anderen Gerät, oder richte dessen Kamera auf den Code. Wer den Link hat, kann sich unter deinem Namen anmelden: Zeig ihn niemandem.
about-bringing = { $count ->
    [one] Die Plätze dieses Browsers an { $count } Tisch kämen zu { $name }: Die Partien dort ließen sich dann von allen Geräten von { $name } aus spielen, und nur angemeldet.
   *[other] Die Plätze dieses Browsers an { $count } Tischen kämen zu { $name }: Die Partien dort ließen sich dann von allen Geräten von { $name } aus spielen, und nur angemeldet.
  }
about-codes = Mit einem Wiederherstellungscode meldest du dich an, wo du keinen Passkey hast. Jeder gilt einmal. Neue Codes ersetzen die alten.
about-confirming = Du bist schon eine Weile angemeldet, und dies ändert, wie du dich anmeldest, oder löscht dich. Danach wirst du fünf Minuten lang nicht mehr gefragt.
about-data = Eine Datei enthält alles, was über dich gespeichert ist, mit den Aufzeichnungen deiner beendeten Partien.
about-keeping = Deine Plätze und Partien bleiben dir: auf allen deinen Geräten, und auch wenn dieser Browser sie vergisst. Ohne E-Mail, ohne Passwort.
about-link = Melde dich nur an, wenn du diesen Link selbst erstellt hast, auf deinem anderen Gerät. Er gilt einmal.
about-link-from-device = Auf einem anderen Gerät angemeldet? Erstelle dort unter „Anderes Gerät“ einen Link, und öffne ihn hier.
about-name = Neue Partien verwenden diesen Namen. Begonnene Partien behalten den alten.
about-new-codes = Bewahre sie sicher auf: Jeder meldet dich einmal an, wenn du keinen Passkey zur Hand hast. Sie werden nur jetzt gezeigt.
about-passkey = Dein Gerät bietet dir an, einen Passkey zu erstellen. Du entsperrst ihn wie das Gerät selbst.
add-a-passkey = Passkey hinzufügen
added-and-used = Hinzugefügt { $added }, zuletzt verwendet { $used }
against-bot = Bots: { $level }
against-people = Menschen
all-games = Alle Spiele
alone = Allein
another-device = Anderes Gerät
browser-without-passkeys = Dieser Browser kennt keine Passkeys. Nimm einen anderen Browser, oder melde dich mit einem Wiederherstellungscode oder einem Link an.
change = Speichern
changed = Gespeichert.
codes-are-safe = Ich habe sie gesichert
codes-copied = Kopiert.
codes-left = { $count ->
    [one] Noch { $count } Code.
   *[other] Noch { $count } Codes.
  }
confirm-it-is-you = Bestätige, dass du es bist
confirm-with-code = Mit dem Code bestätigen
confirm-with-name = Bestätigen
confirm-with-passkey = Mit einem Passkey bestätigen
copy = Kopieren
copy-by-hand = Markiere die Codes oben und kopiere sie.
delete-me = Mich löschen
delete-me-question = Deinen Namen, deine Passkeys und deine Nachrichten löschen?
drawn = Remis
finished-games = Beendete Partien
first-time = Neu hier
from-reviews = { $count ->
    [one] Änderung der Gewinnchance in { $count } analysierten Partie:
   *[other] Änderung der Gewinnchance, im Mittel von { $count } analysierten Partien:
  }
game = Spiel
give-me-my-data = Meine Daten herunterladen
given-away = Verschenkt
language = Sprache
last-seen = Zuletzt gesehen { $at }
link-signs-out = Du bist als { $name } angemeldet und wirst hier abgemeldet.
link-works-until = Der Link gilt einmal, bis { $time }.
listed-until = in der öffentlichen Liste bis { $day }
lost = Verloren
luck = Glück
make-a-link = Link erstellen
make-another-link = Neuen Link erstellen
more-games = Weitere Partien
moves = { $count ->
    [one] { $count } Zug
   *[other] { $count } Züge
  }
my-data = Meine Daten
my-figures = Meine Zahlen
my-games = Meine Partien
name-and-language = Name und Sprache
name-of-the-passkey = Name des Passkeys
new-codes = Neue Codes erstellen
no-games = Hier sind noch keine Partien.
no-longer-listed = niemand kam, nicht mehr in der öffentlichen Liste
no-passkeys-here = An dieser Adresse gibt es keine Passkeys: Sie brauchen https und einen Namen. Wiederherstellungscodes und Links gehen.
no-way-back = Das lässt sich nicht rückgängig machen.
open-this-link-there = Öffne diesen Link auf dem anderen Gerät
opponent = Gegenüber
other-choices = Züge der anderen
own-choices = Eigene Züge
passkey = Passkey
passkey-failed = Der Passkey ließ sich nicht verwenden. Versuche es noch einmal, oder nimm einen Wiederherstellungscode.
passkey-known = Dieses Gerät hat schon einen Passkey von dir.
passkey-not-given = Es kam kein Passkey. Versuche es noch einmal, wenn du bereit bist.
passkeys = Passkeys
recovery-code = Wiederherstellungscode
recovery-codes = Wiederherstellungscodes
remove = Entfernen
reviewed = analysiert
save = Herunterladen
search = Suchen
sign-in = Anmelden
sign-in-and-bring = { $count ->
    [one] Anmelden und Plätze an { $count } Tisch mitbringen
   *[other] Anmelden und Plätze an { $count } Tischen mitbringen
  }
sign-in-as = Als { $name } anmelden?
sign-in-here = Ja, anmelden
sign-in-with-code = Mit dem Code anmelden
sign-in-with-link = Auf diesem Gerät anmelden?
sign-in-with-passkey = Mit einem Passkey anmelden
sign-in-without = Ohne Plätze anmelden
sign-out = Abmelden
sign-out-everywhere = Überall abmelden
signed-in-as = Angemeldet als { $name }
signed-in-on = Angemeldet auf
signed-out = Abgemeldet
stay = Abbrechen
this-device = Dieses Gerät
time-ends = Zeit endet { $when }
time-is-over = Zeit ist abgelaufen
type-your-name = Gib deinen Namen ein: { $name }
what-goes = Dein Name, deine Chat-Nachrichten, deine Passkeys, Codes und Anmeldungen werden gelöscht.
what-stays = Die Züge deiner Partien bleiben, ohne deinen Namen: Sie gehören auch den anderen.
won = Gewonnen
you-lost = Verloren
your-recovery-codes = Deine Wiederherstellungscodes
