# Texte von Da Capo: was die Spielregeln sagen und was das Brett zeigt.

## The game and its options

title = Da Capo
summary = Fische fangen; wer die meisten Punkte hat, gewinnt
goal = Fisch auf Gelb wählen, dann Beute; { $players ->
    [1] nur deine Farbe bleibt
   *[other] meiste Punkte gewinnen
  }
players-1 = 1 (allein)
players-4 = 4 (zwei Teams)
option-switch = Oktopus und Hai tauschen
option-switch-help = Wann man Oktopus oder Hai mit einem anderen Fisch derselben Farbe tauschen darf.
option-switch-first = vor dem ersten Fang einer Runde
option-switch-every-turn = vor jedem Fang
option-switch-never = nie
option-target = Punkte zum Sieg
option-target-help = Die Partie endet, wenn jemand nach einer Runde so viele Punkte hat.
option-target-value = { $count ->
    [one] { $count } Punkt
   *[other] { $count } Punkte
  }
option-rounds = Höchstzahl der Runden
option-rounds-help = Die Partie endet spätestens nach so vielen Runden (0: keine Grenze).
option-rounds-value = { $count ->
    [0] keine Grenze
    [one] { $count } Runde
   *[other] { $count } Runden
  }

## How a game ends

solo-won = jeder Stapel gehört dir
solo-lost = niemand kann mehr fangen
sweep =
    { $colour ->
        [red] Rot
        [purple] Lila
        [green] Grün
       *[yellow] Gelb
    } hat alle gegnerischen Fische gefangen und gewinnt damit sofort
target-reached =
    { $points ->
        [one] { $points } Punkt erreicht das Ziel von { $target }
       *[other] { $points } Punkte erreichen das Ziel von { $target }
    }
last-round = die vereinbarte letzte Runde (Runde { $round }) ist vorbei

## Why a move is refused

game-over = die Partie ist vorbei: { $reason }
deal-first = zuerst müssen die Fische ausgelegt werden
deal-later = Fische werden nur zu Beginn einer Runde ausgelegt
deal-fish =
    eine Auslage für { $players ->
        [one] eine Person
       *[other] { $players } Personen
    } hat jeden der { $count } Fische genau einmal
corners = zu zweit bleiben die Ecken leer
deal-without-order = eine Auslage für eine Person nennt die Reihenfolge der vier Farben, etwa deal:…:gyrp
deal-with-order = nur eine Auslage für eine Person nennt eine Reihenfolge der Farben
no-such-square = dieses Feld gibt es nicht
no-own-fish =
    auf { $cell } ist kein { $colour ->
        [red] roter
        [purple] lila
        [green] grüner
       *[yellow] gelber
    } Fisch
empty-target = { $cell } ist leer, und ein Fisch zieht nur auf einen anderen Fisch
own-target =
    der Fisch auf { $cell } ist auch { $colour ->
        [red] rot
        [purple] lila
        [green] grün
       *[yellow] gelb
    }
not-in-line = { $here } und { $there } liegen nicht auf einer geraden Linie
blocked = der Fisch auf { $cell } versperrt den Weg von { $here } nach { $there }
too-high = die { $value } kann die { $other } nicht fangen: Ein Fisch fängt nur Fische mit gleichem oder kleinerem Wert
switch-solo = allein wird nicht getauscht
switch-what = nur Oktopus (16) und Hai (15) werden getauscht, mit einem anderen Fisch der gleichen Farbe
switch-never = diese Partie wird ohne Tauschen gespielt
switch-again =
    { $value ->
        [16] der Oktopus
       *[15] der Hai
    } wurde vor diesem Fang schon getauscht
switch-over =
    { $value ->
        [16] der Oktopus
       *[15] der Hai
    } kann nur einmal getauscht werden, und nur vor deinem ersten Fang der Runde
switch-captured =
    der { $colour ->
        [red] rote
        [purple] lila
        [green] grüne
       *[yellow] gelbe
    } { $value ->
        [16] Oktopus
       *[15] Hai
    } wurde gefangen
