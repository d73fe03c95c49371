# Texte von Dalapapa: was die Regeln sagen und was das Spielbrett zeigt.

title = Dalapapa
summary = Scheiben und Gruppen bilden; die meisten Punkte gewinnen
option-target = Punkte zum Sieg
option-target-help = Die Partie endet mit der Runde, in der jemand so viele Punkte erreicht.
option-target-value = { $count ->
    [one] { $count } Punkt
   *[other] { $count } Punkte
  }
option-open-hands = Hände
option-open-hands-help = Ob man die Steine der anderen sieht.
option-open-hands-off = verdeckt: du siehst nur deine Steine
option-open-hands-on = offen: alle sehen alle Steine

## The end of a game

target-reached = { $points } Punkte erreichen das Ziel von { $target }
nobody-can-place = niemand kann einen Stein legen

## Moves that the rules forbid

game-over = die Partie ist vorbei
draw-after-turn = Steine werden am Ende eines Zuges gezogen
lay-before-stop = ein Zug beginnt mit einem Stein; aufhören kannst du erst nach dem ersten
stop-not-pass = nach dem ersten Stein endet der Zug mit Aufhören, nicht mit Passen
must-not-pass = wer einen Stein legen kann, darf nicht passen
draw-first = zuerst zieht Platz { $seat }
draw-count = { $count ->
    [one] Platz { $seat } zieht hier einen Stein, nicht { $drawn }
   *[other] Platz { $seat } zieht hier { $count } Steine, nicht { $drawn }
}
not-in-bag = Stein { $tile } ist nicht im Beutel
not-in-hand = Stein { $tile } ist nicht auf der Hand von Platz { $seat }
face-and-side = ein Stein liegt mit Seite a oder b nach oben, in Richtung e, n, w oder s
square-taken = auf { $square } liegt schon ein Stein
first-at-origin = der erste Stein liegt auf 0,0
no-shared-edge = der Stein hätte mit keinem anderen eine Kante gemeinsam
colours-differ = auf der Kante zwischen { $one } und { $other } träfe { $mine ->
    [red] Rot
    [green] Grün
    [blue] Blau
   *[yellow] Gelb
} auf { $theirs ->
    [red] Rot
    [green] Grün
    [blue] Blau
   *[yellow] Gelb
}
no-such-action = es gibt keine Aktion { $action }; die Aktionen sind 0 bis { $last }
no-such-tile-held = { $count ->
    [one] Platz { $seat } hat einen Stein und kann darum Stein { $number } der Hand nicht legen
   *[other] Platz { $seat } hat { $count } Steine und kann darum Stein { $number } der Hand nicht legen
}

## Texts that cannot be read

not-a-move = ein Zug ist ein Stein wie 37a@4,-1e oder stop oder pass, nicht { $text }
not-a-place = ein Stein wird als Nummer, Seite, @, Feld und Richtung geschrieben, etwa 37a@4,-1e: Nummern von 1 bis { $last }, Seiten a und b, Richtungen e, n, w, s; nicht { $text }
not-tiles = Steine sind Nummern von 1 bis { $last } mit Kommas, etwa 17,42, nicht { $text }
not-a-state = ein Stand besteht aus Phase, Platz, Punkten, Händen und Steinen auf dem Tisch mit je einem Leerzeichen dazwischen, nicht { $text }
not-a-phase = eine Phase ist eine von { $phases }, nicht { $text }
not-a-seat = der Platz ist eine Zahl von 1 bis { $players }, nicht { $text }
not-scores = die Punkte sind { $players } Zahlen mit Kommas, nicht { $text }
not-hands = es gibt { $players } Hände, getrennt durch /, nicht { $text }
not-a-hand = eine Hand hat höchstens { $most } Steine in aufsteigender Reihenfolge, nicht { $text }
tile-twice = ein Stein kommt zweimal vor
place-refused = { $place } kann dort nicht liegen: { $why }
nothing-to-draw = Platz { $seat } hat nichts zu ziehen
no-tile-to-lay = Platz { $seat } hat keinen Stein zum Legen
one-tile-left = Platz { $seat } muss nach dem ersten Stein noch genau einen haben
no-tile-fits = ein Zug wartet nur auf einen Stein, der irgendwo passt
table-not-empty = der Tisch ist leer, bis Platz 1 den ersten Stein legt
no-hidden-tiles = keiner der übrigen Steine kann ein verdeckter sein
tile-set-lines = ein Steinsatz hat { $count } Zeilen mit je einem Zeilenende, nicht { $found }
tile-set-last-line = ein Steinsatz hat { $count } Zeilen mit je einem Zeilenende, auch die letzte
tile-set-line = Zeile { $number } des Steinsatzes ist { $number } und zwei Seiten aus sieben Buchstaben r, g, b, y, etwa { $number } ryrrygg bryrygg, nicht { $text }

