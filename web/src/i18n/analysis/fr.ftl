# Texts of replays, reviews and the analysis board.

all-known = Les valeurs exactes des { $count } coups sont connues.
analysis = Analyse
analysis-of = Analyse : { $game }
best-moves = Meilleurs coups
better-move = Mieux : { $move }
by-chance = par chances
by-points = par points
chance = { $percent } %
change = { $sign ->
    [plus] +{ $percent } %
   *[minus] −{ $percent } %
  }
choose-a-file = Choisir un fichier
choose-a-record = Une partie enregistrée, ou déposez-la ici
comment = Commentaire
deal = Distribuer
dealers-move = La distribution
delete-from-here = Supprimer à partir d’ici
download = Télécharger
draw-again = Tirer à nouveau
error = ± { $percent } %
every-move = Résultat de chaque coup avec le meilleur jeu
every-move-points = Points de cette manche après chaque coup, avec le meilleur jeu
every-turn = Total maximal de points de ce tour, coup par coup
exact-points = { $points ->
    [one] { $points } point
   *[other] { $points } points
  }
exact-result = { $result ->
    [win] gagne
    [tie] fait nulle
   *[loss] perd
  }
find-a-better-move = Chercher un meilleur coup
find-a-better-move-for = { $name } : trouvez un meilleur coup
given-away = Gaspillé
go-to-end = À la fin
go-to-start = Au début
how-it-adds-up = La chance, c’est ce que les distributions et les pioches ont changé. Les choix propres sont les coups du joueur, les choix des autres ceux des autres joueurs. Ensemble, ils mènent des chances du début au résultat. « Gaspillé » additionne ce qu’ont perdu les coups nettement moins bons que les meilleurs.
how-many-moves = Nombre de meilleurs coups affichés
link-without-record = Ce lien ne contient aucune partie.
luck = Chance
make-main-line = En faire la ligne principale
move = Coup
move-number-name-takes-the-lead = Coup { $number } : { $name } prend l’avantage
moves-and-variations = Coups et variantes
moves-known = Coups prouvés : { $known } sur { $all }.
next-move = Coup suivant
no-best-moves = Aucun
no-moments = Aucun coup n’était nettement moins bon que le meilleur.
open-the-board = Ouvrir le plateau
or-paste-the-record = Ou collez la partie
order = Ordre
other-choices = Choix des autres
own-choices = Choix propres
pause = Pause
play-a-move = Jouez un coup sur le plateau, pour le joueur dont c’est le tour.
play-the-game = Lire la partie
played-move = Coup { $number } : { $move }
position = Une position en notation ; vide pour le début
previous-move = Coup précédent
proved = prouvé
replay-a-game = Revoir une partie
restore = Rétablir ce qui a été supprimé
review-about = Qui a eu de la chance, qui a bien choisi, et quels coups méritent d’être revus ?
review-again = Continuer
review-progress = Positions analysées : { $done } sur { $total }
review-the-game = Analyser la partie
seat-change = { $what ->
    [resigned] Après le coup { $move } : { $name } abandonne.
    [time] Après le coup { $move } : { $name } n’a plus de temps.
    [abandoned] Après le coup { $move } : { $name } a quitté la partie.
    [returned] Après le coup { $move } : { $name } revient.
   *[other] Après le coup { $move } : un bot ({ $bot }) joue pour { $name }.
  }
show-all = Tout afficher ({ $count })
show-the-better-move = Montrer le meilleur coup
start = Début
stop = Arrêter
the-beginning = Le début
the-dealer-deals = On distribue
then = puis
too-large = Cela ne tient pas : une analyse a un nombre limité de coups, de lettres et de variantes imbriquées. Supprimez quelque chose.
tried-bad = Ce coup gaspille { $percent } %. Cherchez-en un autre.
tried-good = Bien : aucun autre coup n’est nettement meilleur.
tried-unknown = Le temps n’a pas suffi pour prouver la valeur de ce coup.
turning-points = Tournants
variation = Variante
who-was-ahead = Qui menait
win-chances = Chances de gagner
worth-another-look = À revoir
your-finished-games = Vos parties terminées