switch-target =
    auf { $cell } ist kein anderer { $colour ->
        [red] roter
        [purple] lila
        [green] grüner
       *[yellow] gelber
    } Fisch zum Tauschen; wähle einen anderen eigenen Fisch, oder beende den Tausch, um zu fangen
switch-notation = der Tausch von Oktopus und Hai wird 16/{ $cell } geschrieben
switch-both = Oktopus und Hai tauschen miteinander nur, solange keiner von beiden getauscht wurde
switch-beside =
    { $value ->
        [16] der Oktopus
       *[15] der Hai
    } wäre auf { $cell } direkt neben dem { $colour ->
        [red] roten
        [purple] lila
        [green] grünen
       *[yellow] gelben
    } { $rival ->
        [16] Oktopus
       *[15] Hai
    } auf { $by }
switch-no-capture = nach einem Tausch musst du noch etwas fangen können
no-action = es gibt keine Aktion { $action }; die Aktionen sind 0 bis { $last }
border =
    { $cell } ist am Rand des Bretts: { $way ->
        [right] rechts daneben
        [left] links daneben
        [below] darunter
       *[above] darüber
    } ist nichts

## Texts that cannot be read

not-a-move = ein Zug ist ein Fang wie c3xc5 oder ein Tausch wie 16/b2, nicht { $text }
deal-heights = in einer Auslage ist jeder Stapel ein einziger Fisch, also ohne *
not-a-layout = eine Stellung besteht aus sechs Reihen zu sechs Feldern, jedes . oder ein Stapel wie r12 oder p16*5, getrennt durch /, nicht { $text }
not-an-order = eine Reihenfolge besteht aus den Buchstaben r, p, g und y, je einmal, etwa gyrp, nicht { $text }
not-a-state = ein Stand besteht aus Stellung, Zug, Rechten, Punkten, Runden und Beginn, mit je einem Leerzeichen dazwischen, nicht { $text }
not-a-solo-state = ein Stand für eine Person besteht aus Stellung, Zug, Beginn und Reihenfolge, mit je einem Leerzeichen dazwischen, nicht { $text }
not-a-colour = eine Farbe ist { $letters } oder -, nicht { $text }
not-rights = Rechte sind 16,15 oder 16 oder 15 oder - für jeden Platz, getrennt durch /, nicht { $text }
not-rounds = die beendeten Runden sind eine Zahl, nicht { $text }
not-scores = Punkte sind { $count } Zahlen, getrennt durch Kommas, nicht { $text }
scores-sum =
    die Punkte { $scores } ergeben nicht { $rounds ->
        [one] eine Runde
       *[other] { $rounds } Runden
    } mit { $fish } Fischen
state-before-deal = vor der ersten Auslage ist auch alles andere leer
state-no-rights = diese Partie wird ohne Tauschen gespielt, also sind die Rechte -
state-no-turn =
    { $colour ->
        [red] Rot
        [purple] Lila
        [green] Grün
       *[yellow] Gelb
    } kann fangen, also ist jemand am Zug
state-wrong-turn =
    { $colour ->
        [red] Rot
        [purple] Lila
        [green] Grün
       *[yellow] Gelb
    } kann nichts fangen und ist darum nicht am Zug
state-low-scores = die Punkte { $scores } sind weniger, als diese Runde zählt
state-game-over = das Spiel endete mit einer früheren Runde
state-starter = nach einer Auslage steht fest, wer begonnen hat, und es gibt einen Zug oder eine beendete Runde
state-solo-before-deal = vor der Auslage gibt es keinen Zug, keinen Beginn und keine Reihenfolge: - - - -
state-solo-starter = nach der Auslage steht fest, wer begonnen hat
state-fish-count =
    bei { $players ->
        [one] einer Person
       *[other] { $players } Personen
    } haben die Stapel zusammen { $count } Fische
state-fish =
    jeder Fisch kommt einmal vor, und nur die Fische für { $players ->
        [one] eine Person
       *[other] { $players } Personen
    }

## Why a move is good

hint-only = es ist der einzige mögliche Fang
hint-best = der Bot findet keinen besseren Zug
hint-wins = damit gewinnst du das Spiel: { $reason }
hint-ends-round =
    das beendet die Runde: { $mine ->
        [one] { $mine } Fisch
       *[other] { $mine } Fische
    } für dich, höchstens { $theirs } für die Gegenseite
