"""How fast files are read, beside the readers that people have, into READING.md.

Usage: reading.py BUILD. BUILD holds the built programs.
"""

import argparse
import json
import os
import sys
from pathlib import Path

import environments
from bench import commit
from machine import processor
from measure import HERE, THREADS, Failed, run
from report import table

HOUR = 3600
FEWEST_RUNS, MOST_RUNS = 9, 153
ROUNDS = 9
ROWS, COLUMNS = 200_000, 50

# name of the file: readers of the environment, the speed to reach as a share of theirs
FILES = {
    "table.csv": {"pandas": 3, "polars": 1},
    "events.fcs": {"numpy.fromfile": 0.8},
    "dense.h5ad": {"h5py": 0.8},
    "dense-gzip.h5ad": {"h5py": 0.8},
    "sparse.h5ad": {"h5py": 0.8},
    "sparse-gzip.h5ad": {"h5py": 0.8},
    "points.npy": {"numpy.load": 0.8},
    "sparse.mtx": {"scipy.io.mmread": 1},
}


HEAD = """# Reading files

Written by `make bench-reading`; do not edit. {rows:,} × {columns} numbers, {threads} threads, {processor}, {commit}, load
{load:.1f} at the end. Every reader ends with the numbers in memory; all have read the file before, so that no disk is
measured; the two take turns, and the median of 9 to 153 runs counts, the more the shorter they are. `codimap is` says
how many times as fast codimap is. Memory is the peak of a process that reads the file once, less that of one that reads
two rows, over the bytes of the matrix.
"""


def median(seconds):
    return sorted(seconds)[len(seconds) // 2]


def enough(seconds):
    """Runs that take two seconds together: what takes milliseconds scatters."""
    return max(FEWEST_RUNS, min(MOST_RUNS, round(2 / median(seconds))))


def reading(build, path, runs):
    return json.loads(run([build / "benchmarks/read_table", path, runs], HOUR))


def memory_over_matrix(build, path, tiny):
    once, nothing = reading(build, path, 1), reading(build, tiny, 1)
    return (once["peak_bytes"] - nothing["peak_bytes"]) / once["matrix_bytes"]


def peer_seconds(python, reader, path, runs):
    return json.loads(run([python, HERE / "peers/readers.py", reader, path, runs], HOUR).splitlines()[-1])["seconds"]


def both_seconds(build, python, reader, path):
    """Median seconds of codimap and of the reader, in turns, so that a machine that slows down slows both."""
    runs = enough(reading(build, path, FEWEST_RUNS)["seconds"])
    ours, theirs = [], []
    for _ in range(ROUNDS):
        ours += reading(build, path, runs // ROUNDS)["seconds"]
        theirs += peer_seconds(python, reader, path, runs // ROUNDS)
    return median(ours), median(theirs)


def rows_of(build, python, folder):
    run([python, HERE / "peers/readers.py", "make", folder, ROWS, COLUMNS], HOUR)
    for name, readers in FILES.items():
        path, tiny = folder / name, folder / f"tiny-{name}"
        memory = f"{memory_over_matrix(build, path, tiny):.2f} ×"
        for reader, aim in readers.items():
            try:
                ours, theirs = both_seconds(build, python, reader, path)
                cells = [f"{1000 * ours:.1f}", reader, f"{1000 * theirs:.1f}", f"{theirs / ours:.2f} ×"]
            except Failed as reason:
                cells = ["–", reader, f"failed: {reason}", "–"]
            row = [name, f"{path.stat().st_size / 1e6:.0f}", *cells, f"≥ {aim} ×", memory]
            print("  " + ", ".join(row), file=sys.stderr, flush=True)
            yield row


def main():
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("build", type=Path, help="folder that CMake built in")
    build = parser.parse_args().build.resolve()
    folder = build.parent / "bench"
    environments.make("reading", folder)
    data = folder / "reading-data"
    data.mkdir(parents=True, exist_ok=True)
    header = ["file", "MB", "codimap ms", "reader", "its ms", "codimap is", "aim", "memory / matrix"]
    rows = [header, *rows_of(build, environments.python_of("reading", folder), data)]
    head = HEAD.format(rows=ROWS, columns=COLUMNS, processor=processor(), threads=THREADS, commit=commit(),
                       load=os.getloadavg()[0])
    (HERE / "READING.md").write_text(f"{head}\n{table(rows)}\n", encoding="utf-8")


if __name__ == "__main__":
    main()