## Hints

hint-pass = kein Stein auf der Hand lässt sich anlegen
hint-start = Startsteine bringen nichts ein, jede Stelle ist also gleich gut
hint-discs = { $count ->
    [one] er macht eine neue Scheibe
   *[other] er macht { $count } neue Scheiben
}: { $points ->
    [one] 1 Punkt
   *[other] { $points } Punkte
}
hint-group = er schließt eine { $colour ->
    [red] rote
    [green] grüne
    [blue] blaue
   *[yellow] gelbe
} Gruppe aus { $count }: { $count ->
    [one] 1 Punkt
   *[other] { $count } Punkte
}
hint-groups = er schließt { $groups } { $colour ->
    [red] rote
    [green] grüne
    [blue] blaue
   *[yellow] gelbe
} Gruppen aus { $count }: { $points } Punkte
hint-price = { $change ->
    [rises] nach Abzug des Preises von { $price } steigt die Summe um { $points }
    [falls] nach Abzug des Preises von { $price } fällt die Summe um { $points }
   *[stays] nach Abzug des Preises von { $price } bleibt die Summe gleich
}
hint-most = kein anderer Zug bringt jetzt mehr ein
hint-leaves-none = er lässt keine Gruppe von { $count } oder mehr übrig, die ein einziger Stein schließen könnte
hint-too-dear = { $points ->
    [one] der zweite Stein brächte höchstens 1 Punkt und kostet { $price }
   *[other] der zweite Stein brächte höchstens { $points } Punkte und kostet { $price }
}
hint-keep = { $points ->
    [one] der zweite Stein bringt höchstens 1 Punkt; auf der Hand bringt er später vielleicht mehr
   *[other] der zweite Stein bringt höchstens { $points } Punkte; auf der Hand bringt er später vielleicht mehr
}

## Lessons