hint-saves-partner = den Fisch auf { $cell } könnte sonst ein Gegner fangen; so zählt er weiter für euer Team
hint-captures =
    das fängt { $value ->
        [16] den { $colour ->
                [red] roten
                [purple] lila
                [green] grünen
               *[yellow] gelben
            } Oktopus
        [15] den { $colour ->
                [red] roten
                [purple] lila
                [green] grünen
               *[yellow] gelben
            } Hai
       *[other] die { $colour ->
                [red] rote
                [purple] lila
                [green] grüne
               *[yellow] gelbe
            } { $value }
    }
hint-pile = das fängt einen Stapel mit { $count } Fischen
hint-stops-threat =
    { $value ->
        [16] der { $colour ->
                [red] rote
                [purple] lila
                [green] grüne
               *[yellow] gelbe
            } Oktopus
        [15] der { $colour ->
                [red] rote
                [purple] lila
                [green] grüne
               *[yellow] gelbe
            } Hai
       *[other] die { $colour ->
                [red] rote
                [purple] lila
                [green] grüne
               *[yellow] gelbe
            } { $value }
    } kann deinen Fisch auf { $cell } nicht mehr fangen
hint-protects-own =
    { $value ->
        [16] der { $colour ->
                [red] rote
                [purple] lila
                [green] grüne
               *[yellow] gelbe
            } Oktopus
        [15] der { $colour ->
                [red] rote
                [purple] lila
                [green] grüne
               *[yellow] gelbe
            } Hai
       *[other] die { $colour ->
                [red] rote
                [purple] lila
                [green] grüne
               *[yellow] gelbe
            } { $value }
    } kann deine eigene Farbe nicht mehr fangen
hint-escapes = das bringt den Fisch von { $cell } in Sicherheit
hint-safe = auf { $cell } kann ihn vorerst niemand fangen
hint-keeps-own = das fängt keinen deiner eigenen Fische
hint-left = { $count } Stapel anderer Farben sind noch zu fangen
hint-continues = danach kann sonst niemand fangen, und dieselbe Farbe ist wieder dran
hint-skips =
    { $colour ->
        [red] Rot
        [purple] Lila
        [green] Grün
       *[yellow] Gelb
    } kann danach nichts fangen und wird übersprungen
hint-next =
    von { $cell } aus kann er als Nächstes { $value ->
        [16] den { $colour ->
                [red] roten
                [purple] lila
                [green] grünen
               *[yellow] gelben
            } Oktopus
        [15] den { $colour ->
                [red] roten
                [purple] lila
                [green] grünen
               *[yellow] gelben
            } Hai
       *[other] die { $colour ->
                [red] rote
                [purple] lila
                [green] grüne
               *[yellow] gelbe
            } { $value }
    } fangen
hint-switch-safe =
    auf { $cell } ist { $value ->
        [16] der Oktopus
       *[15] der Hai
    } in Sicherheit
hint-switch-reach =
    von { $cell } aus kann { $value ->
        [16] der Oktopus
       *[15] der Hai
    } { $other ->
        [16] den { $colour ->
                [red] roten
                [purple] lila
                [green] grünen
               *[yellow] gelben
            } Oktopus
        [15] den { $colour ->
                [red] roten
                [purple] lila
                [green] grünen
               *[yellow] gelben
            } Hai
       *[other] die { $colour ->
                [red] rote
                [purple] lila
                [green] grüne
               *[yellow] gelbe
            } { $other }
    } fangen
hint-switch-pile = danach ist ein Stapel mit { $count } Fischen zu fangen
hint-switch-saves = der Fisch von { $there } ist auf { $here } in Sicherheit

## Lessons

