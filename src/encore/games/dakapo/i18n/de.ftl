# Dakapo; see en.ftl.

## The name of the game and its options.

title = Dakapo
summary = vier gleiche Steine als Ecken eines Quadrats gewinnen
goal = der 4. Stein eines einfarbigen Quadrats gewinnt, auch schräg
option-call = Sieg mit einem Quadrat
option-call-help = Ob ein vollendetes Quadrat sofort gewinnt oder nur, wenn es angesagt wird.
option-call-auto = sofort
option-call-spoken = nur, wenn es angesagt wird

## Moves that the rules refuse.

no-such-placement = dieses Feld oder diese Farbe gibt es nicht
no-such-action = es gibt keine Aktion { $action }; die Aktionen sind 0 bis { $last }
over = die Partie ist vorbei: { $end }
taken = auf { $cell } liegt schon ein Stein
touches-none = { $cell } berührt keinen Stein; setze neben einen anderen Stein
touches-same-colour =
    { $colour ->
        [red] Rot würde den roten Stein auf { $cell } berühren
        [yellow] Gelb würde den gelben Stein auf { $cell } berühren
        [green] Grün würde den grünen Stein auf { $cell } berühren
       *[blue] Blau würde den blauen Stein auf { $cell } berühren
    }
colour-just-placed = dein Gegenüber hat gerade { $colour ->
        [red] Rot
        [yellow] Gelb
        [green] Grün
       *[blue] Blau
    } gesetzt; wähle eine andere Farbe
colour-used-up = alle { $count } { $colour ->
        [red] roten
        [yellow] gelben
        [green] grünen
       *[blue] blauen
    } Steine liegen auf dem Brett
call-not-needed = Quadrate zählen in dieser Partie automatisch; lass das ! weg

## Moves and positions that cannot be read.

not-a-move = ein Zug ist ein Feld a1 bis h8 und eine Farbe r, y, g oder b, zum Beispiel e6r, nicht { $text }
not-a-position = eine Stellung besteht aus acht Reihen und der letzten Farbe, zum Beispiel 8/8/8/3ry3/3gb3/8/8/8 -, nicht { $text }
not-a-rank = Reihe { $rank } ist { $text }, aber eine Reihe hat 8 Felder, und eine Ziffer zählt leere Felder hintereinander
too-many-stones = { $count } { $colour ->
        [red] rote
        [yellow] gelbe
        [green] grüne
       *[blue] blaue
    } Steine sind zu viele: Jede Farbe hat { $most }
last-colour-missing =
    { $colour ->
        [red] Rot wurde zuletzt gesetzt, aber auf dem Brett liegt kein roter Stein
        [yellow] Gelb wurde zuletzt gesetzt, aber auf dem Brett liegt kein gelber Stein
        [green] Grün wurde zuletzt gesetzt, aber auf dem Brett liegt kein grüner Stein
       *[blue] Blau wurde zuletzt gesetzt, aber auf dem Brett liegt kein blauer Stein
    }
position-call-without-square = das ! steht für ein angesagtes Quadrat, aber es gibt kein { $colour ->
        [red] rotes
        [yellow] gelbes
        [green] grünes
       *[blue] blaues
    } Quadrat
position-call-not-agreed = ein ! steht in einer Stellung nur mit der Option call=spoken

## How a game ends.

end-square = ein { $colour ->
        [red] rotes
        [yellow] gelbes
        [green] grünes
       *[blue] blaues
    } Quadrat
end-full = das Brett ist voll
end-stuck = Platz { $seat } kann keinen Stein setzen

## Why a move is good.

reason-completes = der Stein vollendet ein { $colour ->
        [red] rotes
        [yellow] gelbes
        [green] grünes
       *[blue] blaues
    } Quadrat
