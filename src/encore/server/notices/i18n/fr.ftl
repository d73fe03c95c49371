# Textes des notifications. La page ne les montre pas ; ils arrivent par le service push.

begun = Votre partie a commencé
rematch = On vous propose une revanche
time = Il vous reste 12 heures pour jouer
turn = C’est à vous de jouer
