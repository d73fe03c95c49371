# Texts of puzzles and dailies.

about = À propos de ce problème
about-puzzles = Chaque problème a exactement une solution, et elle est prouvée. Si un coup est faux, vous voyez pourquoi.
all-puzzles = Tous les problèmes
analysis-board = Plateau d’analyse
answer = Réponse
answer-shown = La solution a été montrée.
any = Indifférent
archive = Jours passés
asked-right = C’est un bon coup : { $move }
back-to-the-daily = Retour au défi du jour
back-to-the-puzzle = Retour au problème
begun = Pas encore résolu
by-grade = Par difficulté
copied = Copié.
copy-by-hand = Sélectionnez le texte ci-dessus et copiez-le.
deal-lost = La donne est perdue. Annulez des coups, ou affichez la solution.
deal-won = { $undos ->
    [0] Gagné sans annuler de coup, en { $time }
    [one] Gagné avec { $undos } coup annulé, en { $time }
   *[other] Gagné avec { $undos } coups annulés, en { $time }
  }
found = { $count ->
    [one] { $count } problème
   *[other] { $count } problèmes
  }
gave-up = Abandonné
grade = Difficulté { $grade }
grade-from = Difficulté à partir de
grade-of-the-puzzle = Difficulté
grade-range = { $grade } (de { $low } à { $high })
grade-to = Difficulté jusqu’à
how-others-did = { $count ->
    [0] Les autres : pas encore de résultats
    [one] Les autres : { $count } résultat
   *[other] Les autres : { $count } résultats
  }
kind = Type
lost-after = Perdue après le coup { $number } : { $move }
many-tries = { $count } essais ou plus
many-undos = { $count } annulations ou plus
never-lost = La donne n’a jamais été perdue de façon prouvée.
next-puzzle = Problème suivant
not-tried = Pas encore essayé
origin = Origine
origin-text = Bots ({ $players }), graine { $seed }, après le coup { $move }
points-of-no-return = Points de non-retour
read-the-position = Lire la position
right = Juste : { $move }
set-alone = { $game } en solo
share = Partager votre résultat
share-picture = En image
share-text = En texte
show-all = Afficher les { $count }
show-the-answer = Afficher la solution
solved = { $tries ->
    [1] Résolu au premier essai
    [2] Résolu au deuxième essai
    [3] Résolu au troisième essai
   *[other] Résolu en { $tries } essais
  }
solved-of = { $solved } sur { $count } résolus
streak = { $days ->
    [one] { $days } jour de suite
   *[other] { $days } jours de suite
  }
the-answer-to-it = Réponse :
theme = Thème
themes = Thèmes
todays-daily = Le défi du jour
tries = { $count ->
    [one] { $count } essai
   *[other] { $count } essais
  }
try-any-move = Essayez n’importe quel coup : vous verrez pourquoi il réussit ou échoue. Il ne compte pas.
undos = { $count ->
    [0] Sans annulation
    [one] { $count } annulation
   *[other] { $count } annulations
  }
undos-and-time = Coups annulés : { $undos } · Temps : { $time }
what-follows = La suite :
why-not-my-move = Pourquoi pas mon coup ?
wrong = Pas la solution : { $move }
your-rating = Votre classement
your-rating-is = Votre classement : { $rating }
