"""Measures eigensolvers at equal residual on codimap's own neighbour graphs and writes SOLVERS.md.

Usage: solvers.py BUILD [--divide D]. BUILD holds the built programs. With --divide, a trial, SOLVERS.md stays there.
"""

import argparse
import json
import os
import sys
from pathlib import Path

import environments
from bench import commit
from data import Data
from machine import processor
from measure import HERE, THREADS, Failed, run
from report import number, table

HALF_AN_HOUR = 1800
LIMIT = {"eigsh": 300, "lobpcg": 60, "multigrid-lobpcg": 300, "primme": 300, "slepc": 300}  # seconds
REPEAT_BELOW = 5
PASSIVE = {"OMP_WAIT_POLICY": "passive"}
PEERS = {"scipy eigsh (ARPACK)": "eigsh", "scipy lobpcg": "lobpcg", "scipy lobpcg with pyamg": "multigrid-lobpcg",
         "PRIMME": "primme", "SLEPc Krylov–Schur": "slepc"}

HEAD = """# Eigensolvers at equal residual

Written by `make bench-solvers`; do not edit. Every solver is to find the 32 leading eigenvectors behind the trivial one
of the same symmetric walk A, on the largest connected component of the graph of 30 neighbours that codimap makes, until
all true residuals ‖Av − θv‖ are at most the one asked for; its seconds begin when the kernel is there (codimap's: from
coherence to refined map, the median of three runs, as for any other that takes less than {repeat} s). codimap is told
the trivial vector and the others find it as a 33rd, but lobpcg with pyamg, which is told it; Krylov methods but block
Lanczos hold 82 vectors, PRIMME as many as it likes; lobpcg gives up after 200 iterations, without a preconditioner after
a minute; pyamg's is smoothed aggregation, whose set-up counts; codimap has two threads, Spectra has them in its products,
which are codimap's, scipy, pyamg and PRIMME have one or two in their BLAS, whichever is faster, and SLEPc runs in two
processes; threads that wait sleep (OMP_WAIT_POLICY=passive). CPU seconds are those of all threads, which a busy machine
blurs less.

- processor: {processor}, {cores} cores
- measured at {commit}
- load of the machine when it began: {load:.1f}
"""


def peer_command(solver, python, walk, residual):
    script = HERE / "peers/eigensolvers.py"
    if solver == "slepc":
        return ["mpiexec", "-n", THREADS, "/usr/bin/python3", script, solver, walk, residual]
    return [python, script, solver, walk, residual]


def variables(solver, threads):
    """Open MPI wants to be told that a container's root is no mistake."""
    blas = {"OMP_NUM_THREADS": threads, "OPENBLAS_NUM_THREADS": threads, **PASSIVE}
    return blas if solver != "slepc" else {**blas, "OMPI_ALLOW_RUN_AS_ROOT": "1", "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM": "1"}


def median_run(command, limit, environment):
    """The run whose seconds are the median, with the number of runs."""
    answers = []
    while not answers or (answers[0]["seconds"] < REPEAT_BELOW and len(answers) < 3):
        answers.append(json.loads(run(command, limit, **environment).splitlines()[-1]))
    return {**sorted(answers, key=lambda answer: answer["seconds"])[len(answers) // 2], "runs": len(answers)}


def peer_row(name, python, walk, residual):
    """Threads that spin can cost more than they bring, so the better of one and two counts; SLEPc has processes."""
    solver, found, row = PEERS[name], [], {}
    for threads in ("1",) if solver == "slepc" else ("1", "2"):
        try:
            found.append(median_run(peer_command(solver, python, walk, residual), LIMIT[solver],
                                    variables(solver, threads)))
        except Failed as reason:
            row = {"name": name, "failed": str(reason)}
    if found:
        row = {**min(found, key=lambda answer: answer["seconds"]), "name": name}
    print(f"  {row}", file=sys.stderr, flush=True)
    return row


def line(row, rows, residual):
    if row.get("failed"):
        return [row["name"], *["–"] * 7, f"failed: {row['failed']}".replace("|", "/")]
    times, cpu_times = (number(row[key] / rows[0][key]) if key in rows[0] else "–" for key in ("seconds", "cpu"))
    below = max(other["trace"] for other in rows if "trace" in other) - row["trace"]
    note = "" if row["residual"] <= residual else "residual not reached"
    return [row["name"], number(row["seconds"]), str(row["runs"]), times, number(row["cpu"]), cpu_times,
            f"{row['residual']:.1e}", f"{below:.1e}", note]


def section_rows(title, points, residual, build, folder):
    print(f"bench-solvers: {title}, residual {residual:g}", file=sys.stderr, flush=True)
    walk = folder / "walk"
    lines = run([build / "benchmarks/solvers", points, residual, THREADS, walk], HALF_AN_HOUR,
                **PASSIVE).splitlines()
    graph, *rows = map(json.loads, lines)
    print(f"  {rows}", file=sys.stderr, flush=True)
    rows += [peer_row(name, environments.python_of("solvers", folder), walk, residual) for name in PEERS]
    return {"title": f"{title}, residual {residual:g}", "graph": graph, "rows": rows, "residual": residual}


def section_text(section):
    graph, rows = section["graph"], section["rows"]
    entries = [["solver", "seconds", "runs", "× codimap", "CPU s", "× codimap", "residual", "trace below", "note"],
               *(line(row, rows, section["residual"]) for row in rows)]
    parts = "one component" if graph["components"] == 1 else f"the largest of {graph['components']} components"
    return f"## {section['title']}\n\n{graph['points']:,} points, {parts}.\n\n{table(entries)}\n"


def short_text(sections):
    """The ratios of all sections side by side; a star where the residual was not reached."""
    lines = [["× codimap's seconds", *(section["title"] for section in sections)]]
    for index, row in enumerate(sections[0]["rows"]):
        cells = [line(section["rows"][index], section["rows"], section["residual"]) for section in sections]
        lines.append([row["name"], *(cell[3] + ("*" if cell[8] else "") for cell in cells)])
    return ("## In short\n\nBelow 1 is faster than codimap; a star stands where the residual was not reached. In the "
            "tables, `trace below`\nis by how much the sum of the eigenvalues found falls short of the largest that any "
            f"solver found.\n\n{table(lines)}\n")


def main():
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("build", type=Path, help="folder that CMake built in")
    parser.add_argument("--divide", type=int, default=1, metavar="D", help="a D-th of the points, as a trial")
    asked = parser.parse_args()
    build = asked.build.resolve()
    folder = build.parent / "bench"
    environments.make("solvers", folder)
    data = Data(build / "tools/codimap/codimap", folder, asked.divide, "solvers")
    roll = data.generate("swiss-roll", 10**5, "--seed", 1)
    jobs = [("Swiss roll", roll, 1e-4), ("Swiss roll", roll, 1e-6), ("Tree in 50 dimensions", data.tree(10**5), 1e-4),
            ("Fashion-MNIST, 50 principal components", data.fashion(), 1e-4), ("Cytometry", data.cells(), 1e-4)]
    head = HEAD.format(repeat=REPEAT_BELOW, processor=processor(), cores=os.cpu_count(), commit=commit(),
                       load=os.getloadavg()[0])
    out, sections = (HERE if asked.divide == 1 else folder) / "SOLVERS.md", []
    for title, points, residual in jobs:
        sections.append(section_rows(title, points, residual, build, folder))
        out.write_text("\n".join([head, short_text(sections), *map(section_text, sections)]), encoding="utf-8")
    print(f"bench-solvers: {out}", file=sys.stderr)


if __name__ == "__main__":
    main()
