# Texts of the settings.

at-once = At once
colours = Colours
contrast = Contrast
dark = Dark
fast = Fast
high = High
language = Language
large = Large
light = Light
motion = Motion
moves-of-others = Moves of others
normal = Normal
notation-in-lists = Notation in lists of moves
off = Off
on = On
slow = Slow
system = System
text-size = Text size
very-large = Very large
