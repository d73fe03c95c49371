# Textes de Dalapapa : ce que disent les règles et ce que montre le plateau.

title = Dalapapa
summary = formez disques et groupes ; qui a le plus de points gagne
option-target = Points à atteindre
option-target-help = La partie se termine avec le tour de table où quelqu’un atteint ce nombre de points.
option-target-value = { $count ->
    [one] { $count } point
   *[other] { $count } points
  }
option-open-hands = Mains
option-open-hands-help = Si les joueurs voient les tuiles des autres.
option-open-hands-off = cachées : vous ne voyez que vos tuiles
option-open-hands-on = visibles : tout le monde voit tout

## The end of a game

target-reached = { $points } points atteignent l’objectif de { $target }
nobody-can-place = personne ne peut poser de tuile

## Moves that the rules forbid

game-over = la partie est terminée
draw-after-turn = on pioche à la fin de son tour
lay-before-stop = un tour commence par une tuile ; on ne peut s’arrêter qu’après la première
stop-not-pass = après la première tuile, on termine son tour en s’arrêtant, pas en passant
must-not-pass = un joueur qui peut poser une tuile ne doit pas passer
draw-first = le joueur { $seat } pioche d’abord
draw-count = { $count ->
    [one] le joueur { $seat } pioche ici une tuile, pas { $drawn }
   *[other] le joueur { $seat } pioche ici { $count } tuiles, pas { $drawn }
}
not-in-bag = la tuile { $tile } n’est pas dans le sac
not-in-hand = la tuile { $tile } n’est pas dans la main du joueur { $seat }
face-and-side = une tuile montre sa face a ou b et s’étend vers e, n, w ou s
square-taken = il y a déjà une tuile en { $square }
first-at-origin = la première tuile se pose en 0,0
no-shared-edge = la tuile n’aurait aucun bord commun avec une autre
colours-differ = sur le bord entre { $one } et { $other }, le { $mine ->
    [red] rouge
    [green] vert
    [blue] bleu
   *[yellow] jaune
} toucherait le { $theirs ->
    [red] rouge
    [green] vert
    [blue] bleu
   *[yellow] jaune
}
no-such-action = il n’y a pas d’action { $action } ; les actions vont de 0 à { $last }
no-such-tile-held = { $count ->
    [one] le joueur { $seat } a une tuile et ne peut donc pas poser la tuile { $number } de sa main
   *[other] le joueur { $seat } a { $count } tuiles et ne peut donc pas poser la tuile { $number } de sa main
}

## Texts that cannot be read

not-a-move = un coup est une tuile comme 37a@4,-1e, ou stop, ou pass, pas { $text }
not-a-place = une tuile s’écrit avec numéro, face, @, case et direction, comme 37a@4,-1e : numéros de 1 à { $last }, faces a et b, directions e, n, w, s ; pas { $text }
not-tiles = les tuiles sont des numéros de 1 à { $last } séparés par des virgules, comme 17,42, pas { $text }
not-a-state = un état comprend la phase, le joueur, les points, les mains et les tuiles sur la table, séparés par une espace, pas { $text }
not-a-phase = une phase est l’une de { $phases }, pas { $text }
not-a-seat = le joueur est un nombre de 1 à { $players }, pas { $text }
not-scores = les points sont { $players } nombres séparés par des virgules, pas { $text }
not-hands = il y a { $players } mains, séparées par /, pas { $text }
not-a-hand = une main a au plus { $most } tuiles dans l’ordre croissant, pas { $text }
tile-twice = une tuile se trouve à deux endroits à la fois
place-refused = { $place } ne peut pas être là : { $why }
nothing-to-draw = le joueur { $seat } n’a rien à piocher
no-tile-to-lay = le joueur { $seat } n’a pas de tuile à poser
one-tile-left = le joueur { $seat } doit avoir une seule tuile après avoir posé la première
no-tile-fits = un tour n’attend qu’une tuile qui peut se poser
table-not-empty = la table reste vide jusqu’à ce que le joueur 1 pose la première tuile
no-hidden-tiles = aucune des tuiles restantes ne peut être une tuile cachée
tile-set-lines = un jeu de tuiles a { $count } lignes, chacune avec sa fin de ligne, pas { $found }
tile-set-last-line = un jeu de tuiles a { $count } lignes, chacune avec sa fin de ligne, la dernière aussi
tile-set-line = la ligne { $number } du jeu de tuiles est { $number } et deux faces de sept lettres r, g, b, y, comme { $number } ryrrygg bryrygg, pas { $text }

