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
deal-all-right = Personne n’a pu choisir ces donnes
deal-cannot-check-here = À cette adresse, ce navigateur ne peut rien vérifier lui-même : il lui faut https ou localhost. Le serveur vérifie ci-dessous.
deal-checking = Vérification…
deal-deals-follow = { $deals ->
    [one] { $deals } donne, conforme à la graine
   *[other] { $deals } donnes, toutes conformes à la graine
}
deal-hashes-as-shown = Les empreintes de tous les nombres aléatoires sont celles montrées avant la partie
deal-hashes-changed = Les empreintes des nombres aléatoires ne sont pas celles montrées avant la partie
deal-in-this-browser = Dans ce navigateur
deal-nothing-kept = Ce navigateur n’a rien gardé de cette partie qu’il puisse comparer.
deal-not-checked = La vérification des donnes n’a pas abouti
deal-nothing-wrong = Le serveur n’a rien trouvé d’anormal dans ces donnes
deal-number-not-asked-for = Le serveur n’a pas demandé à ce navigateur son nombre aléatoire ; il n’y a rien à comparer.
deal-on-the-server = Sur le serveur
deal-numbers-as-promised = Les nombres aléatoires de l’enregistrement sont ceux qui étaient promis
deal-numbers-changed = Un nombre aléatoire de l’enregistrement n’est pas celui qui était promis
deal-own-number-missing = La graine ne contient pas le nombre aléatoire de ce navigateur
deal-own-number-used = La graine contient le nombre aléatoire de ce navigateur
deal-right = correct
deal-secret-as-shown = Le secret du serveur a l’empreinte montrée avant la partie
deal-secret-changed = Le secret du serveur n’a pas l’empreinte montrée avant la partie
deal-seed-made-of-both = La graine est formée du secret et des nombres aléatoires
deal-seed-not-made-of-both = La graine n’est pas formée du secret et des nombres aléatoires
deal-something-wrong = Ces donnes ne sont pas prouvées
deal-wrong = incorrect
dealers-move = La distribution
delete-from-here = Supprimer à partir d’ici
deleted = { $count ->
    [one] Un coup supprimé.
   *[other] { $count } coups supprimés.
  }
download = Télécharger
draw-again = Tirer à nouveau
error = ± { $percent } %
every-move = Résultat de chaque coup avec le meilleur jeu
every-move-points = Points de cette manche après chaque coup, avec le meilleur jeu
every-turn = Total maximal de points de ce tour, coup par coup
every-secured = Points de cette manche que chaque coup garantit, quoi que fassent les autres
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
how-it-adds-up = Les choix propres sont les coups du joueur, les choix des autres ceux des autres joueurs. Le début et tous les changements s’additionnent et donnent le résultat. « Gaspillé » additionne ce qu’ont perdu les coups nettement moins bons que les meilleurs. Une même chance peut être perdue, regagnée et reperdue ; un chiffre peut donc dépasser 100 %.
how-many-moves = Nombre de meilleurs coups affichés
link-without-record = Ce lien ne contient aucune partie.
luck = Chance
make-main-line = En faire la ligne principale
move = Coup
move-number-name-takes-the-lead = Coup { $number } : { $count ->
    [one] { $name } prend l’avantage
   *[other] { $name } prennent l’avantage
  }
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
restored = Les coups supprimés sont rétablis.
result = Résultat
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
team-chances = Les partenaires gagnent ensemble : toutes les chances sont celles de l’équipe.
the-beginning = Le début
the-dealer-deals = On distribue
then = puis
too-large = Cela ne tient pas : une analyse a un nombre limité de coups, de lettres et de variantes imbriquées. Supprimez quelque chose.
tried-bad = Ce coup gaspille { $percent } %. Cherchez-en un autre.
tried-good = Bien : aucun autre coup n’est nettement meilleur.
tried-unknown = Le temps n’a pas suffi pour prouver la valeur de ce coup.
turning-points = Tournants
variation = Variante
what-luck-is = La chance, c’est ce que les distributions et les pioches ont changé.
who-was-ahead = Qui menait
win-chances = Chances de gagner
worth-another-look = À revoir
your-finished-games = Vos parties terminées
