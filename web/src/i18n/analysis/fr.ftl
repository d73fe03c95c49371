# Texts of replays and reviews.

better-move = Mieux : { $move }
chance = { $percent } %
change = { $sign ->
    [plus] +{ $percent } %
   *[minus] −{ $percent } %
  }
choose-a-file = Choisir un fichier
choose-a-record = Une partie enregistrée, ou déposez-la ici
download = Télécharger
error = ± { $percent } %
find-a-better-move = Chercher un meilleur coup
find-a-better-move-for = { $name } : trouvez un meilleur coup
given-away = Gaspillé
go-to-end = À la fin
go-to-start = Au début
how-it-adds-up = La chance, c’est ce que les distributions et les pioches ont changé. Les choix propres sont les coups du joueur, les autres choix ceux des autres. Ensemble, ils mènent des chances du début au résultat. « Gaspillé » est ce que de meilleurs coups auraient conservé.
link-without-record = Ce lien ne contient aucune partie.
luck = Chance
move-number-name-takes-the-lead = Coup { $number } : { $name } prend l’avantage
no-moments = Aucun coup pris seul n’était nettement moins bon qu’un autre.
or-paste-the-record = Ou collez la partie
other-choices = Autres choix
own-choices = Choix propres
pause = Pause
play-the-game = Lire la partie
played-move = Coup { $number } : { $move }
proved = prouvé
replay-a-game = Revoir une partie
review-about = Qui a eu de la chance, qui a bien choisi, et quels coups méritent d’être revus ?
review-again = Continuer
review-progress = Positions analysées : { $done } sur { $total }
review-the-game = Analyser la partie
show-the-better-move = Montrer le meilleur coup
start = Début
stop = Arrêter
the-beginning = Le début
the-dealer-deals = On distribue
tried-bad = Ce coup gaspille { $percent } %. Cherchez-en un autre.
tried-good = Bien : aucun autre coup n’est nettement meilleur.
tried-unknown = Le temps n’a pas suffi pour prouver la valeur de ce coup.
turning-points = Tournants
who-was-ahead = Qui menait
win-chances = Chances de gagner
worth-another-look = À revoir
your-finished-games = Vos parties terminées
