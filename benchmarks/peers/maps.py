"""Diffusion maps of other programs, each a function (points, options) -> coordinates without the trivial one.

A function imports what it needs itself, so that a peer that is missing or broken fails alone. All are asked for the
same number of coordinates, neighbours and threads; everything else is the peer's default.
"""

THREADS = 2


def dense_eigsh(points, options):
    """What a person writes with numpy and scipy: the whole matrix in memory, in the precision of the points."""
    import numpy as np
    from scipy.sparse.linalg import eigsh

    norms = np.einsum("ij,ij->i", points, points)
    kernel = points @ points.T
    kernel *= -2
    kernel += norms[:, None]
    kernel += norms[None, :]
    np.maximum(kernel, 0, out=kernel)
    kernel *= -1 / options["epsilon"]
    np.exp(kernel, out=kernel)
    scale = 1 / np.sqrt(kernel.sum(axis=1))
    kernel *= scale[:, None]
    kernel *= scale[None, :]
    _, vectors = eigsh(kernel, k=options["components"] + 1, which="LA")
    return (vectors * scale[:, None])[:, ::-1][:, 1:]


def datafold_roseland(points, options):
    from datafold.dynfold import Roseland
    from datafold.pcfold import GaussianKernel

    kernel = GaussianKernel(epsilon=options["epsilon"] / 2)  # theirs is exp(-d^2 / (2 epsilon))
    model = Roseland(kernel, n_svdtriplet=options["components"] + 1, landmarks=options["landmarks"], random_state=0)
    model.fit(points)
    return model.svdvec_left_[:, 1:]


def scanpy_diffmap(points, options):
    import anndata
    import scanpy

    scanpy.settings.n_jobs = THREADS
    cells = anndata.AnnData(points)
    scanpy.pp.neighbors(cells, n_neighbors=options["neighbors"], use_rep="X")
    scanpy.tl.diffmap(cells, n_comps=options["components"] + 1)
    return cells.obsm["X_diffmap"][:, 1:]


def codimap_scanpy(points, options):
    """The same by codimap's package, with as little else changed as its users would."""
    import anndata
    import codimap.scanpy

    cells = anndata.AnnData(points)
    codimap.scanpy.neighbors(cells, n_neighbors=options["neighbors"], use_rep="X", n_jobs=THREADS)
    codimap.scanpy.diffmap(cells, n_comps=options["components"] + 1, n_jobs=THREADS)
    return cells.obsm["X_diffmap"][:, 1:]


def palantir_maps(points, options):
    import palantir
    import pandas

    maps = palantir.utils.run_diffusion_maps(pandas.DataFrame(points), n_components=options["components"] + 1,
                                             knn=options["neighbors"])
    return maps["EigenVectors"].to_numpy()[:, 1:]


def graphtools_landmarks(points, options):
    """Landmark operator, its eigenvectors, and graphtools' own interpolation back to the points."""
    import graphtools
    import numpy as np
    from scipy.sparse.linalg import eigs

    graph = graphtools.Graph(points, knn=options["neighbors"], n_landmark=options["landmarks"], n_jobs=THREADS,
                             random_state=0, verbose=False)
    values, vectors = eigs(graph.landmark_op, k=options["components"] + 1)
    order = np.argsort(-values.real)
    return graph.interpolate(vectors.real[:, order])[:, 1:]


def phate_map(points, options):
    """Two coordinates unless more are asked for: its last step is a scaling to a picture, not a spectrum."""
    import phate

    return phate.PHATE(n_components=options.get("picture", 2), knn=options["neighbors"], n_landmark=options["landmarks"],
                       n_jobs=THREADS, random_state=0, verbose=False).fit_transform(points)


def umap_map(points, options):
    import umap

    how = {"n_jobs": THREADS} if options.get("parallel") else {"n_jobs": 1, "random_state": 0}
    return umap.UMAP(n_neighbors=options["neighbors"], **how).fit_transform(points)


def phate_operator(points, options):
    """Eigenvectors of PHATE's diffusion operator, without landmarks."""
    import graphtools
    from scipy.sparse.linalg import eigs

    graph = graphtools.Graph(points, knn=options["neighbors"], decay=40, n_jobs=THREADS, random_state=0, verbose=False)
    values, vectors = eigs(graph.P, k=options["components"] + 1)
    return vectors.real[:, (-values.real).argsort()][:, 1:]


def magic_smoothing(points, options):
    """Not a map: all columns after three steps of the walk of PHATE's kernel."""
    import magic

    return magic.MAGIC(knn=options["neighbors"], knn_max=options["most"], decay=40, t=3, n_jobs=THREADS, random_state=0,
                       verbose=0).fit_transform(points)


def principal_components(points, options):
    import numpy as np

    centred = points - points.mean(axis=0)
    return centred @ np.linalg.eigh(centred.T @ centred)[1][:, :-options["components"] - 1:-1]


def pydiffmap_map(points, options):
    from pydiffmap.diffusion_map import DiffusionMap

    return DiffusionMap.from_sklearn(k=options["neighbors"], n_evecs=options["components"], epsilon="bgh",
                                     neighbor_params={"n_jobs": THREADS}).fit_transform(points)


def pydiffmap_generator(points, options):
    """Its generator, solved by shift and invert: its own call of ARPACK, which has no options, often does not converge."""
    import numpy as np
    from pydiffmap.diffusion_map import DiffusionMap
    from scipy.sparse.linalg import eigs

    generator = DiffusionMap.from_sklearn(k=options["neighbors"], epsilon="bgh", neighbor_params={"n_jobs": THREADS}
                                          ).construct_Lmat(points).L.tocsc()
    values, vectors = eigs(generator, k=options["components"] + 1, sigma=1e-6 * abs(generator.diagonal()).max())
    order = np.argsort(-values.real)[1:]
    return vectors.real[:, order] * np.sqrt(1 / abs(values.real[order]))  # 0 to rounding may be above 0


MAPS = {f.__name__: f for f in (dense_eigsh, datafold_roseland, scanpy_diffmap, codimap_scanpy, palantir_maps,
                                graphtools_landmarks, phate_map, umap_map, phate_operator, magic_smoothing,
                                principal_components, pydiffmap_map, pydiffmap_generator)}
