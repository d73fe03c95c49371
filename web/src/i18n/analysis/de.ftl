# Texts of replays, reviews and the analysis board.

all-known = Die genauen Werte aller { $count } Züge sind bekannt.
analysis = Analyse
analysis-of = Analyse: { $game }
best-moves = Beste Züge
better-move = Besser: { $move }
by-chance = nach Gewinnchance
by-points = nach Punkten
chance = { $percent } %
change = { $sign ->
    [plus] +{ $percent } %
   *[minus] −{ $percent } %
  }
choose-a-file = Datei wählen
choose-a-record = Eine gespeicherte Partie, oder hier ablegen
comment = Kommentar
deal = Geben
deal-all-right = Niemand konnte bestimmen, was ausgeteilt wurde
deal-cannot-check-here = Unter dieser Adresse kann dieser Browser nicht selbst prüfen: Dazu braucht er https oder localhost. Der Server prüft unten.
deal-checking = Wird geprüft …
deal-deals-follow = { $deals ->
    [one] { $deals }-mal ausgeteilt, wie es aus dem Startwert folgt
   *[other] { $deals }-mal ausgeteilt, immer wie es aus dem Startwert folgt
}
deal-hashes-as-shown = Die Hashes aller Zufallszahlen sind die, die vor der Partie gezeigt wurden
deal-hashes-changed = Die Hashes der Zufallszahlen sind nicht die, die vor der Partie gezeigt wurden
deal-in-this-browser = In diesem Browser
deal-nothing-kept = Dieser Browser hat zu dieser Partie nichts gespeichert, was er vergleichen könnte.
deal-not-checked = Das Austeilen konnte nicht geprüft werden
deal-nothing-wrong = Der Server hat beim Austeilen nichts Falsches gefunden
deal-number-not-asked-for = Der Server hat diesen Browser nicht nach seiner Zufallszahl gefragt; es gibt nichts zu vergleichen.
deal-on-the-server = Auf dem Server
deal-numbers-as-promised = Die Zufallszahlen in der Aufzeichnung sind die versprochenen
deal-numbers-changed = Eine Zufallszahl in der Aufzeichnung ist nicht die versprochene
deal-own-number-missing = Der Startwert enthält die Zufallszahl dieses Browsers nicht
deal-own-number-used = Der Startwert enthält die Zufallszahl dieses Browsers
deal-right = richtig
deal-secret-as-shown = Das Geheimnis des Servers hat den Hash, der vor der Partie gezeigt wurde
deal-secret-changed = Das Geheimnis des Servers hat nicht den Hash, der vor der Partie gezeigt wurde
deal-seed-made-of-both = Der Startwert ist aus dem Geheimnis und den Zufallszahlen gebildet
deal-seed-not-made-of-both = Der Startwert ist nicht aus dem Geheimnis und den Zufallszahlen gebildet
deal-something-wrong = Es ist nicht bewiesen, dass fair ausgeteilt wurde
deal-wrong = falsch
dealers-move = Was gegeben wird
delete-from-here = Ab hier löschen
deleted = { $count ->
    [one] Ein Zug gelöscht.
   *[other] { $count } Züge gelöscht.
  }
download = Herunterladen
draw-again = Neu ziehen
error = ± { $percent } %
every-move = Jeder Zug bei bestem Spiel
every-move-points = Punkte dieser Runde nach jedem Zug, bei bestem Spiel
every-turn = Höchste Punktzahl in diesem Zug, für jede Möglichkeit
every-secured = Punkte dieser Runde, die jeder Zug sichert, was die anderen auch tun
exact-points = { $points ->
    [one] { $points } Punkt
   *[other] { $points } Punkte
  }
exact-result = { $result ->
    [win] gewinnt
    [tie] unentschieden
   *[loss] verliert
  }
find-a-better-move = Besseren Zug suchen
find-a-better-move-for = { $name }: Finde einen besseren Zug
given-away = Verschenkt
go-to-end = Zum Ende
go-to-start = Zum Anfang
how-it-adds-up = Eigene Züge sind die Entscheidungen des Spielers, fremde die der anderen. Der Anfang und alle Änderungen ergeben zusammen das Ergebnis. „Verschenkt“ zählt zusammen, was durch Züge verloren ging, die deutlich schlechter waren als die besten. Dieselbe Chance kann verloren, zurückgewonnen und wieder verloren werden; deshalb kann eine Zahl über 100 % liegen.
how-many-moves = Wie viele beste Züge gezeigt werden
link-without-record = Dieser Link enthält keine Partie.
luck = Glück
make-main-line = Zur Hauptvariante machen
move = Zug
move-number-name-takes-the-lead = Zug { $number }: { $count ->
    [one] { $name } geht in Führung
   *[other] { $name } gehen in Führung
  }
moves-and-variations = Züge und Varianten
moves-known = Bei { $known } von { $all } Zügen ist das Ergebnis bewiesen.
next-move = Nächster Zug
no-best-moves = Aus
no-moments = Kein Zug war deutlich schlechter als der beste.
open-the-board = Brett öffnen
or-paste-the-record = Oder die Partie hier einfügen
order = Reihenfolge
other-choices = Fremde Züge
own-choices = Eigene Züge
pause = Pause
play-a-move = Zieh auf dem Brett, für wen auch immer am Zug ist.
play-the-game = Abspielen
played-move = Zug { $number }: { $move }
position = Eine Stellung in Notation; leer für den Anfang
previous-move = Voriger Zug
proved = bewiesen
replay-a-game = Eine Partie ansehen
restore = Gelöschtes zurückholen
restored = Die gelöschten Züge sind wieder da.
result = Ergebnis
review-about = Wer hatte Glück, wer hat gut gewählt, und welche Züge lohnen einen zweiten Blick?
review-again = Fortsetzen
review-progress = Geprüfte Stellungen: { $done } von { $total }
review-the-game = Partie analysieren
seat-change = { $what ->
    [resigned] Nach Zug { $move }: { $name } gibt auf.
    [time] Nach Zug { $move }: Die Zeit von { $name } ist abgelaufen.
    [abandoned] Nach Zug { $move }: { $name } hat das Spiel verlassen.
    [returned] Nach Zug { $move }: { $name } kehrt zurück.
   *[other] Nach Zug { $move }: Ein Bot ({ $bot }) spielt für { $name }.
  }
show-all = Alle { $count } zeigen
show-the-better-move = Besseren Zug zeigen
start = Anfang
stop = Abbrechen
team-chances = Partner gewinnen gemeinsam: Alle Chancen sind die des Teams.
the-beginning = Der Anfang
the-dealer-deals = Es wird ausgeteilt
then = dann
too-large = Das passt nicht hinein: Eine Analyse hat begrenzt viele Züge, Buchstaben und verschachtelte Varianten. Lösche etwas.
tried-bad = Dieser Zug verschenkt { $percent } %. Suche einen anderen.
tried-good = Gut: Kein anderer Zug ist deutlich besser.
tried-unknown = In der Zeit ließ sich nicht beweisen, wie gut dieser Zug ist.
turning-points = Wendepunkte
variation = Variante
what-luck-is = Glück ist, was Geben und Ziehen verändert haben.
who-was-ahead = Wer vorn lag
win-chances = Gewinnchancen
worth-another-look = Einen zweiten Blick wert
your-finished-games = Deine beendeten Partien
