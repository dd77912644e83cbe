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


def faiss_build(points):
    """sqrt(N) lists: where every point asks once, the 4 sqrt(N) of FAISS's guide cost more to train than they save."""
    import faiss

    faiss.omp_set_num_threads(THREADS)
    index = faiss.index_factory(points.shape[1], f"IVF{max(1, round(math.sqrt(len(points))))},Flat")
    index.train(points)
    index.add(points)
    return index


def faiss_query(index, points, k, effort):
    index.nprobe = effort
    return index.search(points, k)[1]


def pynndescent_build(points):
    """Nothing: its graph of the points themselves is the index, and is made anew for each effort."""
    return None


def pynndescent_query(_, points, k, effort):
    import pynndescent

    index = pynndescent.NNDescent(points, n_neighbors=k + effort, n_jobs=THREADS, random_state=0)
    return index.neighbor_graph[0][:, :k]


HNSWLIB_EFFORTS = (20, 30, 45, 70, 100, 150, 220, 330, 500)
SEARCHES = {
    "hnswlib M=8": Search(partial(hnswlib_build, links=8), hnswlib_query, "ef", HNSWLIB_EFFORTS),
    "hnswlib M=16": Search(partial(hnswlib_build, links=16), hnswlib_query, "ef", HNSWLIB_EFFORTS),
    "faiss IVF": Search(faiss_build, faiss_query, "nprobe", (1, 2, 3, 4, 6, 8, 12, 16, 24, 32, 48, 64, 96, 128)),
    "pynndescent": Search(pynndescent_build, pynndescent_query, "neighbours above k", (0, 5, 15, 30, 45)),
}
