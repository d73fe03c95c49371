# Dakapo; see en.ftl.

## The name of the game and its options.

title = Dakapo
summary = quatre pions de même couleur aux coins d’un carré gagnent
goal = posez le 4e pion d’un carré d’une couleur, même incliné
option-call = Gagner avec un carré
option-call-help = Un carré complété gagne aussitôt, ou seulement si le joueur l’annonce.
option-call-auto = aussitôt
option-call-spoken = seulement s’il est annoncé

## Moves that the rules refuse.

no-such-placement = cette case ou cette couleur n’existe pas
no-such-action = il n’y a pas d’action { $action } ; les actions vont de 0 à { $last }
over = la partie est finie : { $end }
taken = il y a déjà un pion en { $cell }
touches-none = { $cell } ne touche aucun pion ; posez un pion à côté d’un autre
touches-same-colour =
    { $colour ->
        [red] le rouge toucherait le pion rouge en { $cell }
        [yellow] le jaune toucherait le pion jaune en { $cell }
        [green] le vert toucherait le pion vert en { $cell }
       *[blue] le bleu toucherait le pion bleu en { $cell }
    }
colour-just-placed = l’adversaire vient de poser { $colour ->
        [red] rouge
        [yellow] jaune
        [green] vert
       *[blue] bleu
    } ; choisissez une autre couleur
colour-used-up = les { $count } pions { $colour ->
        [red] rouges
        [yellow] jaunes
        [green] verts
       *[blue] bleus
    } sont sur le plateau
call-not-needed = dans cette partie, les carrés comptent automatiquement ; jouez sans le « ! »

## Moves and positions that cannot be read.

not-a-move = un coup est une case de a1 à h8 et une couleur r, y, g ou b, par exemple e6r, et non { $text }
not-a-position = une position est faite de huit rangées et de la dernière couleur, par exemple 8/8/8/3ry3/3gb3/8/8/8 -, et non { $text }
not-a-rank = la rangée { $rank } est { $text }, mais une rangée a 8 cases, et un chiffre compte les cases vides à la suite
too-many-stones = { $count } pions { $colour ->
        [red] rouges
        [yellow] jaunes
        [green] verts
       *[blue] bleus
    }, c’est trop : chaque couleur en a { $most }
last-colour-missing =
    { $colour ->
        [red] rouge a été posé en dernier, mais aucun pion rouge n’est sur le plateau
        [yellow] jaune a été posé en dernier, mais aucun pion jaune n’est sur le plateau
        [green] vert a été posé en dernier, mais aucun pion vert n’est sur le plateau
       *[blue] bleu a été posé en dernier, mais aucun pion bleu n’est sur le plateau
    }
position-call-without-square = le « ! » désigne un carré annoncé, mais il n’y a pas de carré { $colour ->
        [red] rouge
        [yellow] jaune
        [green] vert
       *[blue] bleu
    }
position-call-not-agreed = une position ne porte un « ! » qu’avec l’option call=spoken

## How a game ends.

end-square = un carré { $colour ->
        [red] rouge
        [yellow] jaune
        [green] vert
       *[blue] bleu
    }
end-full = le plateau est plein
end-stuck = le joueur { $seat } ne peut pas poser de pion

## Why a move is good.

reason-completes = il complète un carré { $colour ->
        [red] rouge
        [yellow] jaune
        [green] vert
       *[blue] bleu
    }
reason-called = il est annoncé, et seul un carré annoncé compte
reason-leaves-no-placement = l’adversaire ne peut plus poser de pion
reason-fills-board = il remplit le plateau : partie nulle
reason-stops = il empêche un carré { $colour ->
        [red] rouge
        [yellow] jaune
        [green] vert
       *[blue] bleu
    } en { $cell }
reason-nothing-safe = quel que soit le pion, l’adversaire peut compléter un carré
reason-only-safe = c’est le seul pion sûr : l’adversaire ne peut pas compléter de carré
reason-safe = l’adversaire ne pourra pas compléter de carré
reason-rules-out = il rend impossible un carré { $colour ->
        [red] rouge
        [yellow] jaune
        [green] vert
       *[blue] bleu
    } en { $cell }
reason-threatens = il menace un carré { $colour ->
        [red] rouge
        [yellow] jaune
        [green] vert
       *[blue] bleu
    } : l’adversaire doit occuper { $cell }
reason-threatens-twice = il menace deux carrés à la fois, en { $first } et en { $second } : un seul peut être empêché
reason-wins-next = quoi que pose l’adversaire, un carré pourra être complété ensuite
reason-few-safe = il ne reste à l’adversaire { $count ->
        [one] qu’un seul pion sûr
       *[other] que { $count } pions sûrs
    }
