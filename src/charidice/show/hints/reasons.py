"""Why a move is the best, in short sentences; every clause is backed by a number."""

from collections.abc import Iterator

from charidice.coach.hints.model import SAME_VICTORY, WITH_BONUS, Hint, Prospect, Verdict
from charidice.rules.moves import AskGift, DeclineGift, Score
from charidice.rules.scoring import Kind
from charidice.show.hints.words import PositionWords

# The most combinations listed, and the least probability of each.
KINDS_TOLD, LEAST_CHANCE = 3, 0.01
# The least differences that are mentioned: of points; of the probability of a combination or of the lead in giving.
LEAST_POINTS, LEAST_DIFFERENCE = 0.05, 0.03


def reason(hint: Hint, words: PositionWords) -> str:
    sentences = _asking(hint, words) if hint.verdict else _moving(hint, words)
    if hint.truth == "estimated":
        sentences.append(words.catalog.say("coach.estimated"))
    elif hint.error:
        sentences.append(words.catalog.say("coach.measured", error=words.catalog.number(100 * hint.error, 1)))
    return " ".join(sentences)


def _moving(hint: Hint, words: PositionWords) -> list[str]:
    say = words.catalog.say
    best, *others = hint.prospects
    sentences = [_brings(best, words), *_chances(best, words)]
    key = "coach.victory.same" if others and hint.makes_no_difference else "coach.victory"
    sentences.append(say(key, percent=words.victory(best.victory)))
    if best.lead is not None:
        sentences.append(say("coach.end", lead=words.lead(best.lead)))
    if not others:
        return [*sentences, say("coach.only")]
    following, *rest = others
    sentences.append(say("coach.next", move=_with_value(following, hint, words)))
    sentences += _comparison(hint, best, following, words)
    sentences += [say("coach.third", move=_with_value(other, hint, words)) for other in rest]
    return sentences


def _brings(prospect: Prospect, words: PositionWords) -> str:
    """The points and gift of the turn: certain when scored, else expected."""
    say, number = words.catalog.say, words.catalog.number
    if isinstance(prospect.action, Score):
        return say("coach.scores", points=words.points(prospect.points, certain=True), gift=number(prospect.gift))
    return say("coach.brings", points=words.points(prospect.points), gift=number(prospect.gift, 1))


def likely_kinds(prospect: Prospect) -> list[tuple[Kind, float]]:
    """The combinations that a turn most likely ends with; none if it is scored at once."""
    if isinstance(prospect.action, Score):
        return []
    likely = sorted(prospect.kinds.items(), key=lambda item: -item[1])[:KINDS_TOLD]
    return [(kind, chance) for kind, chance in likely if chance >= LEAST_CHANCE]


def _chances(prospect: Prospect, words: PositionWords) -> Iterator[str]:
    told = [
        words.catalog.say("coach.chance", kind=words.kind(kind), percent=words.catalog.percent(chance))
        for kind, chance in likely_kinds(prospect)
    ]
    if told:
        yield words.catalog.say("coach.chances", chances=", ".join(told))


def _with_value(prospect: Prospect, hint: Hint, words: PositionWords) -> str:
    """A move with its chance of victory, or where all are equal, with its points."""
    say = words.catalog.say
    if not hint.makes_no_difference:
        value = words.victory(prospect.victory)
    elif prospect.lead is not None:
        value = words.lead(prospect.lead)
    else:
        gift = say("coach.gift", gift=words.catalog.number(prospect.gift, 1))
        value = f"{words.points(prospect.points)}, {gift}"
    return say("coach.valued", move=words.move(prospect.action), value=value)


def _comparison(hint: Hint, best: Prospect, other: Prospect, words: PositionWords) -> Iterator[str]:
    """The advantages and disadvantages of the best move compared with another."""
    if not hint.makes_no_difference and best.victory - other.victory < SAME_VICTORY:
        yield words.catalog.say("coach.equal")
        return
    gains, costs = _differences(best, other, words)
    if not gains and not hint.makes_no_difference:
        gains = _risk(best, other, words) or [words.catalog.say("coach.wins-more")]
    if gains:
        yield words.catalog.say("coach.gains", clauses=", ".join(gains))
    if gains and costs:
        yield words.catalog.say("coach.costs", clauses=", ".join(costs))


