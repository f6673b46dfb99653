"""A game at one keyboard, line by line: without cursor movement it works in any terminal and with screen readers."""

from collections.abc import Mapping
from pathlib import Path

from charidice.match import Match
from charidice.record.files import FileError, save
from charidice.record.moves import read_dice
from charidice.rules.dice import ALL_DICE, DICE, Dice, Face, read_faces
from charidice.rules.engine import verify
from charidice.rules.errors import IllegalAction, InvalidDice, Refused
from charidice.rules.moves import Action, AskGift, DeclineGift, Event, Roll, Rolled, Score, Stop
from charidice.rules.state import GameState
from charidice.show.options import best_first
from charidice.show.telling import Teller
from charidice.strategy.bots.levels import Chooser
from charidice.terminal.console import Console, command_line
from charidice.terminal.hints import HintStages
from charidice.terminal.keyboard import Keyboard

NO_BOTS: Mapping[int, Chooser] = {}


class TerminalGame:
    """Turns typed lines into actions of a match, and its events into lines; bots act on their own."""

    def __init__(
        self,
        match: Match,
        teller: Teller,
        path: Path,
        console: Console,
        bots: Mapping[int, Chooser] = NO_BOTS,
        solution: Path | None = None,
    ) -> None:
        """`solution` is a folder of tables for hints, instead of the bundled ones."""
        self.match = match
        self.path = path
        self.is_saved: bool | None = None
        """Whether the last save succeeded; None before the first."""
        self._teller = teller
        self._keyboard = Keyboard(console, teller.letters())
        self._console = self._keyboard.console
        self._texts = console.texts
        self._hints = HintStages(teller, self._keyboard.letter("hint"), solution)
        self._bots = bots
        self._real_dice = match.record.pledge is None
        self._announced: tuple[int, int] | None = None

    def play(self) -> None:
        """Play until the game is over; raises Quit when the players stop."""
        if self._real_dice:
            self._console.tell("play.real-dice", letters=self._teller.letters())
        self._save()
        while not self.match.state.is_over:
            self._announce_turn()
            self._step()
        self._announce_end()

    def _step(self) -> None:
        node = self.match.node
        if (player := node.player) is not None and player in self._bots:
            self._play(self._bots[player].choose(node))
        elif node.asking:
            self._play(self._answer(node.state))
        else:
            try:
                self._obey_line(self._console.read(self._prompt()).strip())
            except Refused as refused:
                self._console.write(self._texts.refusal(refused, self.match.players))

    def _obey_line(self, typed: str) -> None:
        state = self.match.state
        word, _, rest = typed.partition(" ")
        command = self._keyboard.command(word)
        first_roll = state.turn.rolls == 0
        if command:
            self._obey(command, rest.strip())
        elif first_roll and typed and self._real_dice:
            self._submit(state.active, Roll(), read_faces(typed))
        elif first_roll and not typed and not self._real_dice:
            self._submit(state.active, Roll())
        elif typed.isdecimal() and not first_roll:
            self._score(typed)
        elif typed:
            self._console.tell("play.unknown", text=typed)

    def _obey(self, command: str, rest: str) -> None:
        state = self.match.state
        match command:
            case "roll":
                thrown = read_dice(rest, self.match.state) if rest else ALL_DICE
                self._roll(tuple(die for die in ALL_DICE if die not in thrown))
            case "keep" if rest:
                self._roll(read_dice(rest, self.match.state))
            case "keep":
                self._console.tell("play.which-dice")
            case "score":
                self._score(rest)
            case "ask" if state.recipient in self._bots:
                raise IllegalAction("not-the-recipient", recipient=state.recipient)
            case "ask":
                self._submit(state.recipient, AskGift())
            case "stop":
                self._submit(state.active, Stop())
            case "undo":
                self._undo()
            case "options" if state.turn.rolls:
                self._show_options(everything=True)
            case "options":
                self._console.tell("refused.roll-first")
            case "sheets":
                self._console.show(self._teller.sheets(state))
            case "hint":
                self._console.write(self._hints.next(state, state.active))

    def _roll(self, keep: Dice) -> None:
        """Roll all but the kept dice; with real dice, ask for their faces until they are possible."""
        active, action = self.match.state.active, Roll(keep)
        if not self._real_dice:
            self._submit(active, action)
            return
        if refusal := verify(self.match.state, active, action):
            raise refusal
        while typed := self._console.ask("play.prompt.faces", count=DICE - len(keep)):
            try:
                self._submit(active, action, read_faces(typed))
                return
            except InvalidDice as refused:
                self._console.write(self._texts.refusal(refused))

    def _score(self, rest: str) -> None:
        state = self.match.state
        if state.must_stop_first:
            # Late asking: the recipient asks or declines before the dice to score are named.
            self._submit(state.active, Stop())
            return
        good, others = best_first(state.options)
        dice_by_number = {str(number): option.dice for number, option in enumerate(good + others, 1)}
        if rest in dice_by_number:
            self._submit(state.active, Score(dice_by_number[rest]))
        elif state.turn.rolls and (not rest or rest.isdecimal()):
            self._console.tell("play.which-option", count=len(dice_by_number))
        else:
            self._submit(state.active, Score(read_dice(rest, self.match.state)))

    def _answer(self, state: GameState) -> Action:
        """Ask a person whether to ask for the greatest of gifts."""
        if state.turn.stopped:
            return self._ask_recipient("play.prompt.last-call", enter_is_no=False)
        if state.active in self._bots:
            return self._ask_recipient("play.prompt.ask", enter_is_no=True)
        # Between people, the recipient types a command at any time.
        return DeclineGift()

    def _ask_recipient(self, question: str, enter_is_no: bool) -> Action:
        """Ask until the answer is yes or no; hints, options and sheets are available before it."""
        state = self.match.state
        yes, no = self._console.answers()
        words = {"player": self.match.players[state.recipient], "command": self._keyboard.letter("ask")}
        while True:
            typed = self._console.ask(question, yes=yes[0], no=no[0], **words).lower()
            command = self._keyboard.command(typed)
            if typed in no or (enter_is_no and not typed):
                return DeclineGift()
            if typed in yes or command == "ask":
                return AskGift()
            if command == "hint":
                self._console.write(self._hints.next(state, state.recipient))
            elif command in ("options", "sheets"):
                self._obey(command, "")
            else:
                self._console.tell("play.yes-or-no", yes=yes[0], no=no[0])

    def _play(self, action: Action) -> None:
        """Perform a bot's action, or an answer to a question."""
        if isinstance(action, Roll) and self._real_dice:
            self._roll_for_bot(action)
            return
        before = self.match.state
        if event := self.match.play(action):
            self._tell(before, event)

    def _roll_for_bot(self, roll: Roll) -> None:
        """Ask for the faces of the real dice; until then, the last event may be undone."""
        state = self.match.state
        bot = self.match.players[state.active]
        if kept := self._teller.faces(state.faces[die] for die in roll.keep):
            self._console.tell("play.bot-keeps", player=bot, faces=kept)
        while True:
            typed = self._console.ask("play.prompt.faces-of-bot", player=bot, count=DICE - len(roll.keep))
            command = self._keyboard.command(typed)
            try:
                if command in ("undo", "options", "sheets"):
                    self._obey(command, "")
                elif command == "hint":
                    self._console.tell("coach.look.not-your-turn", active=bot)
                elif typed:
                    self._submit(state.active, roll, read_faces(typed))
            except Refused as refused:
                self._console.write(self._texts.refusal(refused, self.match.players))
            if self.match.state is not state:
                return

    def _undo(self) -> None:
        history = self.match.history
        player = history[-1][0] if history else 0
        if player in self._bots:
            # Only its player may undo an event, so a bot's cannot be undone: refuse it to any person.
            player = next(seat for seat in range(len(self.match.players)) if seat not in self._bots)
        self.match.undo(player)
        self._save()
        self._console.tell("play.undone", player=self.match.players[player])
        self._announced = None

    def _submit(self, player: int, action: Action, faces: tuple[Face, ...] | None = None) -> None:
        before = self.match.state
        self._tell(before, self.match.submit(player, action, faces))

    def _tell(self, before: GameState, event: Event) -> None:
        """Save the game after an event, and show the event."""
        self._save()
        of_bot = before.active in self._bots
        if of_bot or not isinstance(event, Rolled):
            self._console.show(self._teller.event(before, event))
        if self.match.state.turn.rolls and not of_bot:
            self._show_dice()

    def _save(self) -> None:
        """Save the game; if that fails, say so once and play on."""
        try:
            save(self.path, self.match.record)
            self.is_saved = True
        except FileError as error:
            if self.is_saved is not False:
                self._console.write(self._texts.refusal(error))
            self.is_saved = False

    def _show_dice(self) -> None:
        state = self.match.state
        self._console.write(self._teller.dice(state))
        if state.active not in self._bots:
            self._mention_gift()
            self._show_options(everything=False)

    def _mention_gift(self) -> None:
        """Tell people how the recipient may ask; beside a bot, the recipient is asked instead."""
        state = self.match.state
        between_people = not {state.active, state.recipient} & self._bots.keys()
        if between_people and state.may_be_asked and not state.turn.stopped:
            recipient = self.match.players[state.recipient]
            self._console.tell("play.gift-possible", player=recipient, command=self._keyboard.letter("ask"))

    def _show_options(self, everything: bool) -> None:
        state = self.match.state
        good, others = best_first(state.options)
        self._console.tell("play.options")
        lines = self._teller.options(good + others, state.faces, state.turn.asked)
        self._console.show(lines if everything else lines[: len(good)])
        if others and not everything:
            self._console.tell("play.options.more", count=len(others), command=self._keyboard.letter("options"))

    def _prompt(self) -> str:
        state = self.match.state
        player = self.match.players[state.active]
        if state.turn.rolls == 0:
            return self._texts.say("play.prompt.first.real" if self._real_dice else "play.prompt.first", player=player)
        letters = {command: f"({self._keyboard.letter(command)})" for command in ("keep", "roll", "score")}
        if state.rolls_left == 0:
            return self._texts.say("play.prompt.score", player=player, **letters)
        rolls = self._texts.say("rolls-left", count=state.rolls_left)
        return self._texts.say("play.prompt.roll", player=player, rolls=rolls, **letters)

    def _announce_turn(self) -> None:
        """Announce each turn once."""
        state = self.match.state
        if self._announced == (state.round, state.active):
            return
        self._announced = (state.round, state.active)
        self._console.write("")
        self._console.write(self._teller.turn(state))
        if state.turn.rolls:
            self._show_dice()
        else:
            self._mention_gift()

    def _announce_end(self) -> None:
        self._console.write("")
        self._console.tell("play.over")
        self._console.write("")
        self._console.show(self._teller.sheets(self.match.state))
        self._console.show(self._teller.result(self.match.state))
        if self.is_saved:
            self._console.tell("play.record", path=self.path)
        if self.is_saved and not self._real_dice:
            self._console.tell("play.check", command=command_line("verify", self.path))
        if self.is_saved:
            self._console.tell("play.review", command=command_line("review", self.path))