reason-quiet = aucun carré ne peut encore être complété : tous les pions sont sûrs

## The tutorial.

lesson-placing = Poser des pions
lesson-placing-beside = Deux joueurs se partagent quatre couleurs, qui n’appartiennent à personne. Un pion se pose sur une case vide à côté d’un autre : au-dessus, au-dessous, à gauche ou à droite. Ces cases sont mises en évidence. Choisissez-en une, puis une couleur.
lesson-placing-beside-done = Un tour, c’est cela : un pion. Puis c’est à l’adversaire.
lesson-placing-forbidden = L’adversaire vient de poser vert en d6 : le vert vous est interdit pendant ce tour. Essayez en f5 pour voir, ou posez une autre couleur.
lesson-placing-forbidden-done = Bien. À présent, l’adversaire ne peut pas poser votre couleur.
lesson-placing-neighbours = Un pion ne touche jamais sa propre couleur par un côté. À côté de c4 se trouvent jaune, vert et rouge. Posez-y la seule couleur qui convient.
lesson-placing-neighbours-wrong = Ce pion est permis, mais cherchez la couleur qui convient en c4.
lesson-placing-neighbours-done = Exact : seulement le bleu. Deux pions de même couleur peuvent se toucher par un coin.
lesson-squares = Les carrés font gagner
lesson-squares-upright = Vous gagnez avec le quatrième coin d’un carré d’une seule couleur, peu importe qui a posé les trois autres. Ici, il manque un quatrième pion à trois pions rouges.
lesson-squares-upright-wrong = Ce pion ne complète rien. Cherchez la case qui forme un carré avec d3, d5 et f3.
lesson-squares-upright-done = Quatre coins rouges : d3, d5, f5 et f3. Vous avez gagné.
lesson-squares-tilted = Un carré peut être sur la pointe ou incliné, petit ou grand. Trouvez celui que vous pouvez compléter ici.
lesson-squares-tilted-wrong = Pas celui-ci. Trois pions jaunes sont les coins d’un petit carré sur la pointe.
lesson-squares-tilted-done = Oui : d6, e7, f6 et e5 forment un carré sur la pointe.
lesson-example = L’exemple du livret de règles
lesson-example-green = Jouez pour Tom : posez vert en e6. Trois coins d’un carré incliné seront alors verts.
lesson-example-green-wrong = Ce pion est permis, mais dans cet exemple Tom pose vert en e6.
lesson-example-green-done = d4, e6 et g5 sont trois coins d’un carré incliné. Le quatrième, f3, ne touche encore aucun pion : personne ne peut y jouer.
lesson-example-yellow = Jouez pour Susan : posez jaune en f4. Ni rouge ni bleu n’y conviennent, et le vert est interdit pendant ce tour.
lesson-example-yellow-wrong = C’est peut-être mieux, mais dans cet exemple Susan pose jaune en f4.
lesson-example-yellow-done = C’était l’erreur de Susan : f3 touche maintenant un pion, et Tom peut poser vert.
lesson-example-win = Jouez de nouveau pour Tom : le vert est maintenant permis. Gagnez la partie.
lesson-example-win-wrong = Vert gagne sur le quatrième coin du carré formé par d4, e6 et g5.
lesson-example-win-done = d4, e6, g5 et f3 forment un carré incliné.
lesson-threats = Menaces
lesson-threats-stop = L’adversaire vient de poser rouge et il ne lui manque que f5 pour un carré. Le rouge vous est interdit : vous ne pouvez pas le compléter vous-même. Empêchez-le.
lesson-threats-stop-wrong = L’adversaire complète maintenant le carré en f5. Occupez cette case avec une autre couleur.
lesson-threats-stop-done = La case porte maintenant une autre couleur : le rouge ne pourra jamais compléter ce carré.
lesson-threats-double = À vous d’attaquer : trouvez un pion qui menace deux carrés de sa couleur. L’adversaire ne peut occuper qu’une des deux cases.
lesson-threats-double-wrong = Ce pion ne menace pas deux carrés. Regardez les pions jaunes en d6, e5 et f4.
lesson-threats-double-done = e7 et g5 complètent maintenant tous deux un carré jaune, et le jaune est interdit à l’adversaire.
lesson-threats-safe = Rouge en b5 compléterait un carré, mais b5 ne touche encore aucun pion. Un pion à côté de b5 permettrait à l’adversaire de le compléter. Posez-en un qui ne le permet pas.
lesson-threats-safe-wrong = Ce pion touche b5, et l’adversaire y complète le carré rouge.
lesson-threats-safe-done = Bien joué. Un joueur qui n’a plus de pion sûr doit laisser l’autre compléter un carré.
lesson-end = La fin de la partie
lesson-end-last-stone = Il reste une case, et une couleur convient. Un plateau plein est une partie nulle, et le joueur qui ne peut pas poser de pion perd ; mais un carré passe avant. Posez le dernier pion.
lesson-end-last-stone-done = Le 64e pion complète un carré bleu et gagne.
lesson-end-call = On peut aussi convenir que les carrés doivent être annoncés. Complétez-en un ici et annoncez-le du même coup : activez l’annonce, puis posez le pion.
lesson-end-call-wrong = Vous n’avez pas annoncé de carré avec ce pion. Un carré qui n’est pas annoncé quand il est complété ne compte jamais.
lesson-end-call-done = Annoncé et complété : vous avez gagné. Une annonce sans carré reste sans effet.
lesson-end-rematch = Après la partie, le perdant peut demander une revanche avec le mot « Dakapo ! ». Celui qui a joué en second dans la dernière partie commence la suivante.

