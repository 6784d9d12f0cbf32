"""The figures of one run as people read them: medians, with the lowest and the highest of the repeats."""

import statistics
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final

Run = dict[str, Any]

OURS: Final = "veillee"
NAMES: Final = {
    OURS: "Veillée, SQLite, every move synced",
    "peer, flat file": "boardgame.io, flat file",
    "peer, in memory": "boardgame.io, in memory",
}
BEGIN: Final = "<!-- server: begin; written by make bench-server -->"
END: Final = "<!-- server: end -->"


def one_line(run: Run) -> str:
    p50, p99 = run["screens"]["p50_ms"], run["screens"]["p99_ms"]
    return (
        f"{run['moves_per_s']:.0f} moves/s, on all screens p50 {p50:.1f} p99 {p99:.1f} ms,"
        f" server {run['server_cpu_us_per_move']:.0f} µs CPU a move, {run['server_cpu_share']:.0%} of its core,"
        f" driver {run['driver_cpu_share']:.0%} of its own"
    )


def markdown(figures: dict[str, Any]) -> str:
    loop, paced = figures["closed_loop"], figures["paced"]
    return "\n".join(
        [
            f"{figures['date']}, commit {figures['commit']}{' with changes' if figures['changed_since'] else ''};"
            f" {figures['cpu']}, {figures['cores']} cores, load {figures['load_before']} before the run,"
            f" one synced page {figures['fsync_ms']} ms; Python {figures['python']}, Node {figures['node']},"
            f" boardgame.io {figures['boardgame.io']}. {figures['tables']} tables × 4 sockets,"
            f" {figures['repeats']} × {figures['seconds']:g} s each. Median (lowest to highest).",
            "",
            "| | moves/s | acknowledged, ms: p50 · p99 | on all four screens, ms: p50 · p99 | server's CPU a move, µs |"
            " server's core · driver's |",
            "|---|---|---|---|---|---|",
            *(_row(NAMES[kind], runs) for kind, runs in loop.items()),
            "",
            "| Veillée against | moves/s | p99 on all four screens | CPU a move |",
            "|---|---|---|---|",
            *(_against(NAMES[kind], loop[OURS], runs) for kind, runs in loop.items() if kind != OURS),
            "",
            "| Veillée at 100 moves/s | p50, ms | p99, ms | longest, ms |",
            "|---|---|---|---|",
            _times("move → acknowledged", [run["ack"] for run in paced]),
            _times("move → all four screens", [run["screens"] for run in paced]),
            _times("idle: ping → pong, as many a second", [run["idle"] for run in paced]),
            "",
            f"Memory of a live table, dealt and nobody connected: "
            f"{_spread([run['bytes_per_dealt_table'] / 1024 for run in loop[OURS]])} KiB; of a boardgame.io match in"
            f" memory {_spread([run['bytes_per_dealt_table'] / 1024 for run in loop['peer, in memory']])} KiB.",
        ]
    )


def put_into(page: Path, text: str) -> None:
    """Replaces what the last run wrote between the two marks."""
    before, begin, rest = page.read_text(encoding="utf-8").partition(BEGIN)
    _, end, after = rest.partition(END)
    if not begin or not end:
        raise SystemExit(f"{page.name} has no place for the figures: {BEGIN} … {END}")
    page.write_text(f"{before}{BEGIN}\n\n{text}\n\n{END}{after}", encoding="utf-8")


def _row(name: str, runs: list[Run]) -> str:
    def spread(of: Callable[[Run], float], digits: int = 0) -> str:
        return _spread([of(run) for run in runs], digits)

    cells = [
        name,
        spread(lambda run: run["moves_per_s"]),
        f"{spread(lambda run: run['ack']['p50_ms'], 1)} · {spread(lambda run: run['ack']['p99_ms'], 1)}",
        f"{spread(lambda run: run['screens']['p50_ms'], 1)} · {spread(lambda run: run['screens']['p99_ms'], 1)}",
        spread(lambda run: run["server_cpu_us_per_move"]),
        " · ".join(
            f"{statistics.median(run[share] for run in runs):.0%}" for share in ("server_cpu_share", "driver_cpu_share")
        ),
    ]
    return f"| {' | '.join(cells)} |"


def _against(name: str, ours: list[Run], theirs: list[Run]) -> str:
    """Ratios of runs that stood side by side, not of medians from different moments."""

    def ratio(of: Callable[[Run], float], *, more: bool) -> str:
        pairs = zip(ours, theirs, strict=True)
        return _spread([of(mine) / of(other) if more else of(other) / of(mine) for mine, other in pairs], 2)

    return (
        f"| {name} | {ratio(lambda run: run['moves_per_s'], more=True)} × as many"
        f" | {ratio(lambda run: run['screens']['p99_ms'], more=False)} × shorter"
        f" | {ratio(lambda run: run['server_cpu_us_per_move'], more=False)} × less |"
    )


def _times(name: str, found: list[dict[str, float]]) -> str:
    cells = (_spread([times[key] for times in found], 2) for key in ("p50_ms", "p99_ms", "max_ms"))
    return f"| {name} | {' | '.join(cells)} |"


def _spread(values: list[float], digits: int = 0) -> str:
    median, lowest, highest = statistics.median(values), min(values), max(values)
    return f"{median:,.{digits}f} ({lowest:,.{digits}f} to {highest:,.{digits}f})"
