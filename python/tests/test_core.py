"""What needs numpy and scipy alone: the functions, and how work is run."""

import doctest
import gc
import importlib
import logging
import os
import pickle
import resource
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path

import codimap
import numpy as np
import pytest
from codimap import _core, _running, stages


def fit(X, threads=2, **options):
    return _core.fit(np.ascontiguousarray(X), options, {"threads": threads})


@pytest.mark.parametrize(
    ("module", "needs"),
    [
        ("codimap", "sklearn"),
        ("codimap._certificate", "sklearn"),
        ("codimap._estimator", "sklearn"),
        ("codimap._neighbors", "sklearn"),
        ("codimap._search", None),
        ("codimap.datasets", None),
        ("codimap.files", "sklearn"),
        ("codimap.palantir", None),
        ("codimap.plot", "matplotlib"),
        ("codimap.scanpy", "anndata"),
        ("codimap.stages", None),
    ],
)
def test_examples_in_the_documentation_are_true(module, needs):
    if needs:
        pytest.importorskip(needs)
    if needs == "matplotlib":
        sys.modules["matplotlib"].use("agg")
    result = doctest.testmod(importlib.import_module(module))
    assert result.attempted > 0 and result.failed == 0


def test_the_types_are_right():
    """As [tool.mypy] in pyproject.toml says: strict."""
    pytest.importorskip("mypy")
    root = Path(__file__).parents[2]
    if not (root / "pyproject.toml").exists():
        pytest.skip("a test of the tree")
    run = subprocess.run(
        [sys.executable, "-m", "mypy", "--config-file", root / "pyproject.toml", "--cache-dir", os.devnull],
        capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert run.returncode == 0, run.stdout + run.stderr


def test_stages_make_the_compressed_map(roll):
    kernel = stages.kernel(roll, n_neighbors=20)
    assert np.allclose(kernel.degree, kernel.multiply(np.ones((800, 1))).ravel())
    rho = stages.coherence(kernel)
    labels, _ = stages.nearest_centroid(kernel, rho, stages.sample_centroids(rho, 60))
    regions = stages.region_map(kernel, labels, n_components=3)
    assert np.allclose(regions.transition.sum(axis=1), 1)
    embedding = stages.interpolate(regions)
    whole = fit(roll, n_neighbors=20, n_regions=60, n_components=3, refine="off").embedding
    assert stages.compare(whole, embedding)["subspace_error"] < 1e-9


def test_multiscale_space_ends_at_the_largest_gap():
    values = np.array([1, 0.95, 0.9, 0.85, 0.2])
    vectors = np.arange(10.0).reshape(2, 5)
    assert np.allclose(stages.multiscale_space(vectors, values), vectors[:, 1:4] * values[1:4] / (1 - values[1:4]))


def test_neighbours_of_points_and_of_queries(roll, rng):
    distances, indices = codimap.nearest_neighbors(roll, 4)
    full = np.linalg.norm(roll[:, None] - roll[None], axis=2)
    assert np.allclose(distances, np.sort(full, axis=1)[:, :4]) and np.array_equal(indices[:, 0], np.arange(800))
    queries = rng.normal(size=(7, 3)).astype(np.float32)
    distances, _ = codimap.nearest_neighbors(roll, 3, queries=queries)
    full = np.linalg.norm(queries[:, None].astype(float) - roll[None], axis=2)
    assert np.allclose(distances, np.sort(full, axis=1)[:, :3])
    _, indices = codimap.nearest_neighbors(np.repeat(np.eye(2), 20, axis=0), 5)
    assert np.array_equal(indices[:, 0], np.arange(40))
    assert all(len(set(row)) == 5 for row in indices.tolist())
    with pytest.raises(ValueError, match=r"n_neighbors must be between 1 and the number of points \(800\); got 801"):
        codimap.nearest_neighbors(roll, 801)


def test_results_own_their_memory(roll):
    embedding = fit(roll, n_components=2).embedding
    gc.collect()
    embedding[:] = 1
    assert embedding.sum() == 1600


def test_several_fits_at_once_give_the_bytes_of_one(roll):
    alone = fit(roll, threads=1).to_bytes()
    together = [None] * 8

    def work(i):
        together[i] = fit(roll, threads=3).to_bytes()

    threads = [threading.Thread(target=work, args=(i,)) for i in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert all(model == alone for model in together)


@pytest.mark.skipif(not hasattr(os, "fork"), reason="this system has no fork")
@pytest.mark.filterwarnings("ignore:.*fork.*:DeprecationWarning")
def test_a_child_that_was_forked_after_a_fit_fits(roll):
    before = fit(roll).to_bytes()
    child = os.fork()
    if child == 0:
        signal.alarm(60)  # a child that hangs is ended
        os._exit(0 if fit(roll).to_bytes() == before else 1)
    assert os.waitpid(child, 0)[1] == 0


def test_other_threads_of_python_go_on_during_a_fit():
    ticks = []
    stop = threading.Event()

    def tick():
        while not stop.is_set():
            ticks.append(time.perf_counter())
            time.sleep(0.001)

    thread = threading.Thread(target=tick)
    thread.start()
    began = time.perf_counter()
    fit(codimap.datasets.swiss_roll(3000), n_neighbors="dense", n_components=10)
    ended = time.perf_counter()
    stop.set()
    thread.join()
    assert sum(began < at < ended for at in ticks) >= 3


interrupted = """
import numpy as np, threading, signal, time, os
import codimap
from codimap import _core
X = np.random.default_rng(0).normal(size=(40000, 10))
ready = threading.Timer(1.0, lambda: (print(time.time(), flush=True), os.kill(os.getpid(), signal.SIGINT)))
ready.start()
try:
    _core.fit(X, {"n_neighbors": "dense", "method": "exact"}, {})
except KeyboardInterrupt:
    print(time.time(), flush=True)
"""


@pytest.mark.skipif(sys.platform == "win32", reason="signals are sent as on POSIX")
def test_ctrl_c_ends_a_fit_soon():
    run = subprocess.run([sys.executable, "-c", interrupted], capture_output=True, text=True, timeout=120)
    pressed, ended = map(float, run.stdout.split())
    assert ended - pressed < 30, run.stderr


def test_progress_names_the_stages_and_may_end_the_work(roll):
    seen = []
    _core.fit(roll, {}, {"progress": lambda stage, done, whole: seen.append((stage, done, whole))})
    assert {"neighbors", "refinement"} <= {stage for stage, _, _ in seen} and all(done <= 1 for _, done, _ in seen)
    shares = [whole for _, _, whole in seen]
    assert shares == sorted(shares) and shares[-1] == 1

    def stop(stage, done, whole):
        raise LookupError("enough")

    with pytest.raises(LookupError, match="enough"):
        _core.fit(roll, {}, {"progress": stop})


def test_a_bar_shows_the_stages_when_asked(capfd):
    pytest.importorskip("tqdm")
    bar = _running._Bar()
    calls = [("neighbors", 0.9, 0.25), ("neighbors", 1, 0.3), ("", 0.1, 0.5), ("transform", 0.75, -1)]
    for number, call in enumerate(calls):
        bar.drawn -= number != 1  # the second comes too soon after the first
        bar(*call)
    bar.close(done=True)
    shown = capfd.readouterr().err
    assert "neighbors:  25%" in shown and "30%" not in shown and "neighbors:  50%" in shown
    assert "transform:  75%" in shown  # of the stage, where the whole is not known
    assert "done: 100%" in shown


def test_nothing_is_printed_and_little_is_logged(roll, capfd, caplog):
    fit(roll)
    with caplog.at_level(logging.INFO, "codimap"):
        fit(roll)
    assert capfd.readouterr() == ("", "")


@pytest.mark.skipif("CODIMAP_SANITIZED" in os.environ, reason="the sanitizer keeps what was freed for a while")
def test_many_fits_take_no_more_memory_than_a_few(roll):
    X = roll[:100]
    for _ in range(50):
        pickle.loads(pickle.dumps(fit(X, threads=1)))
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    for _ in range(1000):
        pickle.loads(pickle.dumps(fit(X, threads=1)))
    assert resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before < 4096  # KiB


def test_bytes_that_are_damaged_are_refused(roll):
    data = bytearray(fit(roll).to_bytes())
    data[1000] ^= 1
    with pytest.raises(ValueError, match="a byte has changed"):
        _core.Model.from_bytes(bytes(data))


def test_importing_takes_no_more_than_numpy_and_the_extension():
    run = subprocess.run(
        [sys.executable, "-c", "import codimap, sys; print([m for m in ('scipy', 'sklearn', 'matplotlib') if m in sys.modules])"],
        capture_output=True, text=True, check=True,
    )  # fmt: skip
    assert run.stdout.strip() == "[]"


def test_files_come_as_arrays_with_names(tmp_path):
    (tmp_path / "a.csv").write_text("name,x,y\np,1,2\nq,3,4\n")
    table = codimap.read(tmp_path / "a.csv")
    assert table.values.tolist() == [[1, 2], [3, 4]]
    assert (table.column_names, table.row_names) == (["x", "y"], ["p", "q"])
    (tmp_path / "a.mtx").write_text("%%MatrixMarket matrix coordinate real general\n2 3 2\n1 2 5\n2 3 6\n")
    assert codimap.read(tmp_path / "a.mtx").values.toarray().tolist() == [[0, 5, 0], [0, 0, 6]]
    with pytest.raises(FileNotFoundError, match="none.csv"):
        codimap.read(tmp_path / "none.csv")
    (tmp_path / "a.csv").write_text("1,2\n3\n")
    with pytest.raises(ValueError, match="1 value where earlier lines have 2"):
        codimap.read(tmp_path / "a.csv")


def test_fcs_files_have_the_names_of_channels(tmp_path):
    packed = Path(__file__).parents[2] / "tests/data/fcs/cyflow_cube_8.fcs.gz"
    if not packed.exists():
        pytest.skip("a test of the tree")
    events = codimap.read_fcs(packed)
    assert events.values.shape[1] == len(events.column_names) and "FSC" in " ".join(events.column_names)
    log = codimap.read_fcs(packed, columns=events.column_names[:2])
    assert np.array_equal(log.values, events.values[:, :2])


def test_the_program_comes_along():
    program = Path(sys.executable).with_name("codimap")
    if not program.exists():
        pytest.skip("of wheels alone")
    assert subprocess.run([program, "--version"], capture_output=True, text=True, check=True).stdout
