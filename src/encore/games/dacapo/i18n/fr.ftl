# Textes de Da Capo : ce que disent les règles et ce que montre le plateau.

## The game and its options

title = Da Capo
summary = attrapez des poissons ; qui a le plus de points gagne
goal = un poisson sur jaune, puis sa proie ; { $players ->
    [1] seule votre couleur reste
   *[other] le plus de points gagne
  }
players-1 = 1 (en solo)
players-4 = 4 (deux équipes)
option-switch = Échanger le poulpe et le requin
option-switch-help = Quand on peut échanger le poulpe ou le requin avec un autre poisson de la même couleur.
option-switch-first = avant la première prise d’une manche
option-switch-every-turn = avant chaque prise
option-switch-never = jamais
option-target = Points à atteindre
option-target-help = La partie se termine quand quelqu’un a ce nombre de points après une manche.
option-target-value = { $count ->
    [one] { $count } point
   *[other] { $count } points
  }
option-rounds = Nombre maximal de manches
option-rounds-help = La partie se termine au plus tard après ce nombre de manches (0 : pas de limite).
option-rounds-value = { $count ->
    [0] pas de limite
    [one] { $count } manche
   *[other] { $count } manches
  }

## How a game ends

solo-won = toutes les piles sont à vous
solo-lost = plus personne ne peut attraper
sweep =
    le { $colour ->
        [red] rouge
        [purple] violet
        [green] vert
       *[yellow] jaune
    } a attrapé tous les poissons adverses, ce qui gagne la partie aussitôt
target-reached =
    { $points ->
        [one] { $points } point atteint l’objectif de { $target }
       *[other] { $points } points atteignent l’objectif de { $target }
    }
last-round = la dernière manche prévue (manche { $round }) est finie

## Why a move is refused

game-over = la partie est finie : { $reason }
deal-first = il faut d’abord distribuer les poissons
deal-later = on ne distribue qu’au début d’une manche
deal-fish =
    une distribution pour { $players ->
        [one] un joueur
       *[other] { $players } joueurs
    } pose une fois chacun des { $count } poissons
corners = à deux, les coins restent vides
deal-without-order = une distribution en solitaire indique l’ordre des quatre couleurs, par exemple deal:…:gyrp
deal-with-order = seule une distribution en solitaire indique un ordre des couleurs
no-such-square = cette case n’existe pas
no-own-fish =
    il n’y a pas de poisson { $colour ->
        [red] rouge
        [purple] violet
        [green] vert
       *[yellow] jaune
    } en { $cell }
empty-target = { $cell } est vide, et un poisson ne va que sur un autre poisson
own-target =
    le poisson en { $cell } est { $colour ->
        [red] rouge
        [purple] violet
        [green] vert
       *[yellow] jaune
    } lui aussi
not-in-line = { $here } et { $there } ne sont pas sur une même ligne droite
blocked = le poisson en { $cell } barre le chemin de { $here } à { $there }
too-high = le { $value } ne peut pas attraper le { $other } : un poisson n’attrape que des poissons de valeur égale ou inférieure
switch-solo = en solitaire, on n’échange pas
switch-what = seuls le poulpe (16) et le requin (15) s’échangent, avec un autre poisson de la même couleur
switch-never = cette partie se joue sans échange
switch-again =
    { $value ->
        [16] le poulpe
       *[15] le requin
    } a déjà été échangé avant cette prise
switch-over =
    { $value ->
        [16] le poulpe
       *[15] le requin
    } ne s’échange qu’une fois, et seulement avant votre première prise de la manche
switch-captured =
    { $value ->
        [16] le poulpe
       *[15] le requin
    } { $colour ->
        [red] rouge
        [purple] violet
        [green] vert
       *[yellow] jaune
    } a été attrapé
switch-target =
    il n’y a pas d’autre poisson { $colour ->
        [red] rouge
        [purple] violet
        [green] vert
       *[yellow] jaune
    } en { $cell } avec lequel échanger ; choisissez un autre de vos poissons, ou quittez l’échange pour attraper
switch-notation = l’échange du poulpe et du requin s’écrit 16/{ $cell }
switch-both = le poulpe et le requin ne s’échangent entre eux que si aucun des deux n’a encore été échangé
switch-beside =
    { $value ->
        [16] le poulpe
       *[15] le requin
    } serait en { $cell }, juste à côté du { $rival ->
        [16] poulpe
       *[15] requin
    } { $colour ->
        [red] rouge
        [purple] violet
        [green] vert
       *[yellow] jaune
    } en { $by }
