"""The peak of memory against its forecast, and --max-memory at the smallest limit that the program itself names.

python3 -B benchmarks/memory.py PROGRAM [--only NAME] [--folder build/memory]

Ends with code 1 where a forecast is off by more than a fifth, or a run goes above its limit.
"""

import argparse
import array
import json
import pathlib
import random
import re
import subprocess
import sys

import environments

TOLERANCE = 0.2


def generated(shape, points, *options):
    return lambda program, path: subprocess.run([program, "generate", shape, "--points", str(points), *options, "-o", path],
                                                check=True)


def as_floats(make):
    """A float64 array of version 1.0 that `make` writes, in float32."""
    def made(program, path):
        make(program, path)
        content = path.read_bytes()
        begin = 10 + int.from_bytes(content[8:10], "little")
        values = array.array("f", array.array("d", content[begin:]))
        path.write_bytes(content[:begin].replace(b"<f8", b"<f4") + values.tobytes())
    return made


def cubes(points):
    """A cube of nine tenths of the points, and one far away of the rest."""
    def made(_, path):
        numbers = random.Random(1)
        values = array.array("d")
        for i in range(points):
            values.extend((numbers.random() + (100 if 10 * i >= 9 * points else 0), numbers.random(), numbers.random()))
        header = f"{{'descr': '<f8', 'fortran_order': False, 'shape': ({points}, 3), }}".ljust(117) + "\n"
        path.write_bytes(b"\x93NUMPY\x01\x00" + len(header).to_bytes(2, "little") + header.encode() + values.tobytes())
    return made


def edges(islands, nodes, neighbors):
    """Rings of `nodes`, each joined to its next few, with a few longer ways."""
    def made(_, path):
        numbers = random.Random(1)
        with path.open("w") as out:
            for island in range(islands):
                for i in range(nodes):
                    for step in range(1, neighbors + 1):
                        other = (i + (step if step < neighbors else numbers.randrange(1, 40))) % nodes
                        out.write(f"n{island * nodes + i} n{island * nodes + other} {numbers.random():.4f}\n")
    return made


