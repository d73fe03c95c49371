# Texte für Partien mit Tagen pro Zug: geplante Antworten und Urlaub.

add-a-move = Spiele auf dem Brett einen Zug der anderen Seite, dann deine Antwort.
announce = Ankündigen
change-the-plan = Plan ändern
days-left = Tage übrig: { $years }
delete-the-plan = Plan löschen
end-the-holiday = Urlaub beenden
first-day = Erster Tag
holds-everywhere = Er gilt an allen deinen Tischen.
holds-here = Er gilt nur an diesem Tisch. Wer seine Partien behält, hat einen Urlaub für alle Tische.
holiday = Urlaub
holiday-help = Alle haben 14 Urlaubstage im Jahr. So lange steht deine Uhr in Partien mit Tagen pro Zug, und die anderen erfahren es.
how-many-days = Tage
if-name-plays = Wenn { $name } zieht …
if-then = Wenn … dann …
moved-on = Die Partie ist weitergegangen. Das ist von deinem Plan übrig.
name-on-holiday = { $name } hat Urlaub bis { $until }. Die Uhr steht.
name-will-rest = { $name } hat Urlaub von { $from } bis { $until }.
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
withdraw-the-holiday = Urlaub absagen
year-days = { $year }: { $count }
you-on-holiday = Du hast Urlaub bis { $until }. Deine Uhr steht.
you-will-rest = Du hast Urlaub von { $from } bis { $until }.
your-plan = Dein Plan
