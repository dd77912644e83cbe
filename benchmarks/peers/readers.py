"""Readers of files that people have: readers.py make FOLDER ROWS COLUMNS | READER FILE RUNS, which prints a JSON line;
readers.py dense|csr FILE ROWS COLUMNS writes one h5ad."""

import json
import sys
import time
from pathlib import Path

import h5py
import numpy as np
import pandas
import polars
import scipy.io
import scipy.sparse

FCS_TEXT_BYTES = 1 << 16


def write_fcs(path, values):
    """Version 3.1, float32, little-endian, the data behind a TEXT segment of fixed size."""
    rows, columns = values.shape
    begin, end = 58 + FCS_TEXT_BYTES, 58 + FCS_TEXT_BYTES + values.nbytes - 1
    keywords = {"$BEGINANALYSIS": 0, "$ENDANALYSIS": 0, "$BEGINSTEXT": 0, "$ENDSTEXT": 0, "$BEGINDATA": begin,
                "$ENDDATA": end, "$BYTEORD": "1,2,3,4", "$DATATYPE": "F", "$MODE": "L", "$NEXTDATA": 0, "$PAR": columns,
                "$TOT": rows}
    for j in range(1, columns + 1):
        keywords |= {f"$P{j}B": 32, f"$P{j}E": "0,0", f"$P{j}N": f"m{j}", f"$P{j}R": 262144}
    text = "/" + "".join(f"{key}/{value}/" for key, value in keywords.items())
    offsets = [58, 58 + FCS_TEXT_BYTES - 1, begin, end, 0, 0]
    head = "FCS3.1    " + "".join(f"{offset if offset <= 99999999 else 0:8d}" for offset in offsets)
    path.write_bytes(head.encode() + text.encode().ljust(FCS_TEXT_BYTES) + values.tobytes())


def write_h5ad(path, values, **options):
    with h5py.File(path, "w") as file:
        file.attrs.update({"encoding-type": "anndata", "encoding-version": "0.1.0"})
        if scipy.sparse.issparse(values):
            group = file.create_group("X")
            group.attrs.update({"encoding-type": "csr_matrix", "encoding-version": "0.1.0", "shape": values.shape})
            for part in ("data", "indices", "indptr"):
                group.create_dataset(part, data=getattr(values, part), **options)
        else:
            file.create_dataset("X", data=values, **options)


def make(folder, rows, columns, prefix=""):
    """The same normal numbers in each format; of the sparse ones three of four are 0."""
    values = np.random.default_rng(0).normal(size=(rows, columns)).astype(np.float32)
    sparse = scipy.sparse.csr_matrix(np.where(values > 0.674, np.round(10 * values), 0).astype(np.float32))
    polars.DataFrame(values, schema=[f"m{j}" for j in range(columns)]).write_csv(folder / f"{prefix}table.csv")
    np.save(folder / f"{prefix}points.npy", values)
    write_fcs(folder / f"{prefix}events.fcs", values)
    write_h5ad(folder / f"{prefix}dense.h5ad", values)
    write_h5ad(folder / f"{prefix}dense-gzip.h5ad", values, compression="gzip", chunks=(min(rows, 2000), columns))
    write_h5ad(folder / f"{prefix}sparse.h5ad", sparse)
    write_h5ad(folder / f"{prefix}sparse-gzip.h5ad", sparse, compression="gzip")
    scipy.io.mmwrite(folder / f"{prefix}sparse.mtx", sparse)


def write_sheet(layout, path, rows, columns):
    """Noisy points of a sheet with five dimensions, in float32; of CSR only what is large is not 0."""
    numbers = np.random.default_rng(0)
    values = numbers.random((rows, 5)).astype(np.float32) @ numbers.normal(size=(5, columns)).astype(np.float32)
    values += numbers.normal(scale=0.1, size=values.shape).astype(np.float32)
    write_h5ad(path, scipy.sparse.csr_matrix(np.where(values > 1, values, 0)) if layout == "csr" else values)


def read_h5py(path):
    with h5py.File(path) as file:
        stored = file["X"]
        return stored[:] if isinstance(stored, h5py.Dataset) else [stored[part][:] for part in
                                                                  ("data", "indices", "indptr")]


READERS = {
    "pandas": lambda path: pandas.read_csv(path, engine="c"),
    "polars": polars.read_csv,
    "numpy.fromfile": lambda path: np.fromfile(path, dtype="<f4", offset=58 + FCS_TEXT_BYTES),
    "numpy.load": np.load,
    "h5py": read_h5py,
    "scipy.io.mmread": scipy.io.mmread,
}


def main():
    what, path, *numbers = sys.argv[1:]
    if what == "make":
        make(Path(path), int(numbers[0]), int(numbers[1]))
        make(Path(path), 2, int(numbers[1]), "tiny-")
        return
    if what in ("dense", "csr"):
        write_sheet(what, Path(path), int(numbers[0]), int(numbers[1]))
        return
    seconds = []
    for _ in range(int(numbers[0])):
        start = time.perf_counter()
        READERS[what](path)
        seconds.append(time.perf_counter() - start)
    print(json.dumps({"seconds": seconds}))


if __name__ == "__main__":
    main()