switch-no-capture = après un échange, il doit vous rester une prise à faire
no-action = il n’y a pas d’action { $action } ; les actions vont de 0 à { $last }
border =
    { $cell } est au bord du plateau : il n’y a rien { $way ->
        [right] à droite
        [left] à gauche
        [below] au-dessous
       *[above] au-dessus
    }

## Texts that cannot be read

not-a-move = un coup est une prise comme c3xc5 ou un échange comme 16/b2, pas { $text }
deal-heights = dans une distribution, chaque pile est un seul poisson, donc sans *
not-a-layout = un plateau est fait de six rangées de six cases, chacune . ou une pile comme r12 ou p16*5, séparées par /, pas { $text }
not-an-order = un ordre est fait des lettres r, p, g et y, une fois chacune, comme gyrp, pas { $text }
not-a-state = un état est fait du plateau, du tour, des droits, des points, des manches et du premier, séparés par une espace, pas { $text }
not-a-solo-state = un état en solitaire est fait du plateau, du tour, du premier et de l’ordre, séparés par une espace, pas { $text }
not-a-colour = une couleur est { $letters } ou -, pas { $text }
not-rights = les droits sont 16,15 ou 16 ou 15 ou - pour chaque joueur, séparés par /, pas { $text }
not-rounds = les manches finies sont un nombre, pas { $text }
not-scores = les points sont { $count } nombres séparés par des virgules, pas { $text }
scores-sum =
    les points { $scores } ne correspondent pas à { $rounds ->
        [one] { $rounds } manche
       *[other] { $rounds } manches
    } de { $fish } poissons
state-before-deal = avant la première distribution, tout le reste est vide aussi
state-no-rights = cette partie se joue sans échange, les droits sont donc -
state-no-turn =
    le { $colour ->
        [red] rouge
        [purple] violet
        [green] vert
       *[yellow] jaune
    } peut attraper, c’est donc le tour de quelqu’un
state-wrong-turn =
    le { $colour ->
        [red] rouge
        [purple] violet
        [green] vert
       *[yellow] jaune
    } ne peut rien attraper, ce n’est donc pas son tour
state-low-scores = les points { $scores } sont inférieurs à ceux de cette manche
state-game-over = la partie s’est terminée lors d’une manche précédente
state-starter = après une distribution, il y a un premier joueur, et un tour ou une manche finie
state-solo-before-deal = avant la distribution, il n’y a ni tour, ni premier, ni ordre : - - - -
state-solo-starter = après la distribution, il y a une couleur qui commence
state-fish-count =
    à { $players ->
        [one] un joueur
       *[other] { $players } joueurs
    }, les piles comptent ensemble { $count } poissons
state-fish =
    chaque poisson n’est là qu’une fois, et seulement ceux pour { $players ->
        [one] un joueur
       *[other] { $players } joueurs
    }

## Why a move is good

hint-only = c’est la seule prise possible
hint-best = le bot ne trouve pas de meilleur coup
hint-wins = cela fait gagner la partie : { $reason }
hint-ends-round =
    cela termine la manche : { $mine ->
        [one] { $mine } poisson
       *[other] { $mine } poissons
    } pour vous, au plus { $theirs } pour un adversaire
hint-saves-partner = un adversaire pourrait prendre le poisson en { $cell } ; ainsi, il compte toujours pour votre équipe
hint-captures =
    cela attrape { $value ->
        [16] le poulpe
        [15] le requin
       *[other] le { $value }
    } { $colour ->
        [red] rouge
        [purple] violet
        [green] vert
       *[yellow] jaune
    }
hint-pile = cela attrape une pile de { $count } poissons
hint-stops-threat =
    { $value ->
        [16] le poulpe
        [15] le requin
       *[other] le { $value }
    } { $colour ->
        [red] rouge
        [purple] violet
        [green] vert
       *[yellow] jaune
    } ne peut plus attraper votre poisson en { $cell }
hint-protects-own =
    { $value ->
        [16] le poulpe
        [15] le requin
       *[other] le { $value }
    } { $colour ->
        [red] rouge
        [purple] violet
        [green] vert
       *[yellow] jaune
    } ne peut plus attraper votre couleur