def _differences(best: Prospect, other: Prospect, words: PositionWords) -> tuple[list[str], list[str]]:
    say = words.catalog.say
    gains: list[str] = []
    costs: list[str] = []
    certain = isinstance(best.action, Score) and isinstance(other.action, Score)
    points = best.points - other.points
    if abs(points) >= LEAST_POINTS:
        key, clauses = ("coach.more-points", gains) if points > 0 else ("coach.fewer-points", costs)
        clauses.append(say(key, points=words.points(abs(points), certain)))
    gift = best.gift - other.gift
    if abs(gift) >= LEAST_POINTS:
        key, clauses = ("coach.smaller-gift", gains) if gift < 0 else ("coach.greater-gift", costs)
        clauses.append(say(key, points=words.catalog.number(abs(gift), 0 if certain else 1)))
    kind = max(WITH_BONUS, key=lambda kind: best.kinds[kind] - other.kinds[kind])
    if not certain and best.kinds[kind] - other.kinds[kind] >= LEAST_DIFFERENCE:
        gains.append(say("coach.likelier", kind=words.kind(kind), **_both(best.kinds[kind], other.kinds[kind], words)))
    giving = best.most_given - other.most_given
    if abs(giving) >= LEAST_DIFFERENCE:
        clauses = gains if giving > 0 else costs
        clauses.append(say("coach.ahead-in-giving", **_both(best.most_given, other.most_given, words)))
    return gains, costs


def _risk(best: Prospect, other: Prospect, words: PositionWords) -> list[str]:
    """For moves that differ only in risk: a player who is behind seeks it, one who is ahead avoids it."""
    if abs(best.spread - other.spread) < LEAST_POINTS:
        return []
    key = "coach.bolder" if best.spread > other.spread else "coach.safer"
    number = words.catalog.number
    return [words.catalog.say(key, points=number(best.spread, 1), other=number(other.spread, 1))]


def _both(chance: float, other: float, words: PositionWords) -> dict[str, str]:
    return {"percent": words.catalog.percent(chance), "other": words.catalog.percent(other)}


def _asking(hint: Hint, words: PositionWords) -> list[str]:
    say = words.catalog.say
    by_answer = {prospect.action: prospect for prospect in hint.prospects}
    ask, wait = by_answer[AskGift()], by_answer[DeclineGift()]
    unasked = "coach.if-not-asked-now" if wait.asked else "coach.if-not-asked"
    sentences = [
        say("coach.if-asked", prospect=_answered(ask, hint, words)),
        say(unasked, prospect=_answered(wait, hint, words)),
    ]
    if hint.makes_no_difference:
        sentences.append(say("coach.victory.same", percent=words.victory(wait.victory)))
    if abs(ask.most_given - wait.most_given) >= LEAST_DIFFERENCE:
        giver = words.players[words.state.active]
        sentences.append(say("coach.giver-ahead", player=giver, **_both(ask.most_given, wait.most_given, words)))
    if hint.verdict is Verdict.NOT:
        sentences.append(say("coach.last-chance"))
    elif hint.verdict is Verdict.WAIT:
        sentences.append(say("coach.later"))
        if wait.asked >= LEAST_CHANCE:
            sentences.append(say("coach.later-in-turn", percent=words.catalog.percent(wait.asked)))
    return sentences


def _answered(prospect: Prospect, hint: Hint, words: PositionWords) -> str:
    say = words.catalog.say
    parts = [say("coach.gift", gift=words.catalog.number(prospect.gift, 1))]
    if not hint.makes_no_difference:
        parts.append(say("coach.chance-of-victory", percent=words.victory(prospect.victory)))
    if prospect.lead is not None:
        parts.append(say("coach.at-end", lead=words.lead(prospect.lead)))
    return ", ".join(parts)
