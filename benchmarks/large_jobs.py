"""What takes too long for every day: a dense kernel of 10^5 points, neighbour graphs of up to 10^7."""

from jobs import GRAPH, TREE_DENSE, Section, exponent, search_seconds


def gigabytes(row):
    return f"{row.peak_bytes / 1e9:.2f} GB" if row.peak_bytes else "–"


def dense_large(measure, data):
    row, _ = measure.codimap("codimap", data.tree(10**5), *TREE_DENSE)
    return Section(f"Dense kernel, tree, {data.size(10**5)} × 50",
                   "All pairs, 150 regions, 32 components. The matrix alone would take 40 GB in float32: no peer can.",
                   [row],
                   [("peak memory of a dense kernel of 10⁵ points", gigabytes(row), "< 1 GB")])


def graph_large(measure, data):
    sizes = (10**5, 10**6, 10**7)
    rows = [measure.codimap(f"codimap, {data.size(size)} points", data.tree(size), *GRAPH)[0] for size in sizes]
    for row in rows:
        if search_seconds(row):
            row.note = f"neighbour search {search_seconds(row):.2f} s"
    million = rows[1]
    over_search = f"{million.seconds / search_seconds(million):.2f} ×" if million.seconds else "–"
    return Section(f"Neighbour graphs of up to {data.size(10**7)} × 50",
                   "Tree, float32, 15 neighbours, 1000 regions, 32 components.", rows,
                   [("10⁶ points, whole run / its neighbour search", over_search, "≤ 1.25 ×"),
                    ("exponent of the seconds from 10⁵ to 10⁷ points", exponent(rows, sizes), "≤ 1.1"),
                    ("peak memory of 10⁷ points", gigabytes(rows[2]), "≤ 24 GiB")])


LARGE_JOBS = {"dense-large": dense_large, "graph-large": graph_large}
