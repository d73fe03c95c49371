"""The network: the input is an observation, the outputs are the policy and the value.

Its structure contains which cells form a square, which cells touch, and that all colours are equivalent, just as the
structure of a convolutional network contains which pixels are neighbours. It must learn what a square is good for.
"""

from __future__ import annotations

from dataclasses import dataclass

import torch
from torch import Tensor, nn

from encore.games.dakapo.learn.encoding import CELLS
from encore.games.dakapo.tables import COLOURS, SQUARES, each, neighbours

PLACEMENTS = len(COLOURS) * CELLS
SEEN = 4
"""The input features of a cell for a colour: own stone, other stone, colour not allowed, cell empty."""


@dataclass(frozen=True)
class Size:
    """The number of features of a cell per colour, how many of them are sent as messages, and the number of layers."""

    notes: int = 24
    words: int = 8
    layers: int = 2


def _sets(cells: list[int]) -> Tensor:
    """Return sets of cells as columns of zeros and ones."""
    columns = torch.zeros(CELLS, len(cells))
    for column, members in enumerate(cells):
        columns[list(each(members)), column] = 1
    return columns


def _weights(rows: int, columns: int) -> nn.Parameter:
    return nn.Parameter(torch.randn(rows, columns) / columns**0.5)


class Layer(nn.Module):
    """A message-passing layer: every cell gets messages from its squares, its neighbours and the other colours.

    Features are ``[notes, positions * colours * cells]``, so each step is one product of two large matrices, which is
    several times as fast as the usual order with the positions first.
    """

    squares: Tensor
    beside: Tensor

    def __init__(self, size: Size) -> None:
        super().__init__()
        self.words = size.words
        self.tell = _weights(3 * size.words, size.notes)
        self.least = nn.Parameter(torch.zeros(size.words, 1, 1))
        self.hear = _weights(size.notes, size.notes + 3 * size.words)
        self.bias = nn.Parameter(torch.zeros(size.notes, 1))
        self.register_buffer("squares", _sets(list(SQUARES)), persistent=False)
        self.register_buffer("beside", _sets([neighbours(1 << cell) for cell in range(CELLS)]), persistent=False)

    def forward(self, notes: Tensor) -> Tensor:
        """Return the updated features."""
        told = (self.tell @ notes).view(3, self.words, -1, CELLS)
        # A square sums the messages of its corners and sends the result back to all of them.
        squares = torch.relu(told[0] @ self.squares + self.least) @ self.squares.T / SEEN
        beside = told[1] @ self.beside
        colours = told[2].view(self.words, -1, len(COLOURS), CELLS)
        others = colours.sum(2, keepdim=True) - colours
        heard = [notes, *(part.reshape(self.words, -1) for part in (squares, beside, others))]
        return notes + torch.relu(self.hear @ torch.cat(heard) + self.bias)


class Network(nn.Module):
    """Takes observations of Dakapo as in its ``Encoding.observe``."""

    def __init__(self, size: Size) -> None:
        super().__init__()
        self.first = _weights(size.notes, SEEN)
        self.layers = nn.Sequential(*(Layer(size) for _ in range(size.layers)))
        self.policy = _weights(1, size.notes)
        self.value = nn.Sequential(nn.Linear(2 * size.notes, 64), nn.ReLU(), nn.Linear(64, 1), nn.Tanh())

    def forward(self, observations: Tensor) -> tuple[Tensor, Tensor]:
        """Return a logit for each action, and the value: 1 for a certain win of the seat to move, -1 for a loss."""
        planes = observations.flatten(2).float()
        own, closed = planes[:, : len(COLOURS)], planes[:, len(COLOURS) : 2 * len(COLOURS)]
        occupied = own.sum(1, keepdim=True).expand_as(own)
        seen = torch.stack([own, occupied - own, closed, 1 - occupied]).reshape(SEEN, -1)
        notes = self.layers(torch.relu(self.first @ seen))
        ratings = (self.policy @ notes).view(-1, PLACEMENTS)
        gathered = notes.view(notes.shape[0], -1, PLACEMENTS)
        return ratings, self.value(torch.cat([gathered.mean(2), gathered.amax(2)]).T).squeeze(1)
