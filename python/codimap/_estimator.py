"""The scikit-learn estimator."""

from __future__ import annotations

import warnings
from typing import Any, SupportsIndex

import numpy as np
import scipy.sparse as sp
from numpy.typing import NDArray
from sklearn.base import ClassNamePrefixFeaturesOutMixin, TransformerMixin
from sklearn.utils.validation import check_is_fitted, check_non_negative, validate_data

from . import _core
from ._arrays import FloatArray, csr, is_anndata, nearest_of, representation
from ._fitted import FittedMap
from ._running import Memory, RandomState, logger, running, seed_of

__all__ = ["CompressedDiffusionMap"]

# What the rows of X are, by `metric`: points, affinities or distances.
_point_metrics = ("euclidean", "cosine", "correlation")
_affinities = "precomputed"
_distances = ("precomputed_distance", "precomputed_nearest_neighbors")

# Options of the library, by the same names. What is None keeps its default, or that of the preset.
_options = (
    "preset", "n_components", "n_regions", "partition", "coherence_time", "layout_dimensions", "kernel", "bandwidth_neighbor", "decay",
    "epsilon", "n_neighbors", "neighbor_recall", "metric", "self_affinity", "density_normalization", "time",
    "eigenvectors", "interpolation", "refine", "tolerance", "method", "arcsinh", "log1p", "standardize", "pca", "precision",
)  # fmt: skip


_n_neighbors = 16  # the library's default


