# Texts of the settings.

at-once = Sofort
colours = Farben
contrast = Kontrast
dark = Dunkel
fast = Schnell
high = Hoch
language = Sprache
large = Groß
light = Hell
motion = Bewegung
moves-of-others = Züge der anderen
normal = Normal
notation-in-lists = Notation in Zuglisten
off = Aus
on = An
slow = Langsam
system = System
text-size = Schriftgröße
very-large = Sehr groß
