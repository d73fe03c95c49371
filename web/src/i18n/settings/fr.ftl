# Texts of the settings.

at-once = Immédiats
colours = Couleurs
contrast = Contraste
dark = Sombre
fast = Rapides
high = Élevé
language = Langue
large = Grand
light = Clair
motion = Animations
moves-of-others = Coups des autres
normal = Normal
notation-in-lists = Notation dans les listes de coups
off = Non
on = Oui
slow = Lents
system = Système
text-size = Taille du texte
very-large = Très grand
