"""Data that need numpy, made in the peers' environment.

Usage: prepare.py float32 IN OUT | fashion STEP OUT | truth POINTS K OUT | cells FILE... OUT | normal N OUT |
half FIRST IN OUT | expression IN COLUMNS OUT
"""

import gzip
import sys
from pathlib import Path

import numpy as np

FASHION = Path("/usr/share/datasets/fashion-mnist")
QUERIES = 1000
ROWS = 1 << 20


def float32(source, out):
    """In pieces, so that the conversion of 10^7 points needs no more memory than they do."""
    points = np.load(source, mmap_mode="r")
    copy = np.lib.format.open_memmap(out, mode="w+", dtype=np.float32, shape=points.shape)
    for start in range(0, len(points), ROWS):
        copy[start:start + ROWS] = points[start:start + ROWS]


def fashion(step, out):
    """Both parts of Fashion-MNIST, 70,000 images, or every STEP-th, in their 50 leading principal components."""
    images = []
    for part in ("train", "t10k"):
        with gzip.open(FASHION / f"{part}-images-idx3-ubyte.gz") as file:
            images.append(np.frombuffer(file.read(), dtype=np.uint8, offset=16).reshape(-1, 784))
    pixels = np.concatenate(images)[::step].astype(np.float64)
    pixels -= pixels.mean(axis=0)
    _, vectors = np.linalg.eigh(pixels.T @ pixels)
    np.save(out, (pixels @ vectors[:, :-51:-1]).astype(np.float32))


def truth(source, k, out):
    """The k nearest other points of a fixed sample, by exact search in float64."""
    points = np.load(source).astype(np.float64)
    queries = np.sort(np.random.default_rng(0).choice(len(points), min(QUERIES, len(points)), replace=False))
    norms = np.einsum("ij,ij->i", points, points)
    neighbors = np.empty((len(queries), k), dtype=np.int64)
    for row, query in enumerate(queries):
        distances = norms - 2 * (points @ points[query])
        distances[query] = np.inf
        neighbors[row] = np.argpartition(distances, k)[:k]
    np.savez(out, queries=queries, neighbors=neighbors)


def cells(files, out):
    """Counts of all files together, as arcsinh(count/5)."""
    np.save(out, np.arcsinh(np.concatenate([np.loadtxt(file, delimiter=",") for file in files]) / 5))


def normal(points, out):
    np.save(out, np.random.default_rng(0).standard_normal((points, 50), dtype=np.float32))


def expression(source, columns, out):
    """Random mixtures of the columns, with noise of the size of the mean of theirs, in pieces."""
    random, points = np.random.default_rng(0), np.load(source)
    mixture = random.standard_normal((points.shape[1], columns), dtype=np.float32) / np.sqrt(points.shape[1])
    wide = np.lib.format.open_memmap(out, mode="w+", dtype=np.float32, shape=(len(points), columns))
    noise = np.float32(points.std(axis=0).mean())
    for start in range(0, len(points), 10_000):
        part = points[start:start + 10_000] @ mixture
        wide[start:start + 10_000] = part + noise * random.standard_normal(part.shape, dtype=np.float32)


def half(first, source, out):
    np.save(out, np.load(source, mmap_mode="r")[first::2])


def main():
    job, *arguments = sys.argv[1:]
    if job == "float32":
        float32(*arguments)
    elif job == "fashion":
        fashion(int(arguments[0]), arguments[1])
    elif job == "cells":
        cells(arguments[:-1], arguments[-1])
    elif job == "normal":
        normal(int(arguments[0]), arguments[1])
    elif job == "expression":
        expression(arguments[0], int(arguments[1]), arguments[2])
    elif job == "half":
        half(int(arguments[0]), *arguments[1:])
    else:
        truth(arguments[0], int(arguments[1]), arguments[2])


if __name__ == "__main__":
    main()
