"""A game at one keyboard, line by line: no cursor movement, so it works in any terminal and with a screen reader."""

from dataclasses import replace
from pathlib import Path

from charidice.match import Match
from charidice.rules.dice import ALL_DICE, DICE, Dice, Face, read_faces
from charidice.rules.engine import legal_actions, verify
from charidice.rules.errors import InvalidDice, Refused
from charidice.rules.moves import Action, AskGift, DeclineGift, Roll, Rolled, Score, Stop
from charidice.tui.console import Console, Quit, command_line
from charidice.tui.saves import FileTrouble, save
from charidice.tui.words import Teller, best_first

COMMANDS = ("roll", "keep", "score", "ask", "stop", "undo", "options", "sheets", "help", "quit")


class Table:
    """The people at the keyboard: what is typed becomes actions of a match, and events become lines."""

    def __init__(self, match: Match, teller: Teller, path: Path, console: Console) -> None:
        self.match = match
        self.path = path
        self.is_saved: bool | None = None
        """Whether the file holds the game as it is; None before the first try."""
        self._teller = teller
        self._keyboard = console.read
        self._console = replace(console, read=self._read)
        self._texts = console.texts
        self._real_dice = match.record.pledge is None
        self._announced: tuple[int, int] | None = None
        self._commands = {
            word: command for command in COMMANDS for word in self._texts.say(f"command.{command}").split()
        }

    def play(self) -> None:
        """Play until the game is over; Quit when the players want to stop."""
        if self._real_dice:
            self._console.tell("play.real-dice", letters=self._teller.letters())
        self._save()
        while not self.match.state.is_over:
            self._announce_turn()
            try:
                self._step()
            except Refused as refused:
                self._console.write(self._texts.refusal(refused, self.match.players))
        self._announce_end()

    def _read(self, prompt: str) -> str:
        """Whatever is asked, help and quitting are there."""
        while True:
            typed = self._keyboard(prompt)
            command = self._commands.get(typed.strip().lower())
            if command == "quit":
                raise Quit
            if command != "help":
                return typed
            self._help()

    def _step(self) -> None:
        state = self.match.state
        if not legal_actions(state, state.active):
            self._last_call()
            return
        typed = self._console.read(self._prompt()).strip()
        word, _, rest = typed.partition(" ")
        command = self._commands.get(word.lower())
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
                thrown = self._dice(rest) if rest else ALL_DICE
                self._roll(tuple(die for die in ALL_DICE if die not in thrown))
            case "keep" if rest:
                self._roll(self._dice(rest))
            case "keep":
                self._console.tell("play.which-dice")
            case "score":
                self._score(rest)
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

    def _roll(self, keep: Dice) -> None:
        """Roll all but the kept dice; with real dice, ask what they show until it can be so."""
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
            # Late asking: the recipient answers before the dice to score are named.
            self._submit(state.active, Stop())
            return
        good, others = best_first(state.options)
        dice_by_number = {str(number): option.dice for number, option in enumerate(good + others, 1)}
        if rest in dice_by_number:
            self._submit(state.active, Score(dice_by_number[rest]))
        elif state.turn.rolls and (not rest or rest.isdecimal()):
            self._console.tell("play.which-option", count=len(dice_by_number))
        else:
            self._submit(state.active, Score(self._dice(rest)))

    def _last_call(self) -> None:
        state = self.match.state
        asks = self._console.yes_or_no("play.prompt.last-call", player=self.match.players[state.recipient])
        self._submit(state.recipient, AskGift() if asks else DeclineGift())

    def _undo(self) -> None:
        history = self.match.history
        player = history[-1][0] if history else 0
        self.match.undo(player)
        self._save()
        self._console.tell("play.undone", player=self.match.players[player])
        self._announced = None

    def _submit(self, player: int, action: Action, faces: tuple[Face, ...] | None = None) -> None:
        before = self.match.state
        event = self.match.submit(player, action, faces)
        self._save()
        if not isinstance(event, Rolled):
            self._console.show(self._teller.event(before, event))
        if self.match.state.turn.rolls:
            self._show_dice()

    def _save(self) -> None:
        """Keep the game on disk; if that fails, the people should know, and play on."""
        try:
            save(self.path, self.match.record)
            self.is_saved = True
        except FileTrouble as trouble:
            if self.is_saved is not False:
                self._console.write(self._texts.refusal(trouble))
            self.is_saved = False

    def _dice(self, text: str) -> Dice:
        """Dice named by their positions 1-6, as 1 3 4 or 134, or by the faces they show."""
        digits = text.replace(",", " ").replace(" ", "")
        if digits.isdecimal():
            dice = tuple(int(digit) - 1 for digit in digits)
            if not set(dice) <= set(ALL_DICE):
                raise InvalidDice("unknown-die")
            return dice
        state = self.match.state
        faces = read_faces(text)
        for face in faces:
            if face not in state.faces:
                raise InvalidDice("face-not-there", face=face)
        return tuple(state.setup.dice_set.die_of(face) for face in faces)

    def _show_dice(self) -> None:
        state = self.match.state
        self._console.write(self._teller.dice(state))
        if state.may_be_asked and not state.turn.stopped:
            recipient = self.match.players[state.recipient]
            self._console.tell("play.gift-possible", player=recipient, command=self._letter("ask"))
        self._show_options(everything=False)

    def _show_options(self, everything: bool) -> None:
        state = self.match.state
        good, others = best_first(state.options)
        self._console.tell("play.options")
        lines = self._teller.options(good + others, state.faces, state.turn.asked)
        self._console.show(lines if everything else lines[: len(good)])
        if others and not everything:
            self._console.tell("play.options.more", count=len(others), command=self._letter("options"))

    def _prompt(self) -> str:
        state = self.match.state
        player = self.match.players[state.active]
        if state.turn.rolls == 0:
            return self._texts.say("play.prompt.first.real" if self._real_dice else "play.prompt.first", player=player)
        letters = {command: f"({self._letter(command)})" for command in ("keep", "roll", "score")}
        if state.rolls_left == 0:
            return self._texts.say("play.prompt.score", player=player, **letters)
        rolls = self._texts.say("rolls-left", count=state.rolls_left)
        return self._texts.say("play.prompt.roll", player=player, rolls=rolls, **letters)

    def _announce_turn(self) -> None:
        """Say whose turn it is, once."""
        state = self.match.state
        if self._announced == (state.round, state.active):
            return
        self._announced = (state.round, state.active)
        self._console.write("")
        self._console.write(self._teller.turn(state))
        if state.turn.rolls:
            self._show_dice()

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

    def _help(self) -> None:
        self._console.tell("play.help")
        for command in COMMANDS:
            letter = self._letter(command)
            meaning = self._texts.say(f"play.help.{command}", command=letter)
            self._console.write(f"  {letter}  {meaning}")
        self._console.tell("play.help.dice")
        self._console.tell("play.help.letters", letters=self._teller.letters())

    def _letter(self, command: str) -> str:
        return self._texts.say(f"command.{command}").split()[0]