lesson-capturing = Fangen
lesson-board = Rote und lila Fische liegen auf dem Brett, und Rot ist deine Farbe. Die Fische fangen einander, bis niemand mehr fangen kann. Wer dann die meisten Fische in den eigenen Stapeln hat, hat die Runde gewonnen. Die 16 ist der Oktopus, die 15 der Hai.
lesson-line = Ein Fisch zieht geradeaus, nach oben, unten, links oder rechts, über leere Felder bis auf den ersten Fisch in seinem Weg. Wähle die rote 12 auf c3, dann die lila 9 auf c5.
lesson-line-wrong = Auch das ist ein Fang. Aber sieh dir c3 und c5 an.
lesson-line-done = Gefangen! Der lila Stapel liegt nun unter deiner 12 und gehört dir.
lesson-equal = Ein Fisch fängt Fische mit kleinerem Wert und auch mit gleichem. Finde den einzigen Fang, den Rot hat.
lesson-equal-done = 11 fängt 11: Von zwei gleichen Fischen gewinnt der, der zuerst zieht.
lesson-forbidden = Versuche nun mit der roten 10 auf c4, was verboten ist: die höhere 13 auf c6, die 4 auf f4 hinter einem anderen Fisch, die 2 auf b3 schräg daneben. Du siehst jedes Mal, warum es nicht geht. Mache danach irgendeinen erlaubten Fang.
lesson-forbidden-done = Der ist erlaubt.
lesson-piles = Der Stapel unter einem Fisch zieht mit, und nur der oberste Fisch zählt. Fange mit dem Stapel auf b3 so viele Fische, wie du kannst.
lesson-piles-wrong = Das fängt zwei Fische. Ein anderer Stapel hat mehr.
lesson-piles-done = Dein Stapel hat nun elf Fische, die 13 obenauf. Pass auf, dass kein höherer Fisch ihn fängt!
lesson-switching = Oktopus und Hai
lesson-switch = Vor deinem ersten Fang einer Runde darfst du deinen Oktopus und deinen Hai je einmal mit einem anderen deiner Fische tauschen. Auf f2 kann der Oktopus nichts fangen. Zieh ihn auf d3, oder nimm den Knopf.
lesson-switch-wrong = Das ist erlaubt. Aber sieh dir d3 an: Dort kann der Oktopus vier Fische fangen.
lesson-switch-done = Auf d3 kann er in alle vier Richtungen fangen. Ein Tausch ist kein Zug: Du bist weiter dran.
lesson-beside = Ein getauschter Oktopus oder Hai darf nicht direkt neben einem gegnerischen Oktopus oder Hai liegen; schräg ist erlaubt. Versuche den Hai auf c4, neben dem lila Oktopus. Tausche ihn dann auf ein erlaubtes Feld.
lesson-beside-wrong = Das ist ein Fang. Danach kannst du nicht mehr tauschen.
lesson-beside-done = Gut gesetzt. Nach deinem ersten Fang kannst du nicht mehr tauschen.
lesson-counting = Das Ende einer Runde
lesson-skip = Wer fangen kann, muss fangen; wer es nicht kann, wird übersprungen. Finde den Fang, nach dem Lila nichts fangen kann und du noch einmal dran bist.
lesson-skip-wrong = Danach bist du nicht noch einmal dran. Welcher lila Fisch könnte einen von deinen fangen?
lesson-skip-done = Lila kann nichts fangen, also bist du wieder dran.
lesson-count = Fange den letzten erreichbaren Fisch. Wenn niemand mehr fangen kann, endet die Runde, und jeder Fisch in Stapeln deiner Farbe ist ein Punkt.
lesson-count-done = 23 Fische für Rot, 9 für Lila. Gespielt wird Runde um Runde, bis jemand 60 Punkte hat.
lesson-sweep = Zu zweit oder zu dritt kann man auch schneller gewinnen: Fange in einer Runde alle gegnerischen Fische.
lesson-sweep-done = Nur Rot ist übrig. Damit gewinnst du das Spiel, egal wie es nach Punkten steht.
lesson-company = Zu viert oder allein
lesson-partners = Zu viert spielen Rot und Grün gegen Lila und Gelb, und auch Fische aus dem eigenen Team dürfen gefangen werden. Rot hat nur einen Fang und muss ihn machen.
lesson-partners-done = Die Fische bleiben im Team: Rot und Grün zählen zusammen.
lesson-solo = Allein ziehst du der Reihe nach für alle vier Farben, und am Ende darf nur deine eigene obenauf liegen. Hier ist es Rot. Auf a3 oder auf e3 fangen? Als Nächstes zieht Grün und muss fangen, wenn es kann.
lesson-solo-wrong = Danach kann Rot nie beide übrigen Stapel fangen. Überlege, was Grün tun muss.
lesson-solo-done = Nun muss Grün auf a3 Gelb fangen, und dort kann Rot alles fangen.

