"""The search for neighbours by itself beside other programs, and new points beside those of a fit."""

from jobs import GRAPH, Section, ratio, search_seconds

# The peers' recall may be lower than codimap's by this and still count as equal.
RECALL_SLACK = 0.002
PEERS = ("faiss IVFFlat", "faiss IVFPQFastScan, refined", "faiss IVFScalarQuantizer, refined", "hnswlib M=8",
         "hnswlib M=16", "ScaNN", "usearch", "annoy", "pynndescent")


def search(measure, data, points, title):
    """codimap's row is a stage of a run of the program; the peers' is building the index and asking for every point."""
    mine, summary = measure.codimap(f"codimap, {title}", points, *GRAPH)
    mine.name, recall = "codimap", summary.get("neighbor_recall", 0.99)  # a run that failed has none
    if not mine.failed:
        mine.seconds, mine.accuracy = search_seconds(mine), f"recall {recall:.4f}"
    options = {"neighbors": 15, "truth": str(data.truth(points, 15)), "recall": recall - RECALL_SLACK}
    rows = []
    for name in PEERS:
        row, answer = measure.peer(name, "search", name, points, options)
        if answer and answer["recall"] < options["recall"]:
            row.note += "; did not reach the recall"
        rows.append(row)
    return Section(f"Search of 15 neighbours, {title}",
                   f"Each peer with the first value of its speed parameter whose recall is at most {RECALL_SLACK} "
                   "below codimap's, building the index included. codimap's seconds are those of its search; its "
                   "memory is that of the whole map.", [mine, *rows], [ratio(row, mine, "≥ 8 ×") for row in rows])


def search_tree(measure, data):
    return search(measure, data, data.tree(10**5), f"tree, {data.size(10**5)} × 50")


def search_large_tree(measure, data):
    return search(measure, data, data.tree(10**6), f"tree, {data.size(10**6)} × 50")


def search_fashion(measure, data):
    return search(measure, data, data.fashion(), f"Fashion-MNIST, {data.size(70_000)} × 50")


def search_cells(measure, data):
    return search(measure, data, data.float32(data.cells()), "blood cells × 25")


def search_normal(measure, data):
    return search(measure, data, data.normal(200_000), f"normal, {data.size(200_000)} × 50")


def fit_and_transform(measure, halves, title):
    """A model of the one half of the points, and the other half as new points for it: whole runs of the program."""
    known, new = halves
    model = measure.map_of(title).with_suffix(".codimap")
    fitted, _ = measure.codimap(f"fit, {title}", known, "--model", model)
    placed = measure.other(f"transform, {title}", "transform", model, new, against=fitted.name)
    if model.exists():
        placed.note = f"model {model.stat().st_size / known.stat().st_size:.2f} × its points"
    return [fitted, placed]


def new_points(measure, data):
    rows, findings = [], []
    for size in (10**5, 10**6):
        fitted, placed = fit_and_transform(measure, data.halves(data.tree(2 * size)), f"{data.size(size)} × 50")
        rows += [fitted, placed]
        findings.append(ratio(placed, fitted, "≤ 1.5 ×"))
    return Section("New points, tree", "As many new points as the model has, embedded with a saved model: whole runs, "
                   "files included.", rows, findings)


SEARCH_JOBS = {"search-tree": search_tree, "search-fashion": search_fashion, "search-cells": search_cells,
               "search-normal": search_normal, "new-points": new_points}
LARGE_SEARCH_JOBS = {"search-large-tree": search_large_tree}
