"""How near the default map comes to the exact one on the same kernel, and what each partition is worth: docs/accuracy.md.

Usage: accuracy.py PROGRAM OUT.md [--seeds N] [--data FOLDER]. FOLDER may hold more data, at any depth: tables, and graphs
as edge lists (.txt) and Matrix Market files. Standard library only, but for the web graph, whose truth is SciPy's.
"""

import argparse
import array
import ast
import json
import random
import subprocess
import sys
import tempfile
from pathlib import Path

HERE = Path(__file__).resolve().parent
COMPONENTS = 32
SMALL = 7000  # points that are no trouble for another solver
ARCSINH = ("--arcsinh", "5")
FEWEST = 900  # points of which 32 components are of interest
PATIENCE = 60  # seconds for an exact map
ALIKE = 1e-12  # eigenvalues no further apart than this have no vectors of their own in float64
GRAPH = ("--graph",)
PLAIN = ((),)
BOTH = ((), ARCSINH)  # cytometry: as it is, and as people take it
OPTIONS = {".csv": BOTH, ".fcs": BOTH, ".lmd": BOTH, ".h5ad": PLAIN, ".npy": PLAIN, ".txt": (GRAPH,), ".mtx": (GRAPH,)}
GENERATED = (("Swiss roll", "swiss-roll", 3000, ()), ("Swiss roll", "swiss-roll", 20000, ()),
             ("Swiss roll", "swiss-roll", 100000, ()), ("tree in 50 dimensions", "tree", 100000, ("--dimensions", 50)))


class Lab:
    def __init__(self, program, folder):
        self.program, self.folder = program, Path(folder)

    def run(self, *words, seconds=None):
        return subprocess.run([str(word) for word in (self.program, *words)], check=True, capture_output=True,
                              text=True, timeout=seconds).stdout

    def embed(self, data, name, *options, seconds=None):
        out, summary = self.folder / f"{name}.npy", self.folder / f"{name}.json"
        self.run("embed", data, "-o", out, "--summary", summary, "--force", "--quiet", *options, seconds=seconds)
        return out, json.loads(summary.read_text(encoding="utf-8"))

    def compare(self, exact, approximation):
        return json.loads(self.run("compare", exact, approximation, "--json"))

    def sse(self, exact, approximation):
        return self.compare(exact, approximation)["sse"]

    def sse_of_groups(self, exact, approximation, eigenvalues):
        """Eigenvalues that cannot be told apart have a space in common and no vectors of their own: that space counts."""
        single = self.compare(exact, approximation)["sse_per_component"]
        return sum(single[first] if last == first + 1 else self.compare(
            columns(exact, first, last), columns(approximation, first, last))["subspace_error"]
            for first, last in alike(eigenvalues))

    def judge(self, data, options):
        """The default against a map that is proven to be the exact one, or that a Lanczos solver found."""
        options = ("--components", COMPONENTS, *options)
        default, summary = self.embed(data, "default", *options)
        points = summary["points"]
        for solver in (("--method", "exact"),) * (points <= SMALL) + (("--refine", "1e-9", "--seed", 1),):
            try:
                exact, proof = self.embed(data, "exact", *options, *solver, seconds=PATIENCE)
            except subprocess.SubprocessError:
                continue
            sse = self.sse_of_groups(exact, default, proof["eigenvalues"])
            return {"points": points, "sse": sse, "default": summary, "exact": proof}
        return {"points": points, "sse": None, "default": summary}


def web_graph(nodes, seed):
    """Edges of a graph by preferential attachment, with a few chords and with tendrils, which are paths with a free end."""
    numbers = random.Random(seed)
    core = nodes * 9 // 10
    ends, edges, chords = [0, 1], [(1, 0)], set()
    for node in range(2, core):
        edges.append((node, numbers.choice(ends)))
        ends += edges[-1]
    while len(chords) < nodes // 100:
        pair = numbers.randrange(core), numbers.choice(ends)
        if pair[0] > pair[1]:
            chords.add(pair)
    edges = sorted(chords | set(edges))
    node = core
    while node < nodes:
        last = numbers.randrange(core)
        for node in range(node, min(nodes, node + 1 + int(numbers.expovariate(1 / 12)))):
            edges.append((node, last))
            last = node
        node += 1
    return edges


