# Texts of what the server says. The code of a fact is "server." and the name of a message.

already-seated = Du hast an diesem Tisch schon einen Platz
banned = Der Betreiber dieses Servers hat dich bis { $until } ausgeschlossen
block-yourself = Dich selbst kannst du nicht blockieren
blocked-here = An diesem Tisch sitzt jemand, den du blockiert hast; heb die Blockierung auf deiner eigenen Seite auf, um hier zu spielen
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
closed-fault = Der Betreiber hat diesen Tisch wegen einer technischen Störung geschlossen
closed-other = Der Betreiber hat diesen Tisch geschlossen
closed-rules = Der Betreiber hat diesen Tisch geschlossen: Gegen die Regeln dieses Servers wurde verstoßen
confirm-first = Bestätige zuerst, dass du es bist: mit einem Passkey oder einem Wiederherstellungscode, ohne Passkey mit deinem Namen
daily-over = Ergebnisse dieses Tages werden nicht mehr gezählt
days-clock = Ein Zug darf 1 bis { $most } Tage dauern, nicht { $days }
deal-late = { $count ->
    [one] Die Zufallszahl von { $players } kam nicht rechtzeitig; die Partie begann ohne sie
   *[other] Die Zufallszahlen von { $players } kamen nicht rechtzeitig; die Partie begann ohne sie
}
deal-no-seed = In dieser Aufzeichnung fehlen Seed und Commitment; Aufzeichnungen eines Servers haben sie, sobald die Partie vorbei ist
deal-nonces = { $count ->
    [one] Der Startwert besteht aus diesem Geheimnis und der Zufallszahl von { $players }, die zu ihrem Hash passt
   *[other] Der Startwert besteht aus diesem Geheimnis und den Zufallszahlen von { $players }; jede passt zu ihrem Hash
}
deal-not-asked = Von diesem Platz wird gerade keine Zufallszahl gebraucht
deal-other-hash = Diese Aufzeichnung hat einen anderen Hash des Servergeheimnisses als den, der vor der Partie gezeigt wurde
deal-other-move = Zug { $number } ({ $move }) ist nicht das, was der Startwert austeilt
deal-other-nonce = Die Zufallszahl von { $player } ist nicht die versprochene: Ihr SHA-256 steht nicht in NonceHashes
deal-other-promise = Der Seed ist nicht der versprochene: Sein SHA-256 ist nicht das Commitment
deal-other-secret = Das Secret ist nicht das versprochene: Sein SHA-256 ist nicht der SecretHash
deal-other-seed = Der Seed ist nicht aus Secret und Nonces gebildet
deal-seat = Platz { $seat }
deal-secret = Das Geheimnis des Servers passt zu dem Hash, der feststand, bevor die Zufallszahlen bekannt waren
deal-server-alone = Der Server hat den Startwert allein gewählt, vor dem ersten Austeilen; kein Gerät der Spielenden hat eine Zufallszahl beigetragen
deal-tags = In dieser Aufzeichnung fehlt: { $tags }; Aufzeichnungen eines Servers haben das, sobald die Partie vorbei ist
deal-unreadable = NonceHashes, Nonces und FirstChair passen nicht zusammen oder sind nicht lesbar
deal-without = Keine Zufallszahl angekündigt: { $players }
deal-wrong-nonce = Das ist nicht die versprochene Zufallszahl: Ihr SHA-256 ist ein anderer
draining = Dieser Server startet gleich neu; versuch es in einem Moment noch einmal
empty-message = Die Nachricht ist leer
empty-name = Der Name ist leer
ended-by-vote = die Spielenden haben für das Ende gestimmt
endpoint-unresolved = Die Adresse des Push-Dienstes wurde nicht gefunden; versuch es noch einmal
engine-not-offered = den Bot { $engine } gibt es hier nicht mehr
evaluation-failed = Eine Stellung von { $game } konnte in { $tries } Versuchen nicht bewertet werden
expired = Diesen Tisch gibt es nicht mehr
failed-action = Der Server konnte das nicht ausführen; nichts wurde geändert
failed-question = Der Server konnte das nicht ermitteln
game-over = Die Partie ist zu Ende
game-running = Die Partie hat begonnen; gib auf oder komm später wieder
has-voted = Du hast schon abgestimmt
hidden-record = Die Aufzeichnung einer Partie mit verdeckten Händen gibt es erst nach der Partie
hint-people = Gegen andere Menschen gibt es keine Tipps
hint-turn = Nur wer am Zug ist, kann um einen Tipp bitten
holiday-announced = Du hast schon einen Urlaub angekündigt; beende ihn zuerst
holiday-days = Urlaub gibt es nur in Partien mit Tagen pro Zug
holiday-left = Für { $year } sind noch { $left } von { $most } Urlaubstagen übrig
holiday-none = Es gibt keinen Urlaub zu beenden
holiday-person = Dieser Platz gehört zu einer Person; melde dich an, um Urlaub anzukündigen
holiday-start = Ein Urlaub beginnt jetzt oder in den nächsten { $days } Tagen
last-passkey = Nur mit diesem Passkey kannst du dich anmelden; erstelle zuerst Wiederherstellungscodes oder einen weiteren Passkey
live-clock = Eine Uhr hat { $low } bis { $high } Sekunden, dazu bis zu { $increment } Sekunden pro Zug
mail-failed = Die E-Mail ließ sich nicht verschicken; versuch es später noch einmal
message-unreadable = Diese Nachricht ist nicht lesbar
muted = Der Betreiber dieses Servers hat dir den Chat bis { $until } gesperrt
no-address = Hier ist nichts; /api/openapi.json nennt alle Anfragen
no-block = Eine solche Blockierung hast du nicht
no-bot = Es gibt keinen Bot { $bot }; die Bots: { $bots }
no-daily = Tagesrätsel gibt es vom { $first } bis zum { $today }
no-draws = In diesem Spiel gibt es kein Remis
no-game-for = Hier gibt es kein Spiel für { $players } Personen
no-game-number = { $games ->
    [one] An diesem Tisch gab es { $games } Partie
   *[other] An diesem Tisch gab es { $games } Partien
}
no-invitation = Das ist keine Einladung zu diesem Tisch
no-length = Eine Anfrage muss ihre Länge angeben (Content-Length)
no-mail = Dieser Server verschickt keine E-Mails
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
no-subscription = Ein solches Gerät mit Benachrichtigungen gibt es nicht
no-table = Diesen Tisch gibt es nicht
no-vote = Es läuft gerade keine Abstimmung
nobody-moves-here = An dieser Stelle der Partie zieht niemand
nobody-returns = Niemand möchte zurückkommen
nobody-there = Da ist niemand, der gemeint sein könnte
nobody-to-block = Diese Person behält ihre Partien nicht, daher lässt sie sich nicht blockieren; du kannst sie stummschalten
nobody-waits = An diesem Tisch wartet niemand
not-begun = Die Partie hat noch nicht begonnen
not-confirmed = Das zeigt nicht, dass du es bist; nimm einen Passkey oder einen unbenutzten Wiederherstellungscode, oder gib ohne Passkey deinen Namen genau ein
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
other-returns = Jemand anderes möchte zurückkommen; warte die Antwort ab
other-site = Diese Anfrage kommt von einer anderen Website
passkey-needed = Hier ist ein Passkey nötig; lass den Browser einen erstellen
passkey-refused = Dieser Passkey wurde nicht angenommen; versuche es noch einmal oder melde dich anders an
people-play-it = Diese Stellung oder die einen Zug davor wird gerade von Menschen gespielt; Hilfe gibt es nach ihrer Partie
phrases-only = An diesem Tisch gibt es nur feste Sätze
plan-days = Pläne gibt es nur in Partien mit Tagen pro Zug
plan-deal = Über ein Austeilen hinaus lässt sich nichts planen
plan-large = Ein Plan hat höchstens { $most } Züge und { $letters } Zeichen
plan-no-reply = Plane deine Antwort auf { $move } oder lass diesen Zug weg
plan-none = Es gibt keinen Plan zum Löschen
plan-often = In einer Partie lassen sich höchstens { $most } Pläne speichern
plan-over = Die Partie ist vor dem Ende dieses Plans vorbei
plan-shared = Mehrere spielen an diesem Gerät; für Pläne muss jeder sein eigenes haben
plan-turn = Ein Plan lässt sich speichern, solange jemand anders am Zug ist
plan-twice = Ein Plan nennt an einer Stelle denselben Zug zweimal
plan-two-replies = Plane auf jeden Zug eine Antwort, nicht mehrere
preview-turn = Nur wer am Zug ist, kann einen Zug ausprobieren
puzzle-line = Diese Züge ergeben sich nicht aus dem Rätsel; beginne von vorn
rated-people = Ein gewerteter Tisch ist für Leute, die eine Wertung wollen: melde dich an und schalte die Wertung ein
rated-table = Ein gewerteter Tisch hat eine Uhr, die üblichen Regeln, keine Bots und einen offenen Platz für alle anderen; nur dort lassen sich deren Wertungen begrenzen, von unten nach oben
rating-range = Dieser Tisch ist für Wertungen { $range }; deine ist { $rating }
record-place = Zeile { $line }, Spalte { $column }: { $reason }
record-too-long = Eine Aufzeichnung hat höchstens { $length } Zeichen
rematch-early = Eine Revanche gibt es erst nach der Partie
request-too-long = Anfragen sind hier auf { $bytes } Bytes begrenzt
request-unreadable = Diese Anfrage ist nicht lesbar
return-declined = Die anderen haben abgelehnt; nach { $seconds } Sekunden kannst du wieder fragen
review-after-game = Eine Partie kann nach ihrem Ende analysiert werden
seat-kept = Diesen Platz hat schon jemand anderes behalten
seat-taken = Dieser Platz ist besetzt; frei: { $free }
seats-for-players = Jede Person braucht genau einen Platz: { $players }, nicht { $seats }
spectator = Du schaust zu; nimm erst einen Platz ein
spelling = Dieser Zug wird { $move } geschrieben
stacked-marks = Zu viele Zeichen über oder unter einem Buchstaben
stale = Die Partie ist weitergegangen; sieh noch einmal hin
still-here = Wer am Zug ist, war noch keine { $seconds } Sekunden weg
still-time = Die Zeit ist noch nicht um
table-full = Alle Plätze sind besetzt; du kannst zuschauen
table-long = Dieser Tisch hat schon eine lange Geschichte; öffne einen neuen
table-or-line = Eine Frage handelt von einer Partie eines Tisches („table“) oder von Zügen („at“), nicht von beidem
text-or-phrase = Schick entweder einen Text oder einen festen Satz
too-many-actions = Zu viele Aktionen auf einmal; warte einen Moment
too-many-blocks = Du blockierst { $most } Personen, mehr geht nicht; heb zuerst eine Blockierung auf
too-many-bot-games = Bei dir laufen schon { $games } Partien mit Bots; beende zuerst einige davon
too-many-connections = Zu viele Verbindungen; warte einen Moment
too-many-games = Du hast schon { $most } Partien mit anderen, die laufen oder auf Mitspieler warten; beende erst eine oder gib einen Platz frei
too-many-listed = Du hast schon { $most } Tische in der öffentlichen Liste; beende erst einen davon
too-many-moves = Eine Partie darf mit ihren Varianten höchstens { $most } Züge haben
too-many-passkeys = Mehr als { $most } Passkeys sind nicht möglich; entferne zuerst einen
too-many-players = Kein Spiel hier ist für mehr als { $most } Personen
too-many-requests = Zu viele Anfragen; warte einen Moment
too-many-seats = Du hast schon { $most } Plätze an öffentlichen Tischen anderer; beende erst eine Partie oder gib einen Platz frei
too-many-subscriptions = Benachrichtigungen gibt es auf höchstens { $most } Geräten; entferne erst eines
undo-deal = Nach dem Austeilen kein Zurücknehmen
unstorable = Das kann nicht gespeichert werden
vote-open = Jemand hat die Partie verlassen; stimmt zuerst über den leeren Platz ab
waiting-for-others = Du hast gefragt; die anderen müssen zustimmen
write-unknown = Der Server weiß nicht, ob das gespeichert wurde; sieh noch einmal nach
wrong-code = Dieser Wiederherstellungscode funktioniert nicht; jeder Code gilt nur einmal
wrong-endpoint = Das ist keine Adresse eines Push-Dienstes
wrong-link = Dieser Link funktioniert nicht mehr; erstelle auf dem anderen Gerät einen neuen
wrong-mail-link = Dieser Link gilt nicht mehr; fordere auf deiner Seite eine neue E-Mail an
