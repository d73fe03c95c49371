# Textes des classements.

about = Les parties classées changent un nombre qui dit votre force à un jeu. Qui veut un classement figure dans la liste des meilleurs, avec son nom et son classement.
about-bots = Mesuré dans des parties entre bots. Un bot proche de votre classement est un bon adversaire.
about-list = Un point d’interrogation signifie qu’il n’y a encore que peu de résultats.
about-rated-table = Une table classée a besoin d’une pendule et des options habituelles.
best = Les meilleurs
bots = Les bots sur la même échelle
for-ratings = Elle est pour les classements { $range }.
from-results = { $count ->
    [one] d’après { $count } résultat
   *[other] d’après { $count } résultats
  }
game = Jeu
game-of-pair = Partie { $number } sur 2 : dans la seconde, les places sont échangées, et les deux comptent ensemble.
highest = Classement maximal des autres
history = Résultats classés
lowest = Classement minimal des autres
more = Plus de résultats
name = Nom
nobody = Personne n’a encore de classement à ce jeu.
place = Place
rank = { $rank } sur { $players }
rated-game = Classée : le résultat change votre classement
rating = Classement
ratings = Classements
results = Résultats
table-is-rated = Cette table est classée.
want = Je veux un classement
