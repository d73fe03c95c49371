# Texts of puzzles and dailies.

about = À propos de ce problème
about-puzzles = Chaque solution est prouvée. Une position en a exactement une ; une partie entière en solo peut se gagner de n’importe quelle façon. Si un coup est faux, vous voyez pourquoi.
all-puzzles = Tous les problèmes
analysis-board = Plateau d’analyse
answer = Solution
answer-shown = La solution a été montrée.
any = Indifférent
archive = Jours passés
asked-right = C’est un bon coup : { $move }
back-to-the-daily = Retour aux problèmes du jour
back-to-the-puzzle = Retour au problème
back-to-the-result = Retour au résultat
begun = Pas encore résolu
by-grade = Par difficulté
copied = Copié.
copy-by-hand = Sélectionnez le texte ci-dessus et copiez-le.
does-not-count = Résolvez-le encore une fois : votre résultat ne change pas.
found = { $count ->
    [one] { $count } problème
   *[other] { $count } problèmes
  }
game-lost = La partie est perdue. Annulez des coups, ou affichez la solution.
game-won = { $undos ->
    [0] Gagné sans annuler de coup, en { $time }
    [one] Gagné avec { $undos } coup annulé, en { $time }
   *[other] Gagné avec { $undos } coups annulés, en { $time }
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
lines-not-seen = { $count ->
    [one] { $count } autre suite de coups n’a pas été examinée.
   *[other] { $count } autres suites de coups n’ont pas été examinées.
  }
lost-after = Perdue après le coup { $number } : { $move }
many-tries = { $count } essais ou plus
many-undos = { $count } annulations ou plus
never-lost = La partie n’a jamais été perdue de façon prouvée.
next-puzzle = Problème suivant
not-tried = Pas encore essayé
origin = Origine
origin-text = Bots ({ $players }), graine { $seed }, après le coup { $move }
play-again = Rejouer
points-of-no-return = Points de non-retour
read-the-position = Lire la position
right = Juste : { $move }
set-alone = { $game } en solo
share = Partager votre résultat
share-picture = En image
share-text = En texte
show-all = Afficher les { $count }
show-the-answer = Afficher la solution
solve-again = Résoudre à nouveau
solved = { $tries ->
    [1] Résolu au premier essai
    [2] Résolu au deuxième essai
    [3] Résolu au troisième essai
   *[other] Résolu en { $tries } essais
  }
solved-again = Résolu à nouveau. Votre résultat ne change pas.
solved-of = { $solved } sur { $count } résolus
streak = { $days ->
    [one] { $days } jour de suite
   *[other] { $days } jours de suite
  }
the-answer-to-it = Réponse :
theme = Thème
themes = Thèmes
todays-daily = Les problèmes du jour
tries = { $count ->
    [one] { $count } essai
   *[other] { $count } essais
  }
try-a-move = Essayez un coup : s’il est faux, vous voyez pourquoi, et il ne compte pas. Le bon coup compte comme trouvé.
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
your-rating = Votre cote
your-rating-is = Votre cote : { $rating }