class CompressedDiffusionMap(ClassNamePrefixFeaturesOutMixin, TransformerMixin, FittedMap):
    """Diffusion map of points or a graph, by compression to regions and refinement.

    Parameters that are None take the default of the library, or of the preset; docs/guide.md explains all of them.

    Parameters
    ----------
    n_components : int or "auto", optional
        Diffusion coordinates; by default 10, or as many as there are. "auto": up to the eigengap.
    n_regions : int or "auto", optional
        Regions that the walk is compressed to first. More are more accurate and cost more.
    random_state : int, RandomState, Generator or None, default=0
        An integer is the seed itself, as `--seed` of the program.
    preset : {"paper", "scanpy", "palantir", "phate", "destiny", "pydiffmap"}, optional
        The map of the paper or of a package; other parameters change it.
    kernel : {"adaptive", "gaussian", "alpha-decay", "variable-bandwidth", "local-gaussian", "umap"}, optional
        By default "adaptive": each point has a scale of its own.
    n_neighbors : int, "auto" or "dense", optional
        Nearest points that keep an affinity, the point itself being the first; by default 16.
    metric : {"euclidean", "cosine", "correlation", "precomputed", "precomputed_distance", \
"precomputed_nearest_neighbors"}, optional
        "precomputed": X holds affinities, dense or sparse, square and symmetric. The other two: X holds distances,
        all of them, of which the nearest are taken, or as a sparse graph those to nearest neighbours, as
        `kneighbors_graph` and `KNeighborsTransformer` make it.
    time : float, "auto" or "multiscale", optional
        t of λᵗφ, in steps between points; by default 1.
    refine : float, "auto" or "off", optional
        Residual that the map is refined to; by default until it is estimated to be as good as the exact map. "off" is
        the paper's map.
    tolerance : float, optional
        Instead: the bound of every component's angle to the exact one, in radians, at which refinement ends.
    method : {"compressed", "exact", "nystrom", "centroids", "roseland", "landmarks"}, optional
        "compressed" is the map of this package, the others are for comparison.
    bandwidth_neighbor : int, optional
        The scale of a point is its distance to this neighbour; by default 7.
    decay : float, optional
        Exponent of "alpha-decay".
    epsilon : float, "auto" or "bgh", optional
        Scale of "gaussian", a squared length.
    self_affinity : bool, optional
        Whether a point has an affinity to itself.
    density_normalization : float, optional
        α: 0 keeps the density of the points in the map, 1 takes it out.
    neighbor_recall : float, optional
        Share of the true neighbours to look for, by default about 0.99; 1 finds every one and takes longer.
    partition : {"coherence", "refined", "kmeans"}, optional
        How points are shared out to regions.
    coherence_time : int, optional
        t of coherence and partition, in steps between points.
    layout_dimensions : {2, 3, "off"}, optional
        Of the picture in `layout_`; by default 2.
    eigenvectors : {"walk", "symmetric"}, optional
        Of the walk P, or of its symmetric matrix, as scanpy has them.
    interpolation : {"point-to-region", "region-to-point"}, optional
        From regions to points: an average, or the paper's formula.
    arcsinh : float, optional
        Cofactor c of arcsinh(x/c), done to the points first.
    log1p, standardize : bool, optional
        log(1 + x); each column to mean 0 and standard deviation 1.
    pca : int, "auto" or "off", optional
        Principal components in place of the columns; sparse X stays sparse until then.
    precision : {"float", "double"}, optional
        In what affinities are evaluated; by default as X comes.
    n_jobs : int, optional
        Threads. None: every processor, or OMP_NUM_THREADS. The result does not depend on it.
    max_memory : int or str, optional
        Bytes, or a text like "8G"; work that would take more is refused before it starts.
    verbose : bool, default=False
        Shows the stages in a tqdm bar.

    Attributes
    ----------
    embedding_ : array of shape (n_samples, n_components)
        λᵗφ of each point, in the dtype of X (float32 or float64).
    layout_ : array of shape (n_samples, layout_dimensions)
        A picture of the data: a place for each point.
    eigenvalues_ : array of shape (n_components,)
        λ in steps between points, descending, without the trivial 1.
    residuals_ : array of shape (n_components,)
        ‖Aψ − λψ‖: an exact eigenvalue lies within it of λ.
    certificate_ : Certificate
        How near the map is to the exact one: bounds, their condition, and estimates.
    labels_ : array of shape (n_samples,)
        Region of each point.
    centroid_indices_ : array of shape (n_regions,)
        Row of the centroid of each region.
    region_embedding_ : array of shape (n_regions, n_components)
        Mean coordinates of the regions, by the stationary distribution.
    region_transitions_ : array of shape (n_regions, n_regions)
        The walk between regions, computed when asked for; one of its steps is two steps between points.
    component_labels_ : array of shape (n_samples,)
        Connected component of each point, the largest being 0.
    outlying_ : array of int
        Rows far from all others.
    stationary_ : array of shape (n_samples,)
        Stationary distribution of the walk.
    intrinsic_dimension_ : float or None
        Dimension of the data around a typical point; None for a graph.
    epsilon_ : float or None
        Scale of the kernel, where it has one.
    n_neighbors_ : int or None
        Neighbours kept of each point; None for a dense kernel or a graph.
    neighbor_recall_ : float or None
        Estimated share of the true neighbours that the search found.
    notes_ : list of str
        What the program would say of the map: components, outlying rows, accuracy.
    stages_ : list of dict
        Name, seconds and peak memory of each stage; empty of a map that was loaded.
    n_features_in_ : int
        Columns of X.
    feature_names_in_ : array of shape (n_features_in_,)
        Their names, where X is a data frame.

    Examples
    --------
    >>> from codimap import CompressedDiffusionMap, datasets
    >>> X = datasets.swiss_roll(n_samples=2000)
    >>> map = CompressedDiffusionMap(n_components=3).fit(X)
    >>> map.eigenvalues_.shape
    (3,)
    >>> map.transform(X[:5]).shape
    (5, 3)
    >>> map.layout_.shape, map.residuals_.shape, map.component_labels_.shape, map.n_features_in_
    ((2000, 2), (3,), (2000,), 3)
    >>> len(map.centroid_indices_), map.region_embedding_.shape, map.region_transitions_.shape
    (500, (500, 3), (500, 500))
    >>> round(map.intrinsic_dimension_), map.outlying_.shape
    (2, (0,))
    >>> [stage["name"] for stage in map.stages_][:2]
    ['order', 'neighbors']
    >>> float(map.pseudotime(root=0).max()), map.smooth(X, t=3).shape
    (1.0, (2000, 3))
    >>> map.get_feature_names_out()[:2].tolist()
    ['compresseddiffusionmap0', 'compresseddiffusionmap1']
    """

    def __init__(
        self,
        n_components: int | str | None = None,
        n_regions: int | str | None = None,
        *,
        random_state: RandomState = 0,
        preset: str | None = None,
        kernel: str | None = None,
        n_neighbors: int | str | None = None,
        metric: str | None = None,
        time: float | str | None = None,
        refine: float | str | None = None,
        tolerance: float | None = None,
        method: str | None = None,
        bandwidth_neighbor: int | None = None,
        decay: float | None = None,
        epsilon: float | str | None = None,
        self_affinity: bool | None = None,
        density_normalization: float | None = None,
        neighbor_recall: float | None = None,
        partition: str | None = None,
        coherence_time: int | None = None,
        layout_dimensions: int | str | None = None,
        eigenvectors: str | None = None,
        interpolation: str | None = None,
        arcsinh: float | None = None,
        log1p: bool | None = None,
        standardize: bool | None = None,
        pca: int | str | None = None,
        precision: str | None = None,
        n_jobs: SupportsIndex | None = None,
        max_memory: Memory = None,
        verbose: bool = False,
    ) -> None:
        self.n_components = n_components
        self.n_regions = n_regions
        self.random_state = random_state
        self.preset = preset
        self.kernel = kernel
        self.n_neighbors = n_neighbors
        self.metric = metric
        self.time = time
        self.refine = refine
        self.tolerance = tolerance
        self.method = method
        self.bandwidth_neighbor = bandwidth_neighbor
        self.decay = decay
        self.epsilon = epsilon
        self.self_affinity = self_affinity
        self.density_normalization = density_normalization
        self.neighbor_recall = neighbor_recall
        self.partition = partition
        self.coherence_time = coherence_time
        self.layout_dimensions = layout_dimensions
        self.eigenvectors = eigenvectors
        self.interpolation = interpolation
        self.arcsinh = arcsinh
        self.log1p = log1p
        self.standardize = standardize
        self.pca = pca
        self.precision = precision
        self.n_jobs = n_jobs
        self.max_memory = max_memory
        self.verbose = verbose

    def fit(self, X: Any, y: object = None) -> CompressedDiffusionMap:
        """Make the map of X: points, an AnnData, or with a precomputed metric a graph."""
        X = self._validated(X, reset=True)
        options = {name: getattr(self, name) for name in _options}
        if self.metric is not None and self.metric not in (*_point_metrics, _affinities, *_distances):
            known = " or ".join((*_point_metrics, _affinities, *_distances))
            raise ValueError(f"metric must be {known}; got {self.metric!r}")
        options["seed"] = seed_of(self.random_state)
        with running(self.n_jobs, self.max_memory, self.verbose) as run:
            if self._is_graph():
                options["metric"] = None
                model = _core.fit_graph(*csr(X), self.metric in _distances, options, run)
            elif sp.issparse(X):
                model = _core.fit_sparse(*csr(X), options, run)
            else:
                model = _core.fit(X, options, run)
        self._learn(model, X.dtype)
        self.stages_ = model.stages
        logger.info("%d points: %s", model.points, self.certificate_)
        return self

    def fit_transform(self, X: Any, y: object = None) -> Any:
        """The coordinates of X itself."""
        return self.fit(X).embedding_.copy()

    def transform(self, X: Any) -> Any:
        """Coordinates of new points, or of new nodes by their rows of affinities to those of the graph."""
        return self._placed(X)[0]

    def distances(self, X: Any) -> NDArray[np.float64]:
        """How far new points are from those of the map, in units of the scale there."""
        return self._placed(X)[1]

    def _placed(self, X: Any) -> tuple[FloatArray, NDArray[np.float64]]:
        check_is_fitted(self)
        if self.metric in _distances:
            raise ValueError(
                f"a map of distances (metric={self.metric!r}) cannot place new points; fit the points themselves"
            )
        X = self._validated(X, reset=False)
        dtype = X.dtype
        with running(self.n_jobs) as run:
            if self._is_graph() or sp.issparse(X):
                embedding, distances = self._model.place_sparse(*csr(X), run)
            else:
                embedding, distances = self._model.place(X, run)
        return embedding.astype(dtype, copy=False), distances

    def _is_graph(self) -> bool:
        return self.metric == _affinities or self.metric in _distances

    def _validated(self, X: Any, *, reset: bool) -> Any:
        if is_anndata(X):
            X = representation(X)
        X = validate_data(
            self,
            X,
            reset=reset,
            accept_sparse="csr",
            dtype=[np.float64, np.float32],
            order="C",
            ensure_min_samples=2 if reset else 1,
        )
        if not self._is_graph():
            return X
        if reset and X.shape[0] != X.shape[1]:
            raise ValueError(
                f"with metric={self.metric!r} X must be square, a row and a column for each point; got shape {X.shape}"
            )
        check_non_negative(X, "CompressedDiffusionMap with a precomputed metric")
        if self.metric in _distances and not sp.issparse(X):
            n_neighbors = self.n_neighbors if isinstance(self.n_neighbors, int) else _n_neighbors
            return X if self.n_neighbors == "dense" else nearest_of(X, n_neighbors)
        if reset and not sp.issparse(X) and _look_like_distances(X):
            warnings.warn(
                "the affinities of metric='precomputed' look like distances: the diagonal is 0 and nothing else; "
                "distances have metric='precomputed_distance'",
                stacklevel=3,
            )
        return X

    def __sklearn_tags__(self) -> Any:
        tags = super().__sklearn_tags__()
        tags.input_tags.sparse = True
        tags.input_tags.pairwise = self._is_graph()
        tags.input_tags.positive_only = self._is_graph()
        tags.transformer_tags.preserves_dtype = ["float64", "float32"]
        return tags


def _look_like_distances(X: NDArray[Any]) -> bool:
    return not X.diagonal().any() and np.count_nonzero(X) == X.size - len(X)
