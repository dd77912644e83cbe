"""The scikit-learn estimator."""

import os
import tempfile

import numpy as np
import scipy.sparse as sp
from sklearn.base import BaseEstimator, ClassNamePrefixFeaturesOutMixin, TransformerMixin
from sklearn.utils.validation import check_is_fitted, check_non_negative, validate_data

from . import _core
from ._arrays import csr, dense, is_anndata, representation
from ._certificate import Certificate
from ._running import logger, running, seed_of

__all__ = ["CompressedDiffusionMap"]

# What the rows of X are, by `metric`. All other metrics are of points.
_affinities = "precomputed"
_distances = ("precomputed_distance", "precomputed_nearest_neighbors")

# Options of the library, by the same names. What is None keeps its default, or that of the preset.
_options = (
    "preset", "n_components", "n_regions", "partition", "coherence_time", "layout_dimensions", "kernel", "bandwidth_neighbor", "decay",
    "epsilon", "n_neighbors", "metric", "self_affinity", "density_normalization", "time", "eigenvectors",
    "interpolation", "refine", "tolerance", "method", "arcsinh", "log1p", "standardize", "pca", "precision",
)  # fmt: skip


class CompressedDiffusionMap(ClassNamePrefixFeaturesOutMixin, TransformerMixin, BaseEstimator):
    """Diffusion map of points or a graph, by compression to regions and refinement.

    Parameters that are None take the default of the library, or of the preset; docs/guide.md has all of them.

    Parameters
    ----------
    n_components : int or "auto", optional
        Diffusion coordinates; by default 10, or as many as there are. "auto": up to the eigengap.
    n_regions : int, optional
        Regions that the walk is compressed to first. More are more accurate and cost more.
    random_state : int, RandomState or None, default=0
        An integer is the seed itself, as `--seed` of the program.
    preset : {"paper", "scanpy", "palantir", "phate", "destiny", "pydiffmap"}, optional
        The map of the paper or of a package; other parameters change it.
    kernel : {"adaptive", "gaussian", "alpha-decay", "variable-bandwidth", "local-gaussian", "umap"}, optional
    n_neighbors : int or "dense", optional
        Nearest points that keep an affinity, the point itself being the first; by default 16.
    metric : {"euclidean", "cosine", "correlation", "precomputed", "precomputed_distance", \
"precomputed_nearest_neighbors"}, optional
        "precomputed": X holds affinities, dense or sparse, square and symmetric. The other two: X is a sparse graph of
        distances to nearest neighbours, as `kneighbors_graph` and `KNeighborsTransformer` make it.
    time : float, "auto" or "multiscale", optional
        t of λᵗφ, in steps between points; by default 1.
    refine : float, "auto" or "off", optional
        Residual that the map is refined to; by default until it is about as good as the exact map. "off" is the
        paper's map.
    tolerance : float, optional
        Instead: the angle from the exact map, in radians, that is to be proven of every component.
    bandwidth_neighbor, decay, epsilon, self_affinity, density_normalization : optional
        Of the kernel.
    partition, coherence_time, eigenvectors, interpolation, method : optional
        Of the regions and the map.
    layout_dimensions : {2, 3, "off"}, optional
        Of the picture in `layout_`; by default 2.
    arcsinh, log1p, standardize, pca : optional
        What is done to the points first; `pca=50` takes sparse X as well.
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
    embedding_ : array of shape (n_samples, n_components), in the dtype of X
    layout_ : array of shape (n_samples, layout_dimensions)
        A picture of the data: a place for each point.
    eigenvalues_, residuals_ : arrays of shape (n_components,)
        λ in steps between points, without the trivial 1, and ‖Aψ − λψ‖.
    certificate_ : Certificate
        How near the map is to the exact one: what is proven, and what is estimated.
    labels_, centroid_indices_ : region of each point, row of the centroid of each region
    region_embedding_ : array of shape (n_regions, n_components)
        Mean coordinates of the regions, by the stationary distribution.
    component_labels_ : connected component of each point, the largest being 0
    outlying_ : rows far from all others
    stationary_ : stationary distribution of the walk
    intrinsic_dimension_, epsilon_, n_neighbors_, neighbor_recall_ : float, int or None
    stages_ : list of dict
        Name, seconds and peak memory of each stage.
    n_features_in_ : int

    Examples
    --------
    >>> from codimap import CompressedDiffusionMap, datasets
    >>> X = datasets.swiss_roll(n_samples=2000)
    >>> map = CompressedDiffusionMap(n_components=3).fit(X)
    >>> map.eigenvalues_.shape
    (3,)
    >>> map.transform(X[:5]).shape
    (5, 3)
    """

    def __init__(
        self,
        n_components=None,
        n_regions=None,
        *,
        random_state=0,
        preset=None,
        kernel=None,
        n_neighbors=None,
        metric=None,
        time=None,
        refine=None,
        tolerance=None,
        method=None,
        bandwidth_neighbor=None,
        decay=None,
        epsilon=None,
        self_affinity=None,
        density_normalization=None,
        partition=None,
        coherence_time=None,
        layout_dimensions=None,
        eigenvectors=None,
        interpolation=None,
        arcsinh=None,
        log1p=None,
        standardize=None,
        pca=None,
        precision=None,
        n_jobs=None,
        max_memory=None,
        verbose=False,
    ):
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

    def fit(self, X, y=None):
        """Make the map of X: points, an AnnData, or with a precomputed metric a graph."""
        X = self._validated(X, reset=True)
        options = {name: getattr(self, name) for name in _options}
        options["seed"] = seed_of(self.random_state)
        with running(self.n_jobs, self.max_memory, self.verbose) as run:
            if self._is_graph():
                options["metric"] = None
                model = _core.fit_graph(*csr(X, np.float64), self.metric in _distances, options, run)
            elif sp.issparse(X):
                model = _core.fit_sparse(*csr(X), options, run)
            else:
                model = _core.fit(X, options, run)
        self._learn(model, X.dtype)
        self.stages_ = model.stages
        logger.info("%d points: %s", model.points, self.certificate_)
        return self

    def fit_transform(self, X, y=None):
        """The coordinates of X itself."""
        return self.fit(X).embedding_.copy()

    def transform(self, X):
        """Coordinates of new points, or of new nodes by their rows of affinities to those of the graph."""
        return self._placed(X)[0]

    def distances(self, X):
        """How far new points are from those of the map, in units of the scale there."""
        return self._placed(X)[1]

    def pseudotime(self, root):
        """Distance along the process from the nearest of the rows `root`, an int or several; the largest is 1."""
        check_is_fitted(self)
        roots = np.atleast_1d(np.asarray(root, np.int64))
        if np.any((roots < 0) | (roots >= self._model.points)):
            raise ValueError(f"root must be a row of the points, from 0 to {self._model.points - 1}; got {root}")
        return self._model.pseudotime(roots)

    def smooth(self, values, t=3):
        """Values of the points averaged along `t` steps of the walk: Pᵗ·values."""
        check_is_fitted(self)
        values = np.asarray(values)
        with running(self.n_jobs) as run:
            smoothed = self._model.smooth(dense(values.reshape(len(values), -1)), int(t), run)
        return smoothed.reshape(values.shape)

    def _placed(self, X):
        check_is_fitted(self)
        if self.metric in _distances:
            raise ValueError(
                f"a map of distances (metric={self.metric!r}) cannot place new points; fit the points themselves"
            )
        X = self._validated(X, reset=False)
        dtype = X.dtype
        with running(self.n_jobs) as run:
            if self._is_graph():
                embedding, distances = self._model.place_sparse(*csr(X, np.float64), run)
            elif sp.issparse(X):
                embedding, distances = self._model.place_sparse(*csr(X), run)
            else:
                embedding, distances = self._model.place(X, run)
        return embedding.astype(dtype, copy=False), distances

    def save(self, path):
        """Write the model as a file, which `codimap.load` and `codimap transform` read."""
        check_is_fitted(self)
        path = os.fspath(path)
        with tempfile.NamedTemporaryFile(dir=os.path.dirname(path) or ".", delete=False) as file:
            try:
                file.write(self._model.to_bytes())
                file.flush()
                os.fsync(file.fileno())
            except BaseException:
                os.unlink(file.name)
                raise
        os.replace(file.name, path)

    def plot(self, color=None, *, components=(1, 2), ax=None, **kwargs):
        """Scatter two coordinates, counted from 1; see `codimap.plot.embedding`."""
        from .plot import embedding

        return embedding(self, color=color, components=components, ax=ax, **kwargs)

    def plot_spectrum(self, *, ax=None):
        """The eigenvalues; see `codimap.plot.spectrum`."""
        from .plot import spectrum

        return spectrum(self, ax=ax)

    def _is_graph(self):
        return self.metric == _affinities or self.metric in _distances

    def _validated(self, X, *, reset):
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
        return X

    def _learn(self, model, dtype):
        spectrum = model.spectra[0]
        self._model = model
        self._dtype = np.dtype(dtype)
        self.embedding_ = model.embedding.astype(self._dtype, copy=False)
        self.layout_ = model.layout
        self._n_features_out = self.embedding_.shape[1]
        self.eigenvalues_ = spectrum["eigenvalues"]
        self.residuals_ = spectrum["residuals"]
        self.certificate_ = Certificate(model.spectra)
        self.labels_ = model.labels
        self.centroid_indices_ = model.centroids
        self.component_labels_ = model.component_of if len(model.component_of) else np.zeros(model.points, np.int64)
        self.outlying_ = model.outlying
        self.stationary_ = model.stationary
        self.region_embedding_ = _region_means(self.embedding_, self.labels_, self.stationary_, model.n_regions)
        self.intrinsic_dimension_ = model.intrinsic_dimension
        self.epsilon_ = model.epsilon
        self.n_neighbors_ = model.n_neighbors
        self.neighbor_recall_ = model.neighbor_recall

    def __getstate__(self):
        state = super().__getstate__()
        if "_model" in state:  # what _learn finds in the model again
            kept = {"_model", "_dtype", "stages_", "n_features_in_", "feature_names_in_", "_sklearn_version"}
            params = self.get_params(deep=False)
            state = {name: value for name, value in state.items() if name in kept or name in params}
        return state

    def __setstate__(self, state):
        super().__setstate__(state)
        if "_model" in state:
            self._learn(self._model, self._dtype)

    def __sklearn_tags__(self):
        tags = super().__sklearn_tags__()
        tags.input_tags.sparse = True
        tags.input_tags.pairwise = self._is_graph()
        tags.input_tags.positive_only = self._is_graph()
        tags.transformer_tags.preserves_dtype = ["float64", "float32"]
        return tags

    def _repr_html_inner(self):
        if not hasattr(self, "_model"):
            return super()._repr_html_inner()
        from ._html import page

        return page(self)

    def _repr_mimebundle_(self, **kwargs):
        bundle = super()._repr_mimebundle_(**kwargs)
        if hasattr(self, "_model") and "text/html" in bundle:
            bundle["text/html"] = self._repr_html_inner()
        return bundle


def _region_means(embedding, labels, stationary, n_regions):
    if not len(labels):
        return np.empty((0, embedding.shape[1]), embedding.dtype)
    members = sp.csr_matrix((stationary, (labels, np.arange(len(labels)))), shape=(n_regions, len(labels)))
    weight = np.maximum(np.asarray(members.sum(axis=1)), np.finfo(float).tiny)
    return (members @ embedding.astype(float) / weight).astype(embedding.dtype)
