# Ce qu’on peut faire au sujet des autres à une table, et ce que l’administrateur dit à tous.

about-block = Bloquer : le serveur ne vous réunit plus jamais, et vous ne voyez plus ce que cette personne écrit.
about-mute = Masquer : ce navigateur n’affiche plus ici ce que cette personne écrit.
about-report = Signaler : l’administrateur de ce serveur le lit avec les dernières lignes de cette discussion.
block = Bloquer
blocked = { $name } : blocage en place.
blocks = Personnes bloquées
do-about = Masquer, bloquer ou signaler
end-block = Lever le blocage
end-block-of = Lever le blocage de { $name }
from-the-operator = De l’administrateur
mute = Masquer
muted = Les messages de { $name } sont masqués.
report = Signaler
report-cheating = triche
report-insult = insultes
report-name = le nom
report-other = autre chose
report-spam = spam
report-why = À quel sujet ?
report-words = Avec vos mots
reported = L’administrateur a reçu votre signalement.
table-closed = Cette table est fermée
unmute = Ne plus masquer
unmuted = Les messages de { $name } ne sont plus masqués.
who = Qui ?
you-are-excluded = Vous ne pouvez pas jouer ici pour le moment
