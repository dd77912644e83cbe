"""Each preset against the package that it is named after, on real data, into docs/presets.md.

Usage: presets.py BUILD OUT.md. BUILD holds the built program.
"""

import argparse
import json
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
         "phate": ("phate_operator", {"neighbors": 5}), "pydiffmap": ("pydiffmap_map", {"neighbors": 64})}
PAGE = """# Presets, beside the packages themselves

`--preset NAME` sets kernel, neighbours, scales, α, time and the normalisation of coordinates as the package of that name has
them by default. Each cell: the smallest correlation of a column with the package's own, over {components} columns, on the same
points; columns in order, signs aside. Where the preset's graph has more than one connected component, both get the points of
the largest: the packages mix coordinates of different components. Refinement to a residual of 10⁻⁸ (`--refine 1e-8`), so that the difference is of the
kernels and not of the solvers. PHATE's are the eigenvectors of its diffusion operator. destiny is an R package; the tests
hold its preset against its published formulas (`tests/laws/published_kernels_test.cpp`), as they do the others.

`make presets` writes this page.

{rows}
"""


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


def main():
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("build", type=Path)
    parser.add_argument("out", type=Path)
    asked = parser.parse_args()
    folder = asked.build.resolve().parent / "bench"
    environments.make("peers", folder)
    python, sets = environments.python_of("peers", folder), folder / "labelled"
    run([python, HERE / "peers/labelled_sets.py", DATA, sets], LIMIT)
    measure = Measure(asked.build.resolve(), folder, LIMIT)
    rows = [[words, *(cell(measure, python, sets / f"{name}.npy", preset) for preset in PEERS)]
            for name, words in SETS.items()]
    asked.out.write_text(PAGE.format(components=COMPONENTS, rows=table([["data", *PEERS], *rows])), encoding="utf-8")


if __name__ == "__main__":
    main()
