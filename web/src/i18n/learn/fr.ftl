# Texts of lessons.

another-move-is-wanted = C’est permis, mais c’est un autre coup qu’on cherche ici.
bot-prefers-this = C’est le coup qu’un bon bot préfère.
learn-game = Apprendre { $game }
look-at-the-mark = Regardez l’endroit marqué.
look-at-the-whole-board = Regardez encore une fois tout le plateau.
look-here-cells = Regardez ici : { $cells }
next = Suivant
no-tutorial = Ce jeu n’a pas encore de tutoriel. Essayez une partie contre un bot facile.
play-against-an-easy-bot = Jouer contre un bot facile
play-it = Jouer
show-the-move = Montrer le coup
skip = Passer
start-again = Recommencer depuis le début
step-number-title = Étape { $number } : { $title }
step-of-count = Étape { $number } sur { $count }
steps = Étapes
the-rest-is-up-to-you = Le reste dépend de vous.
tutorial-done = Vous savez tout.
well-done = Bravo.
why = Pourquoi ?
