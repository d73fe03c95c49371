"""Write every golden playthrough again, and remove those of games that are gone."""

from __future__ import annotations

from random import Random

from tests.golden import FOLDER, most_points, path_of, playthrough
from tests.variants import ALL

for old in FOLDER.glob("*.txt"):
    old.unlink()
for label, game in ALL.items():
    path_of(label).write_text(playthrough(game, most_points(game, Random(label))), "utf-8")