reason-called = es wird angesagt, und nur ein angesagtes Quadrat zählt
reason-leaves-no-placement = dein Gegenüber kann nicht mehr setzen
reason-fills-board = das Brett ist dann voll: unentschieden
reason-stops = der Stein verhindert ein { $colour ->
        [red] rotes
        [yellow] gelbes
        [green] grünes
       *[blue] blaues
    } Quadrat auf { $cell }
reason-nothing-safe = jeder Stein lässt deinem Gegenüber ein Quadrat zu
reason-only-safe = nur dieser Stein ist sicher: Dein Gegenüber kann kein Quadrat vollenden
reason-safe = dein Gegenüber kann danach kein Quadrat vollenden
reason-rules-out = auf { $cell } ist kein { $colour ->
        [red] rotes
        [yellow] gelbes
        [green] grünes
       *[blue] blaues
    } Quadrat mehr möglich
reason-threatens = es droht ein { $colour ->
        [red] rotes
        [yellow] gelbes
        [green] grünes
       *[blue] blaues
    } Quadrat: Dein Gegenüber muss { $cell } besetzen
reason-threatens-twice = zwei Quadrate drohen zugleich, auf { $first } und { $second }: Nur eines lässt sich verhindern
reason-wins-next = was dein Gegenüber auch setzt, danach lässt sich ein Quadrat vollenden
reason-few-safe = deinem Gegenüber { $count ->
        [one] bleibt nur ein sicherer Stein
       *[other] bleiben nur { $count } sichere Steine
    }
reason-quiet = noch lässt sich kein Quadrat vollenden: Jeder Stein ist sicher

## The tutorial.