hint-escapes = cela met à l’abri le poisson en { $cell }
hint-safe = en { $cell }, personne ne peut l’attraper pour l’instant
hint-keeps-own = cela n’attrape aucun de vos propres poissons
hint-left = il reste { $count } piles d’autres couleurs à attraper
hint-continues = ensuite personne d’autre ne peut attraper : la même couleur rejoue
hint-skips =
    ensuite, le { $colour ->
        [red] rouge
        [purple] violet
        [green] vert
       *[yellow] jaune
    } ne peut rien attraper et passe son tour
hint-next =
    de { $cell }, il peut attraper ensuite { $value ->
        [16] le poulpe
        [15] le requin
       *[other] le { $value }
    } { $colour ->
        [red] rouge
        [purple] violet
        [green] vert
       *[yellow] jaune
    }
hint-switch-safe =
    en { $cell }, { $value ->
        [16] le poulpe
       *[15] le requin
    } est hors de danger
hint-switch-reach =
    de { $cell }, { $value ->
        [16] le poulpe
       *[15] le requin
    } peut attraper { $other ->
        [16] le poulpe
        [15] le requin
       *[other] le { $other }
    } { $colour ->
        [red] rouge
        [purple] violet
        [green] vert
       *[yellow] jaune
    }
hint-switch-pile = il peut alors attraper une pile de { $count } poissons
hint-switch-saves = le poisson de { $there } est à l’abri en { $here }

## Lessons

lesson-capturing = Attraper
lesson-board = Des poissons rouges et violets sont posés sur le plateau, et le rouge est à vous. Ils s’attrapent jusqu’à ce que plus personne ne le puisse. Celui qui a alors le plus de poissons dans ses piles a gagné la manche. Le 16 est le poulpe, le 15 le requin.
lesson-line = Un poisson avance en ligne droite, vers le haut, le bas, la gauche ou la droite, par des cases vides, et se pose sur le premier poisson de son chemin. Choisissez le 12 rouge en c3, puis le 9 violet en c5.
lesson-line-wrong = C’est aussi une prise. Mais regardez c3 et c5.
lesson-line-done = Attrapé ! La pile violette est maintenant sous votre 12, elle est à vous.
lesson-equal = Un poisson attrape les poissons de valeur inférieure, et aussi ceux de valeur égale. Trouvez la seule prise du rouge.
lesson-equal-done = 11 attrape 11 : de deux poissons égaux, le premier à jouer l’emporte.
lesson-forbidden = Essayez maintenant ce qui est interdit avec le 10 rouge en c4 : le 13, plus fort, en c6, le 4 en f4 derrière un autre poisson, le 2 en b3 en diagonale. Vous verrez pourquoi c’est refusé. Faites ensuite n’importe quelle prise permise.
lesson-forbidden-done = Celle-ci est permise.
lesson-piles = La pile sous un poisson avance avec lui, et seul le poisson du dessus compte. Avec la pile en b3, attrapez le plus de poissons possible.
lesson-piles-wrong = Cela attrape deux poissons. Une autre pile en a plus.
lesson-piles-done = Votre pile compte maintenant onze poissons, le 13 au-dessus. Attention aux poissons plus forts !
lesson-switching = Poulpe et requin
lesson-switch = Avant votre première prise d’une manche, vous pouvez échanger votre poulpe et votre requin, une fois chacun, avec un autre de vos poissons. En f2, le poulpe ne peut rien attraper. Faites-le glisser en d3, ou utilisez le bouton.
lesson-switch-wrong = C’est permis. Mais regardez d3 : là, le poulpe peut attraper quatre poissons.
lesson-switch-done = En d3, il peut attraper dans les quatre directions. Un échange n’est pas un tour : c’est encore à vous.
lesson-beside = Un poulpe ou un requin échangé ne peut pas être juste à côté d’un poulpe ou d’un requin adverse ; en diagonale, c’est permis. Essayez le requin en c4, à côté du poulpe violet. Échangez-le ensuite vers une case permise.
lesson-beside-wrong = C’est une prise. Ensuite, vous ne pouvez plus échanger.
lesson-beside-done = Bien placé. Après votre première prise, vous ne pourrez plus échanger.
lesson-counting = La fin d’une manche
lesson-skip = Celui qui peut attraper doit le faire, celui qui ne peut pas passe son tour. Trouvez la prise après laquelle le violet ne peut rien attraper et c’est de nouveau à vous.
lesson-skip-wrong = Après cela, ce n’est pas de nouveau à vous. Quel poisson violet pourrait attraper l’un des vôtres ?
lesson-skip-done = Le violet n’a pas de prise : c’est de nouveau à vous.
lesson-count = Attrapez le dernier poisson à portée. Quand plus personne ne peut attraper, la manche se termine, et chaque poisson des piles de votre couleur vaut un point.
lesson-count-done = 23 poissons pour le rouge, 9 pour le violet. On joue des manches jusqu’à ce que quelqu’un ait 60 points.
lesson-sweep = À deux ou à trois, on peut gagner plus vite : attrapez tous les poissons adverses en une manche.
lesson-sweep-done = Il ne reste que du rouge. Cela fait gagner la partie, quels que soient les points.
lesson-company = En équipe, ou seul
lesson-partners = À quatre, le rouge et le vert jouent contre le violet et le jaune, et on peut aussi attraper son partenaire. Le rouge n’a qu’une prise : il doit la faire.
lesson-partners-done = Les poissons restent dans l’équipe : le rouge et le vert comptent ensemble.
lesson-solo = Seul, vous jouez tour à tour pour les quatre couleurs, et à la fin seule la vôtre doit être visible. Ici, c’est le rouge. Attraper en a3 ou en e3 ? Le vert joue ensuite, et doit attraper s’il le peut.
lesson-solo-wrong = Après cela, le rouge ne pourra jamais attraper les deux piles restantes. Pensez à ce que le vert devra faire.
lesson-solo-done = Le vert doit maintenant attraper le jaune en a3, et là le rouge peut tout attraper.

