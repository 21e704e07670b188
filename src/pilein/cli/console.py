"""Print a game as it is played, with sub-phases, dice, decisions, losses and a final summary."""

from itertools import groupby
from operator import itemgetter

from rich.box import SIMPLE_HEAD
from rich.table import Table
from rich.text import Text

from pilein.cli.readings import text_notes
from pilein.cli.terminal import Console
from pilein.engine.battle import turn_of
from pilein.engine.game import Game
from pilein.engine.log import Decided, LogEntry, Told
from pilein.kernel.events import Event
from pilein.kernel.nearest import in_one_line
from pilein.kernel.rulings import DEFAULT
from pilein.lab.battle_scores import score_line, scores
from pilein.lab.document import unit_lines
from pilein.lab.drawing.colours import terminal_styles
from pilein.lab.log_lines import Moves, Rolled, dice_lines, end_words, gathered, phase_words
from pilein.lab.sentences import pieces
from pilein.lab.table_text import table_text
from pilein.lab.view import view_of
from pilein.tabletop.events import Heading, Slain

CROSSES = 12  # most simultaneous casualties that are drawn
LOSSES = frozenset({"Slain", "Caught", "Broke", "Trapped", "LeftTable", "Scattered", "WipedOut", "Fled"})
STEP = "StepBegan"
HANGING = 4  # hanging indent of long lines, in columns
NARROWEST = 20  # columns
GRAVE = "high"  # greatest possible effect of the choice of readings


