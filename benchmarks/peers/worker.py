"""One job of one peer in a process of its own: worker.py JOB.json, which prints one JSON line.

JOB.json: {"kind": "map" | "search", "peer", "points", "out", "options", "warm_up", "repeat_below"}. The points are in
memory and whatever compiles itself has been compiled on a small piece before the clock starts. A run shorter than
`repeat_below` seconds is done three times, and the median counts.
"""

import json
import resource
import statistics
import sys
import time
from pathlib import Path

import numpy as np

from maps import MAPS
from searches import SEARCHES


def timed(function):
    start = time.perf_counter()
    result = function()
    return result, time.perf_counter() - start


def median_run(function, repeat_below):
    """The last result, the median of the seconds, the number of runs."""
    result, first = timed(function)
    seconds = [first]
    while first < repeat_below and len(seconds) < 3:
        result, again = timed(function)
        seconds.append(again)
    return result, statistics.median(seconds), len(seconds)


def run_map(job, points):
    function = MAPS[job["peer"]]
    function(points[: job["warm_up"]], job["options"])
    coordinates, seconds, runs = median_run(lambda: function(points, job["options"]), job["repeat_below"])
    np.save(job["out"], np.asarray(coordinates, dtype=np.float64))
    return {"seconds": seconds, "runs": runs}


def recall(found, truth):
    """Of the true neighbours of the sampled points, the part that was found; a point is no neighbour of itself."""
    hits = sum(len(np.intersect1d(row[row != query], near)) for query, row, near in
               zip(truth["queries"], found[truth["queries"]], truth["neighbors"]))
    return hits / truth["neighbors"].size


def run_search(job, points):
    """The first effort that reaches the recall, else the last; its seconds are those of building and of asking."""
    search, k, truth = SEARCHES[job["peer"]], job["options"]["neighbors"] + 1, np.load(job["options"]["truth"])
    piece = points[: job["warm_up"]]
    search.query(search.build(piece), piece, k, search.efforts[0])
    index, build, _ = median_run(lambda: search.build(points), job["repeat_below"])
    for effort in search.efforts:
        found, first = timed(lambda: search.query(index, points, k, effort))
        reached = recall(found, truth)
        if reached >= job["options"]["recall"] or effort == search.efforts[-1]:
            break
    more = 2 if first < job["repeat_below"] else 0
    again = [timed(lambda: search.query(index, points, k, effort))[1] for _ in range(more)]
    return {"seconds": build + statistics.median([first, *again]), "build_seconds": build, "runs": 1 + more,
            "effort": f"{search.parameter} {effort}", "recall": reached}


def main():
    job = json.loads(Path(sys.argv[1]).read_text(encoding="utf-8"))
    points = np.load(job["points"])
    answer = {"map": run_map, "search": run_search}[job["kind"]](job, points)
    answer["peak_bytes"] = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024
    print(json.dumps(answer))


if __name__ == "__main__":
    main()
