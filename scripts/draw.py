"""Draws pairs of columns of tables (.csv, .tsv, .npy, also .gz) as an SVG, one panel each, in one colour scale.

Usage: draw.py OUT.svg --colour FILE:COLUMNS [--arcsinh C] [--same-scale] 'TITLE=FILE:COLUMN,COLUMN' ...
Columns count from 1. Several columns to colour by stand for their length: on a Swiss roll that of x and z is the angle.
"""

import argparse
import ast
import csv
import gzip
import html
import math
import struct

SIZE, MARGIN, TITLE = 340, 20, 28
COLOURS = 32
STOPS = [(70, 10, 90), (60, 80, 140), (35, 145, 140), (95, 200, 100), (250, 225, 40)]


def read_npy(data):
    version = data[6]
    start = 10 if version == 1 else 12
    end = start + struct.unpack("<H" if version == 1 else "<I", data[8:start])[0]
    header = ast.literal_eval(data[start:end].decode())
    rows, columns = header["shape"]
    code = {"<f8": "d", "<f4": "f"}[header["descr"]]
    values = struct.unpack_from(f"<{rows * columns}{code}", data, end)
    return [values[i * columns:(i + 1) * columns] for i in range(rows)]


def read_text(data, delimiter):
    rows = list(csv.reader(data.decode().splitlines(), delimiter=delimiter))
    try:
        float(rows[0][-1])
    except ValueError:
        rows = rows[1:]  # a header
    return rows


def read_columns(where):
    """FILE:COLUMN,COLUMN,… as one list of floats for each column."""
    name, _, columns = where.rpartition(":")
    with (gzip.open if name.endswith(".gz") else open)(name, "rb") as file:
        data = file.read()
    plain = name.removesuffix(".gz")
    rows = read_npy(data) if plain.endswith(".npy") else read_text(data, "\t" if plain.endswith(".tsv") else ",")
    return [[float(row[int(column) - 1]) for row in rows] for column in columns.split(",")]


def colour(share):
    place = share * (len(STOPS) - 1)
    low = min(int(place), len(STOPS) - 2)
    mix = (a + (place - low) * (b - a) for a, b in zip(STOPS[low], STOPS[low + 1]))
    return "#" + "".join(f"{round(part):02x}" for part in mix)


def scaled(values, length, extent=None):
    """From 0 to `length`; with an extent that is larger than the values' own, in the middle of that."""
    low, high = min(values), max(values)
    extent = extent or (high - low) or 1
    start = (low + high - extent) / 2
    return [(value - start) / extent * length for value in values]


def panel(left, title, where, bins, same_scale):
    """Points of one colour share a path: a third of the bytes of a circle each."""
    columns = read_columns(where)
    extent = max(max(column) - min(column) for column in columns) if same_scale else None
    x, y = (scaled(column, SIZE, extent) for column in columns)
    if len(x) != len(bins):
        raise SystemExit(f"draw: {where} has {len(x)} rows, the column to colour by {len(bins)}")
    paths = [[] for _ in range(COLOURS)]
    for px, py, shade in zip(x, y, bins):
        paths[shade].append(f"M{px:.1f} {SIZE - py:.1f}h0")
    yield f'<g transform="translate({left} {TITLE + MARGIN})">'
    yield f'<text x="{SIZE / 2}" y="-{MARGIN}" text-anchor="middle">{html.escape(title)}</text>'
    for shade, path in enumerate(paths):
        if path:
            yield f'<path stroke="{colour(shade / (COLOURS - 1))}" d="{"".join(path)}"/>'
    yield "</g>"


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("out")
    parser.add_argument("--colour", required=True)
    parser.add_argument("--arcsinh", type=float, metavar="C", help="colour by arcsinh(x/C)")
    parser.add_argument("--same-scale", action="store_true", help="a unit is as long up as across")
    parser.add_argument("panels", nargs="+")
    arguments = parser.parse_args()

    columns = read_columns(arguments.colour)
    shown = columns[0] if len(columns) == 1 else [math.hypot(*row) for row in zip(*columns)]
    if arguments.arcsinh:
        shown = [math.asinh(value / arguments.arcsinh) for value in shown]
    bins = [round(value) for value in scaled(shown, COLOURS - 1)]
    width = len(arguments.panels) * (SIZE + 2 * MARGIN)
    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {SIZE + TITLE + 2 * MARGIN}" width="{width}" '
        'font-family="sans-serif" font-size="16" stroke-width="3" stroke-linecap="round">',
        '<rect width="100%" height="100%" fill="white"/>',
    ]
    for place, argument in enumerate(arguments.panels):
        title, _, where = argument.rpartition("=")
        lines += panel(place * (SIZE + 2 * MARGIN) + MARGIN, title, where, bins, arguments.same_scale)
    with open(arguments.out, "w", encoding="utf-8") as file:
        file.write("\n".join(lines + ["</svg>\n"]))


if __name__ == "__main__":
    main()