## What the graph of a replay shows

graph-points = Punkte, wenn die Runde jetzt enden würde
graph-fish = Fische in Stapeln der eigenen Farbe

## Moves in words

told-deal = die Fische werden ausgelegt
told-capture =
    { $colour ->
        [red] rote
        [purple] lila
        [green] grüne
       *[yellow] gelbe
    } { $value } fängt { $rival ->
        [red] rote
        [purple] lila
        [green] grüne
       *[yellow] gelbe
    } { $other } auf { $cell }
told-again =
    { $move }; { $count ->
        [1] { $passed ->
            [red] Rot
            [purple] Lila
            [green] Grün
           *[yellow] Gelb
        } kann nichts fangen
       *[other] sonst kann niemand fangen
    }, { $colour ->
        [red] Rot
        [purple] Lila
        [green] Grün
       *[yellow] Gelb
    } spielt weiter
told-skips =
    { $move }; { $count ->
        [1] { $passed ->
            [red] Rot
            [purple] Lila
            [green] Grün
           *[yellow] Gelb
        } kann nichts fangen
       *[other] { $passed ->
            [red] Rot
            [purple] Lila
            [green] Grün
           *[yellow] Gelb
        } und { $other ->
            [red] Rot
            [purple] Lila
            [green] Grün
           *[yellow] Gelb
        } können nichts fangen
    }
told-switch =
    { $colour ->
        [red] rote
        [purple] lila
        [green] grüne
       *[yellow] gelbe
    } { $value } tauscht mit der { $other } auf { $cell }

## The board on the page and in pictures

board = Spielbrett von Da Capo
player =
    { $colour ->
        [red] Rot
        [purple] Lila
        [green] Grün
       *[yellow] Gelb
    }
yours = deine
you = du
great-fish =
    { $value ->
        [16] Oktopus
       *[15] Hai
    }
square-empty = { $cell }, leer
note-trail =
    { $part ->
        [from] { $count ->
                [1] hier begann der letzte Zug
               *[other] hier begann Nummer { $number } der letzten { $count } Züge
            }
        [to] { $count ->
                [1] hier endete der letzte Zug
               *[other] hier endete Nummer { $number } der letzten { $count } Züge
            }
       *[switch] { $count ->
                [1] im letzten Zug getauscht
               *[other] in Nummer { $number } der letzten { $count } Züge getauscht
            }
    }
note-hint =
    { $part ->
        [from] Tipp: mit diesem Fisch fangen
        [to] Tipp: diesen Fisch fangen
       *[switch] Tipp: diesen Fisch tauschen
    }
square =
    { $cell }, { $colour ->
        [red] rote
        [purple] lila
        [green] grüne
       *[yellow] gelbe
    } { $value ->
        [16] 16 (Oktopus)
        [15] 15 (Hai)
       *[other] { $value }
    }{ $height ->
        [1] { "" }
       *[other] , Stapel mit { $height } Fischen
    }{ $captures ->
        [0] { "" }
       *[other] , kann { $cells } fangen
    }{ $switches ->
        [0] { "" }
       *[other] , kann mit { $partners } tauschen
    }
chosen =
    { $value ->
        [16] der { $colour ->
                [red] rote
                [purple] lila
                [green] grüne
               *[yellow] gelbe
            } Oktopus
        [15] der { $colour ->
                [red] rote
                [purple] lila
                [green] grüne
               *[yellow] gelbe
            } Hai
       *[other] die { $colour ->
                [red] rote
                [purple] lila
                [green] grüne
               *[yellow] gelbe
            } { $value }
    } kann { $cells } fangen
idle =
    { $reason ->
        [higher] Nichts zu fangen: Die anderen Fische in der Linie sind höher
       *[none] Nichts zu fangen: keine andere Farbe in der Linie
    }
