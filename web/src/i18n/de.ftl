# Texts of the page.

a-draw = Unentschieden
actions = Aktionen
again = Dakapo!
agree = Einverstanden
analyse = Analysieren
back = Zurück
back-to-the-game = Zurück zur Partie
because-a-player-left = weil jemand gegangen ist
beginner = Anfänger
board = Brett
bot-level = { $name } · { $level }
bot-name = { $number ->
    [1] Koralle
    [2] Kiesel
    [3] Schilf
    [4] Welle
   *[other] Bot { $number }
  }
bots-loading = Die Bots werden vorbereitet: { $done } von { $total }. Nach einer Installation dauert das eine Weile.
by-agreement = durch Einigung
by-resignation = durch Aufgabe
chat = Chat
check-the-deals = Austeilen prüfen
claim-the-win = Sieg beanspruchen
clock = Bedenkzeit
close = Schließen
copy-the-selected-link = Bitte den ausgewählten Link kopieren.
daily = Tagesrätsel
days-a-move = { $days ->
    [one] { $days } Tag je Zug
   *[other] { $days } Tage je Zug
  }
days-d-hours-h = { $days } T { $hours } Std
draw = Remis
easy = Leicht
encore = Encore
expert = Meister
flip = Drehen
flip-the-board = Brett drehen
free-seat = Freier Platz
game = Partie
games-in-progress = Laufende Partien
good-luck = Viel Glück!
guest = Gast
hard = Schwer
hello = Hallo!
hint = Tipp
home = Startseite
i-am-name-show-my-hand = Ich bin { $name }: meine Hand zeigen
invite-a-friend = Einladen
keep-my-games = Meine Partien behalten
learn-to-play = Spielen lernen
lesson = Lektion
lesson-in-a-new-tab = Lektion (in einem neuen Tab)
link = Link
link-copied = Link kopiert.
load-failed = Das ließ sich nicht laden. Bist du online?
local-link = Diesen Link kann nur dieser Rechner öffnen. Für andere starte { $command } und öffne die Seite unter der Adresse, die dort steht.
medium = Mittel
minutes-min-seconds-s = Je { $minutes } min, +{ $seconds } s pro Zug
moves = Züge
muted = stumm
name-is-thinking = { $name } denkt …
name-to-move = { $name } ist am Zug
name-wins = { $name } gewinnt
name-your-turn = { $name }, du bist dran
names-win-together = { $names } gewinnen gemeinsam
nice-move = Schöner Zug!
no-clock = Ohne Uhr
no-move-yet = Noch kein Zug.
no-such-page = Unter dieser Adresse gibt es keine Seite. Prüfe den Link.
not-solved-this-time = Diesmal nicht gelöst
nothing-here = Hier ist nichts
offline = offline
on-this-screen = Am Gerät
on-time = durch Zeitüberschreitung
one-moment-please = Einen Moment, bitte.
one-table-three-games = Ein Tisch, drei Spiele
online = online
oops = Hoppla!
option-value = { $option }: { $value }
options = Optionen
page-is-outdated = Diese Seite ist veraltet
partner = Partner
pass-the-device = Gib das Gerät an { $name }
pitch = Einfach losspielen: ohne Konto, ohne Installation.
play = Spielen
play-alone = Allein spielen
play-somebody = Mit jemandem spielen
player-left = jemand, der nicht mehr dabei ist
player-number = Spieler { $number }
players = Spieler
points = Punkte
position-after-move = Danach: { $move }
puzzles = Rätsel
qr-code-of-the-link = QR-Code des Links
reconnecting = Offline. Neue Verbindung …
reload-for-the-new-version = Der Server verwendet eine neuere Version. Lade die Seite neu, um weiterzuspielen.
remove-from-the-list = Aus der Liste nehmen
replay = Ansehen
resign = Aufgeben
rule-number = Regel { $number }
rules = Regeln
rules-of-game = Regeln von { $game }
saved = gespeichert
say-something = Etwas sagen
send = Senden
send-this-link = Zum Einladen diesen Link verschicken
sent = gesendet
sent-and-saved = ✓ dein Zug ist gesendet, ✓✓ er ist gespeichert
server-unreachable = Der Server ist nicht erreichbar. Bist du online?
setting-up = Der Tisch wird vorbereitet
settings = Einstellungen
share-the-link = Link teilen
signs = Was die Zeichen bedeuten
skip-to-content = Zum Inhalt springen
solved = Gelöst!
sound = Ton
spectator = Publikum
spectator-link = Link zum Zuschauen
spectator-link-copied = Link zum Zuschauen kopiert.
spectators = Im Publikum: { $count }
strength-of-the-bot = Spielstärke des Bots
table-expired = Der Tisch ist abgelaufen, oder der Link ist unvollständig.
table-is-gone = Diesen Tisch gibt es nicht mehr
thank-you = Danke!
their-turn = Die anderen sind dran
thinking = Denkt nach …
try-again = Noch einmal versuchen
type-a-move = Zug eintippen
type-a-move-key-m = Zug eintippen (Taste m)
undo = Zurücknehmen
unread = { $count ->
    [one] 1 neue Nachricht
   *[other] { $count } neue Nachrichten
  }
waiting-for-others = Warten auf die anderen
well-played = Gut gespielt!
wins = { $count ->
    [one] { $wins } Sieg
   *[other] { $wins } Siege
  }
you = du
you-are-watching = Du schaust an diesem Tisch zu.
you-lost = Diesmal hast du verloren
you-win = Du gewinnst!
your-name = Dein Name
your-turn = Du bist dran
