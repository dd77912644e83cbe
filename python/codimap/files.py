"""Files that `codimap embed` reads, as arrays with names, and maps that were saved."""

import os
from typing import Any, NamedTuple

import numpy as np
import scipy.sparse as sp

from . import _core
from ._running import logger

__all__ = ["Table", "load", "read", "read_fcs"]


class Table(NamedTuple):
    """Values, one point a row, with the names of columns and rows; no names where the file has none."""

    values: Any
    column_names: list
    row_names: list

    def to_frame(self):
        """A pandas DataFrame."""
        import pandas as pd

        values = self.values
        make = pd.DataFrame.sparse.from_spmatrix if sp.issparse(values) else pd.DataFrame
        return make(values, index=self.row_names or None, columns=self.column_names or None)


def read(path, *, columns=(), drop_nonfinite=False, transpose=False, compensate=False, linearize=False):
    """Read .csv, .tsv, .txt, .npy, .fcs or .mtx, each also .gz; h5ad files are for `anndata.read_h5ad`.

    Parameters
    ----------
    columns : list of str
        Only these, by name, by number from 1, or by a pattern of * and ?.
    drop_nonfinite : bool
        Leave out rows with NaN, infinite or empty cells instead of refusing them.
    transpose : bool
        The columns of the file are the points.
    compensate, linearize : bool
        Of FCS files: take out spillover by the file's own matrix; undo amplification and gain.
    """
    values, column_names, row_names, notes = _core.read_table(
        os.fspath(path), list(columns), compensate, linearize, drop_nonfinite, transpose
    )
    for note in notes:
        logger.info("%s: %s", path, note)
    if isinstance(values, tuple):
        offsets, indices, data, width = values
        values = sp.csr_matrix((data, indices, offsets), shape=(len(offsets) - 1, width))
    return Table(values, column_names, row_names)


def read_fcs(path, **options):
    """Events and channels of a cytometer's file; see `read`."""
    return read(path, **options)


def load(path):
    """A map that `CompressedDiffusionMap.save`, or `codimap embed --model`, wrote."""
    from ._estimator import CompressedDiffusionMap

    with open(path, "rb") as file:
        model = _core.Model.from_bytes(file.read())
    options = {name: value for name, value in model.options.items() if name != "seed"}
    if options["kernel"] != "gaussian":  # which alone has an epsilon
        options["epsilon"] = None
    if model.features == 0:
        options["metric"] = "precomputed"
    estimator = CompressedDiffusionMap(random_state=model.options["seed"], **options)
    estimator.n_features_in_ = model.features or model.points
    estimator._learn(model, np.float64)
    estimator.stages_ = []
    return estimator
