"""What the map is for: the picture by itself and beside PHATE and UMAP, and smoothed values beside MAGIC."""

from jobs import Section, ratio

PHATE = {"neighbors": 5, "landmarks": 2000}
UMAP = {"neighbors": 15, "parallel": True}
COLUMNS = 2000


def layout(measure, data):
    """The stage of a default run; its default output has it too."""
    rows, findings = [], []
    for size in (10**4, 10**6):
        row, _ = measure.codimap(f"codimap, {data.size(size)} points", data.tree(size))
        rows.append(row)
        if not row.failed:
            took = row.stages["layout"]
            findings += [(f"layout of {data.size(size)} points", f"{took:.3f} s", "< 0.2 s"),
                         ("its share of the run", f"{took / row.seconds:.1%}", "< 3 %" if size == 10**6 else "")]
    return Section("Layout, tree × 50", "Nothing is set. The layout is a stage of every run.", rows, findings)


def pictures(measure, data):
    rows, findings = [], []
    for size in (10**4, 10**5):
        points, words = data.tree(size), f"{data.size(size)} points"
        mine, _ = measure.codimap(f"codimap, {words}", points)
        # UMAP searches small data another way: only more points warm up what is measured.
        for name, function, options in ((f"PHATE, {words}", "phate_map", PHATE), (f"UMAP, {words}", "umap_map", UMAP)):
            peer, _ = measure.peer(name, "map", function, points, options, warm_up=5000, against=mine.name)
            findings.append(ratio(peer, mine))
            rows.append(peer)
        rows.insert(len(rows) - 2, mine)
    return Section("Pictures, tree × 50", "codimap's default map, its picture among it, beside PHATE's and UMAP's with their "
                   "defaults, UMAP without a seed, so that it runs in parallel.", rows, findings)


def smoothing(measure, data):
    points = data.expression(10**5, COLUMNS)
    model = measure.map_of("smoothing").with_suffix(".codimap")
    mapped, _ = measure.codimap("codimap embed", points, "--preset", "phate", "--model", model)
    smoothed = measure.other("codimap smooth", "smooth", model, points)
    theirs, _ = measure.peer("MAGIC", "map", "magic_smoothing", points, {"neighbors": 5, "most": 99}, "magic")
    findings = []
    if not any(row.failed for row in (mapped, smoothed, theirs)):
        both = mapped.seconds + smoothed.seconds
        findings.append(("MAGIC / codimap embed and smooth", f"{theirs.seconds / both:.2f} ×", ""))
    return Section(f"Smoothing of {COLUMNS} columns, {data.size(10**5)} points",
                   "Three steps of the walk of PHATE's kernel, on 100 principal components, from the points to all smoothed "
                   "columns. The points are in memory for MAGIC; codimap reads and writes files.",
                   [mapped, smoothed, theirs], findings)


PICTURE_JOBS = {"layout": layout, "pictures": pictures, "smoothing": smoothing}