## Hints

hint-pass = aucune tuile de la main ne se pose nulle part
hint-start = les tuiles de départ ne rapportent rien, tout emplacement convient donc
hint-discs = { $count ->
    [one] elle crée un nouveau disque
   *[other] elle crée { $count } nouveaux disques
}, soit { $points ->
    [one] 1 point
   *[other] { $points } points
}
hint-group = elle ferme un groupe { $colour ->
    [red] rouge
    [green] vert
    [blue] bleu
   *[yellow] jaune
} de { $count }, soit { $count ->
    [one] 1 point
   *[other] { $count } points
}
hint-groups = elle ferme { $groups } groupes { $colour ->
    [red] rouges
    [green] verts
    [blue] bleus
   *[yellow] jaunes
} de { $count }, soit { $points } points
hint-price = { $change ->
    [rises] une fois le prix de { $price } payé, le total augmente de { $points }
    [falls] une fois le prix de { $price } payé, le total diminue de { $points }
   *[stays] une fois le prix de { $price } payé, le total reste le même
}
hint-most = aucun autre coup ne rapporte plus maintenant
hint-leaves-none = elle ne laisse aucun groupe de { $count } ou plus qu’une seule tuile pourrait fermer
hint-too-dear = { $points ->
    [one] la deuxième tuile rapporterait au mieux { $points } point et coûte { $price }
   *[other] la deuxième tuile rapporterait au mieux { $points } points et coûte { $price }
}
hint-keep = { $points ->
    [one] la deuxième tuile rapporte au mieux { $points } point ; gardée en main, elle rapportera peut-être plus par la suite
   *[other] la deuxième tuile rapporte au mieux { $points } points ; gardée en main, elle rapportera peut-être plus par la suite
}

## Lessons

