"""Files that `codimap embed` reads, as arrays with names, and maps that were saved."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
import scipy.sparse as sp

from . import _core
from ._running import logger

if TYPE_CHECKING:
    from pandas import DataFrame

    from ._estimator import CompressedDiffusionMap
    from ._fitted import FittedMap

__all__ = ["Table", "load", "read", "read_fcs", "save"]


class Table(NamedTuple):
    """Values, one point a row, with the names of columns and rows; no names where the file has none."""

    values: Any
    column_names: list[str]
    row_names: list[str]

    def to_frame(self) -> DataFrame:
        """A pandas DataFrame."""
        import pandas as pd

        index, columns = self.row_names or None, self.column_names or None
        if sp.issparse(self.values):
            return pd.DataFrame.sparse.from_spmatrix(self.values, index=index, columns=columns)
        return pd.DataFrame(self.values, index=index, columns=columns)


def read(
    path: str | os.PathLike[str],
    *,
    columns: Sequence[str] = (),
    drop_nonfinite: bool = False,
    transpose: bool = False,
    compensate: bool = False,
    linearize: bool = False,
) -> Table:
    """Read .csv, .tsv, .txt, .npy, .fcs or .mtx, each also .gz; h5ad files are for `anndata.read_h5ad`.

    Parameters
    ----------
    path : str or path
    columns : list of str
        Only these, by name, by number from 1, or by a pattern of * and ?.
    drop_nonfinite : bool
        Leave out rows with NaN, infinite or empty cells instead of refusing them.
    transpose : bool
        The columns of the file are the points.
    compensate, linearize : bool
        Of FCS files: take out spillover by the file's own matrix; undo amplification and gain.

    Examples
    --------
    >>> import codimap, pathlib, tempfile
    >>> file = pathlib.Path(tempfile.mkdtemp(), "cells.csv")
    >>> _ = file.write_text("name,CD3,CD8\\nann,1,2\\nbob,3,4\\n")
    >>> codimap.read(file, columns=["CD8"])
    Table(values=array([[2.],
           [4.]]), column_names=['CD8'], row_names=['ann', 'bob'])
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


def read_fcs(path: str | os.PathLike[str], **options: Any) -> Table:
    """Events and channels of a cytometer's file; see `read`."""
    return read(path, **options)


def save(map: FittedMap, path: str | os.PathLike[str]) -> None:
    """Write a fitted map as a file, which `load` and `codimap transform` read; it is complete or not there.

    Examples
    --------
    >>> import codimap, pathlib, tempfile
    >>> X = codimap.datasets.circle(200)
    >>> map = codimap.CompressedDiffusionMap(n_components=2).fit(X)
    >>> file = pathlib.Path(tempfile.mkdtemp(), "circle.codimap")
    >>> codimap.save(map, file)
    >>> bool((codimap.load(file).transform(X) == map.transform(X)).all())
    True
    """
    content = map._model.to_bytes()
    path = os.fspath(path)
    with tempfile.NamedTemporaryFile(dir=os.path.dirname(path) or ".", delete=False) as file:
        try:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        except BaseException:
            os.unlink(file.name)
            raise
    os.replace(file.name, path)


def load(path: str | os.PathLike[str]) -> CompressedDiffusionMap:
    """A map that `save`, or `codimap embed --model`, wrote; see `save`."""
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
