# Texts of replays and reviews.

better-move = Besser: { $move }
chance = { $percent } %
change = { $sign ->
    [plus] +{ $percent } %
   *[minus] −{ $percent } %
  }
choose-a-file = Datei wählen
choose-a-record = Eine gespeicherte Partie, oder hier ablegen
download = Herunterladen
error = ± { $percent } %
find-a-better-move = Besseren Zug suchen
find-a-better-move-for = { $name }: Finde einen besseren Zug
given-away = Verschenkt
go-to-end = Zum Ende
go-to-start = Zum Anfang
how-it-adds-up = Glück ist, was Geben und Ziehen verändert haben. Eigene Züge sind die Entscheidungen des Spielers, fremde die der anderen. Zusammen führen sie von der Chance am Anfang zum Ergebnis. „Verschenkt“ ist, was bessere Züge bewahrt hätten.
link-without-record = Dieser Link enthält keine Partie.
luck = Glück
move-number-name-takes-the-lead = Zug { $number }: { $name } geht in Führung
no-moments = Kein einzelner Zug war deutlich schlechter als ein anderer.
or-paste-the-record = Oder die Partie hier einfügen
other-choices = Fremde Züge
own-choices = Eigene Züge
pause = Pause
play-the-game = Abspielen
played-move = Zug { $number }: { $move }
proved = bewiesen
replay-a-game = Eine Partie ansehen
review-about = Wer hatte Glück, wer hat gut gewählt, und welche Züge lohnen einen zweiten Blick?
review-again = Fortsetzen
review-progress = Geprüfte Stellungen: { $done } von { $total }
review-the-game = Partie analysieren
show-the-better-move = Besseren Zug zeigen
start = Anfang
stop = Abbrechen
the-beginning = Der Anfang
the-dealer-deals = Es wird ausgeteilt
tried-bad = Dieser Zug verschenkt { $percent } %. Suche einen anderen.
tried-good = Gut: Kein anderer Zug ist deutlich besser.
tried-unknown = In der Zeit ließ sich nicht beweisen, wie gut dieser Zug ist.
turning-points = Wendepunkte
who-was-ahead = Wer vorn lag
win-chances = Gewinnchancen
worth-another-look = Einen zweiten Blick wert
your-finished-games = Deine beendeten Partien
