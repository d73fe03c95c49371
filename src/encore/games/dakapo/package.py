"""What Dakapo offers."""

from encore.core.package import GamePackage, Part
from encore.games.dakapo.rules import Dakapo

PACKAGE = GamePackage(
    game=Dakapo,
    order=1,
    rated_in_pairs=True,
    kernel=Part("encore.games.dakapo.compiled.kernel:Kernel"),
    searcher=Part("encore.games.dakapo.search.searcher:Searcher"),
    levels=Part("encore.games.dakapo.search.searcher:LEVELS"),
    prepare=Part("encore.games.dakapo.search.searcher:prepare"),
    solve=Part("encore.games.dakapo.search.searcher:solve"),
    exact=Part("encore.games.dakapo.search.exact:exact"),
    features=Part("encore.games.dakapo.search.features:Features"),
    chances="search/chances.json",
    canonical=Part("encore.games.dakapo.canonical:board"),
    outline=Part("encore.games.dakapo.canonical:outline"),
    earlier=Part("encore.games.dakapo.canonical:earlier"),
    encoding=Part("encore.games.dakapo.learn.encoding:Encoding"),
    batch=Part("encore.games.dakapo.learn.batch:Games"),
    jax=Part("encore.games.dakapo.learn.jax:Rules"),
    board=Part("encore.games.dakapo.present.board"),
    advice=Part("encore.games.dakapo.present.evaluate"),
    words=Part("encore.games.dakapo.present.words:words"),
    lessons=Part("encore.games.dakapo.present.lessons:LESSONS"),
    puzzles=Part("encore.games.dakapo.puzzles:KINDS"),
    figures=Part("encore.games.dakapo.present.figures:figures"),
    terminal=Part("encore.games.dakapo.present.terminal:draw"),
    drawing=Part("encore.games.dakapo.present.drawing:draw"),
)
"""What the registry finds."""