## What the graph of a replay shows

graph-points = points si la manche s’arrêtait maintenant
graph-fish = poissons dans les piles de sa propre couleur

## Moves in words

told-deal = les poissons sont distribués
told-capture =
    le { $value } { $colour ->
        [red] rouge
        [purple] violet
        [green] vert
       *[yellow] jaune
    } attrape le { $other } { $rival ->
        [red] rouge
        [purple] violet
        [green] vert
       *[yellow] jaune
    } en { $cell }
told-again =
    { $move } ; { $count ->
        [1] le { $passed ->
            [red] rouge
            [purple] violet
            [green] vert
           *[yellow] jaune
        } ne peut rien attraper
       *[other] personne d’autre ne peut attraper
    }, le { $colour ->
        [red] rouge
        [purple] violet
        [green] vert
       *[yellow] jaune
    } rejoue
told-skips =
    { $move } ; { $count ->
        [1] le { $passed ->
            [red] rouge
            [purple] violet
            [green] vert
           *[yellow] jaune
        } ne peut rien attraper
       *[other] le { $passed ->
            [red] rouge
            [purple] violet
            [green] vert
           *[yellow] jaune
        } et le { $other ->
            [red] rouge
            [purple] violet
            [green] vert
           *[yellow] jaune
        } ne peuvent rien attraper
    }
told-switch =
    le { $value } { $colour ->
        [red] rouge
        [purple] violet
        [green] vert
       *[yellow] jaune
    } s’échange avec le { $other } en { $cell }

## The board on the page and in pictures

board = Plateau de Da Capo
player =
    { $colour ->
        [red] Rouge
        [purple] Violet
        [green] Vert
       *[yellow] Jaune
    }
yours = à vous
you = vous
great-fish =
    { $value ->
        [16] Poulpe
       *[15] Requin
    }
square-empty = { $cell }, vide
note-trail =
    { $part ->
        [from] { $count ->
                [1] départ du dernier coup
               *[other] départ du numéro { $number } des { $count } derniers coups
            }
        [to] { $count ->
                [1] arrivée du dernier coup
               *[other] arrivée du numéro { $number } des { $count } derniers coups
            }
       *[switch] { $count ->
                [1] échange du dernier coup
               *[other] échange du numéro { $number } des { $count } derniers coups
            }
    }
note-hint =
    { $part ->
        [from] indice : attraper avec ce poisson
        [to] indice : attraper ce poisson
       *[switch] indice : échanger ce poisson
    }
square =
    { $cell }, { $colour ->
        [red] rouge
        [purple] violet
        [green] vert
       *[yellow] jaune
    } { $value ->
        [16] 16 (poulpe)
        [15] 15 (requin)
       *[other] { $value }
    }{ $height ->
        [1] { "" }
       *[other] , pile de { $height }
    }{ $captures ->
        [0] { "" }
       *[other] , peut attraper { $cells }
    }{ $switches ->
        [0] { "" }
       *[other] , peut s’échanger avec { $partners }
    }
