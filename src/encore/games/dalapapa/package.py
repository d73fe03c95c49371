"""What Dalapapa offers."""

from encore.core.package import GamePackage, Part
from encore.games.dalapapa.rules import Dalapapa

PACKAGE = GamePackage(
    game=Dalapapa,
    order=3,
    kernel=Part("encore.games.dalapapa.compiled.kernel:Kernel"),
    searcher=Part("encore.games.dalapapa.search.searcher:Searcher"),
    levels=Part("encore.games.dalapapa.search.searcher:LEVELS"),
    prepare=Part("encore.games.dalapapa.search.searcher:prepare"),
    exact=Part("encore.games.dalapapa.search.exact:exact"),
    features=Part("encore.games.dalapapa.search.features:Features"),
    chances="search/chances.json",
    canonical=Part("encore.games.dalapapa.canonical:board"),
    outline=Part("encore.games.dalapapa.canonical:outline"),
    earlier=Part("encore.games.dalapapa.canonical:earlier"),
    encoding=Part("encore.games.dalapapa.learn.encoding:Encoding"),
    chance=Part("encore.games.dalapapa.learn.chance:Chance"),
    rows=Part("encore.games.dalapapa.learn.rows:Rows"),
    batch=Part("encore.games.dalapapa.learn.batch:Games"),
    jax=Part("encore.games.dalapapa.learn.jax:Rules"),
    board=Part("encore.games.dalapapa.present.board"),
    advice=Part("encore.games.dalapapa.present.evaluate"),
    words=Part("encore.games.dalapapa.present.words:words"),
    lessons=Part("encore.games.dalapapa.present.lessons:LESSONS"),
    puzzles=Part("encore.games.dalapapa.puzzles:KINDS"),
    figures=Part("encore.games.dalapapa.present.figures:figures"),
    terminal=Part("encore.games.dalapapa.present.terminal:draw"),
    remark=Part("encore.games.dalapapa.present.terminal:remark"),
    drawing=Part("encore.games.dalapapa.present.drawing:draw"),
)
"""What the registry finds."""