lesson-discs = Steine und Scheiben
lesson-discs-lay = Jeder Stein hat in der Mitte eine Scheibe und an den Kanten sechs Halbscheiben. Wähle einen Stein, wende und drehe ihn nach Belieben und lege ihn neben die anderen: Wo es leuchtet, passt er. Sieh nach, was er einbringt, und bestätige.
lesson-discs-lay-done = Aus zwei Halbscheiben ist eine Scheibe geworden.
lesson-discs-two = Ein Stein muss mit einem anderen eine Kante gemeinsam haben, und Halbscheiben, die sich treffen, müssen gleichfarbig sein. Versuche eine Stelle, wo das nicht so ist: Der Stein wird abgelehnt, und du siehst, warum. Lege dann einen Stein, der zwei Scheiben auf einmal macht.
lesson-discs-two-wrong = Das passt, macht aber keine zwei Scheiben. Sieh in die Ecke zwischen den beiden Steinen.
lesson-discs-two-done = Jede gemeinsame Kante zweier Steine ist eine neue Scheibe: zwei Kanten, zwei Punkte.
lesson-discs-three = Die ersten beiden neuen Scheiben eines Steins zählen je einen Punkt, jede weitere zwei. Mach drei Scheiben.
lesson-discs-three-wrong = Das sind weniger als drei Scheiben. Der rechte Stein passt in eine Lücke mit drei Kanten.
lesson-discs-three-done = Drei Scheiben: 1 + 1 + 2 = 4 Punkte.
lesson-groups = Gruppen
lesson-groups-one = Scheiben einer Farbe, die sich berühren, sind eine Gruppe, sobald keine Halbscheibe dieser Farbe sie mehr berührt. Die Mitte deines linken Steins berührt nichts in ihrer Farbe und ist so gleich eine Gruppe aus einer Scheibe. Lege den linken Stein.
lesson-groups-one-wrong = Das macht keine Gruppe aus einer Scheibe. Wähle den linken Stein.
lesson-groups-one-done = Eine Gruppe bringt für jede ihrer Scheiben einen Punkt, hier einen. Die Scheibe in der Mitte zählt nur für ihre Gruppe.
lesson-groups-nine = Ein Beispiel aus der Spielregel: Ein Stein macht zwei Scheiben und schließt eine gelbe Gruppe aus sieben. Finde ihn.
lesson-groups-nine-wrong = Das schließt die gelbe Gruppe nicht. Das Auge auf dem Tisch zeigt fast geschlossene Gruppen.
lesson-groups-nine-done = 2 Punkte für die Scheiben und 7 für die Gruppe: 9 Punkte.
lesson-groups-twelve = Das andere Beispiel: Ein Stein macht drei Scheiben und schließt zwei Gruppen, eine rote aus drei und eine gelbe aus fünf.
lesson-groups-twelve-wrong = Das schließt nicht beide Gruppen. Der rechte Stein kann es.
lesson-groups-twelve-done = 4 Punkte für drei Scheiben, 3 und 5 für die Gruppen: 12 Punkte.
lesson-groups-six = Hier sind fünf Gruppen fertig: Das Auge auf dem Tisch zeigt sie. Schließe die gelbe Gruppe aus sechs.
lesson-groups-six-wrong = Die gelbe Gruppe ist noch offen. Sieh nach Südwesten.
lesson-groups-six-done = Jetzt sind es sechs Gruppen wie in der Spielregel: aus 1, 6, 2, 7, 5 und 1 Scheiben. Eine fertige Gruppe wächst nie mehr.
lesson-turn = Der Zug und das Ende
lesson-turn-second = Nach dem ersten Stein darfst du auch den zweiten legen. Er kostet 4 Punkte. Hier lohnt es sich: Finde eine Stelle, die mehr als 4 einbringt.
lesson-turn-second-wrong = Das bringt zu wenig für seinen Preis. In der Liste der Stellen steht die beste oben.
lesson-turn-second-done = Vier Scheiben und eine Gruppe aus drei sind 9 Punkte; nach Abzug des Preises bleiben 5.
lesson-turn-stop = Hier bringt der zweite Stein nirgends seinen Preis ein. Behalte ihn und beende den Zug.
lesson-turn-stop-wrong = Das kostet Punkte. Beende lieber den Zug.
lesson-turn-stop-done = Danach ziehst du wieder auf zwei Steine nach. Nur du siehst sie, außer wenn die Hände offen liegen.
lesson-turn-last = Platz 1 hat das Ziel von 60 überschritten, aber die Runde wird zu Ende gespielt, und du hast den letzten Zug. Hole mindestens 5 Punkte und gewinne.
lesson-turn-last-wrong = Das reicht nicht: Platz 1 hat 61 Punkte. Der linke Stein kann rote Gruppen schließen.
lesson-turn-last-done = Wer die meisten Punkte hat, gewinnt; bei Gleichstand wird der Sieg geteilt. Das Spiel endet auch, wenn niemand einen Stein legen kann.

## Moves in words

told-start = legt einen Startstein
told-lay = legt einen Stein, +{ $points }: { $earned }
told-second = legt einen zweiten Stein (−{ $price }), +{ $points }: { $earned }
told-discs = { $count ->
    [one] eine Scheibe
   *[other] { $count } Scheiben
}
told-group = { $groups ->
    [one] eine Gruppe aus { $count }
   *[other] { $groups } Gruppen zu je { $count }
}
told-groups = Gruppen aus { $sizes }
told-stop = beendet den Zug
told-pass = passt
told-draw = { $count ->
    [one] ein Stein wird gezogen
   *[other] { $count } Steine werden gezogen
}

## The board on the page

