# Texts of puzzles and dailies.

about = Über dieses Rätsel
about-puzzles = Jede Lösung ist bewiesen. Zu einer Stellung gibt es genau eine; ein ganzes Spiel allein lässt sich auf jede Art gewinnen. Ist ein Zug falsch, siehst du, warum.
all-puzzles = Alle Rätsel
analysis-board = Analysebrett
answer = Lösung
answer-shown = Die Lösung wurde gezeigt.
any = Beliebig
archive = Vergangene Tage
asked-right = Das ist ein richtiger Zug: { $move }
back-to-the-daily = Zurück zum Tagesrätsel
back-to-the-puzzle = Zurück zum Rätsel
back-to-the-result = Zurück zum Ergebnis
begun = Noch nicht gelöst
by-grade = Nach Schwierigkeit
copied = Kopiert.
copy-by-hand = Markiere den Text oben und kopiere ihn.
does-not-count = Löse es noch einmal: Dein Ergebnis bleibt, wie es ist.
found = { $count } Rätsel
game-lost = Das Spiel ist verloren. Nimm Züge zurück, oder lass dir die Lösung zeigen.
game-won = { $undos ->
    [0] Ohne Zurücknehmen gewonnen in { $time }
    [one] Mit { $undos } zurückgenommenen Zug gewonnen in { $time }
   *[other] Mit { $undos } zurückgenommenen Zügen gewonnen in { $time }
  }
gave-up = Aufgegeben
grade = Schwierigkeit { $grade }
grade-from = Schwierigkeit ab
grade-of-the-puzzle = Schwierigkeit
grade-range = { $grade } ({ $low } bis { $high })
grade-to = Schwierigkeit bis
how-others-did = { $count ->
    [0] So ging es anderen: noch keine Ergebnisse
    [one] So ging es anderen: { $count } Ergebnis
   *[other] So ging es anderen: { $count } Ergebnisse
  }
kind = Art
lines-not-seen = { $count ->
    [one] { $count } weitere Zugfolge wurde nicht untersucht.
   *[other] { $count } weitere Zugfolgen wurden nicht untersucht.
  }
lost-after = Verloren nach Zug { $number }: { $move }
many-tries = { $count } Versuche oder mehr
many-undos = { $count } Zurücknahmen oder mehr
never-lost = Das Spiel war nie nachweislich verloren.
next-puzzle = Nächstes Rätsel
not-tried = Noch nicht versucht
origin = Herkunft
origin-text = Bots ({ $players }), Startwert { $seed }, nach Zug { $move }
play-again = Noch einmal spielen
points-of-no-return = Verlustzüge
read-the-position = Stellung vorlesen
right = Richtig: { $move }
set-alone = { $game } allein
share = Ergebnis teilen
share-picture = Als Bild
share-text = Als Text
show-all = Alle { $count } zeigen
show-the-answer = Lösung zeigen
solve-again = Noch einmal lösen
solved = { $tries ->
    [1] Im ersten Versuch gelöst
    [2] Im zweiten Versuch gelöst
    [3] Im dritten Versuch gelöst
   *[other] In { $tries } Versuchen gelöst
  }
solved-again = Noch einmal gelöst. Dein Ergebnis bleibt, wie es ist.
solved-of = { $solved } von { $count } gelöst
streak = { $days ->
    [one] { $days } Tag in Folge
   *[other] { $days } Tage in Folge
  }
the-answer-to-it = Antwort:
theme = Thema
themes = Themen
todays-daily = Tagesrätsel von heute
tries = { $count ->
    [one] { $count } Versuch
   *[other] { $count } Versuche
  }
try-a-move = Probiere einen Zug: Ist er falsch, siehst du, warum, und er zählt nicht. Der richtige gilt als gefunden.
try-any-move = Probiere irgendeinen Zug: Du siehst, warum er geht oder scheitert. Er zählt nicht.
undos = { $count ->
    [0] Nichts zurückgenommen
    [one] { $count } Zurücknahme
   *[other] { $count } Zurücknahmen
  }
undos-and-time = Zurückgenommen: { $undos } · Zeit: { $time }
what-follows = Was folgt:
why-not-my-move = Warum nicht mein Zug?
wrong = Nicht die Lösung: { $move }
your-rating = Deine Wertung
your-rating-is = Deine Wertung: { $rating }