def shift_invert(path, out):
    """The exact map of a graph by ARPACK on the factored matrix. Returns the largest residual."""
    import numpy
    import scipy.io
    import scipy.sparse
    import scipy.sparse.linalg
    weights = scipy.io.mmread(path).tocsr().astype(float)
    degree = numpy.asarray(weights.sum(1)).ravel()
    root = scipy.sparse.diags(degree ** -0.5)
    laplacian = (root @ (scipy.sparse.diags(degree) - weights) @ root).tocsc()
    gaps, psi = scipy.sparse.linalg.eigsh(laplacian, COMPONENTS + 1, sigma=-1e-7, tol=1e-10)
    leading = numpy.argsort(gaps)[1:]
    gaps, psi = gaps[leading], psi[:, leading]
    numpy.save(out, psi / numpy.sqrt(degree)[:, None] * (1 - gaps))
    return float(numpy.linalg.norm(laplacian @ psi - psi * gaps, axis=0).max())


def web_graph_row(lab, nodes=250000):
    path, truth = lab.folder / "web.mtx", lab.folder / "truth.npy"
    edges = web_graph(nodes, 1)
    with open(path, "w", encoding="ascii") as file:
        file.write(f"%%MatrixMarket matrix coordinate pattern symmetric\n{nodes} {nodes} {len(edges)}\n")
        file.writelines(f"{a + 1} {b + 1}\n" for a, b in edges)
    found, summary = lab.embed(path, "default", *GRAPH, "--components", COMPONENTS)
    try:
        residual = shift_invert(path, truth)
    except ImportError:
        return row("web graph with tendrils", [{"points": nodes, "sse": None, "default": summary}])
    return row("web graph with tendrils", [{"points": nodes, "sse": lab.sse(truth, found), "default": summary,
                                            "exact": {"residuals": [residual]}}])


def alike(eigenvalues):
    """The ranges of components whose eigenvalues lie close."""
    first = 0
    for last in range(1, len(eigenvalues) + 1):
        if last == len(eigenvalues) or eigenvalues[last - 1] - eigenvalues[last] > ALIKE:
            yield first, last
            first = last


def columns(path, first, last):
    """Another file with these columns of a matrix of float64."""
    with open(path, "rb") as file:
        begin = file.read(10)
        header = ast.literal_eval(file.read(int.from_bytes(begin[8:10], "little")).decode())
        values = array.array("d", file.read())
    rows, width = header["shape"]
    assert header["descr"] == "<f8" and not header["fortran_order"]
    part = array.array("d", (value for i in range(rows) for value in values[i * width + first:i * width + last]))
    words = f"{{'descr': '<f8', 'fortran_order': False, 'shape': ({rows}, {last - first}), }}".ljust(117) + "\n"
    out = path.with_name(f"part-{path.name}")
    out.write_bytes(b"\x93NUMPY\1\0" + len(words).to_bytes(2, "little") + words.encode() + part.tobytes())
    return out


def kernel_words(summary):
    neighbors = summary["options"]["neighbors"]
    return "graph" if neighbors is None else "every pair" if neighbors == "dense" else f"{neighbors} neighbours"


def row(name, results):
    """One line of the table, over all seeds."""
    worst = max(results, key=lambda result: float("inf") if result["sse"] is None else result["sse"])
    summary = worst["default"]
    truth = "not known | –" if worst["sse"] is None else f"{worst['sse']:.4f} | {max(worst['exact']['residuals']):.0e}"
    angles = summary["certificate"]["angles"]
    bounds = sum(angle < 1.5 for angle in angles)
    seeds = f", {len(results)} seeds" if len(results) > 1 else ""
    line = (f"| {name}{seeds} | {worst['points']:,} | {kernel_words(summary)} | {summary['eigenvalues'][0]:.5f} "
            f"| {summary['eigenvalues'][-1]:.5f} | {truth} | {bounds} |")
    print(line, file=sys.stderr, flush=True)
    return line


def real_data(folder):
    data = HERE.parent / "data"
    yield "blood cells, one sample", data / "cells.csv.gz", ARCSINH
    for name in sorted(data.glob("cells_day*.csv.gz")):
        if "cd8" not in name.name:
            yield f"blood cells, {name.name.removesuffix('.csv.gz')}", name, ARCSINH
    for path in sorted(folder.rglob("*")) if folder else ():
        if path.suffix in OPTIONS:
            for options in OPTIONS[path.suffix]:
                yield str(path.relative_to(folder)) + (", arcsinh" if options == ARCSINH else ""), path, options


def real_rows(lab, folder):
    """Of data that are refused or too few, it is said on stderr."""
    for name, path, options in real_data(folder):
        try:
            result = lab.judge(path, options)
        except subprocess.SubprocessError as error:
            print(f"{name}: {(error.stderr or str(error)).strip()}", file=sys.stderr, flush=True)
            continue
        if result["points"] < FEWEST:
            print(f"{name}: {result['points']} points", file=sys.stderr, flush=True)
        else:
            yield row(name, [result])