## Moves in words.

told-stone =
    pion { $colour ->
        [red] rouge
        [yellow] jaune
        [green] vert
       *[blue] bleu
    } en { $cell }{ $effect ->
        [square] , complète un carré
        [call] , avec annonce
       *[none] { "" }
    }

## The board on the page.

colour =
    { $colour ->
        [red] Rouge
        [yellow] Jaune
        [green] Vert
       *[blue] Bleu
    }
not-this-turn = Pas de { $colour ->
        [red] rouge
        [yellow] jaune
        [green] vert
       *[blue] bleu
    } ce tour-ci
stone-on = { $cell }, pion { $colour ->
        [red] rouge
        [yellow] jaune
        [green] vert
       *[blue] bleu
    }
cell-empty = { $cell }, vide
cell-takes = { $cell }, vide, libre pour { $colours }
note-turn =
    { $count ->
        [1] dernier pion
       *[other] numéro { $number } des { $count } derniers pions
    }
note-pending = pas encore enregistré
note-marked = mis en évidence
note-hint = indice : { $colour ->
        [red] rouge
        [yellow] jaune
        [green] vert
       *[blue] bleu
    }
board = Plateau de Dakapo
keys = Les flèches changent de case ; R, Y, G et B posent un pion (rouge, jaune, vert, bleu) ; Entrée montre les couleurs.
stones-left = Pions restants
choose-colour = Couleur pour { $cell }
why-not =
    { $colour ->
        [red] Rouge
        [yellow] Jaune
        [green] Vert
       *[blue] Bleu
    } : pourquoi pas ?
no-colour-fits = Aucune couleur ne convient ici. Choisissez-en une pour savoir pourquoi.
call-square = Annoncer un carré
call-on = Vous poserez le prochain pion avec une annonce.
call-off = Vous poserez le prochain pion sans annonce.

# Problèmes
puzzle-win = Gain forcé
puzzle-only = Le seul coup
task-win =
    { $moves ->
        [one] Gagnez avec un pion.
       *[other] Gagnez en { $moves } coups, quoi que fasse l’adversaire.
    }
task-only = Trouvez le seul coup après lequel l’adversaire n’a pas de gain en deux coups.
refuted-game-over = La partie se termine sans victoire.
refuted-loses =
    { $moves ->
        [one] L’adversaire gagne aussitôt.
       *[other] L’adversaire gagne maintenant en { $moves } coups.
    }
refuted-no-win = Ce pion ne gagne pas.
refuted-defence =
    { $moves ->
        [one] Après cette réponse, vous ne pouvez pas gagner avec un pion.
       *[other] Après cette réponse, il n’y a plus de gain en { $moves } coups.
    }
puzzle-impossible = aucune partie ne peut mener à ces pions
theme-in-1 = un coup
theme-in-2 = deux coups
theme-in-3 = trois coups
theme-tilted = carré incliné
theme-large-square = grand carré
theme-no-placement = plus aucune place
theme-threat = menace
theme-quiet = premier coup tranquille
theme-only-move = seul coup
theme-block = empêcher un carré
theme-foresight = prévoir

## What the signs at the table mean

legend-square = Quatre pions d’une couleur aux coins d’un carré font gagner, qu’il soit droit ou incliné, petit ou grand. Celui qui pose le quatrième gagne, peu importe qui a posé les autres.
legend-open = On peut poser un pion ici.
legend-forbidden = L’adversaire vient de poser cette couleur : vous ne pouvez pas la poser à ce tour.
legend-last = Le dernier pion posé.
legend-left = Le nombre de pions qui restent de cette couleur.
