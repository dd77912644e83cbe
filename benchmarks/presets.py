"""Each preset against the package that it is named after, on real data, into docs/presets.md.

Usage: presets.py BUILD OUT.md. BUILD holds the built program.
"""

import argparse
import json
import sys
from pathlib import Path

import environments
from measure import HERE, Failed, Measure, run
from report import table

DATA = HERE.parent / "data"
LIMIT = 600
COMPONENTS = 10
SETS = {"cells": "cells, day 1, baseline", "cells_day1_3month": "cells, day 1, 3 months",
        "phenograph": "bone marrow cells", "digits": "digits"}
# The function of peers/maps.py, with the numbers that are the package's defaults.
PEERS = {"scanpy": ("scanpy_diffmap", {"neighbors": 15}), "palantir": ("palantir_maps", {"neighbors": 30}),
         "phate": ("phate_operator", {"neighbors": 5}), "pydiffmap": ("pydiffmap_generator", {"neighbors": 64})}
PAGE = """# Presets, beside the packages themselves

`--preset NAME` sets kernel, neighbours, scales, α, time and the normalisation of coordinates as the package of that name has
them by default. Each cell: the smallest correlation of a column with the package's own, over {components} columns, on the same
points; columns in order, signs aside. Where the preset's graph has more than one connected component, both get the points of
the largest: the packages mix coordinates of different components. Refinement to a residual of 10⁻⁸ (`--refine 1e-8`), so that the difference is of the
kernels and not of the solvers. PHATE's are the eigenvectors of its diffusion operator;
pyDiffMap's are those of its generator, by shift and invert, since its own call of ARPACK has no options and does not converge on
some sets. destiny is an R package; the tests
hold its preset against its published formulas (`tests/laws/published_kernels_test.cpp`), as they do the others.

`make presets` writes this page.

{rows}

## Smoothing beside MAGIC

The largest difference of `codimap smooth --time 3` from the package `magic-impute` with t = 3, over the largest value. On
`--preset phate` from `MAGIC(knn=5, knn_max=99, decay=40)`, whose kernel that is, and on `--preset phate --decay 1 --neighbors 16`
from `MAGIC()`, its defaults. The digits are whole numbers: many have several others at the distance of the 15th neighbour,
and each program takes some of them. `make presets` fails where a difference of the first column is above {largest:.0e}.

{smoothed}
"""
LARGEST = 1e-5
SMOOTHED = {"PHATE's kernel": (("--preset", "phate"), (5, 99, 40)),
            "MAGIC's defaults": (("--preset", "phate", "--decay", 1, "--neighbors", 16), (5, 15, 1))}


def connected(measure, python, points, preset):
    """The points of the largest connected component of the preset's graph, in a file."""
    table, out = (measure.folder / "maps" / f"connected-{points.stem}-{preset}.{kind}" for kind in ("csv", "npy"))
    run([measure.program, "embed", points, "--preset", preset, "-o", table, "--force", "--quiet"], LIMIT)
    run([python, HERE / "peers/largest_component.py", points, table, out], LIMIT)
    return out


def cell(measure, python, points, preset):
    peer, options = PEERS[preset]
    ours, theirs = (f"preset {points.stem} {preset}{kind}" for kind in ("", " itself"))
    points = connected(measure, python, points, preset)
    measure.codimap(ours, points, "--preset", preset, "--components", COMPONENTS, "--refine", "1e-8")
    row, _ = measure.peer(theirs, "map", peer, points, {"components": COMPONENTS, **options}, warm_up=500)
    if row.failed:
        return f"the package failed: {row.failed.rpartition('.')[2]}"
    try:
        answer = run([python, HERE / "peers/column_correlations.py", measure.map_of(ours), measure.map_of(theirs)], LIMIT)
    except Failed as reason:
        return f"failed: {reason}"
    return f"{min(json.loads(answer)):.6f}"


def smoothing(measure, python, points, options, theirs):
    """How far smoothed values are from MAGIC's, with its knn, knn_max and decay."""
    model, smoothed = (measure.folder / "maps" / f"smoothed-{points.stem}.{kind}" for kind in ("codimap", "npy"))
    run([measure.program, "embed", points, *options, "--model", model, "-o", smoothed, "--force", "-q"], LIMIT)
    run([measure.program, "smooth", model, points, "--time", 3, "-o", smoothed, "--force", "-q"], LIMIT)
    return float(run([python, HERE / "peers/magic_difference.py", points, smoothed, *theirs], LIMIT))


def main():
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("build", type=Path)
    parser.add_argument("out", type=Path)
    asked = parser.parse_args()
    folder = asked.build.resolve().parent / "bench"
    for name in ("peers", "magic"):
        environments.make(name, folder)
    python, magic = (environments.python_of(name, folder) for name in ("peers", "magic"))
    sets = folder / "labelled"
    run([python, HERE / "peers/labelled_sets.py", DATA, sets], LIMIT)
    measure = Measure(asked.build.resolve(), folder, LIMIT)
    rows = [[words, *(cell(measure, python, sets / f"{name}.npy", preset) for preset in PEERS)]
            for name, words in SETS.items()]
    differences = {words: [smoothing(measure, magic, sets / f"{name}.npy", *how) for how in SMOOTHED.values()]
                   for name, words in SETS.items()}
    smoothed = [[words, *(f"{one:.0e}" for one in of_set)] for words, of_set in differences.items()]
    asked.out.write_text(PAGE.format(components=COMPONENTS, largest=LARGEST, rows=table([["data", *PEERS], *rows]),
                                     smoothed=table([["data", *SMOOTHED], *smoothed])), encoding="utf-8")
    largest = max(of_set[0] for of_set in differences.values())
    if largest > LARGEST:
        sys.exit(f"smoothed values differ from MAGIC's by {largest:.1e}")


if __name__ == "__main__":
    main()