lesson-placing = Steine setzen
lesson-placing-beside = Ihr teilt euch vier Farben; niemand hat eine eigene. Setze einen Stein auf ein leeres Feld neben einem anderen Stein: darüber, darunter, links oder rechts davon. Solche Felder sind hervorgehoben. Wähle eines, dann eine Farbe.
lesson-placing-beside-done = Das ist ein Zug: ein Stein. Dann ist dein Gegenüber am Zug.
lesson-placing-forbidden = Dein Gegenüber hat gerade Grün auf d6 gesetzt. Darum darfst du in diesem Zug kein Grün setzen. Probiere es auf f5 aus oder setze eine andere Farbe.
lesson-placing-forbidden-done = Gut. Nun darf dein Gegenüber deine Farbe nicht setzen.
lesson-placing-neighbours = Ein Stein berührt nie mit einer Seite einen Stein seiner Farbe. Neben c4 liegen Gelb, Grün und Rot. Setze die einzige Farbe, die dort passt.
lesson-placing-neighbours-wrong = Dieser Stein ist erlaubt, aber gesucht ist die Farbe, die auf c4 passt.
lesson-placing-neighbours-done = Richtig: nur Blau. An einer Ecke dürfen sich Steine gleicher Farbe berühren.
lesson-squares = Mit Quadraten gewinnen
lesson-squares-upright = Du gewinnst mit der vierten Ecke eines Quadrats in einer Farbe. Wer die anderen drei gesetzt hat, spielt keine Rolle. Hier fehlt zu drei roten Steinen der vierte.
lesson-squares-upright-wrong = Dieser Stein vollendet nichts. Suche das Feld, das mit d3, d5 und f3 ein Quadrat bildet.
lesson-squares-upright-done = Vier rote Ecken: d3, d5, f5 und f3. Du hast gewonnen.
lesson-squares-tilted = Ein Quadrat darf auf der Spitze stehen oder schräg liegen, klein oder groß sein. Finde das, das du hier vollenden kannst.
lesson-squares-tilted-wrong = Dieser nicht. Drei gelbe Steine sind Ecken eines kleinen Quadrats, das auf der Spitze steht.
lesson-squares-tilted-done = Ja: d6, e7, f6 und e5 bilden ein Quadrat, das auf der Spitze steht.
lesson-example = Das Beispiel aus der Spielregel
lesson-example-green = Spiele für Tom: Setze Grün auf e6. Dann sind drei Ecken eines schrägen Quadrats grün.
lesson-example-green-wrong = Dieser Stein ist erlaubt, aber im Beispiel setzt Tom Grün auf e6.
lesson-example-green-done = d4, e6 und g5 sind drei Ecken eines schrägen Quadrats. Die vierte, f3, berührt noch keinen Stein; darum kann dort niemand setzen.
lesson-example-yellow = Spiele für Susan: Setze Gelb auf f4. Rot und Blau passen dort nicht, und Grün ist in diesem Zug gesperrt.
lesson-example-yellow-wrong = Das ist vielleicht besser, aber im Beispiel setzt Susan Gelb auf f4.
lesson-example-yellow-done = Das war Susans Fehler: Nun berührt f3 einen Stein, und Tom darf Grün setzen.
lesson-example-win = Spiele wieder für Tom: Grün ist jetzt erlaubt. Gewinne die Partie.
lesson-example-win-wrong = Grün gewinnt auf der vierten Ecke des Quadrats mit d4, e6 und g5.
lesson-example-win-done = d4, e6, g5 und f3 bilden ein schräges Quadrat.
lesson-threats = Drohungen
lesson-threats-stop = Dein Gegenüber hat gerade Rot gesetzt und braucht nur noch f5 für ein Quadrat. Rot darfst du jetzt nicht setzen, du kannst es also nicht selbst vollenden. Verhindere es.
lesson-threats-stop-wrong = Jetzt vollendet dein Gegenüber das Quadrat auf f5. Besetze dieses Feld mit einer anderen Farbe.
lesson-threats-stop-done = Auf dem Feld liegt nun eine andere Farbe; Rot kann dieses Quadrat nie mehr vollenden.
lesson-threats-double = Jetzt greifst du an: Finde einen Stein, mit dem zwei Quadrate seiner Farbe drohen. Dein Gegenüber kann nur eines der beiden Felder besetzen.
lesson-threats-double-wrong = Damit drohen keine zwei Quadrate. Sieh dir die gelben Steine auf d6, e5 und f4 an.
lesson-threats-double-done = e7 und g5 vollenden nun beide ein gelbes Quadrat, und Gelb ist für dein Gegenüber gesperrt.
lesson-threats-safe = Rot auf b5 würde ein Quadrat vollenden, aber b5 berührt noch keinen Stein. Ein Stein neben b5 würde es deinem Gegenüber erlauben. Setze einen anderen.
lesson-threats-safe-wrong = Dieser Stein berührt b5, und dein Gegenüber vollendet dort das rote Quadrat.
lesson-threats-safe-done = Sicher. Wer keinen sicheren Stein mehr hat, muss dem Gegenüber ein Quadrat überlassen.
lesson-end = Wie die Partie endet
lesson-end-last-stone = Ein Feld ist übrig, und eine Farbe passt. Ein volles Brett ist unentschieden, und wer keinen Stein setzen kann, verliert; doch ein Quadrat geht vor. Setze den letzten Stein.
lesson-end-last-stone-done = Der 64. Stein vollendet ein blaues Quadrat und gewinnt.
lesson-end-call = Ihr könnt auch vereinbaren, dass Quadrate angesagt werden müssen. Vollende hier eines und sage es mit demselben Zug an: Schalte die Ansage ein, dann setze den Stein.
lesson-end-call-wrong = Du hast mit diesem Stein kein Quadrat angesagt. Ein Quadrat, das beim Vollenden nicht angesagt wird, zählt nie mehr.
lesson-end-call-done = Angesagt und vollendet: Du hast gewonnen. Eine Ansage ohne Quadrat hat keine Wirkung.
lesson-end-rematch = Wer verloren hat, darf nach der Partie mit dem Wort „Dakapo!“ um eine Revanche bitten. Wer in der letzten Partie als Zweites am Zug war, beginnt die nächste.

## Moves in words.

