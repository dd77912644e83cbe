"""Another project's eigensolver on the walk that `solvers` wrote: eigensolvers.py NAME WALK RESIDUAL.

Prints how long it took for 32 eigenvectors and the trivial one, and the largest true residual, as JSON. SLEPc runs in
as many processes as it is started in, each with a share of the rows.
"""

import glob
import json
import os
import sys
import time

import numpy as np

WANTED = 33
KRYLOV_VECTORS = 82
LOBPCG_ITERATIONS = 200
LOBPCG_STARTS = 8


def clocks():
    return time.perf_counter(), time.process_time()


def since(began):
    return tuple(now - then for now, then in zip(clocks(), began))


def arrays(walk):
    return [np.load(f"{walk}-{part}.npy") for part in ("offsets", "columns", "values")]


def scipy_walk(walk):
    from scipy.sparse import csr_array
    offsets, columns, values = arrays(walk)
    size = len(offsets) - 1
    return csr_array((values, columns, offsets.astype(np.int32)), shape=(size, size))


def largest_residual(matrix, values, vectors):
    vectors = vectors / np.linalg.norm(vectors, axis=0)
    return float(np.linalg.norm(matrix @ vectors - vectors * values, axis=0).max())


def eigsh(walk, tolerance):
    from scipy.sparse.linalg import eigsh as solver
    matrix = scipy_walk(walk)
    start = np.random.default_rng(1).standard_normal(matrix.shape[0])
    began = clocks()
    values, vectors = solver(matrix, WANTED, which="LA", ncv=KRYLOV_VECTORS, tol=tolerance, v0=start)
    return since(began), values, largest_residual(matrix, values, vectors)


def lobpcg(walk, tolerance):
    from scipy.sparse.linalg import lobpcg as solver
    matrix = scipy_walk(walk)
    start = np.random.default_rng(1).standard_normal((matrix.shape[0], WANTED))
    began = clocks()
    values, vectors = solver(matrix, start.copy(), tol=tolerance, maxiter=LOBPCG_ITERATIONS, largest=True)
    return since(began), values, largest_residual(matrix, values, vectors)


def multigrid_lobpcg(walk, tolerance):
    """The smallest of I − A, with the trivial vector as a constraint; making the preconditioner counts. Where lobpcg
    loses its way it starts again from what it had."""
    from pyamg import smoothed_aggregation_solver
    from scipy.sparse import csr_matrix, eye_array
    from scipy.sparse.linalg import lobpcg as solver
    matrix = scipy_walk(walk)
    trivial = np.sqrt(np.load(f"{walk}-degree.npy"))[:, None]
    trivial /= np.linalg.norm(trivial)
    vectors = np.random.default_rng(1).standard_normal((matrix.shape[0], WANTED - 1))
    laplacian = csr_matrix(eye_array(matrix.shape[0]) - matrix)
    began = clocks()
    levels = smoothed_aggregation_solver(laplacian, B=trivial)
    for _ in range(LOBPCG_STARTS):
        values, vectors = solver(laplacian, vectors, M=levels.aspreconditioner(), Y=trivial, tol=tolerance,
                                 maxiter=LOBPCG_ITERATIONS, largest=False)
        if largest_residual(laplacian, values, vectors) <= tolerance:
            break
    return since(began), np.append(1 - values, 1), largest_residual(matrix, 1 - values, vectors)


def primme(walk, tolerance):
    from primme import eigsh as solver
    matrix = scipy_walk(walk)
    start = np.random.default_rng(1).standard_normal((matrix.shape[0], 1))
    began = clocks()
    values, vectors = solver(matrix, WANTED, which="LA", v0=start, tol=tolerance)
    return since(began), values, largest_residual(matrix, values, vectors)


def slepc(walk, tolerance):
    # Debian's own path to it is there with its development packages only.
    sys.path += glob.glob("/usr/lib/petscdir/*/*-real/lib/python3/dist-packages")
    sys.path += glob.glob("/usr/lib/slepcdir/*/*-real/lib/python3/dist-packages")
    from petsc4py import PETSc
    from slepc4py import SLEPc
    offsets, columns, values = arrays(walk)
    size, processes, rank = len(offsets) - 1, PETSc.COMM_WORLD.getSize(), PETSc.COMM_WORLD.getRank()
    first, last = size * rank // processes, size * (rank + 1) // processes
    own = slice(offsets[first], offsets[last])
    matrix = PETSc.Mat().createAIJ(((last - first, size), (last - first, size)),
                                   csr=((offsets[first:last + 1] - offsets[first]).astype(PETSc.IntType),
                                        columns[own].astype(PETSc.IntType), values[own]))
    solver = SLEPc.EPS().create()
    solver.setOperators(matrix)
    solver.setProblemType(SLEPc.EPS.ProblemType.HEP)
    solver.setType(SLEPc.EPS.Type.KRYLOVSCHUR)
    solver.setWhichEigenpairs(SLEPc.EPS.Which.LARGEST_REAL)
    solver.setDimensions(WANTED, KRYLOV_VECTORS)
    solver.setConvergenceTest(SLEPc.EPS.Conv.ABS)
    solver.setTolerances(tolerance, 10000)
    PETSc.COMM_WORLD.barrier()
    began = clocks()
    solver.solve()
    seconds, cpu = since(began)
    if solver.getConverged() < WANTED:
        raise RuntimeError(f"found {solver.getConverged()} of {WANTED}")
    residual = max(solver.computeError(i, SLEPc.EPS.ErrorType.ABSOLUTE) for i in range(WANTED))
    return (seconds, cpu * processes), np.array([solver.getEigenvalue(i).real for i in range(WANTED)]), residual


def main():
    name, walk, residual = sys.argv[1], sys.argv[2], float(sys.argv[3])
    solvers = {"eigsh": eigsh, "lobpcg": lobpcg, "multigrid-lobpcg": multigrid_lobpcg, "primme": primme, "slepc": slepc}
    (seconds, cpu), values, reached = solvers[name](walk, residual)
    if os.environ.get("OMPI_COMM_WORLD_RANK", "0") == "0":
        # The trivial value is 1, so that the others' sum is as `solvers` has it.
        print(json.dumps({"seconds": seconds, "cpu": cpu, "residual": reached, "trace": float(np.sum(values)) - 1}))


if __name__ == "__main__":
    main()
