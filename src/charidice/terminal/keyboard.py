"""Typed input: the commands of a language, and dice."""

from collections.abc import Callable
from dataclasses import replace

from charidice.terminal.console import Console, Quit

COMMANDS = ("roll", "keep", "score", "ask", "stop", "undo", "options", "sheets", "hint", "help", "quit")


class Keyboard:
    """Reads lines and recognises commands; handles help and quit at every prompt."""

    def __init__(self, console: Console, letters: str) -> None:
        self.console = replace(console, read=self._reader(console.read))
        self._texts = console.texts
        self._letters = letters
        self._commands = {word: command for command in COMMANDS for word in self._words(command)}

    def command(self, word: str) -> str | None:
        return self._commands.get(word.strip().lower())

    def letter(self, command: str) -> str:
        """The shortest word for a command."""
        return self._words(command)[0]

    def _reader(self, read: Callable[[str], str]) -> Callable[[str], str]:
        def line(prompt: str) -> str:
            while True:
                typed = read(prompt)
                command = self.command(typed)
                if command == "quit":
                    raise Quit
                if command != "help":
                    return typed
                self._help()

        return line

    def _help(self) -> None:
        self.console.tell("play.help")
        for command in COMMANDS:
            letter = self.letter(command)
            meaning = self._texts.say(f"play.help.{command}", command=letter)
            self.console.write(f"  {letter}  {meaning}")
        self.console.tell("play.help.dice")
        self.console.tell("play.help.letters", letters=self._letters)

    def _words(self, command: str) -> list[str]:
        return self._texts.say(f"command.{command}").split()
