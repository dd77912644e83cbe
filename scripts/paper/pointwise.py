"""Where a map is wrong: its columns matched with those of the exact map, and the squared error of every point."""

import math
import operator
import sys
from array import array
from dataclasses import dataclass, field
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))
from draw import read_npy


@dataclass
class Panel:
    """One picture of a map: two of its coordinates, the squared error of each point over all of them."""
    name: str
    x: array
    y: array
    error: array = None                            # of each point; None for the exact map
    marked: list = field(default_factory=list)     # rows of the centroids, where the map has any
    seconds: float = 0


def dot(one, other):
    return sum(map(operator.mul, one, other))


def unit_columns(path):
    columns = []
    for column in zip(*read_npy(path.read_bytes())):
        length = math.sqrt(dot(column, column))
        columns.append(array("d", (value / length for value in column)))
    return columns


def aligned(exact, columns, matching):
    """The columns in the order and with the signs of the exact ones."""
    chosen = (columns[place] for place in matching)
    return [column if dot(truth, column) >= 0 else array("d", (-value for value in column))
            for truth, column in zip(exact, chosen)]


def panels(program, exact, maps, shown):
    truth = unit_columns(exact.path)
    found = [Panel("exact", truth[shown[0]], truth[shown[1]], seconds=exact.seconds)]
    for name, made in maps.items():
        columns = aligned(truth, unit_columns(made.path), program.compare(exact, made)["matching"])
        error = array("d", bytes(8 * len(truth[0])))
        for right, column in zip(truth, columns):
            for row, (one, other) in enumerate(zip(right, column)):
                error[row] += (one - other) ** 2
        centroids = [row - 1 for row in made.summary["centroids"]]
        found.append(Panel(name, columns[shown[0]], columns[shown[1]], error, centroids, made.seconds))
    return found
