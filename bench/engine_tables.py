"""The figures of one run of `engine.py` as people read them: medians, with the lowest and highest of the repeats."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final

from figures import Spread, short

Run = Mapping[str, float]
Cells = Iterable[Any]

TITLES: Final = {"parade": "Parade", "nimble": "Nimble", "teatime": "Tea Time", "oz": "Oz"}
YARDSTICK: Final = "parade"
WHOLE: Final = 20  # moves a game: below, it is a bidding, a toy, or a hand of poker
OBSERVED: Final = ", observed"


def kinds(courses: Mapping[str, Any]) -> list[list[str]]:
    """Groups in each of which the fastest is looked for: all, whole games, and those that show the position."""
    plain = [course for course in courses if not course.endswith(OBSERVED)]
    whole = [course for course in plain if courses[course].get("moves_per_game", 0) >= WHOLE]
    observed = [course for course in courses if course.endswith(OBSERVED)]
    return [kind for kind in (plain, whole, observed) if kind]


def rates(runs: Sequence[Run], clock: str = "cpu_s") -> list[float]:
    return [run["moves"] / run[clock] for run in runs]


def markdown(figures: Mapping[str, Any]) -> str:
    sides = figures["sides"]
    parts = [heading(figures)]
    if "ours" in sides:
        parts += [playouts(sides["ours"]), peers(sides), batches(sides["ours"]), calls(sides)]
    if "all_cores" in figures:
        parts.append(cores(figures["all_cores"]["runs"], figures["cores"]))
    parts += [first_calls(figures["first_calls"]), absent(figures)]
    return "\n\n".join(part for part in parts if part)


def heading(figures: Mapping[str, Any]) -> str:
    versions = ", ".join(f"{side['peer']} {side['version']}" for side in figures["sides"].values())
    return (
        f"{figures['date']}, commit {figures['commit']}{' with changes' if figures['changed_since'] else ''};"
        f" {figures['cpu']} ({', '.join(figures['flags'])}), {figures['cores']} cores, load {figures['load_before']}"
        f" before the run; Python {figures['python']}; {versions}. {figures['repeats']} × {figures['seconds']:g} s"
        " each. Median (lowest to highest) of moves per second of CPU time, on one core, unless it says otherwise."
    )


def playouts(ours: Mapping[str, Any]) -> str:
    runs = ours["runs"]
    one_by_one = f"{YARDSTICK}, playouts one by one"
    yardstick = rates(runs.get(one_by_one, ()))
    rows = list[Cells]()
    for game, title in TITLES.items():
        for course in (f"{game}, playouts", one_by_one):
            if course in runs and course.startswith(game):
                mine, about = rates(runs[course]), ours["courses"][course]
                length = f"{about['moves_per_game']:.1f}"
                rows.append((title, about["style"], length, Spread.of(mine), against(mine, yardstick)))
    return table(("random playouts", "style", "moves a game", "moves/s", "of Parade's one by one"), rows)


def peers(sides: Mapping[str, Any]) -> str:
    mine = rates(sides["ours"]["runs"].get(f"{YARDSTICK}, playouts", ()))
    rows = list[Cells]()
    if spiel := sides.get("openspiel"):
        for kind, words in zip(kinds(spiel["courses"]), ("of all", "of whole games"), strict=False):
            course = fastest(spiel, kind)
            theirs = rates(spiel["runs"][course])
            length = f"{spiel['courses'][course]['moves_per_game']:.1f}"
            rows.append((f"{spiel['peer']}: `{course}`, its fastest {words}", length, *pair(mine, theirs)))
    if jax := sides.get("jax"):
        forms = {course.rpartition(", ")[0]: list[str]() for course in jax["courses"]}
        for course in jax["courses"]:
            forms[course.rpartition(", ")[0]].append(course)
        for courses in forms.values():
            course = fastest(jax, courses)
            form, games = course.rsplit(", ", 1)
            length = f"{jax['courses'][course]['moves_per_game']:.1f}"
            name = f"JAX Parade, {form}: {games} games at once, its fastest size"
            rows.append((name, length, *pair(mine, rates(jax["runs"][course]))))
    return table(("peer", "moves a game", "moves/s", "Veillée's Parade is faster"), rows)


def batches(ours: Mapping[str, Any]) -> str:
    rows = [
        (title, about["rows"], about["bytes_written_per_move"], Spread.of(rates(ours["runs"][course])))
        for game, title in TITLES.items()
        if (course := f"{game}, batch") in ours["runs"] and (about := ours["courses"][course])
    ]
    return table(("step of a batch, with observation and mask", "rows", "their bytes", "moves/s"), rows)


def calls(sides: Mapping[str, Any]) -> str:
    """One step per call from Python."""
    runs = sides["ours"]["runs"]
    one, choosing = (rates(runs.get(f"{YARDSTICK}, {way}", ())) for way in ("one", "one choosing"))
    ways = {"one": "`step`", "one unchecked": "`step_unchecked`", "one choosing": "choosing from the mask and `step`"}
    rows: list[Cells] = [
        (f"Veillée, {title}: {words}", Spread.of(rates(runs[course])), "", "")
        for game, title in TITLES.items()
        for way, words in ways.items()
        if (course := f"{game}, {way}") in runs
    ]
    for name in ("openspiel_loop", "rlcard", "pettingzoo"):
        if other := sides.get(name):
            for kind in kinds(other["courses"]):
                course = fastest(other, kind)
                theirs = rates(other["runs"][course])
                found = (against(one, theirs), against(choosing, theirs))
                rows.append((f"{other['peer']}: `{course}`, its fastest", Spread.of(theirs), *found))
    head = ("one move per call from Python", "moves/s", "Parade's `step` is faster", "choosing as well")
    return table(head, rows)


def cores(runs: Mapping[str, Sequence[Run]], number: int) -> str:
    rows = list[Cells]()
    for game, title in TITLES.items():
        if f"{game}, cores" in runs:
            one, all_of_them = (rates(runs[f"{game}, {target}"], "wall_s") for target in ("core", "cores"))
            rows.append((title, Spread.of(one), Spread.of(all_of_them), against(all_of_them, one)))
    head = ("playouts, by wall time", "one core, moves/s", f"{number} cores, moves/s", "faster")
    return table(head, rows)


def first_calls(games: Mapping[str, Any]) -> str:
    rows = list[Cells]()
    for game, found in games.items():
        if "failed" not in found:
            times = [
                Spread.of(run[part] for run in found[kind])
                for kind, part in (("cold", "first_call_s"), ("cached", "first_call_s"), ("cached", "import_s"))
            ]
            rows.append((TITLES.get(game, game), *times))
    head = ("first playout in a fresh process, wall s", "compiled", "kept from before", "import, besides")
    return table(head, rows)


def absent(figures: Mapping[str, Any]) -> str:
    """What should be above and is not."""
    missing = dict(figures["absent"])
    for name, side in figures["sides"].items():
        missing |= {f"{name}, {course}": why for course, why in side["failed"].items()}
    missing |= {f"first call of {game}": it["failed"] for game, it in figures["first_calls"].items() if "failed" in it}
    missing |= {
        f"all cores, {course}": why for course, why in figures.get("all_cores", {"failed": {}})["failed"].items()
    }
    return "\n".join(["Not measured:", "", *(f"- {name}: {why}" for name, why in missing.items())]) if missing else ""


def fastest(side: Mapping[str, Any], kind: Iterable[str]) -> str:
    """Of those that were measured in the rounds."""
    return max((course for course in kind if course in side["runs"]), key=lambda c: Spread.of(rates(side["runs"][c])))


def pair(mine: Sequence[float], theirs: Sequence[float]) -> tuple[Any, str]:
    return Spread.of(theirs), against(mine, theirs)


def against(mine: Sequence[float], theirs: Sequence[float]) -> str:
    """Ratios of runs that stood side by side, not of medians from different moments."""
    if not mine or not theirs:
        return "–"
    found = Spread.of(own / other for own, other in zip(mine, theirs, strict=True))
    return f"{short(found.median)} × ({short(found.lowest)} to {short(found.highest)})"


def table(head: Sequence[str], rows: Sequence[Cells]) -> str:
    if not rows:
        return ""
    lines = [f"| {' | '.join(map(str, cells))} |" for cells in (head, *rows)]
    return "\n".join([lines[0], "|---" * len(head) + "|", *lines[1:]])
