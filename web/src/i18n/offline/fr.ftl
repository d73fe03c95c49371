# Textes pour le temps sans connexion, et sur les nouvelles versions.

back-online = De nouveau en ligne.
new-version = Une nouvelle version est prête.
offline = Hors ligne. Vous voyez ce que ce navigateur a gardé.
position-at = Hors ligne. Voici la position du { $time }. La partie a pu continuer depuis.
reload = Recharger
table-comes = Le serveur est injoignable. La table s’affichera dès que la connexion reviendra.
table-not-known = Cette table n’est pas gardée ici
was-to-move = C’était à { $name } de jouer
