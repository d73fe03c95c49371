"""What Da Capo offers."""

from encore.core.package import GamePackage, Part
from encore.games.dacapo.rules import DaCapo

PACKAGE = GamePackage(
    game=DaCapo,
    order=2,
    kernel=Part("encore.games.dacapo.compiled.kernel:Kernel"),
    searcher=Part("encore.games.dacapo.search.searcher:Searcher"),
    levels=Part("encore.games.dacapo.search.searcher:LEVELS"),
    prepare=Part("encore.games.dacapo.search.searcher:prepare"),
    solve=Part("encore.games.dacapo.search.searcher:solve"),
    exact=Part("encore.games.dacapo.search.exact:exact"),
    features=Part("encore.games.dacapo.search.features:Features"),
    chances="search/chances.json",
    canonical=Part("encore.games.dacapo.canonical:board"),
    outline=Part("encore.games.dacapo.canonical:outline"),
    earlier=Part("encore.games.dacapo.canonical:earlier"),
    encoding=Part("encore.games.dacapo.learn.encoding:Encoding"),
    chance=Part("encore.games.dacapo.learn.chance:Chance"),
    rows=Part("encore.games.dacapo.learn.rows:Rows"),
    batch=Part("encore.games.dacapo.learn.batch:Games"),
    jax=Part("encore.games.dacapo.learn.jax:Rules"),
    board=Part("encore.games.dacapo.present.board"),
    advice=Part("encore.games.dacapo.present.evaluate"),
    standing=Part("encore.games.dacapo.present.evaluate:standing"),
    measure=Part("encore.games.dacapo.present.evaluate:measure"),
    words=Part("encore.games.dacapo.present.words:words"),
    lessons=Part("encore.games.dacapo.present.lessons:LESSONS"),
    puzzles=Part("encore.games.dacapo.puzzles:KINDS"),
    figures=Part("encore.games.dacapo.present.figures:figures"),
    terminal=Part("encore.games.dacapo.present.terminal:draw"),
    drawing=Part("encore.games.dacapo.present.drawing:draw"),
)
"""What the registry finds."""
