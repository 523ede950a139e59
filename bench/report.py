"""Medians, ratios, goals, and the table of them."""

import statistics
from dataclasses import asdict, dataclass, field


@dataclass
class Line:
    """One thing that was measured. `met` is `None` where there is no goal, or nothing to compare with."""

    what: str
    unit: str
    agon: list
    peer_name: str = ""
    peer: list = field(default_factory=list)
    ratio: float | None = None
    goal: str = ""
    met: bool | None = None

    def json(self):
        return asdict(self) | {"agon_median": median(self.agon), "peer_median": median(self.peer)}


def median(values):
    return statistics.median(values) if values else None


def line(what, agon, peer_name="", peer=(), at_most=None, ratio_at_most=None, unit="s"):
    """Samples with the same index were taken right after one another, so the ratio is the median of theirs."""
    agon, peer = list(agon), list(peer)
    if peer:
        assert len(agon) == len(peer), what
    ratio = median([a / b for a, b in zip(agon, peer)]) if peer else None
    goals, met = [], []
    if at_most is not None:
        goals.append(f"≤ {show(at_most, unit)}")
        met.append(median(agon) <= at_most)
    if ratio_at_most is not None:
        goals.append(f"≤ {ratio_at_most:g} ×")
        if ratio is not None:
            met.append(ratio <= ratio_at_most)
    return Line(what, unit, agon, peer_name, peer, ratio, ", ".join(goals), all(met) if met else None)


def show(value, unit):
    if value is None:
        return ""
    if unit == "MB":
        return f"{value:.0f} MB"
    return f"{value * 1000:.0f} ms" if abs(value) < 9.9995 else f"{value:.1f} s"


def spread(values, unit):
    """The median, with the extremes when there is more than one sample."""
    text = show(median(values), unit)
    if len(values) > 1:
        low, high = show(min(values), unit).split()[0], show(max(values), unit).split()[0]
        text += f" ({low}–{high})"
    return text


def table(lines):
    rows = [("what", "agon", "peer", "ratio", "goal", "met")]
    for line in lines:
        ratio = "" if line.ratio is None else f"{line.ratio:.2f} ×"
        met = {True: "yes", False: "NO", None: "–"}[line.met]
        peer = f"{line.peer_name} {spread(line.peer, line.unit)}" if line.peer else line.peer_name
        rows.append((line.what, spread(line.agon, line.unit), peer, ratio, line.goal or "–", met))
    widths = [max(len(row[column]) for row in rows) for column in range(6)]
    rows.insert(1, tuple("─" * width for width in widths))
    return "\n".join("  ".join(cell.ljust(width) for cell, width in zip(row, widths)).rstrip() for row in rows)
