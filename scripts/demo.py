"""Embeds real cells and a Swiss roll with five methods and shows how near each comes to the exact map.

Then draws the layout of all cells. Usage: demo.py PROGRAM FOLDER. Leaves embeddings, summaries and pictures in FOLDER.
"""

import gzip
import json
import subprocess
import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
CELLS = ("cells", "cells_day1_3month", "cells_day2_baseline", "cells_day2_3month")
MARKER = 5  # column to colour cells by: CD8
# By name, with what makes each.
METHODS = {"exact": ("--method", "exact"), "codimap": (), "unrefined": ("--refine", "off"),
           "nystrom": ("--method", "nystrom"), "centroids": ("--method", "centroids")}


def run(*command):
    return subprocess.run([str(word) for word in command], check=True, stdout=subprocess.PIPE, text=True).stdout


def embed_all(program, data, options, stem):
    """Embeds data with every method; summaries by method."""
    summaries = {}
    for method, words in METHODS.items():
        out, summary = f"{stem}_{method}.csv", f"{stem}_{method}.json"
        run(program, "embed", data, "-o", out, "--summary", summary, "--force", "--quiet", *words, *options)
        summaries[method] = json.loads(Path(summary).read_text(encoding="utf-8"))
    return summaries


def show(program, title, stem, summaries):
    exact = summaries["exact"]
    print(f"\n{title}: {exact['points']} points, {exact['features']} columns, {len(exact['eigenvalues'])} components, "
          f"{summaries['codimap']['regions']} regions")
    print("leading eigenvalues   " + " ".join(f"{number:8}" for number in range(1, 7)))
    for method in METHODS:
        print(f"  {method:20}" + " ".join(f"{value:8.5f}" for value in summaries[method]["eigenvalues"][:6]))
    print("\nagainst the exact map      SSE  subspace error  seconds")
    print(f"  {'exact':20}{'–':>10}{'–':>16}{exact['seconds']:9.2f}")
    for method in list(METHODS)[1:]:
        found = json.loads(run(program, "compare", f"{stem}_exact.csv", f"{stem}_{method}.csv", "--json"))
        print(f"  {method:20}{found['sse']:10.3f}{found['subspace_error']:16.3f}{summaries[method]['seconds']:9.2f}")
    print(f"\n{summaries['codimap']['certificate']['words']}")


def draw(stem, colour, columns, *panels):
    run(sys.executable, HERE / "draw.py", f"{stem}.svg", "--colour", colour, *panels,
        f"exact, coordinates {columns}={stem}_exact.csv:{columns}",
        f"codimap, coordinates {columns}={stem}_codimap.csv:{columns}")


def draw_all_cells(program, data, folder):
    """The layout of the cells of both days, coloured by a marker that was averaged along the walk."""
    ends = (".csv", "_map.npy", "_layout.npy", ".codimap", "_smooth.csv")
    cells, out, layout, model, smooth = (folder / f"all_cells{end}" for end in ends)
    cells.write_bytes(b"".join(gzip.decompress((data / f"{name}.csv.gz").read_bytes()) for name in CELLS))
    run(program, "embed", cells, "--arcsinh", 5, "-o", out, "--layout", layout, "--model", model, "--force", "--quiet")
    run(program, "smooth", model, cells, "--columns", MARKER, "-o", smooth, "--force", "--quiet")
    run(sys.executable, HERE / "draw.py", folder / "layout.svg", "--colour", f"{smooth}:1", "--arcsinh", 5, "--same-scale",
        f"coordinates 1 and 2={out}:1,2", f"layout={layout}:1,2")


def main():
    program, folder = Path(sys.argv[1]).resolve(), Path(sys.argv[2])
    folder.mkdir(parents=True, exist_ok=True)
    data = HERE.parent / "data"

    cells = folder / "cells"
    options = ["--arcsinh", 5, "--components", 10]
    summaries = embed_all(program, data / "cells.csv.gz", options, cells)
    show(program, "Cells (mass cytometry, arcsinh 5)", cells, summaries)
    # The first coordinate is about some twenty rare cells; the next two show the rest.
    draw(cells, f"{data / 'cells_cd8.csv.gz'}:1", "2,3")

    draw_all_cells(program, data, folder)

    roll = folder / "roll"
    run(program, "generate", "swiss-roll", "--points", 3000, "-o", f"{roll}.csv", "--force")
    options = ["--kernel", "gaussian", "--epsilon", 5, "--neighbors", "dense", "--components", 32, "--regions", 150]
    show(program, "Swiss roll (gaussian kernel of all pairs, epsilon 5)", roll, embed_all(program, f"{roll}.csv", options, roll))
    draw(roll, f"{roll}.csv:1,3", "1,2", f"Swiss roll={roll}.csv:1,3")

    print(f"\nSSE: squared errors of unit columns, summed; signs and order aside. Both errors are 0 at best.\n"
          f"Embeddings, summaries and pictures are in {folder}/: layout.svg (all cells, CD8), cells.svg (CD8 T cells bright), "
          f"roll.svg (by angle).")


if __name__ == "__main__":
    main()
