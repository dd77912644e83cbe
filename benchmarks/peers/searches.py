"""Neighbour searches of other programs: build(points) -> index, query(index, points, k, effort) -> indices.

Every point asks for its k nearest, itself among them. Efforts are the values of the peer's own speed parameter, from
fast to accurate; the worker takes the first that reaches the recall asked for.
"""

import math
from functools import partial
from typing import Callable, NamedTuple

THREADS = 2


class Search(NamedTuple):
    build: Callable
    query: Callable
    parameter: str
    efforts: tuple


def hnswlib_build(points, links):
    import hnswlib

    index = hnswlib.Index(space="l2", dim=points.shape[1])
    index.init_index(max_elements=len(points), M=links, ef_construction=60, random_seed=0)
    index.add_items(points, num_threads=THREADS)
    return index


def hnswlib_query(index, points, k, effort):
    index.set_ef(max(effort, k))
    return index.knn_query(points, k=k, num_threads=THREADS)[0]


def faiss_build(points, codes):
    """sqrt(N) lists: where every point asks once, the 4 sqrt(N) of FAISS's guide cost more to train than they save."""
    import faiss

    faiss.omp_set_num_threads(THREADS)
    columns = points.shape[1]
    pairs = columns // 2 if columns % 2 == 0 else columns  # a product quantizer's parts have as many columns each
    index = faiss.index_factory(columns, f"IVF{max(1, round(math.sqrt(len(points))))},{codes.format(parts=pairs)}")
    index.train(points)
    index.add(points)
    return index


def faiss_query(index, points, k, effort, candidates=None):
    """Where codes are refined, as many times k candidates are looked at again."""
    import faiss

    faiss.extract_index_ivf(faiss.downcast_index(index.base_index if candidates else index)).nprobe = effort
    if candidates:
        index.k_factor = candidates
    return index.search(points, k)[1]


def scann_build(points):
    """As its guide has it for so many points: a tree of sqrt(N) leaves, quantized products, exact distances at last."""
    import scann

    return (scann.scann_ops_pybind.builder(points, 100, "squared_l2")
            .tree(num_leaves=max(1, round(math.sqrt(len(points)))), num_leaves_to_search=32,
                  training_sample_size=len(points))
            .score_ah(2).reorder(100).set_n_training_threads(THREADS).build())


def scann_query(index, points, k, effort):
    """What limits its recall on these points are the quantized products, so candidates for exact distances."""
    index.set_num_threads(THREADS)
    return index.search_batched_parallel(points, final_num_neighbors=k, pre_reorder_num_neighbors=max(effort, k))[0]


def usearch_build(points):
    import numpy as np
    from usearch.index import Index

    index = Index(ndim=points.shape[1], metric="l2sq", dtype="f32", connectivity=16, expansion_add=60)
    index.add(np.arange(len(points)), points, threads=THREADS)
    return index


def usearch_query(index, points, k, effort):
    index.expansion_search = max(effort, k)
    return index.search(points, k, threads=THREADS).keys


def annoy_build(points):
    from annoy import AnnoyIndex

    index = AnnoyIndex(points.shape[1], "euclidean")
    index.set_seed(0)
    for i, point in enumerate(points):
        index.add_item(i, point)
    index.build(20, n_jobs=THREADS)
    return index


def annoy_query(index, points, k, effort):
    """By number, one point at a time, as its interface has it."""
    from concurrent.futures import ThreadPoolExecutor

    import numpy as np

    found = np.full((len(points), k), -1, dtype=np.int64)

    def ask(start):
        for i in range(start, len(points), THREADS):
            near = index.get_nns_by_item(i, k, search_k=effort * k)
            found[i, :len(near)] = near

    with ThreadPoolExecutor(THREADS) as pool:
        list(pool.map(ask, range(THREADS)))
    return found


def pynndescent_build(points):
    """Nothing: its graph of the points themselves is the index, and is made anew for each effort."""
    return None


def pynndescent_query(_, points, k, effort):
    import pynndescent

    index = pynndescent.NNDescent(points, n_neighbors=k + effort, n_jobs=THREADS, random_state=0)
    return index.neighbor_graph[0][:, :k]


HNSWLIB_EFFORTS = (20, 30, 45, 70, 100, 150, 220, 330, 500)
PROBES = (1, 2, 3, 4, 6, 8, 12, 16, 24, 32, 48, 64, 96, 128)
SEARCHES = {
    "hnswlib M=8": Search(partial(hnswlib_build, links=8), hnswlib_query, "ef", HNSWLIB_EFFORTS),
    "hnswlib M=16": Search(partial(hnswlib_build, links=16), hnswlib_query, "ef", HNSWLIB_EFFORTS),
    "faiss IVFFlat": Search(partial(faiss_build, codes="Flat"), faiss_query, "nprobe", PROBES),
    "faiss IVFPQFastScan, refined": Search(partial(faiss_build, codes="PQ{parts}x4fs,RFlat"),
                                           partial(faiss_query, candidates=20), "nprobe", PROBES),
    "faiss IVFScalarQuantizer, refined": Search(partial(faiss_build, codes="SQ8,RFlat"),
                                                partial(faiss_query, candidates=2), "nprobe", PROBES),
    "ScaNN": Search(scann_build, scann_query, "candidates", (50, 100, 200, 400, 800, 1600)),
    "usearch": Search(usearch_build, usearch_query, "expansion", HNSWLIB_EFFORTS),
    "annoy": Search(annoy_build, annoy_query, "nodes over k", (20, 50, 100, 200, 400, 800, 1600)),
    "pynndescent": Search(pynndescent_build, pynndescent_query, "neighbours above k", (0, 5, 15, 30, 45)),
}