table = { $count ->
    [one] Tisch mit einem Stein
   *[other] Tisch mit { $count } Steinen
}
table-keys = { $count ->
    [one] Tisch mit einem Stein
   *[other] Tisch mit { $count } Steinen
}. Pfeile: nächste Stelle, Eingabe: legen, R: drehen, F: wenden, L: Liste der Stellen, Plus, Minus und 0: Größe
latest-turns = Letzte Züge
zoom = Zoom
zoom-in = Vergrößern
zoom-out = Verkleinern
fit-to-screen = An Bildschirm anpassen
show = Zeigen
show-open = offene Halbscheiben
show-nearly = fast geschlossene Gruppen
show-complete = fertige Gruppen
seat = Platz { $seat }
you = Du
points = Punkte
target = Ziel
bag = Beutel
hidden-tiles = { $count ->
    [one] ein Stein
   *[other] { $count } Steine
}
your-tiles = Deine Steine
colour = { $colour ->
    [red] Rot
    [green] Grün
    [blue] Blau
   *[yellow] Gelb
}
tile = Stein { $tile } ({ $colours })
tile-unknown = Stein
flip = Wenden
turn = Drehen
tap-place = Tippe auf eine leuchtende Stelle.
fits-nowhere = So passt er nirgends.
more-places = { $way ->
    [turn] Drehen für weitere Stellen.
    [flip] Wenden für weitere Stellen.
   *[both] Drehen oder wenden für weitere Stellen.
}
no-other-orientation = hier passt er in keiner anderen Lage
tile-places = { $count ->
    [one] eine Stelle
   *[other] { $count } Stellen
}
places = Stellen als Liste
legal-moves = Mögliche Züge, die meisten Punkte zuerst
move-place = { $tile } { $part ->
    [top-left] oben links
    [top] oben
    [top-right] oben rechts
    [left] links
    [middle] in der Mitte
    [right] rechts
    [bottom-left] unten links
    [bottom] unten
   *[bottom-right] unten rechts
}, { $side ->
    [e] zeigt nach rechts
    [n] zeigt nach oben
    [w] zeigt nach links
   *[s] zeigt nach unten
}
move-stop = den Zug ohne den zweiten Stein beenden
move-pass = passen
move-draw = { $count ->
    [one] ein Stein wird gezogen
   *[other] { $count } Steine werden gezogen
}
move-points = { $count ->
    [one] { $move }, bringt { $points } Punkt
   *[other] { $move }, bringt { $points } Punkte
}
signed-points = { $count ->
    [one] { $points } Punkt
   *[other] { $points } Punkte
}
earned = Was dieser Stein einbringt
new-discs = { $count ->
    [one] eine neue Scheibe
   *[other] { $count } neue Scheiben
}
group = { $colour ->
    [red] rote
    [green] grüne
    [blue] blaue
   *[yellow] gelbe
} Gruppe aus { $count }
second-tile-price = Preis des zweiten Steins
start-earns-nothing = Startsteine bringen nichts ein.
total = Summe
confirm = Bestätigen
cancel = Abbrechen
second-tile = Ein zweiter Stein kostet { $price } Punkte.
stop = Zug beenden
pass = Passen

# Rätsel
puzzle-turn = Der beste Zug
puzzle-group = Die Gruppe schließen
task-turn = Finde den Zug mit den meisten Punkten, mit einem Stein oder mit beiden.
task-group = Schließe mit einem Stein eine Gruppe aus { $discs } Scheiben.
refuted-fewer = Dieser Zug bringt höchstens { $points }; der beste bringt { $best }.
refuted-group =
    { $discs ->
        [0] Dieser Stein schließt keine Gruppe; möglich ist eine aus { $wanted } Scheiben.
       *[other] Dieser Stein schließt eine Gruppe aus { $discs }; möglich ist eine aus { $wanted } Scheiben.
    }
theme-one-tile = ein Stein
theme-two-tiles = beide Steine
theme-large-group = große Gruppe
theme-several-groups = mehrere Gruppen
theme-many-discs = viele Scheiben

## What the signs at the table mean

legend-place = Hier passt der gewählte Stein und bringt so viel ein; bei einem zweiten Stein ist der Preis von 4 schon abgezogen.
legend-made = Ein Stein, der seit deinem letzten Zug gelegt wurde: von wem, und was er eingebracht hat.
legend-disc = Eine neue Scheibe: zwei Halbscheiben einer Farbe, die sich treffen. Die ersten zwei eines Steins bringen je 1 Punkt, jede weitere 2.
legend-group = Eine fertige Gruppe: Scheiben einer Farbe, die sich berühren, ohne offene Halbscheibe dieser Farbe daran. Jede Scheibe bringt einen Punkt.
legend-held = So viele Steine hat jemand auf der Hand.
legend-bag = So viele Steine sind noch zu ziehen. Das Spiel endet mit der Runde, in der jemand die Punkte des Ziels hat.