def counts(cells, genes, a_cell):
    def made(_, path):
        numbers = random.Random(1)
        with path.open("w") as out:
            out.write(f"%%MatrixMarket matrix coordinate integer general\n{cells} {genes} {cells * a_cell}\n")
            for i in range(1, cells + 1):
                first = 1 + (i % 10) * genes // 20
                for k in sorted(numbers.sample(range(first, first + genes // 2), a_cell)):
                    out.write(f"{i} {k} {numbers.randrange(1, 30)}\n")
    return made


def heaps(cells, genes, a_cell, count=4):
    """Counts of cells that have no gene in common with those of another heap."""
    def made(_, path):
        numbers = random.Random(1)
        own = genes // count
        with path.open("w") as out:
            out.write(f"%%MatrixMarket matrix coordinate integer general\n{cells} {genes} {cells * a_cell}\n")
            for i in range(1, cells + 1):
                first = 1 + (i % count) * own
                for k in sorted(numbers.sample(range(first, first + own), a_cell)):
                    out.write(f"{i} {k} {numbers.randrange(1, 30)}\n")
    return made


def h5ad(layout, rows, columns):
    """By h5py, in the environment of the reading benchmark."""
    def made(_, path):
        environments.make("reading", path.parent)
        python = environments.python_of("reading", path.parent)
        script = pathlib.Path(__file__).parent / "peers/readers.py"
        subprocess.run([python, script, layout, path, str(rows), str(columns)], check=True)
    return made


# A forecast cannot know that points are disconnected: only the limit is tested on these.
UNFORESEEN = ("two cubes, 80,000 × 3",)
# Name, file, how it is made, options.
SHAPES = (
    ("dense, small", "small.npy", generated("swiss-roll", 3000), ("--neighbors", "dense")),
    ("100,000 × 50, float32", "tree.npy", as_floats(generated("tree", 100000, "--dimensions", "50")), ("--neighbors", "30")),
    ("100,000 × 3", "roll.npy", generated("swiss-roll", 100000), ("--neighbors", "30")),
    ("two cubes, 80,000 × 3", "cubes.npy", cubes(80000), ("--neighbors", "30")),
    ("graph", "graph.txt", edges(1, 60000, 8), ("--graph",)),
    ("graph of 40 islands", "islands.txt", edges(40, 2000, 8), ("--graph",)),
    ("sparse, --pca 50", "counts.mtx", counts(10000, 3000, 150), ("--log1p", "--pca", "50")),
    ("sparse, --pca auto", "counts.mtx", counts(10000, 3000, 150), ("--log1p",)),
    ("sparse, 4 heaps, --pca 20", "heaps.mtx", heaps(20000, 2000, 60), ("--log1p", "--pca", "20")),
    ("5,000 × 2,000, --pca 50", "wide.npy", generated("blobs", 5000, "--dimensions", "2000"), ("--pca", "50")),
    ("h5ad, 10,000 × 2,000", "dense.h5ad", h5ad("dense", 10000, 2000), ()),
    ("h5ad of CSR, --pca 20", "csr.h5ad", h5ad("csr", 15000, 2000), ("--pca", "20")),
    ("mtx, --pca 20", "large.mtx", counts(20000, 3000, 250), ("--log1p", "--pca", "20")),
    ("text of 50 MB", "table.csv", generated("blobs", 5000, "--dimensions", "550"), ()),
)


def run(program, path, *options):
    return subprocess.run([program, "embed", path, *options], capture_output=True, text=True)


def forecast(program, path, options):
    finished = run(program, path, *options, "--dry-run")
    finished.check_returncode()
    return 1e6 * float(finished.stdout.splitlines()[-1].split()[1])


def peak(program, path, options):
    """In bytes; none where the program refused, and what it said."""
    summary = path.with_suffix(".json")
    finished = run(program, path, *options, "-o", path.with_suffix(".out.npy"), "--summary", summary, "--force", "--quiet")
    if finished.returncode == 71:
        return None, finished.stderr
    finished.check_returncode()
    return json.loads(summary.read_text())["peak_memory_bytes"], ""


def smallest_limit(program, path, options):
    """The limit that the program names when it gets too little, and the peak of a run that keeps to it."""
    limit = "1M"
    for _ in range(4):
        used, words = peak(program, path, (*options, "--max-memory", limit))
        if used is not None:
            return 1e6 * int(limit[:-1]), used
        limit = re.search(r"smallest limit that would do is (\d+M)", words).group(1)
    sys.exit("no limit that the program names is enough for it: " + words)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("program", type=pathlib.Path)
    parser.add_argument("--only", default="")
    parser.add_argument("--folder", type=pathlib.Path, default=pathlib.Path("build/memory"))
    asked = parser.parse_args()
    program = asked.program.resolve()
    asked.folder.mkdir(parents=True, exist_ok=True)
    print("input                       forecast      peak   ratio     smallest limit, and its peak")
    faults = 0
    for name, file, make, options in SHAPES:
        if asked.only not in name:
            continue
        path = asked.folder / file
        if not path.exists():
            make(program, path)
        expected = forecast(program, path, options)
        used, _ = peak(program, path, options)
        limit, kept = smallest_limit(program, path, options)
        off, above = abs(used / expected - 1) > TOLERANCE, kept > limit
        faults += (off and name not in UNFORESEEN) + above
        print(f"{name:26}{expected / 1e6:7.0f} MB{used / 1e6:7.0f} MB{used / expected:8.2f}{' off' if off else '    '}"
              f"{limit / 1e6:12.0f} MB{kept / 1e6:7.0f} MB{' above' if above else ''}", flush=True)
    print("every forecast within 20 % that could be, no run above its limit" if faults == 0 else f"{faults} faults")
    sys.exit(1 if faults else 0)


if __name__ == "__main__":
    main()
