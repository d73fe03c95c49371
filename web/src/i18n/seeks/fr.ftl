# Textes des tables en attente et de la page où l’on trouve des adversaires.

about-quick = Vous jouez tout de suite avec quelqu’un qui attend. S’il n’y a personne, vous attendez à une table que tout le monde voit.
about-waiting = La table reste dans la liste tant que vous êtes là. Avec des jours par coup, elle y reste 14 jours même sans vous si vous gardez vos parties.
all-wishes = Ouvrir une table selon vos souhaits
any-clock = Peu importe
any-game = N’importe quel jeu
at-the-table-names = À la table : { $names }
bot-if-nobody = Jouer contre un bot si personne ne vient dans les deux minutes
bot-instead = Jouer plutôt contre un bot
bots-after = Les bots prennent les places libres après
bots-come = Les bots prennent les places libres après { $time }.
by-the-day = Des jours par coup
chat-free = Chacun écrit ce qu’il veut
chat-off = Pas de chat
chat-phrases = Phrases toutes faites seulement
free = { $count ->
    [one] { $count } place libre
   *[other] { $count } places libres
  }
from-low-to-high = De { $low } à { $high }
game = Jeu
leave = Quitter la table
listed = Tout le monde peut trouver et regarder cette table
live = En direct
looking = Recherche en cours…
never = jamais
nobody = Personne n’attend en ce moment. Commencez !
only-watch = Seulement regarder
open = Ouvrir la table
open-tables = Tables ouvertes
players = { $count ->
    [one] { $count } personne
   *[other] { $count } personnes
  }
quick = Jouer tout de suite
rated = Classée
starts-when-seated = La partie commence quand toutes les places sont prises.
take-a-seat = Prendre place
watch = Regarder
who-waits = Qui attend quelqu’un
you-are-invited = Vous avez une invitation pour { $game }
your-table = Votre table
