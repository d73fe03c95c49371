# Texte der Wertungen.

about = Gewertete Spiele ändern eine Zahl, die sagt, wie stark du in einem Spiel bist. Wer eine Wertung will, steht mit Namen und Zahl in der Bestenliste.
about-bots = Gemessen in Spielen zwischen den Bots. Ein Bot in der Nähe deiner eigenen Wertung ist ein guter Gegner.
about-list = Ein Fragezeichen heißt, dass es erst wenige Ergebnisse gibt.
about-rated-table = Ein gewerteter Tisch braucht eine Uhr und die üblichen Regeln.
best = Bestenliste
bots = Bots auf derselben Skala
for-ratings = Er ist für Wertungen { $range }.
from-results = { $count ->
    [one] aus { $count } Ergebnis
   *[other] aus { $count } Ergebnissen
  }
game = Spiel
game-of-pair = Spiel { $number } von 2: Im zweiten sind die Plätze getauscht, und beide zählen zusammen.
highest = Höchste Wertung der anderen
history = Gewertete Ergebnisse
lowest = Niedrigste Wertung der anderen
more = Mehr Ergebnisse
name = Name
nobody = In diesem Spiel hat noch niemand eine Wertung.
place = Platz
rank = { $rank } von { $players }
rated-game = Gewertet: Das Ergebnis ändert deine Wertung
rating = Wertung
ratings = Wertungen
results = Ergebnisse
table-is-rated = Dieser Tisch ist gewertet.
want = Ich will eine Wertung