told-stone =
    { $colour ->
        [red] roter
        [yellow] gelber
        [green] grüner
       *[blue] blauer
    } Stein auf { $cell }{ $effect ->
        [square] , vollendet ein Quadrat
        [call] , mit Ansage
       *[none] { "" }
    }

## The board on the page.

colour =
    { $colour ->
        [red] Rot
        [yellow] Gelb
        [green] Grün
       *[blue] Blau
    }
not-this-turn = In diesem Zug kein { $colour ->
        [red] Rot
        [yellow] Gelb
        [green] Grün
       *[blue] Blau
    }
stone-on = { $cell }, { $colour ->
        [red] roter
        [yellow] gelber
        [green] grüner
       *[blue] blauer
    } Stein
cell-empty = { $cell }, leer
cell-takes = { $cell }, leer, frei für { $colours }
note-turn =
    { $count ->
        [1] letzter Stein
       *[other] Nummer { $number } der letzten { $count } Steine
    }
note-pending = noch nicht gespeichert
note-marked = hervorgehoben
note-hint = Tipp: { $colour ->
        [red] Rot
        [yellow] Gelb
        [green] Grün
       *[blue] Blau
    }
board = Dakapo-Brett
keys = Pfeiltasten wechseln das Feld; R, Y, G und B setzen einen Stein (Rot, Gelb, Grün, Blau); die Eingabetaste zeigt die Farben.
stones-left = Übrige Steine
choose-colour = Farbe für { $cell }
why-not =
    { $colour ->
        [red] Rot
        [yellow] Gelb
        [green] Grün
       *[blue] Blau
    }: Warum nicht?
no-colour-fits = Hier passt keine Farbe. Wähle eine, um zu sehen, warum.
call-square = Quadrat ansagen
call-on = Du setzt den nächsten Stein mit Ansage.
call-off = Du setzt den nächsten Stein ohne Ansage.

# Rätsel
puzzle-win = Gewinn erzwingen
puzzle-only = Der einzige Zug
task-win =
    { $moves ->
        [one] Gewinne mit einem Stein.
       *[other] Gewinne in { $moves } Zügen, was auch immer dein Gegner tut.
    }
task-only = Finde den einzigen Zug, nach dem dein Gegner nicht in zwei Zügen gewinnt.
refuted-game-over = Damit endet die Partie ohne Sieg.
refuted-loses =
    { $moves ->
        [one] Dein Gegner gewinnt sofort.
       *[other] Jetzt gewinnt dein Gegner in { $moves } Zügen.
    }
refuted-no-win = Dieser Stein gewinnt nicht.
refuted-defence =
    { $moves ->
        [one] Nach dieser Antwort kannst du nicht mit einem Stein gewinnen.
       *[other] Nach dieser Antwort gibt es keinen Gewinn in { $moves } Zügen.
    }
puzzle-impossible = zu diesen Steinen kann keine Partie führen
theme-in-1 = ein Zug
theme-in-2 = zwei Züge
theme-in-3 = drei Züge
theme-tilted = schräges Quadrat
theme-large-square = großes Quadrat
theme-no-placement = kein Platz mehr
theme-threat = Drohung
theme-quiet = stiller erster Zug
theme-only-move = einziger Zug
theme-block = Quadrat verhindern
theme-foresight = vorausdenken

## What the signs at the table mean

legend-square = Vier Steine einer Farbe an den Ecken eines Quadrats gewinnen, ob gerade oder schräg, klein oder groß. Es gewinnt, wer den vierten setzt; wer die anderen gesetzt hat, spielt keine Rolle.
legend-open = Hier lässt sich ein Stein setzen.
legend-forbidden = Diese Farbe hat dein Gegenüber gerade gesetzt, darum darfst du sie in diesem Zug nicht setzen.
legend-last = Der zuletzt gesetzte Stein.
legend-left = So viele Steine dieser Farbe sind noch übrig.
