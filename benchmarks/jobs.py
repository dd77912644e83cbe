"""What is measured: each job is a function of (measure, data) that runs codimap and its peers and returns a Section."""

import math
from dataclasses import dataclass, field

from measure import Failed, Row

MAP = ("--components", 32, "--refine", "off")  # refinement has a section of its own
ROLL = ("--kernel", "gaussian", "--epsilon", 5, "--neighbors", "dense", "--regions", 150, *MAP)
GRAPH_OPTIONS = {"neighbors": 15, "landmarks": 1000, "components": 32}
GRAPH = ("--kernel", "adaptive", "--neighbors", 15, "--regions", 1000, *MAP)
TREE_EPSILON = 0.3  # about what `--epsilon auto` takes
TREE_DENSE = ("--kernel", "gaussian", "--epsilon", TREE_EPSILON, "--neighbors", "dense", "--regions", 150, *MAP, "--precision", "float")
# scanpy, and Palantir through it, search small data another way: only more points warm up what is measured.
GRAPH_PEERS = (("scanpy neighbors + diffmap", "scanpy_diffmap", 10000), ("Palantir", "palantir_maps", 10000),
               ("graphtools landmarks", "graphtools_landmarks", 2000), ("PHATE", "phate_map", 2000),
               ("pyDiffMap", "pydiffmap_map", 2000))


@dataclass
class Section:
    title: str
    words: str
    rows: list
    findings: list = field(default_factory=list)  # (what, measured, aim)


def ratio(above, below, aim=""):
    """How many times the seconds of one row are those of another, as a finding."""
    both = above.seconds and below.seconds
    return (f"{above.name} / {below.name}", f"{above.seconds / below.seconds:.2f} ×" if both else "–", aim)


def search_seconds(row):
    """Of a run on a neighbour graph, what the neighbour search took."""
    return row.stages.get("neighbors", row.stages.get("kernel"))


def exponent(rows, sizes):
    """Slope of log(seconds) in log(points): 1 for work that grows as the points do."""
    if any(row.failed for row in rows):
        return "–"
    x, y = [math.log(size) for size in sizes], [math.log(row.seconds) for row in rows]
    mean_x, mean_y = sum(x) / len(x), sum(y) / len(y)
    return f"{sum((a - mean_x) * (b - mean_y) for a, b in zip(x, y)) / sum((a - mean_x) ** 2 for a in x):.2f}"


def swiss_roll(measure, data):
    points = data.roll(2**14)
    narrow = data.float32(points)
    options = {"epsilon": 5, "components": 32, "landmarks": 150}
    double, _ = measure.codimap("codimap float64", points, *ROLL)
    single, _ = measure.codimap("codimap float32", points, *ROLL, "--precision", "float")
    exact, _ = measure.peer("numpy + eigsh float64", "map", "dense_eigsh", points, options)
    exact32, _ = measure.peer("numpy + eigsh float32", "map", "dense_eigsh", narrow, options, against=single.name)
    roseland, _ = measure.peer("datafold ROSELAND", "map", "datafold_roseland", points, options, "datafold")
    exact.accuracy = "the truth"
    for row in (double, single, exact32, roseland):
        row.accuracy = measure.sse(measure.map_of(exact.name), row.name)
    return Section(f"Swiss roll, {data.size(2**14)} points, all pairs",
                   "ε = 5, 150 regions or landmarks, 32 components. Accuracy is the sum of squared errors over the "
                   "components against the exact map.",
                   [double, single, exact, exact32, roseland],
                   [ratio(exact, double, "≥ 30 ×"), ratio(exact32, single, "≥ 15 ×"),
                    ratio(double, roseland, "≤ 3 ×"), ratio(single, roseland, "≤ 3 ×")])


def dense_pass(measure, data):
    points = data.tree(2**14)
    whole, _ = measure.codimap("codimap, the whole map", points, *TREE_DENSE)
    one = Row("one pass: Eigen product and exp", peak_bytes=0)
    try:
        answer = measure.anchor("dense_pass", points, TREE_EPSILON, 2)
        one.seconds, one.runs = answer["seconds"], answer["runs"]
    except Failed as reason:
        one.failed = str(reason)
    return Section(f"One dense pass, tree, {data.size(2**14)} × 50, float32",
                   "The anchor sums the rows of the kernel once, in tiles, and skips nothing; codimap reads the "
                   "file, makes a map of 150 regions and 32 components and writes it.",
                   [whole, measure.done(one)], [ratio(whole, one, "≤ 6 ×")])