on-yellow = Fische auf Gelb können fangen
pile-worth = { $height } Fische: so viele Punkte für { $colour ->
        [red] Rot
        [purple] Lila
        [green] Grün
       *[yellow] Gelb
    }
preserver = Der Rettungsring zeigt nur die Ecke, in der das Auslegen endet
colour-order = Reihenfolge der Farben
pile-count = { $count } Stapel
piles-left = Stapel anderer Farben: { $count }
may-switch =
    { $rights ->
        [both] darf Oktopus und Hai noch tauschen
        [octopus] darf den Oktopus noch tauschen
       *[shark] darf den Hai noch tauschen
    }
score =
    { $count ->
        [one] { $count } Punkt
       *[other] { $count } Punkte
    }
now = jetzt +{ $count }
points-now =
    { $total ->
        [one] { $total } Punkt
       *[other] { $total } Punkte
    }, dazu { $now } in dieser Runde
counts-with =
    { $colour ->
        [red] zählt zusammen mit Rot
        [purple] zählt zusammen mit Lila
        [green] zählt zusammen mit Grün
       *[yellow] zählt zusammen mit Gelb
    }
you-are-passed-over = Du kannst nichts fangen; { $name } spielt weiter
others-are-passed-over =
    { $count ->
        [one] { $names } kann nichts fangen
       *[other] { $names } können nichts fangen
    }
progress =
    { $rounds ->
        [0] Runde { $round }
       *[other] Runde { $round } von { $rounds }
    }{ $target ->
        [0] { "" }
        [one] { " · bis " }{ $target } Punkt
       *[other] { " · bis " }{ $target } Punkte
    }
total = gesamt
this-round = Fische in den Stapeln
switch-label =
    { $when ->
        [every-turn] Tauschen – vor jedem Fang
       *[first] Tauschen – nur vor deinem ersten Fang
    }
switch-button =
    { $value ->
        [16] Oktopus tauschen
       *[15] Hai tauschen
    }
switch-choose = Wähle einen Fisch zum Tauschen. Zum Fangen nochmals auf den Knopf
round-over = Runde { $round } ist zu Ende
final-count = Endabrechnung
next-deal = Nächste Auslage

# Rätsel
puzzle-capture = Der beste Fang
puzzle-deal = Eine Auslage allein
task-capture = Finde den Fang, der zu den meisten Fischen führt.
task-deal =
    Gewinne diese Auslage: Am Ende dürfen nur { $colour ->
        [red] rote
        [purple] lila
        [green] grüne
       *[yellow] gelbe
    } Fische oben liegen.
refuted-fewer = Bei bestem Spiel führt das zu { $fish } Fischen. Ein anderer Fang führt zu { $best }.
refuted-deal = Die Runde ist zu Ende, und noch liegen andere Farben oben.
puzzle-not-fresh = die Stellung ist keine frische Auslage
puzzle-not-won = die Zugfolge gewinnt die Auslage nicht
theme-tall-catch = den höchsten Stapel fangen
theme-small-catch = einen höheren Stapel liegen lassen
theme-moves-1 = ein Fang
theme-moves-2 = zwei Fänge
theme-moves-3 = drei Fänge
theme-decisive = viele Fische wert
theme-few-captures = anfangs wenige Fänge
theme-many-captures = anfangs viele Fänge

## What the signs at the table mean

legend-glow = Die Fische auf gelben Feldern können jetzt fangen. Wähle einen, um zu sehen, was.
legend-points = Zuerst die Punkte der beendeten Runden. Nach dem + die Fische in den Stapeln dieser Person: So viele Punkte kämen hinzu, wenn die Runde jetzt endete.
legend-height = Ein Stapel aus drei Fischen: drei Punkte für die Farbe obenauf. Nur der oberste Fisch fängt und kann gefangen werden.
legend-preserver = Der Rettungsring zeigt die Ecke, in der das Auslegen endet. Er bewirkt nichts; gefangen wird auf seinem Feld wie auf jedem anderen.
legend-great = Neben einem Namen: Oktopus (16) oder Hai (15) dürfen noch mit einem anderen eigenen Fisch getauscht werden.
legend-trail = Ein Fang seit deinem letzten Zug: vom Punkt zum Pfeil.
