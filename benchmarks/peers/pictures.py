"""Layouts side by side: pictures.py SETS.json OUT.png. A row for each set, a column for each program.

SETS.json: [{"title", "truth": TRUTH.npz, "pictures": {program: MAP.npy}}]. Points have the colour of their label, or of their
position where one is known; planted outliers are left out.
"""

import json
import sys
from pathlib import Path

import matplotlib

matplotlib.use("Agg")
import matplotlib.pyplot as plt
import numpy as np

SIDE = 2.2  # inches
GREY = "0.8"


def draw(axes, file, truth):
    axes.set_xticks([])
    axes.set_yticks([])
    for spine in axes.spines.values():
        spine.set_color(GREY)
    if not Path(file).exists():
        axes.text(0.5, 0.5, "not made", transform=axes.transAxes, ha="center", color="0.5")
        return
    picture = np.nan_to_num(np.load(file)[:, :2][truth["real"]])
    labels = truth["labels"][truth["real"]]
    if "parameter" in truth and labels.max() >= 9:
        colours = {"c": truth["parameter"][truth["real"]], "cmap": "viridis"}
    else:
        colours = {"c": labels, "cmap": "tab10" if labels.max() < 10 else "tab20", "vmin": -0.5,
                   "vmax": 9.5 if labels.max() < 10 else 19.5}
    order = np.random.default_rng(0).permutation(len(picture))
    axes.scatter(*picture[order].T, s=1.2, linewidths=0, rasterized=True, **{**colours, "c": colours["c"][order]})
    axes.set_aspect("equal", "datalim")


def main():
    sets = json.loads(Path(sys.argv[1]).read_text(encoding="utf-8"))
    programs = list(sets[0]["pictures"])
    figure, grid = plt.subplots(len(sets), len(programs), figsize=(SIDE * len(programs), SIDE * len(sets)), squeeze=False,
                                layout="constrained")
    for row, one in zip(grid, sets):
        truth = np.load(one["truth"])
        for axes, program in zip(row, programs):
            draw(axes, one["pictures"][program], truth)
        row[0].set_ylabel(one["title"], fontsize=8)
    for axes, program in zip(grid[0], programs):
        axes.set_title(program, fontsize=9)
    figure.savefig(sys.argv[2], dpi=110)


if __name__ == "__main__":
    main()