lesson-discs = Tuiles et disques
lesson-discs-lay = Chaque tuile porte un disque au milieu et six demi-disques sur ses bords. Choisissez une tuile, retournez-la et tournez-la à votre gré, puis posez-la à côté des autres : elle convient là où la table s’éclaire. Regardez ce qu’elle rapporte, puis confirmez.
lesson-discs-lay-done = Deux demi-disques sont devenus un disque.
lesson-discs-two = Une tuile doit avoir un bord commun avec une autre, et les demi-disques qui se touchent doivent être de la même couleur. Essayez un emplacement où ce n’est pas le cas : la tuile est refusée, et vous voyez pourquoi. Posez ensuite une tuile qui crée deux disques d’un coup.
lesson-discs-two-wrong = Elle se pose là, mais ne crée pas deux disques. Regardez l’angle entre les deux tuiles.
lesson-discs-two-done = Chaque bord commun à deux tuiles est un nouveau disque : deux bords, deux points.
lesson-discs-three = Les deux premiers nouveaux disques d’une tuile valent un point chacun, chaque disque suivant en vaut deux. Créez trois disques.
lesson-discs-three-wrong = Cela fait moins de trois disques. La tuile de droite entre dans un creux à trois bords.
lesson-discs-three-done = Trois disques : 1 + 1 + 2 = 4 points.
lesson-groups = Groupes
lesson-groups-one = Des disques d’une même couleur qui se touchent forment un groupe dès qu’aucun demi-disque de cette couleur ne les touche. Le milieu de votre tuile de gauche ne touche rien de sa couleur : c’est aussitôt un groupe d’un disque. Posez la tuile de gauche.
lesson-groups-one-wrong = Cela ne fait pas de groupe d’un disque. Choisissez la tuile de gauche.
lesson-groups-one-done = Un groupe rapporte un point par disque, ici un seul. Le disque du milieu ne compte que pour son groupe.
lesson-groups-nine = Un exemple de la règle : une tuile crée deux disques et ferme un groupe jaune de sept. Trouvez-la.
lesson-groups-nine-wrong = Cela ne ferme pas le groupe jaune. L’œil sur la table montre les groupes presque fermés.
lesson-groups-nine-done = 2 points pour les disques et 7 pour le groupe : 9 points.
lesson-groups-twelve = L’autre exemple : une tuile crée trois disques et ferme deux groupes, un rouge de trois et un jaune de cinq.
lesson-groups-twelve-wrong = Cela ne ferme pas les deux groupes. La tuile de droite le peut.
lesson-groups-twelve-done = 4 points pour trois disques, 3 et 5 pour les groupes : 12 points.
lesson-groups-six = Cinq groupes sont complets ici : l’œil sur la table les montre. Fermez le groupe jaune de six.
lesson-groups-six-wrong = Le groupe jaune est encore ouvert. Regardez au sud-ouest.
lesson-groups-six-done = Il y a maintenant six groupes, comme dans la règle : de 1, 6, 2, 7, 5 et 1 disques. Un groupe complet ne grandit plus jamais.
lesson-turn = Le tour et la fin
lesson-turn-second = Après votre première tuile, vous pouvez aussi poser la deuxième. Elle coûte 4 points. Ici, cela en vaut la peine : trouvez un emplacement qui rapporte plus de 4.
lesson-turn-second-wrong = Cela rapporte trop peu pour son prix. La liste des emplacements met le meilleur en tête.
lesson-turn-second-done = Quatre disques et un groupe de trois font 9 points ; une fois le prix payé, il en reste 5.
lesson-turn-stop = Ici, la deuxième tuile ne rapporte son prix nulle part. Gardez-la et finissez le tour.
lesson-turn-stop-wrong = Cela fait perdre des points. Finissez plutôt le tour.
lesson-turn-stop-done = Vous piochez ensuite pour avoir de nouveau deux tuiles. Vous seul les voyez, sauf si les mains sont visibles.
lesson-turn-last = Le joueur 1 a dépassé l’objectif de 60, mais on finit le tour de table, et vous y jouez en dernier. Gagnez au moins 5 points et la partie est à vous.
lesson-turn-last-wrong = Ce n’est pas assez : le joueur 1 a 61 points. La tuile de gauche peut fermer des groupes rouges.
lesson-turn-last-done = Celui qui a le plus de points gagne ; à égalité, la victoire est partagée. La partie se termine aussi quand personne ne peut poser de tuile.

## Moves in words

told-start = pose une tuile de départ
told-lay = pose une tuile, +{ $points } : { $earned }
told-second = pose une deuxième tuile (−{ $price }), +{ $points } : { $earned }
told-discs = { $count ->
    [one] un disque
   *[other] { $count } disques
}
told-group = { $groups ->
    [one] un groupe de { $count }
   *[other] { $groups } groupes de { $count }
}
told-groups = des groupes de { $sizes }
told-stop = termine son tour
told-pass = passe
told-draw = { $count ->
    [one] une tuile est piochée
   *[other] { $count } tuiles sont piochées
}

## The board on the page

