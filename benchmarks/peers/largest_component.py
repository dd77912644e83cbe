"""The points of the largest connected component: largest_component.py POINTS.npy MAP.csv OUT.npy.

MAP.csv is codimap's map of the points; it has a column `component` where there is more than one.
"""

import csv
import sys

import numpy as np


def main():
    points, table, out = sys.argv[1:]
    rows = np.load(points)
    with open(table, encoding="utf-8") as file:
        components = [row.get("component", "1") for row in csv.DictReader(file)]
    np.save(out, rows[np.array(components) == "1"])


if __name__ == "__main__":
    main()
