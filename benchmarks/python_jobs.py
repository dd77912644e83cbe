"""codimap's Python package: in place of scanpy's own steps, and against the program itself."""

import json
import statistics
import sys

from environments import python_of
from jobs import Section, ratio
from measure import HERE, THREADS, Failed, Row, run

DIFFMAP = {"neighbors": 15, "components": 14}  # what sc.tl.diffmap takes by default, the trivial one aside
ROUNDS = 5


def memory_ratio(above, below, aim):
    both = above.peak_bytes and below.peak_bytes
    return (f"peak memory of {above.name} / {below.name}",
            f"{above.peak_bytes / below.peak_bytes:.2f} ×" if both else "–", aim)


def in_scanpy(measure, data, points):
    """The two steps by codimap.scanpy and by scanpy itself, each in a process of its own."""
    mine, _ = measure.peer("codimap.scanpy neighbors + diffmap", "map", "codimap_scanpy", data.tree(points), DIFFMAP,
                           warm_up=10000)
    theirs, _ = measure.peer("scanpy neighbors + diffmap", "map", "scanpy_diffmap", data.tree(points), DIFFMAP,
                             warm_up=10000)
    mine.accuracy = measure.sse(measure.map_of(theirs.name), mine.name)
    return Section(f"In place of scanpy, tree, {data.size(points)} × 50",
                   "`neighbors` of 15 and `diffmap` of 15 columns on an AnnData in memory, both within Python. "
                   "Accuracy is against scanpy's own columns.",
                   [mine, theirs], [ratio(theirs, mine, "≥ 15 ×"), memory_ratio(mine, theirs, "≤ 0.5 ×")])


def scanpy_daily(measure, data):
    return in_scanpy(measure, data, 10**5)


def scanpy_large(measure, data):
    return in_scanpy(measure, data, 10**6)


def median_row(name, rounds):
    row = Row(name, runs=len(rounds), peak_bytes=max(one["peak_bytes"] for one in rounds))
    row.seconds = statistics.median(one["seconds"] for one in rounds)
    row.note = f"{statistics.median(one['cpu_seconds'] for one in rounds):.3f} seconds of processors"
    return row


def binding(measure, data):
    """By seconds of processors, in turns, since a machine that does other things slows both."""
    points = data.tree(10**5)
    program = [sys.executable, HERE / "timed.py", measure.program, "embed", points, "-o", measure.map_of("program"),
               "--threads", THREADS, "--quiet", "--force"]
    package = [python_of("peers", measure.folder), HERE / "peers/fit_from_numpy.py", points]
    rounds = []
    try:
        for _ in range(ROUNDS):
            rounds.append([json.loads(run(command, measure.timeout)) for command in (program, package)])
    except Failed as reason:
        return Section("Python against the program", "", [measure.done(Row("codimap in Python", failed=str(reason)))])
    rows = [measure.done(median_row(name, of)) for name, of in zip(("the program", "fit from numpy"), zip(*rounds))]
    over = statistics.median(mine["cpu_seconds"] / theirs["cpu_seconds"] for theirs, mine in rounds)
    return Section(f"Python against the program, tree, {data.size(10**5)} × 50",
                   "The default map: the whole program, reading and writing .npy, and `CompressedDiffusionMap().fit` of "
                   f"the same points in memory, in turns, {ROUNDS} times.",
                   rows, [("fit from numpy / the program, seconds of processors", f"{over:.3f} ×", "≤ 1.03 ×")])


PYTHON_JOBS = {"python-scanpy": scanpy_daily, "python-binding": binding}
LARGE_PYTHON_JOBS = {"python-scanpy-large": scanpy_large}