PAGE = """# How close the maps are to the exact ones

Each row compares the map of `codimap embed DATA --components {components}`, with nothing else set, with the exact map on the same kernel.
SSE is the sum of squared errors of unit columns over {components} components, signs and order aside; 2 a component means no
relation at all.

- *The exact map* is that of `--method exact` (block Lanczos, another solver than refinement's) up to {small:,} points. Beyond that,
  or where that solver does not converge, it is refinement to a residual of 1e-9 with another seed; for the web graph it is
  ARPACK on the factored matrix. Where neither converges within {patience} s, the exact map is not known.
- Exact eigenvalues within 1e-12 of each other, as nearly disconnected data have, determine a common space and no vectors of
  their own. That space is compared.
- Of several seeds the worst is shown.
- λ₁ and λ₃₂ say where the spectrum lies. *Bounds* is the number of components for which the certificate of the default map has a
  bound; [the guide](guide.md#how-good-is-this-map) names its condition.

`make accuracy` writes this page. Rows named after files are of data that `make accuracy DATA=FOLDER` was given beside the project's
own: every file that is not compressed, of {fewest} points or more, for which {components} components exist; CSV and FCS files twice, as
they are and with `--arcsinh 5`.

| data | points | kernel | λ₁ | λ₃₂ | SSE of the default | residual of the exact map | bounds |
|---|---:|---|---:|---:|---:|---:|---:|
{rows}

## Partitions

The paper's map alone (`--refine off`) with regions made in three ways, and graphtools' landmarks: SSE, and the time of the whole
fit over that of `coherence`, measured in one run. Equal numbers of regions.

| data | regions | coherence | refined | kmeans | landmarks |
|---|---:|---:|---:|---:|---:|
{partitions}

{verdict}
"""

VERDICT = """`coherence`, the paper's, stays the default: it costs least, and a refined map is the same from any start. `refined` and
`landmarks` come nearer on most of these and take longer; `kmeans` fails where points lie scattered. More regions are the simplest
way to a better unrefined map."""


def partition_row(lab, name, data, options, regions):
    options = ("--components", COMPONENTS, "--regions", regions, *options)
    exact, _ = lab.embed(data, "exact", *options[:2], *options[4:], "--method", "exact")
    cells, base = [], None
    for words in (("--partition", "coherence"), ("--partition", "refined"), ("--partition", "kmeans"),
                  ("--method", "landmarks")):
        off = () if "landmarks" in words else ("--refine", "off")
        found, summary = lab.embed(data, "map", *options, *off, *words)
        base = base or summary["seconds"]
        cells.append(f"{lab.sse(exact, found):.2f} (× {summary['seconds'] / base:.1f})")
    return f"| {name} | {regions} | " + " | ".join(cells) + " |"


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("program", type=lambda text: Path(text).resolve())
    parser.add_argument("out", type=Path)
    parser.add_argument("--seeds", type=int, default=20)
    parser.add_argument("--data", type=Path)
    asked = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        lab = Lab(asked.program, folder)
        rows = []
        made = Path(folder) / "made.npy"
        for name, shape, points, options in GENERATED:
            results = []
            for seed in range(1, asked.seeds + 1):
                lab.run("generate", shape, "--points", points, "--seed", seed, *options, "-o", made, "--force")
                results.append(lab.judge(made, ()))
            rows.append(row(name, results))
        rows.append(web_graph_row(lab))
        rows += real_rows(lab, asked.data)
        partitions = []
        for name, shape, points, options, regions in (("Swiss roll, 3,000", "swiss-roll", 3000, (), 150),
                                                      ("Swiss roll, 20,000", "swiss-roll", 20000, (), 500),
                                                      ("tree, 20,000 × 50", "tree", 20000, ("--dimensions", 50), 500)):
            lab.run("generate", shape, "--points", points, "--seed", 31, *options, "-o", made, "--force")
            partitions.append(partition_row(lab, name, made, (), regions))
        cells = HERE.parent / "data" / "cells.csv.gz"
        partitions.append(partition_row(lab, "blood cells, every pair", cells, (*ARCSINH, "--neighbors", "dense"), 464))
        partitions.append(partition_row(lab, "blood cells, 16 neighbours", cells, ARCSINH, 464))
    asked.out.write_text(PAGE.format(components=COMPONENTS, small=SMALL, fewest=FEWEST, patience=PATIENCE,
                                     rows="\n".join(rows), partitions="\n".join(partitions), verdict=VERDICT),
                         encoding="utf-8")


if __name__ == "__main__":
    main()
