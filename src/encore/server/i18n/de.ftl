# Texts of what the server says. The code of a fact is "server." and the name of a message.

already-seated = Du hast an diesem Tisch schon einen Platz
bot-failed = { $bot } hat in { $game } { $tries }-mal keinen Zug gefunden
bot-name = Dieser Name sieht wie der eines Bots aus; wähl einen anderen
bots-busy = { $waiting ->
    [one] Es wartet schon { $waiting } Bot-Zug; versuch es später noch einmal
   *[other] Es warten schon { $waiting } Bot-Züge; versuch es später noch einmal
}
bots-closing = Der Server fährt herunter; Bots ziehen nicht mehr
bots-no-draw = Bots nehmen kein Remis an
bots-share = { $waiting ->
    [one] { $waiting } deiner Fragen an die Bots wartet schon; versuch es später noch einmal
   *[other] { $waiting } deiner Fragen an die Bots warten schon; versuch es später noch einmal
}
busy-table = Am Tisch ist gerade viel los; versuch es noch einmal
chat-full = An diesem Tisch ist kein Platz mehr für Chat; gespielt werden kann weiter
chat-off = An diesem Tisch ist der Chat aus
claim-own = Du kannst den Sieg nur beanspruchen, wenn dein Gegenüber am Zug ist
claim-partner = Gegen das eigene Team kannst du den Sieg nicht beanspruchen
daily-over = Ergebnisse dieses Tages werden nicht mehr gezählt
days-clock = Ein Zug darf 1 bis { $most } Tage dauern, nicht { $days }
empty-message = Die Nachricht ist leer
empty-name = Der Name ist leer
evaluation-failed = Eine Stellung von { $game } konnte in { $tries } Versuchen nicht bewertet werden
expired = Diesen Tisch gibt es nicht mehr
failed-action = Der Server konnte das nicht ausführen; nichts wurde geändert
failed-question = Der Server konnte das nicht ermitteln
game-over = Die Partie ist zu Ende
game-running = Die Partie hat begonnen; gib auf oder komm später wieder
hidden-record = Die Aufzeichnung einer Partie mit verdeckten Händen gibt es erst nach der Partie
hint-people = Gegen andere Menschen gibt es keine Tipps
hint-turn = Nur wer am Zug ist, kann um einen Tipp bitten
last-passkey = Nur mit diesem Passkey kannst du dich anmelden; erstelle zuerst Wiederherstellungscodes oder einen weiteren Passkey
live-clock = Eine Uhr hat { $low } bis { $high } Sekunden, dazu bis zu { $increment } Sekunden pro Zug
message-unreadable = Diese Nachricht ist nicht lesbar
no-address = Hier ist nichts; /api/openapi.json nennt alle Anfragen
no-bot = Es gibt keinen Bot { $bot }; die Bots: { $bots }
no-daily = Tagesrätsel gibt es vom { $first } bis zum { $today }
no-draws = In diesem Spiel gibt es kein Remis
no-game-for = Hier gibt es kein Spiel für { $players } Personen
no-game-number = { $games ->
    [one] An diesem Tisch gab es { $games } Partie
   *[other] An diesem Tisch gab es { $games } Partien
}
no-invitation = Das ist keine Einladung zu diesem Tisch
no-method = Diese Adresse nimmt solche Anfragen nicht an
no-move-number = { $moves ->
    [one] Diese Partie hat { $moves } Zug
   *[other] Diese Partie hat { $moves } Züge
}
no-passkey = Diesen Passkey gibt es nicht
no-passkeys-here = Passkeys brauchen einen Namen und eine sichere Adresse (https); melde dich mit einem Wiederherstellungscode oder einem Link von einem anderen Gerät an
no-picture = Von diesem Rätsel gibt es kein Bild
no-puzzle = Dieses Rätsel gibt es nicht
no-puzzles = Zu diesem Spiel gibt es keine Rätsel für so viele Personen
no-seat = { $players ->
    [one] Mit { $players } Person gibt es keinen Platz { $seat }
   *[other] Mit { $players } Personen gibt es keinen Platz { $seat }
}
no-seat-to-keep = An diesem Tisch hast du keinen Platz, den du behalten könntest
no-session = Diese Sitzung gibt es nicht
no-table = Diesen Tisch gibt es nicht
nobody-moves-here = An dieser Stelle der Partie zieht niemand
nobody-waits = An diesem Tisch wartet niemand
not-begun = Die Partie hat noch nicht begonnen
not-daily = An diesem Tag gibt es andere Rätsel
not-moved = Du hast noch nicht gezogen
not-signed-in = Du bist nicht angemeldet
not-stored = Nichts wurde gespeichert; versuch es noch einmal
not-your-seat = Das ist nicht dein Platz
not-your-table = Das kann nur, wer diesen Tisch eröffnet hat
not-your-turn = Du bist nicht dran
nothing-asked = { $what ->
    [undo] Niemand hat darum gebeten, einen Zug zurückzunehmen
    [rematch] Niemand hat um eine Revanche gebeten
   *[draw] Niemand hat Remis angeboten
}
one-hint = Nur ein Tipp auf einmal
other-name = Encore ist hier nicht als { $name } bekannt. Wer den Server betreibt, kann den Namen zulassen: encore serve --name NAME
other-site = Diese Anfrage kommt von einer anderen Website
passkey-needed = Hier ist ein Passkey nötig; lass den Browser einen erstellen
passkey-refused = Dieser Passkey wurde nicht angenommen; versuche es noch einmal oder melde dich anders an
people-play-it = Diese Stellung wird gerade von Menschen gespielt; Hilfe gibt es nach ihrer Partie
phrases-only = An diesem Tisch gibt es nur feste Sätze
preview-turn = Nur wer am Zug ist, kann einen Zug ausprobieren
puzzle-line = Diese Züge ergeben sich nicht aus dem Rätsel; beginne von vorn
record-place = Zeile { $line }, Spalte { $column }: { $reason }
record-too-long = Eine Aufzeichnung hat höchstens { $length } Zeichen
rematch-early = Eine Revanche gibt es erst nach der Partie
no-length = Eine Anfrage muss ihre Länge angeben (Content-Length)
request-too-long = Anfragen sind hier auf { $bytes } Bytes begrenzt
request-unreadable = Diese Anfrage ist nicht lesbar
review-after-game = Eine Partie kann nach ihrem Ende analysiert werden
seat-kept = Diesen Platz hat schon jemand anderes behalten
seat-taken = Dieser Platz ist besetzt; frei: { $free }
seats-for-players = Jede Person braucht genau einen Platz: { $players }, nicht { $seats }
spectator = Du schaust zu; nimm erst einen Platz ein
spelling = Dieser Zug wird { $move } geschrieben
stale = Die Partie ist weitergegangen; sieh noch einmal hin
stacked-marks = Zu viele Zeichen über oder unter einem Buchstaben
still-here = Wer am Zug ist, war noch keine { $seconds } Sekunden weg
still-time = Die Zeit ist noch nicht um
table-long = Dieser Tisch hat schon eine lange Geschichte; öffne einen neuen
table-full = Alle Plätze sind besetzt; du kannst zuschauen
text-or-phrase = Schick entweder einen Text oder einen festen Satz
too-many-actions = Zu viele Aktionen auf einmal; warte einen Moment
too-many-bot-games = Bei dir laufen schon { $games } Partien mit Bots; beende zuerst einige davon
too-many-connections = Zu viele Verbindungen; warte einen Moment
too-many-listed = Du hast schon { $most } Tische in der öffentlichen Liste; beende erst einen davon
too-many-moves = Eine Partie darf mit ihren Varianten höchstens { $most } Züge haben
too-many-passkeys = Mehr als { $most } Passkeys sind nicht möglich; entferne zuerst einen
too-many-players = Kein Spiel hier ist für mehr als { $most } Personen
too-many-requests = Zu viele Anfragen; warte einen Moment
too-many-seats = Du hast schon { $most } Plätze an öffentlichen Tischen anderer; beende erst eine Partie oder gib einen Platz frei
undo-deal = Nach dem Austeilen kein Zurücknehmen
unstorable = Das kann nicht gespeichert werden
waiting-for-others = Du hast gefragt; die anderen müssen zustimmen
write-unknown = Der Server weiß nicht, ob das gespeichert wurde; sieh noch einmal nach
wrong-code = Dieser Wiederherstellungscode funktioniert nicht; jeder Code gilt nur einmal
wrong-link = Dieser Link funktioniert nicht mehr; erstelle auf dem anderen Gerät einen neuen
