"""RESULTS.md from the figures of all sections."""

HEAD = """# Benchmarks

Written by `make bench` and `make bench-large`; do not edit. Every program runs in a process of its own, on the same
data and with two threads. The seconds of codimap are those of the whole program: start, read, map, write. The seconds
of a peer begin when its data are in memory and whatever it compiles has been compiled. Runs shorter than 20 s are done
three times and the median counts. Memory is the peak of the process. Seconds differ from machine to machine; the
ratios carry over.

![Seconds of codimap and its peers](results.svg)
"""


def table(lines):
    """Markdown with columns of even width; the first column to the left, numbers to the right."""
    lines = [lines[0], ["---"] + ["---:"] * (len(lines[0]) - 1), *lines[1:]]
    widths = [max(len(line[column]) for line in lines) for column in range(len(lines[0]))]
    padded = ([line[0].ljust(widths[0]), *(cell.rjust(width) for cell, width in zip(line[1:], widths[1:]))]
              for line in lines)
    return "\n".join(f"| {' | '.join(line)} |" for line in padded)


def number(value):
    return "–" if value is None else f"{value:.3g}" if value < 100 else f"{value:.0f}"


def row_line(row, rows):
    if row["failed"]:
        return [row["name"], "–", "–", "–", "–", "", f"failed: {row['failed']}".replace("|", "/")]
    base = next((other for other in rows if other["name"] == row["against"]), rows[0])
    times = number(row["seconds"] / base["seconds"]) if base["seconds"] else "–"
    memory = f"{row['peak_bytes'] / 1e6:.0f}" if row["peak_bytes"] else "–"
    return [row["name"], number(row["seconds"]), str(row["runs"]), memory, times, row["accuracy"], row["note"]]


def stage_table(rows):
    """Where codimap's own seconds went; a stage that a run did not have stays empty."""
    staged = [row for row in rows if row["stages"]]
    names = list(dict.fromkeys(name for row in staged for name in row["stages"]))
    return table([["stages, seconds", *names],
                  *([row["name"], *(number(row["stages"].get(name)) for name in names)] for row in staged)])


def section_text(section):
    if section.get("failed"):
        return f"## {section['title']}\n\nNot measured: {section['failed']}"
    rows = section["rows"]
    parts = [f"## {section['title']}", f"{section['words']} Measured at {section['commit']}.",
             table([["program", "seconds", "runs", "peak MB", "× codimap", "accuracy", "note"],
                    *(row_line(row, rows) for row in rows)])]
    if any(row["stages"] for row in rows):
        parts.append(stage_table(rows))
    return "\n\n".join(parts)


def findings_text(sections):
    lines = [[f"{section['title']}: {what}", measured, aim] for section in sections
             for what, measured, aim in section.get("findings", [])]
    return "## In short\n\n" + table([["seconds of the one / seconds of the other", "measured", "aim"], *lines])


def markdown(results):
    sections = list(results["sections"].values())
    machine = "\n".join(f"- {key}: {value}" for key, value in results["machine"].items())
    return "\n\n".join([HEAD.rstrip(), machine, findings_text(sections), *map(section_text, sections)]) + "\n"
