# Texte für Partien mit Tagen pro Zug: geplante Antworten.

add-a-move = Spiele auf dem Brett einen Zug der anderen Seite, dann deine Antwort.
change-the-plan = Plan ändern
delete-the-plan = Plan löschen
if-name-plays = Wenn { $name } zieht …
if-then = Wenn … dann …
moved-on = Die Partie ist weitergegangen. Das ist von deinem Plan übrig.
no-further = Hier wird ausgeteilt, deshalb endet ein Plan.
plan-help = Wird ein Zug aus diesem Plan gespielt, folgt deine Antwort sofort. Ein anderer Zug löscht den Plan. Niemand sonst sieht ihn.
planned-replies = { $count ->
    [one] Du hast eine Antwort geplant.
   *[other] Du hast { $count } Antworten geplant.
  }
save-the-plan = Plan speichern
saved = Der Plan ist gespeichert.
the-end = Hier ist die Partie vorbei.
then-you-play = … dann spielst du
your-plan = Dein Plan
