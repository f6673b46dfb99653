"""Games of the batch engine, followed event by event with the engine and its bots."""

from collections.abc import Sequence

from charidice.batch.playing import PlayedGames
from charidice.chance import FairDice
from charidice.rules import DeclineGift, Event, Node, decide, evolve, new_game, results
from charidice.rules.engine import action_of, actor
from charidice.rules.state import GameState
from charidice.strategy.bots.levels import Chooser


def dice_of(games: int, seed: int = 1) -> list[FairDice]:
    return [FairDice(f"{seed}.{game}".encode().ljust(32)) for game in range(games)]


def follow(
    events: Sequence[Event], state: GameState, dice: FairDice, bots: Sequence[Chooser] | None = None
) -> GameState:
    """The state at the end, if the engine makes every event from its action, and every bot chooses that action."""
    for event in events:
        seat, action = actor(state, event), action_of(event)
        if bots:
            node = Node.of(state)
            if node.asking and seat == state.active:
                assert bots[state.recipient].choose(node) == DeclineGift()
                node = node.play(DeclineGift())
            assert bots[seat].choose(node) == action
        assert decide(state, seat, action, dice) == event
        state = evolve(state, event)
    return state


def check(played: PlayedGames, dice: Sequence[FairDice], bots: Sequence[Chooser] | None = None) -> int:
    """Follow all games; returns the number of events."""
    setup, count = played.deals.setup, 0
    for game, source in enumerate(dice):
        events = played.events(game)
        end = follow(events, new_game(setup.players, setup.ruleset, setup.dice_set), source, bots)
        assert end.is_over
        final = results(end.sheets)
        columns = (played.sheets.points, played.sheets.bonus, played.sheets.received, played.sheets.given)
        assert [result[:4] for result in final] == [
            tuple(int(c[seat, game]) for c in columns) for seat in range(len(final))
        ]
        assert [result.total for result in final] == played.totals[:, game].tolist()
        assert [sheet.has_gift for sheet in end.sheets] == played.sheets.has_gift[:, game].tolist()
        count += len(events)
    return count
