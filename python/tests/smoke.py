"""A wheel with numpy and scipy alone: smoke.py, which prints how long importing takes beyond numpy."""

import subprocess
import sys
from pathlib import Path

import codimap
import numpy as np
from codimap import stages

MEASURE = "import time, numpy; start = time.perf_counter(); import codimap; print(time.perf_counter() - start)"


def main():
    assert "sklearn" not in sys.modules
    X = codimap.datasets.swiss_roll(500)
    distances, _ = codimap.nearest_neighbors(X, 5)
    assert distances.shape == (500, 5)
    kernel = stages.kernel(X)
    rho = stages.coherence(kernel)
    labels, _ = stages.nearest_centroid(kernel, rho, stages.sample_centroids(rho, 50))
    assert stages.interpolate(stages.region_map(kernel, labels, n_components=3)).shape == (500, 3)
    try:
        codimap.CompressedDiffusionMap
    except ImportError as missing:
        assert "needs scikit-learn" in str(missing)
    else:
        raise AssertionError("scikit-learn is not to be here")
    program = Path(sys.executable).with_name("codimap")
    subprocess.run([program, "--version"], check=True, stdout=subprocess.DEVNULL)
    seconds = float(subprocess.run([sys.executable, "-c", MEASURE], check=True, capture_output=True, text=True).stdout)
    print(f"codimap {codimap.__version__}, numpy {np.__version__}: import takes {seconds:.3f} s beyond numpy's")


if __name__ == "__main__":
    main()
