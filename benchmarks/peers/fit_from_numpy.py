"""codimap's estimator on points in memory: fit_from_numpy.py POINTS.npy, which prints seconds and peak memory as JSON."""

import json
import resource
import sys
import time

import numpy as np
from codimap import CompressedDiffusionMap


def main():
    points = np.load(sys.argv[1])
    estimator = CompressedDiffusionMap()
    start, cpu = time.perf_counter(), time.process_time()
    estimator.fit(points)
    print(json.dumps({"seconds": time.perf_counter() - start, "cpu_seconds": time.process_time() - cpu,
                      "peak_bytes": resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024}))


if __name__ == "__main__":
    main()
