"""Arrays as the extension takes them: C order, native float32 or float64; CSR with int64 offsets, int32 columns."""

import numpy as np
import scipy.sparse as sp

from ._running import logger


def dense(X):
    """A matrix in C order, copied only where it must be."""
    X = np.asarray(X)
    dtype = np.float32 if X.dtype in (np.float32, np.float16) else np.float64
    X = np.ascontiguousarray(X, dtype=dtype)
    if X.ndim != 2:
        raise ValueError(f"points must be a matrix, one point a row; got {X.ndim} dimensions")
    return X


def csr(X, dtype=None):
    """(offsets, columns, values, number of columns) of a sparse matrix, its columns ascending in each row."""
    X = sp.csr_matrix(X) if not sp.issparse(X) else X.tocsr()
    if dtype is None:
        dtype = np.float32 if X.dtype == np.float32 else np.float64
    if not X.has_canonical_format:
        X = X.copy()
        X.sum_duplicates()
    return (
        np.ascontiguousarray(X.indptr, dtype=np.int64),
        np.ascontiguousarray(X.indices, dtype=np.int32),
        np.ascontiguousarray(X.data, dtype=dtype),
        int(X.shape[1]),
    )


def is_anndata(X):
    return hasattr(X, "obsm") and hasattr(X, "obsp") and hasattr(X, "uns")


def representation(adata, use_rep=None):
    """The matrix of an AnnData to take: `use_rep` of obsm, "X", or a layer; else obsm["X_pca"], else X."""
    if use_rep is None:
        use_rep = "X_pca" if "X_pca" in adata.obsm else "X"
    if use_rep == "X":
        X = adata.X
    elif use_rep in adata.obsm:
        X = adata.obsm[use_rep]
    elif use_rep in adata.layers:
        X = adata.layers[use_rep]
    else:
        raise ValueError(
            f"use_rep must be 'X', a key of obsm ({', '.join(adata.obsm)}) or of layers ({', '.join(adata.layers)}); "
            f"got {use_rep!r}"
        )
    return in_memory(X)


def in_memory(X):
    """A backed or dask matrix as one in memory."""
    for load in ("to_memory", "compute"):
        if hasattr(X, load):
            logger.info("bringing a %s matrix into memory", type(X).__name__)
            return getattr(X, load)()
    return X if sp.issparse(X) or isinstance(X, np.ndarray) else np.asarray(X)