def graph(measure, data):
    points = data.tree(10**5)
    mine, _ = measure.codimap("codimap", points, *GRAPH)
    default, summary = measure.codimap("codimap, nothing set", points)
    if not default.failed:
        default.note = summary["certificate"]["words"]
    exact, _ = measure.codimap("codimap --method exact", points, *GRAPH, "--method", "exact")
    mine.accuracy = measure.sse(measure.map_of(exact.name), mine.name)
    peers = [measure.peer(name, "map", function, points, GRAPH_OPTIONS, warm_up=warm_up)[0]
             for name, function, warm_up in GRAPH_PEERS]
    return Section(f"Neighbour graph, tree, {data.size(10**5)} × 50",
                   "15 neighbours, 1000 regions or landmarks, 32 components (PHATE: 2). Each program has a kernel of "
                   "its own, so only codimap's accuracy is given, against its own exact map. *Nothing set* is the default: 10 "
                   "components, refined, with a picture.",
                   [mine, default, exact, *peers],
                   [*(ratio(peer, mine, "≥ 15 ×") for peer in peers), ratio(peers[0], default, "≥ 50 ×")])


def refinement(measure, data):
    """What it costs to come from the compressed map to one that is as good as exact, nothing else set."""
    rows, findings = [], []
    for title, points in ((f"tree, {data.size(10**5)} × 50", data.tree(10**5)),
                          (f"tree, {data.size(10**6)} × 50", data.tree(10**6)),
                          (f"Fashion-MNIST, {data.size(70_000)} × 50", data.fashion()),
                          (f"Swiss roll, {data.size(10**5)}", data.roll(10**5))):
        for components in (10, 32):
            name = f"{title}, {components} components"
            off, _ = measure.codimap(f"{name}, unrefined", points, "--components", components, "--refine", "off")
            default, summary = measure.codimap(f"{name}, refined", points, "--components", components, against=off.name)
            if not default.failed:
                default.note = summary["certificate"]["words"]
            rows += [off, default]
            findings.append(ratio(default, off, "≤ 1.5 ×" if components == 10 else ""))
    return Section("Refinement", "10 components, which is the default, and 32; every other option is left "
                   "alone.", rows, findings)


def threads(measure, data):
    rows, findings = [], []
    for title, points, options in ((f"Swiss roll, {data.size(2**14)}", data.roll(2**14), ROLL),
                                   (f"graph, {data.size(10**5)} × 50", data.tree(10**5), GRAPH)):
        both = [measure.codimap(f"{title}, {count} thread{'s'[:count - 1]}", points, *options, threads=count)[0]
                for count in (2, 1)]
        both[1].against = both[0].name
        rows += both
        findings.append(ratio(both[1], both[0], "≥ 1.8 ×"))
    return Section("One and two threads", "The maps are the same to the last byte.", rows, findings)


def growth(measure, data):
    """The compressed and the exact map as a Swiss roll grows."""
    sizes = [2**power for power in range(10, 15)]
    rows = {method: [measure.codimap(f"{method}, {data.size(size)}", data.roll(size), "--method", method, *ROLL[:-4],
                                     "--components", 10, "--refine", "off", against=f"compressed, {data.size(size)}")[0] for size in sizes]
            for method in ("compressed", "exact")}
    return Section("Compressed and exact, growing Swiss roll", "ε = 5, all pairs, 150 regions, 10 components.",
                   [row for pair in zip(*rows.values()) for row in pair],
                   [(f"exponent of the {method} map's seconds in the points", exponent(of, sizes), "")
                    for method, of in rows.items()])


JOBS = {"swiss-roll": swiss_roll, "dense-pass": dense_pass, "graph": graph, "refinement": refinement,
        "threads": threads, "growth": growth}