table = { $count ->
    [one] Table avec { $count } tuile
   *[other] Table avec { $count } tuiles
}
table-keys = { $count ->
    [one] Table avec { $count } tuile
   *[other] Table avec { $count } tuiles
}. Flèches : emplacement suivant, Entrée : poser, R : tourner, F : retourner, L : liste des emplacements, plus, moins et 0 : zoom
latest-turns = Derniers tours
zoom = Zoom
zoom-in = Agrandir
zoom-out = Réduire
fit-to-screen = Ajuster à l’écran
show = Voir
show-open = demi-disques ouverts
show-nearly = groupes presque fermés
show-complete = groupes complets
seat = Joueur { $seat }
you = Vous
points = Points
target = Objectif
bag = Sac
hidden-tiles = { $count ->
    [one] { $count } tuile
   *[other] { $count } tuiles
}
your-tiles = Vos tuiles
colour = { $colour ->
    [red] rouge
    [green] vert
    [blue] bleu
   *[yellow] jaune
}
tile = tuile { $tile } ({ $colours })
tile-unknown = tuile
flip = Retourner
turn = Tourner
tap-place = Posez la tuile : touchez un emplacement éclairé.
fits-nowhere = Elle ne se pose nulle part ainsi.
more-places = { $way ->
    [turn] Tournez-la pour d’autres emplacements.
    [flip] Retournez-la pour d’autres emplacements.
   *[both] Tournez-la ou retournez-la pour d’autres emplacements.
}
no-other-orientation = elle ne se pose ici dans aucune autre orientation
tile-places = { $count ->
    [one] { $count } emplacement
   *[other] { $count } emplacements
}
places = Voir la liste
legal-moves = Coups possibles, le plus de points d’abord
move-place = { $tile } { $part ->
    [top-left] en haut à gauche
    [top] en haut
    [top-right] en haut à droite
    [left] à gauche
    [middle] au milieu
    [right] à droite
    [bottom-left] en bas à gauche
    [bottom] en bas
   *[bottom-right] en bas à droite
}, { $side ->
    [e] tournée vers la droite
    [n] tournée vers le haut
    [w] tournée vers la gauche
   *[s] tournée vers le bas
}
move-stop = finir le tour sans la deuxième tuile
move-pass = passer
move-draw = { $count ->
    [one] { $count } tuile est piochée
   *[other] { $count } tuiles sont piochées
}
move-points = { $count ->
    [one] { $move }, rapporte { $points } point
   *[other] { $move }, rapporte { $points } points
}
signed-points = { $count ->
    [one] { $points } point
   *[other] { $points } points
}
earned = Ce que rapporte cette tuile
new-discs = { $count ->
    [one] { $count } nouveau disque
   *[other] { $count } nouveaux disques
}
group = groupe { $colour ->
    [red] rouge
    [green] vert
    [blue] bleu
   *[yellow] jaune
} de { $count }
second-tile-price = prix de la deuxième tuile
start-earns-nothing = Les tuiles de départ ne rapportent rien.
total = Total
confirm = Confirmer
cancel = Annuler
second-tile = Une deuxième tuile coûte { $price } points.
stop = Finir le tour
pass = Passer

# Problèmes
puzzle-turn = Le meilleur tour
puzzle-group = Fermer le groupe
task-turn = Trouvez le tour qui rapporte le plus de points, avec une tuile ou les deux.
task-group = Fermez avec une tuile un groupe de { $discs } disques.
refuted-fewer = Ce tour rapporte au plus { $points } ; le meilleur rapporte { $best }.
refuted-group =
    { $discs ->
        [0] Cette tuile ne ferme aucun groupe ; on peut en fermer un de { $wanted } disques.
       *[other] Cette tuile ferme un groupe de { $discs } ; on peut en fermer un de { $wanted } disques.
    }
theme-one-tile = une tuile
theme-two-tiles = les deux tuiles
theme-large-group = grand groupe
theme-several-groups = plusieurs groupes
theme-many-discs = beaucoup de disques

## What the signs at the table mean

legend-place = La tuile choisie va ici et rapporte ce nombre ; pour une deuxième tuile, le prix de 4 est déjà déduit.
legend-made = Une tuile posée depuis votre dernier tour : qui l’a posée et ce qu’elle a rapporté.
legend-disc = Un nouveau disque : deux demi-disques d’une couleur qui se rejoignent. Les deux premiers d’une tuile valent 1 point chacun, les suivants 2.
legend-group = Un groupe complet : des disques d’une couleur qui se touchent, sans demi-disque ouvert de cette couleur. Il rapporte un point par disque.
legend-held = Le nombre de tuiles dans une main.
legend-bag = Le nombre de tuiles qui restent à piocher. La partie finit avec le tour de table où quelqu’un atteint les points de l’objectif.
