"""What each kind of map shows of what is known about the data, into docs/usefulness.md.

Usage: usefulness.py BUILD OUT.md [--only NAME]. BUILD holds the built program.
"""

import argparse
import json
from pathlib import Path

import environments
from measure import HERE, THREADS, Failed, Measure, run
from report import table

DATA = HERE.parent / "data"
LIMIT = 600  # seconds for one map
COMPONENTS = 10
SETS = {"cells": "cells, day 1, baseline", "cells_day1_3month": "cells, day 1, 3 months",
        "cells_day2_baseline": "cells, day 2, baseline", "cells_day2_3month": "cells, day 2, 3 months",
        "phenograph": "bone marrow cells", "digits": "digits", "fashion-mnist-test": "Fashion-MNIST, test",
        "tree": "tree", "swiss-roll": "Swiss roll"}
OURS = {"codimap": (), "one ε": ("--kernel", "gaussian"), "the paper": ("--preset", "paper")}
# Peers with their own defaults; numbers that a function of maps.py wants are those defaults.
PEERS = {"scanpy": ("scanpy_diffmap", {"neighbors": 15}), "Palantir": ("palantir_maps", {"neighbors": 30}),
         "PHATE": ("phate_map", {"neighbors": 5, "landmarks": 2000, "picture": COMPONENTS}),
         "pyDiffMap": ("pydiffmap_map", {"neighbors": 64}), "PCA": ("principal_components", {})}
METHODS = (*OURS, *PEERS)
PICTURE_PEERS = {"PHATE": ("phate_map", {"neighbors": 5, "landmarks": 2000}), "UMAP": ("umap_map", {"neighbors": 15})}
PICTURES = ("c1, c2", "layout", *PICTURE_PEERS)


def scored(measure, python, points, truth, method):
    """Scores and seconds of one method on one set; None where it failed."""
    name = f"usefulness {points.stem} {method}"
    if method in OURS:
        row, _ = measure.codimap(name, points, "--components", COMPONENTS, *OURS[method])
    else:
        peer, options = PEERS[method]
        row, _ = measure.peer(name, "map", peer, points, {"components": COMPONENTS, **options}, warm_up=500)
    if row.failed:
        return None
    try:
        found = json.loads(run([python, HERE / "peers/map_scores.py", measure.map_of(name), truth], LIMIT))
    except Failed as reason:
        print(f"  no scores: {reason}")
        return None
    return {**found, "seconds": row.seconds}


def pictured(measure, python, points, truth):
    """Scores of each picture of one set."""
    name = f"usefulness {points.stem} picture"
    layout = measure.map_of(f"{name} layout")
    measure.codimap(name, points, "--components", COMPONENTS, "--layout", layout)
    files = {"c1, c2": measure.map_of(name), "layout": layout}
    for peer, (function, options) in PICTURE_PEERS.items():
        measure.peer(f"{name} {peer}", "map", function, points, options, warm_up=500)
        files[peer] = measure.map_of(f"{name} {peer}")
    scores = {}
    for picture, file in files.items():
        try:
            scores[picture] = json.loads(run([python, HERE / "peers/picture_scores.py", file, truth], LIMIT))
        except Failed as reason:
            scores[picture] = None
            print(f"  no scores of {picture}: {reason}")
    return scores


def cells_of(results, value):
    """A row of a table: the set, then a cell for each method."""
    for name, scores in results.items():
        if any(one and value(one) for one in scores.values()):
            yield [name, *(value(one) if one else "–" for one in scores.values())]


def mean_row(rows):
    numbers = [[float(cell) for cell in column if cell != "–"] for column in list(zip(*rows))[1:]]
    return ["mean", *(f"{sum(column) / len(column):.3f}" if len(column) == len(rows) else "–" for column in numbers)]


PAGE = """# What the maps show

Maps of {components} coordinates of data whose groups, or whose order, are known; nothing is set but the number of
coordinates. Every row stands twice: the data as they are, and with 0.5 % of planted points, uniform in a box of five
times the range of the data. *one ε* is `--kernel gaussian`, *the paper* is `--preset paper`; the others are the packages
themselves with their defaults, PHATE with {components} dimensions, and the first {components} principal components.
Differences of 0.003 in accuracy mean nothing: on 80 % of the points a set's difference varies by 0.005.

`make usefulness` writes this page.

## Are the groups there?

Leave-one-out accuracy of the labels by 15 nearest neighbours in the {components} coordinates: CD8 T cells or not, clusters of
bone marrow cells, digits, clothes, arms of the tree, tenths of the roll.

{accuracy}

## Is the order there?

The best single coordinate's |Spearman ρ| with the known position: distance from the root of the tree, length along the
roll.

{rho}

## Is there a picture?

The same accuracy in two dimensions: the first two coordinates, codimap's layout, PHATE and UMAP with their defaults.

{picture_accuracy}

DEMaP, PHATE's score: Spearman's correlation of distances in the picture with geodesics on the noiseless data.

{demap}

## How many coordinates are about a few points?

Coordinates, of {components}, whose participation ratio (Σv²)²/Σv⁴ is below 1 % of the points.

{few}

## Seconds

With {threads} threads. codimap's are those of the whole program, reading and writing included; a peer's begin with the points in
memory.

{seconds}
"""


def page(results, pictures):
    head, picture_head = ["data", *METHODS], ["data", *PICTURES]
    picture_accuracy = list(cells_of(pictures, lambda one: f"{one['accuracy']:.3f}"))
    accuracy = list(cells_of(results, lambda one: f"{one['accuracy']:.3f}"))
    return PAGE.format(
        components=COMPONENTS, threads=THREADS,
        accuracy=table([head, *accuracy, mean_row(accuracy)]),
        picture_accuracy=table([picture_head, *picture_accuracy, mean_row(picture_accuracy)]),
        demap=table([picture_head, *cells_of(pictures, lambda one: f"{one['demap']:.3f}" if "demap" in one else "")]),
        rho=table([head, *cells_of(results, lambda one: f"{one['rho']:.2f}" if "rho" in one else "")]),
        few=table([head, *cells_of(results, lambda one: str(one["few"]))]),
        seconds=table([head, *cells_of(results, lambda one: f"{one['seconds']:.2f}")]))


def main():
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("build", type=Path)
    parser.add_argument("out", type=Path)
    parser.add_argument("--only", choices=SETS, help="one set alone")
    asked = parser.parse_args()
    folder = asked.build.resolve().parent / "bench"
    environments.make("peers", folder)
    python, sets = environments.python_of("peers", folder), folder / "labelled"
    run([python, HERE / "peers/labelled_sets.py", DATA, sets], LIMIT)
    measure = Measure(asked.build.resolve(), folder, LIMIT, repeat_below=0)
    results, pictures = {}, {}
    for name, words in SETS.items():
        for kind, title in ((name, words), (f"{name}-outliers", f"{words}; outliers")):
            if asked.only in (None, name):
                results[title] = {method: scored(measure, python, sets / f"{kind}.npy", sets / f"{kind}.npz", method)
                                  for method in METHODS}
                pictures[title] = pictured(measure, python, sets / f"{kind}.npy", sets / f"{kind}.npz")
    asked.out.write_text(page(results, pictures), encoding="utf-8")


if __name__ == "__main__":
    main()
