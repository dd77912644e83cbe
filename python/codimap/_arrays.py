"""Arrays as the extension takes them: C order, native float32 or float64; CSR with int32 columns."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, TypeAlias

import numpy as np
import scipy.sparse as sp
from numpy.typing import ArrayLike, DTypeLike, NDArray

from ._running import logger

if TYPE_CHECKING:
    from anndata import AnnData

FloatArray: TypeAlias = "NDArray[np.float32] | NDArray[np.float64]"
IndexArray: TypeAlias = "NDArray[np.int32] | NDArray[np.int64]"
MatrixLike: TypeAlias = "ArrayLike | sp.spmatrix | sp.sparray"
Rows: TypeAlias = "tuple[IndexArray, NDArray[np.int32], NDArray[Any], int]"


def dense(X: ArrayLike) -> FloatArray:
    """A matrix in C order, copied only where it must be."""
    X = np.asarray(X)
    if X.ndim != 2:
        raise ValueError(f"points must be a matrix, one point a row; got {X.ndim} dimensions")
    if X.dtype in (np.float32, np.float16):
        return np.ascontiguousarray(X, dtype=np.float32)
    return np.ascontiguousarray(X, dtype=np.float64)


def csr(X: MatrixLike, dtype: DTypeLike | None = None) -> Rows:
    """(offsets, columns, values, number of columns) of a sparse matrix, its columns ascending in each row."""
    rows: Any = X if sp.issparse(X) else sp.csr_matrix(X)
    rows = rows.tocsr()
    if dtype is None:
        dtype = np.float32 if rows.dtype == np.float32 else np.float64
    if not rows.has_canonical_format:
        rows = rows.copy()
        rows.sum_duplicates()
    return (
        np.ascontiguousarray(rows.indptr),
        np.ascontiguousarray(rows.indices, dtype=np.int32),
        np.ascontiguousarray(rows.data, dtype=dtype),
        int(rows.shape[1]),
    )


def nearest_of(distances: NDArray[Any], n_neighbors: int) -> sp.csr_matrix:
    """Of a full matrix of distances the nearest of each row, itself included; those at distance 0 are kept."""
    n_neighbors = min(n_neighbors, distances.shape[1])
    columns = np.sort(np.argpartition(distances, n_neighbors - 1, axis=1)[:, :n_neighbors], axis=1)
    values = np.take_along_axis(distances, columns, axis=1)
    offsets = np.arange(0, columns.size + 1, n_neighbors)
    return sp.csr_matrix((values.ravel(), columns.ravel(), offsets), shape=distances.shape)


def is_anndata(X: object) -> bool:
    return hasattr(X, "obsm") and hasattr(X, "obsp") and hasattr(X, "uns")


def representation(adata: AnnData, use_rep: str | None = None) -> Any:
    """The matrix of an AnnData to take: `use_rep` of obsm, "X", or a layer; else obsm["X_pca"], else X."""
    if use_rep is None:
        use_rep = "X_pca" if "X_pca" in adata.obsm else "X"
    if use_rep == "X":
        return in_memory(adata.X)
    if use_rep in adata.obsm:
        return in_memory(adata.obsm[use_rep])
    if use_rep in adata.layers:
        return in_memory(adata.layers[use_rep])
    layers = ", ".join(name for name in adata.layers if name is not None)  # from anndata 0.13 on X is the layer None
    raise ValueError(
        f"use_rep must be 'X', a key of obsm ({', '.join(adata.obsm)}) or of layers ({layers}); got {use_rep!r}"
    )


def in_memory(X: Any) -> Any:
    """A backed or dask matrix as one in memory."""
    for load in ("to_memory", "compute"):
        if hasattr(X, load):
            logger.info("bringing a %s matrix into memory", type(X).__name__)
            return getattr(X, load)()
    return X if sp.issparse(X) or isinstance(X, np.ndarray) else np.asarray(X)
