# Texts of the page on which people find each other.

about-quick = Du spielst sofort mit jemandem, der wartet. Wartet niemand, dann wartest du an einem Tisch, den alle sehen.
about-waiting = Der Tisch bleibt in der Liste, solange du hier bist. Bei Partien mit Tagen pro Zug bleibt er auch ohne dich dort, wenn du deine Partien behältst.
all-wishes = Einen Tisch mit allen Wünschen eröffnen
any-clock = Egal
any-game = Irgendein Spiel
bot-if-nobody = Mit einem Bot spielen, wenn innerhalb von zwei Minuten niemand kommt
bot-instead = Stattdessen mit einem Bot spielen
bots-after = Bots nehmen die freien Plätze nach
bots-come = Bots nehmen die freien Plätze nach { $time }.
by-the-day = Tage pro Zug
free = { $count ->
    [one] { $count } freier Platz
   *[other] { $count } freie Plätze
  }
game = Spiel
live = Live
looking = Jemand wird gesucht …
never = nie
nobody = Gerade wartet niemand. Mach den Anfang.
open = Tisch eröffnen
open-tables = Offene Tische
players = { $count ->
    [one] { $count } Person
   *[other] { $count } Personen
  }
quick = Sofort spielen
who-waits = Wer auf jemanden wartet
your-table = Dein Tisch
