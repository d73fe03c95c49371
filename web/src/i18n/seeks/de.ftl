# Texte wartender Tische und der Seite, auf der sich Leute finden.

about-quick = Du spielst sofort mit jemandem, der wartet. Wartet niemand, dann wartest du an einem Tisch, den alle sehen.
about-waiting = Der Tisch bleibt in der Liste, solange du hier bist. Bei Partien mit Tagen pro Zug bleibt er 14 Tage auch ohne dich dort, wenn du deine Partien behältst.
all-wishes = Einen Tisch mit allen Wünschen eröffnen
any-clock = Egal
any-game = Irgendein Spiel
at-the-table-names = Am Tisch: { $names }
bot-if-nobody = Mit einem Bot spielen, wenn innerhalb von zwei Minuten niemand kommt
bot-instead = Stattdessen mit einem Bot spielen
bots-after = Bots nehmen die freien Plätze nach
bots-come = Bots nehmen die freien Plätze nach { $time }.
by-the-day = Tage pro Zug
chat-free = Alle schreiben, was sie möchten
chat-off = Kein Chat
chat-phrases = Nur feste Sätze
free = { $count ->
    [one] { $count } freier Platz
   *[other] { $count } freie Plätze
  }
from-low-to-high = Von { $low } bis { $high }
game = Spiel
leave = Platz verlassen
listed = Alle dürfen diesen Tisch finden und zuschauen
live = Live
looking = Jemand wird gesucht …
never = nie
nobody = Gerade wartet niemand. Mach den Anfang.
only-watch = Nur zuschauen
open = Tisch eröffnen
open-tables = Offene Tische
players = { $count ->
    [one] { $count } Person
   *[other] { $count } Personen
  }
quick = Sofort spielen
rated = Gewertet
starts-when-seated = Die Partie beginnt, wenn alle Plätze besetzt sind.
take-a-seat = Platz nehmen
watch = Zuschauen
who-waits = Wer auf jemanden wartet
you-are-invited = Du bist zu { $game } eingeladen
your-table = Dein Tisch
