"""What Tally offers: both versions with an encoding and batches."""

from encore.core.package import GamePackage, Part

from .rules import FirstTally, Tally

FIRST = GamePackage(
    game=FirstTally,
    rules_file="RULES-1.md",
    encoding=Part(f"{__package__}.encoding:Encoding"),
    batch=Part(f"{__package__}.batch:Games"),
)
PACKAGE = GamePackage(
    game=Tally,
    older=(FIRST,),
    encoding=Part(f"{__package__}.encoding:Encoding"),
    batch=Part(f"{__package__}.batch:Games"),
)