class Show:
    """Printer for a game. It prints each log entry once.

    If `quiet`, it prints only questions, on standard error. If `brief`, it prints only the score after each turn of
    a battle.
    """

    def __init__(self, game: Game, *, quiet: bool = False, brief: bool = False) -> None:
        self._game = game
        self._quiet = quiet
        self._brief = brief
        self._console = Console(stderr=quiet, highlight=False)
        self._console.soft_wrap = not self._console.is_terminal  # a file has no width
        self._shown = 0  # entries
        self._phase = 0
        self._scored = 0  # turns of a battle
        setup = game.state.setup
        self._of_sides = terminal_styles(setup.sides)
        self._styles = {unit.name: self._of_sides[unit.side] for unit in setup.units}
        self._styles |= dict(zip(setup.sides, self._of_sides, strict=True))

    def log(self) -> None:
        """Print new log entries, including the entries of a clause in progress."""
        if self._quiet:
            return
        for phase, entries in groupby(self._new(), key=itemgetter(0)):
            self._scores(turn_of(phase) - 1)
            if not self._brief:
                self._begin(phase)
                for entry in gathered(entry for _, entry in entries):
                    self._entry(entry)
        if self._game.is_over:
            self._scores(turn_of(self._game.phase))

    def _new(self) -> list[tuple[int, LogEntry]]:
        numbered = [(turn.phase, entry) for turn in self._game.history.turns for entry in turn.log]
        numbered += [(self._game.phase, entry) for entry in self._game.under_way]
        self._shown, new = len(numbered), numbered[self._shown :]
        return new

    def _begin(self, phase: int) -> None:
        """Print the heading of a new phase if the game may last more than one phase."""
        if phase != self._phase and self._game.phases != 1:
            self.line("")
            self._print(Text(phase_words(self._game, phase), "bold reverse"))
        self._phase = phase

    def _scores(self, upto: int) -> None:
        """Print the score of every turn that has not been printed yet."""
        if self._game.battle and upto > self._scored:
            for score in scores(self._game)[self._scored : upto]:
                self._print(Text(("" if self._brief else "\n") + score_line(self._game, score), "bold"))
            self._scored = upto

    def map(self) -> None:
        """Print a map of the table in plain characters, with model numbers."""
        for line in table_text(view_of(self._game), numbered=True).splitlines():
            self._console.print(Text(line, no_wrap=True, overflow="crop"))

    def taken_back(self, what: str = "") -> None:
        """Report that a decision was undone. The entries that follow are printed even if they were printed before the
        undo.
        """
        self._shown = len((*self._game.log, *self._game.under_way))
        self._scored = min(self._scored, turn_of(self._game.phase) - 1)
        self.line(f"  undone: {what}" if what else "  undone", dim=True)

    def line(self, words: str, *, dim: bool = False) -> None:
        """Print one line of text, dimmed if requested."""
        self._print(Text(words, style="dim" if dim else ""))

    def left(self, words: str) -> None:
        """Report on standard error that the person has quit."""
        Console(stderr=True, highlight=False, soft_wrap=True).print(Text(f"\npilein: {words}"))

    def question(self, side: str, words: str, clause: str) -> None:
        """Print a question that one side must answer."""
        text = Text.assemble((side, self._styles[side]), ": ", (words, "bold"))
        self._print(_with_clause(text, clause))

    def _print(self, text: Text) -> None:
        """Print a line of text. Long lines wrap with a hanging indent."""
        if self._console.soft_wrap:
            self._console.print(text)
            return
        hang = len(text.plain) - len(text.plain.lstrip(" ")) + HANGING
        first, *rest = text.wrap(self._console, max(self._console.width - hang, NARROWEST)) or [Text("")]
        self._console.print(first)
        for line in rest:
            self._console.print(Text.assemble(" " * hang, line))

    def prompt(self) -> None:
        """Print the prompt for a person's answer."""
        self._console.print(Text("> "), end="")

    def end(self, seed: str, files: list[str]) -> None:
        """Print the summary, the rulings applied, the files written, and a line about the dice."""
        self._scores(turn_of(self._game.phase))
        self._summary()
        self._rulings()
        self._print(Text(end_words(self._game), "bold" if self._game.battle else ""))
        self.line(seed, dim=True)
        for path in files:
            self.line(f"written: {in_one_line(path)}", dim=True)

    # --- entries ---------------------------------------------------------------------------------------------

    def _entry(self, entry: LogEntry | Moves | Rolled) -> None:
        if isinstance(entry, Moves):
            text = Text.assemble("  ", (entry.mover, self._styles.get(entry.unit, "")), f" {entry.words}")
            self._print(_with_clause(text, entry.clause))
        elif isinstance(entry, Rolled):
            by = f"{entry.by}: " if entry.by else ""
            for place, line in enumerate(dice_lines(entry.thrown)):
                self._print(Text(f"    {'' if place else by}{line}", style="cyan"))
        elif isinstance(entry, Decided):
            text = Text.assemble("  ", (self._side(entry.side), self._of_sides[entry.side]), f": {entry.sentence}")
            self._print(_with_clause(text, entry.clause))
        elif isinstance(entry, Told):
            self._event(entry.event)

    def _event(self, event: Event) -> None:
        kind = type(event).__name__
        text = Text()
        for piece in pieces(event):
            text.append(piece.words, self._styles.get(piece.words, "") if piece.names else "")
        if isinstance(event, Heading) and event.level is not None:
            self._heading(text, event.level, event.clause)
            return
        if kind in LOSSES:
            text.stylize("bold")
        if isinstance(event, Slain):
            text.append(" X" * min(event.count, CROSSES) + (" ..." if event.count > CROSSES else ""), "bold red")
        indent = "" if kind == STEP else "  "
        self._print(_with_clause(Text.assemble(indent, text), event.clause))

    def _heading(self, text: Text, level: int, clause: str) -> None:
        self._console.print()
        text.stylize("bold" if level else "bold underline")
        self._print(_with_clause(text, clause))

    def _side(self, side: int) -> str:
        return str(self._game.state.setup.sides[side])

    # --- the end ---------------------------------------------------------------------------------------------

    def _summary(self) -> None:
        table = Table(box=SIMPLE_HEAD)
        for heading in ("unit", "side", "before", "after", "wounds lost", "status"):
            number = heading in ("before", "after", "wounds lost")
            table.add_column(heading, justify="right" if number else "left", no_wrap=number)
        for line in unit_lines(self._game):
            status = ", ".join((*(("in contact",) if line.in_contact else ()), *line.status))
            counts = (str(line.models_before), str(line.models_after), str(line.wounds_lost or "-"))
            name = Text(line.unit, style=self._styles[line.unit])
            table.add_row(name, Text(line.side), *counts, Text(status))
        self._console.print()
        self._console.print(table)

    def _rulings(self) -> None:
        for note in text_notes(self._game.scenario):
            self.line(note, dim=True)
        met, book = self._game.met, self._game.rules.rulings
        if not met:
            return
        usual = [one for one in met if self._game.state.setup.readings[one].option == DEFAULT]
        grave = [one for one in usual if one in book and book[one].matters.startswith(GRAVE) and book[one].options]
        if usual:
            more = f"`pilein rules {self._game.rules.name} ID` explains one, --json names all"
            self.line(f"Unclear rules met in this game, read the usual way ({more}):", dim=True)
        for ruling in grave:
            self._print(Text(f"  {ruling}  {book[ruling].question}", style="dim"))
        if len(usual) > len(grave):
            self.line(f"  {'and ' if grave else ''}{len(usual) - len(grave)} that hardly matter", dim=True)
        other = [one for one in met if one not in usual]
        if other:
            self.line("Unclear rules read another way, as this game asks:", dim=True)
        for ruling in other:
            option = self._game.state.setup.readings[ruling].option
            found = book.get(ruling)
            words = _reading(found.default, {one.name: one.words for one in found.options}, option) if found else ""
            line = Text(f"  {ruling}  {option}: {words}", style="dim", no_wrap=True)
            line.truncate(self._console.width, overflow="ellipsis" if _is_wide(self._console) else "crop")
            self._console.print(line)


def _reading(default: str, options: dict[str, str], option: str) -> str:
    return " ".join((default if option == DEFAULT else options.get(option, "")).split())


def _with_clause(text: Text, clause: str) -> Text:
    return Text.assemble(text, ("  " + clause, "dim")) if clause else text


def _is_wide(console: Console) -> bool:
    """Whether the terminal can display more than ASCII."""
    return console.encoding.lower().startswith("utf")
