"""Each preset against the package that it is named after, on three real sets, into docs/presets.md.

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
SETS = {"cells": "cells", "phenograph": "bone marrow cells", "digits": "digits"}
# The function of peers/maps.py, with the numbers that are the package's defaults.
PEERS = {"scanpy": ("scanpy_diffmap", {"neighbors": 15}), "palantir": ("palantir_maps", {"neighbors": 30}),
         "phate": ("phate_operator", {"neighbors": 5}), "pydiffmap": ("pydiffmap_map", {"neighbors": 64})}
PAGE = """# Presets, beside the packages themselves

`--preset NAME` sets kernel, neighbours, scales, α, time and the normalisation of coordinates as the package of that name has
them by default. Each cell: the smallest correlation of a column with the package's own, over {components} columns, on the same
points; columns in order, signs aside. Refinement to a residual of 10⁻⁸ (`--refine 1e-8`), so that the difference is of the
kernels and not of the solvers. PHATE's are the eigenvectors of its diffusion operator. destiny is an R package; the tests
hold its preset against its published formulas (`tests/laws/published_kernels_test.cpp`), as they do the others.

`make presets` writes this page.

{rows}
"""


def cell(measure, python, points, preset):
    peer, options = PEERS[preset]
    ours, theirs = (f"preset {points.stem} {preset}{kind}" for kind in ("", " itself"))
    measure.codimap(ours, points, "--preset", preset, "--components", COMPONENTS, "--refine", "1e-8")
    measure.peer(theirs, "map", peer, points, {"components": COMPONENTS, **options}, warm_up=500)
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