chosen =
    { $value ->
        [16] le poulpe
        [15] le requin
       *[other] le { $value }
    } { $colour ->
        [red] rouge
        [purple] violet
        [green] vert
       *[yellow] jaune
    } peut attraper { $cells }
idle =
    { $reason ->
        [higher] Rien à attraper : les autres poissons en ligne sont plus forts
       *[none] Rien à attraper : aucune autre couleur en ligne
    }
on-yellow = Les poissons sur jaune ont une prise
pile-worth = { $height } poissons : autant de points pour le { $colour ->
        [red] rouge
        [purple] violet
        [green] vert
       *[yellow] jaune
    }
preserver = La bouée marque seulement le coin où finit la distribution
colour-order = Ordre des couleurs
pile-count =
    { $count ->
        [one] { $count } pile
       *[other] { $count } piles
    }
piles-left = Piles d’autres couleurs : { $count }
may-switch =
    { $rights ->
        [both] peut encore échanger le poulpe et le requin
        [octopus] peut encore échanger le poulpe
       *[shark] peut encore échanger le requin
    }
score =
    { $count ->
        [one] { $count } point
       *[other] { $count } points
    }
now = +{ $count } pour l’instant
points-now =
    { $total ->
        [one] { $total } point
       *[other] { $total } points
    }, plus { $now } dans cette manche
counts-with =
    { $colour ->
        [red] points communs avec le rouge
        [purple] points communs avec le violet
        [green] points communs avec le vert
       *[yellow] points communs avec le jaune
    }
you-are-passed-over = Vous ne pouvez rien attraper ; { $name } continue
others-are-passed-over =
    { $count ->
        [one] { $names } ne peut rien attraper
       *[other] { $names } ne peuvent rien attraper
    }
progress =
    { $rounds ->
        [0] Manche { $round }
       *[other] Manche { $round } sur { $rounds }
    }{ $target ->
        [0] { "" }
        [one] { " · partie en " }{ $target } point
       *[other] { " · partie en " }{ $target } points
    }
total = total
this-round = poissons des piles
switch-label =
    { $when ->
        [every-turn] Échanger – avant chaque prise
       *[first] Échanger – seulement avant votre première prise
    }
switch-button =
    { $value ->
        [16] Échanger le poulpe
       *[15] Échanger le requin
    }
switch-choose = Échanger avec quel poisson ? Rappuyez pour attraper
round-over = Fin de la manche { $round }
final-count = Décompte final
next-deal = Distribution suivante

# Problèmes
puzzle-capture = La meilleure prise
puzzle-deal = Une distribution en solitaire
task-capture = Trouvez la prise qui rapporte le plus de poissons.
task-deal =
    Gagnez cette distribution : à la fin, seuls des poissons { $colour ->
        [red] rouges
        [purple] violets
        [green] verts
       *[yellow] jaunes
    } doivent être au sommet.
refuted-fewer = Avec le meilleur jeu, cela mène à { $fish } poissons. Une autre prise mène à { $best }.
refuted-deal = La manche est finie et d’autres couleurs sont encore au sommet.
puzzle-not-fresh = la position n’est pas une nouvelle distribution
puzzle-not-won = la suite de coups ne gagne pas la distribution
theme-tall-catch = prendre la pile la plus haute
theme-small-catch = laisser une pile plus haute
theme-moves-1 = une prise
theme-moves-2 = deux prises
theme-moves-3 = trois prises
theme-decisive = beaucoup de poissons en jeu
theme-few-captures = peu de prises au début
theme-many-captures = beaucoup de prises au début

## What the signs at the table mean

legend-glow = Les poissons sur les cases jaunes ont une prise à faire. Choisissez-en un pour voir laquelle.
legend-points = D’abord les points des manches terminées. Après le +, les poissons de ses piles : autant de points en plus si la manche finissait maintenant.
legend-height = Une pile de trois poissons : trois points pour la couleur du dessus. Seul le poisson du dessus attrape et peut être attrapé.
legend-preserver = La bouée marque le coin où finit la distribution. Elle n’a aucun effet : pour les prises, sa case est comme les autres.
legend-great = À côté d’un nom : le poulpe (16) ou le requin (15) peut encore être échangé avec un autre de ses poissons.
legend-trail = Une prise depuis votre dernier tour : du point à la flèche.
