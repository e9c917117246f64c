"""For people: cards and actions of Caravan by name, and its transcripts.

Cards are rank then suit, `10H`, the Joker `X`. Actions are `number 7H 1` (own route),
`face KH 0.1.2` (owner.route.position), `discard 7H` and `disband 1`.
"""

from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Any

from simcards.cards import members
from simcards.game import NOBODY
from simcards.games.caravan.deck import (
    JOKER_TOKEN,
    MOST_DECK,
    N_NUMBERS,
    N_RANKS,
    N_SHORT,
    N_SUITS,
    PACK,
    TOKEN_OF,
)
from simcards.games.caravan.kernels import (
    apply,
    begin_hand,
    legal_actions,
    must_show,
    show_hand,
)
from simcards.games.caravan.layout import (
    DISBANDS,
    DISCARDS,
    FACES,
    MOST_RESHUFFLES,
    MOST_SHOWN,
    N_FIRST,
    SIDE,
    SLOT,
)
from simcards.games.caravan.routes import find_place
from simcards.games.caravan.rules import ROUTES, SEATS, Reason
from simcards.texts import PlayedHand, RefusedError, check_deck, check_parts

SUITS = "SHDC"
RANKS = ("A", *map(str, range(2, N_RANKS + 1)))
TOKENS = (
    *(f"{rank}{suit}" for suit in SUITS for rank in RANKS),
    *(f"{face}{suit}" for face in "JQK" for suit in SUITS),
    "X",
)
assert TOKENS[N_NUMBERS + N_SUITS] == "QS"
assert TOKENS[JOKER_TOKEN] == "X"
REASONS = ("sale", "sale", "out_of_cards")  # as transcripts write a Reason
ARROWS = {1: "up", 0: "-", -1: "down"}


def name_of(card: int) -> str:
    """A card as it is written."""
    return str(TOKENS[TOKEN_OF[card]])


def pack_of(double: bool) -> list[str]:
    """The names of a whole deck."""
    return [TOKENS[TOKEN_OF[card]] for card in range(MOST_DECK if double else PACK)]


# --- Transcripts: the deal ------------------------------------


def lay_cards(state: Any, deal: Mapping[str, Any]) -> None:
    """R2: the decks as written, hands put back and dealt anew, and the orders of reshuffles."""
    check_parts(deal, ("decks", "shuffles"))
    decks, shuffles = texts_of(deal, "decks"), deal.get("shuffles", [[] for _ in range(SEATS)])
    if not isinstance(shuffles, list) or not all(is_texts(orders) for orders in shuffles):
        raise RefusedError(f"`shuffles` is {shuffles!r}; it must be a list of orders for each seat")
    if len(shuffles) != SEATS:
        raise RefusedError(f"`shuffles` has {len(shuffles)} lists; it must be one a seat")
    read = [
        read_decks(state, seat, decks[seat].split(), [order.split() for order in shuffles[seat]])
        for seat in range(SEATS)
    ]  # all is checked before anything is laid down
    for seat, (hands, later) in enumerate(read):
        for number, cards in enumerate(hands):
            n = len(cards)
            state.hidden.pile[seat, :n] = cards[::-1]
            if number + 1 < len(hands):
                show_hand(state, seat, n)
        state.public.n_pile[seat] = len(hands[-1])
        lay_orders(state, seat, later)
    begin_hand(state)


def is_texts(found: Any) -> bool:
    """Whether this is a list of texts."""
    return isinstance(found, list) and all(isinstance(text, str) for text in found)


def texts_of(deal: Mapping[str, Any], name: str) -> list[str]:
    """A field of the deal with one text a seat."""
    found = deal.get(name)
    if not is_texts(found) or len(found or []) != SEATS:
        raise RefusedError(f"`{name}` is {found!r}; it must be {SEATS} strings, a deck for each")
    return list(found or [])


def read_decks(
    state: Any, seat: int, deck: list[str], orders: list[list[str]]
) -> tuple[list[list[int]], list[list[str]]]:
    """The card numbers of the deck and of each one after a new hand, and the orders left over."""
    check_cards(state.public.rules, deck)
    numbers = dict_of_numbers(seat, deck)
    hands = [in_numbers(deck, numbers)]
    left = list(orders)
    while shows(state, seat, hands[-1]):
        if len(hands) > MOST_SHOWN:
            break
        if not left:
            raise RefusedError(
                f"seat {seat}: a first hand with too few number cards is dealt anew, and "
                "`shuffles` has no order for its deck"
            )
        check_deck(left[0], deck)
        hands.append(in_numbers(left.pop(0), numbers))
    check_orders(state.public.rules, seat, deck, left)
    return hands, left


def check_cards(rules: Any, deck: list[str]) -> None:
    """Refuse what is not the deck of these rules, or thirty cards of it."""
    whole = pack_of(bool(rules.double_deck))
    if not rules.short_deck:
        check_deck(deck, whole)
        return
    too_many = sorted((Counter(deck) - Counter(whole)).elements())
    if too_many:
        raise RefusedError(f"{', '.join(too_many)}: not in the deck, or dealt too often")
    if len(deck) != N_SHORT:
        raise RefusedError(f"{len(deck)} cards are in a short deck; it must be {N_SHORT}")


def check_orders(rules: Any, seat: int, deck: list[str], orders: list[list[str]]) -> None:
    """Refuse orders of reshuffles that there cannot be."""
    most = MOST_RESHUFFLES if rules.reshuffle else 0
    if len(orders) > most:
        raise RefusedError(
            f"seat {seat}: orders in `shuffles` beside those of first hands dealt anew: "
            f"{len(orders)}; with these rules there are {most} at most"
        )
    for order in orders:
        strange = sorted((Counter(order) - Counter(deck)).elements())
        if strange:
            raise RefusedError(f"seat {seat}: {', '.join(strange)}: not in this seat's deck")


def dict_of_numbers(seat: int, deck: Iterable[str]) -> dict[str, list[int]]:
    """The card numbers of each name, as many as the deck has cards of it."""
    first = seat * MOST_DECK
    numbers: dict[str, list[int]] = {}
    for card in range(first, first + MOST_DECK):
        numbers.setdefault(name_of(card), []).append(card)
    wanted = Counter(list(deck))
    return {name: numbers[name][:n] for name, n in wanted.items()}


def in_numbers(deck: Iterable[str], numbers: Mapping[str, list[int]]) -> list[int]:
    """The cards of a deck by number, equal ones in the order of their numbers."""
    left = {name: list(cards) for name, cards in numbers.items()}
    return [left[name].pop(0) for name in deck]


def shows(state: Any, seat: int, deck: list[int]) -> bool:
    """R2: whether the hand on top of this deck is dealt anew."""
    trial = state.copy()
    trial.hidden.pile[seat, : len(deck)] = deck[::-1]
    return bool(must_show(trial, seat, len(deck)))


def lay_orders(state: Any, seat: int, orders: list[list[str]]) -> None:
    """R4: what comes of the reshuffles of this seat."""
    hidden = state.hidden
    hidden.n_written[seat] = len(orders)
    for number, order in enumerate(orders):
        hidden.n_order[seat, number] = len(order)
        hidden.orders[seat, number, : len(order)] = [TOKENS.index(name) for name in order]


def deal_text(dealt: Any, ended: Any) -> dict[str, Any]:
    """The decks as they were first shuffled, and what came of every later shuffle.

    Of a hand that was put back only the eight cards matter: the others follow in canonical order.
    """
    decks, shuffles = [], []
    for seat in range(SEATS):
        n = int(dealt.public.n_pile[seat])
        held = dealt.own[seat].held[:N_FIRST].tolist()
        last = [*held, *dealt.hidden.pile[seat, :n][::-1].tolist()]
        orders = []
        for shown in dealt.public.shown[seat, : dealt.public.new_hands[seat]].tolist():
            orders.append([*shown, *sorted(set(last) - set(shown))])
        orders.append(last)
        texts = [" ".join(map(name_of, order)) for order in orders]
        for number in range(int(ended.public.reshuffles[seat])):
            order = ended.hidden.orders[seat, number, : ended.hidden.n_order[seat, number]]
            texts.append(" ".join(TOKENS[token] for token in order))
        decks.append(texts[0])
        shuffles.append(texts[1:])
    return {"decks": decks, "shuffles": shuffles}


# --- Transcripts: the play ------------------------------------


def to_act(state: Any) -> int | None:
    """The seat to act; None when the hand is over."""
    seat = int(state.public.to_act)
    return None if seat == NOBODY else seat


def options(state: Any) -> dict[str, tuple[int, ...]]:
    """R3 to R7: every legal action."""
    words = legal_actions(state)
    actions = [64 * w + a for w, word in enumerate(words) for a in members(word)]
    return {action_text(state, action): (action,) for action in actions}


def refusal(state: Any, actions: tuple[int, ...]) -> str:
    """R4: what is wrong when a reshuffle that an action brings is not the one that was written."""
    public = state.public
    seat = int(public.to_act)
    if public.n_pile[seat] > 0 or public.reshuffles[seat] >= state.hidden.n_written[seat]:
        return ""
    trial = state.copy()
    for action in actions:
        apply(trial, action)
    if not trial.hidden.misfit:
        return ""
    number = int(public.reshuffles[seat])
    return (
        f"it brings reshuffle {number + 1} of seat {seat}, and what `shuffles` writes of that are "
        "not the cards of the discard pile"
    )


def action_text(state: Any, action: int) -> str:
    """An action as it is written."""
    held = state.own[state.public.to_act].held
    if action >= FACES:
        slot, target = divmod(action - FACES, SLOT)
        owner, place = divmod(target, SIDE)
        route, position = find_place(state.public, owner, place)
        return f"face {name_of(held[slot])} {owner}.{route}.{position}"
    if action >= DISBANDS:
        return f"disband {action - DISBANDS}"
    if action >= DISCARDS:
        return f"discard {name_of(held[action - DISCARDS])}"
    return f"number {name_of(held[action // ROUTES])} {action % ROUTES}"


def normal(text: str) -> str:
    """There is one spelling only."""
    return text


def results(state: Any, row: Any) -> dict[str, Any]:
    """R9, R10: what came of a hand; before its end, the values of the routes."""
    public = state.public
    found = {"plies": int(public.plies), "values": public.value.tolist()}
    if row is None:
        return found
    return found | {"winner": int(row.winner), "reason": REASONS[row.reason]}


def standing(state: Any) -> dict[str, Any]:
    """R10: whether the match is over, and who won it; there are no totals."""
    public = state.public
    return {"over": bool(public.over), "winners": [int(public.winner)] if public.over else []}


# --- A hand told ----------------------------------------------

LEGEND = (
    "after an action: values of seat 0's routes : of seat 1's; who sells pairs 0, 1, 2, - for none",
    "1.0.2 is card 2 (from 0) of seat 1's route 0; 4D+KS' has a King on it, with ' the other's",
)


def tell(hand: PlayedHand) -> list[str]:
    """The first hands, then turn by turn the action, and what all routes are worth after it."""
    state = hand.dealt.copy()
    lines = [f"  {line}" for line in LEGEND]
    for seat in range(SEATS):
        for shown in state.public.shown[seat, : state.public.new_hands[seat]]:
            lines.append(f"  seat {seat}  shows {names_of(shown)}, and is dealt another hand")
        lines.append(f"  seat {seat}  {names_of(state.own[seat].held[:N_FIRST])}")
    for number, (seat, text) in enumerate(hand.actions, 1):
        before = cards_of(state.public)
        for action in options(state)[text]:
            apply(state, action)
        after = f"{table_text(state)}   {removed(before, cards_of(state.public))}"
        lines.append(f"  {number:>4}  seat {seat}  {text:<16}  {after}".rstrip())
    return [*lines, *(f"  {line}" for line in routes_of(state)), f"  {ending(state)}"]


def names_of(cards: Iterable[int]) -> str:
    """Cards by name."""
    return " ".join(map(name_of, cards))


def table_text(state: Any) -> str:
    """The values of all routes, seat 0's first, and who sells."""
    public = state.public
    values = ("  ".join(f"{value:>3}" for value in public.value[seat]) for seat in range(SEATS))
    sellers = "".join("-" if seller == NOBODY else str(seller) for seller in public.seller)
    return f"{' : '.join(values)}   {sellers}"


def cards_of(public: Any) -> dict[str, dict[int, str]]:
    """By route, as `1.0`, its number cards with all that lies on them."""
    return {
        f"{owner}.{route}": {
            int(card): card_text(public, card)
            for card in public.cards[owner, route, : public.n_cards[owner, route]]
        }
        for owner in range(SEATS)
        for route in range(ROUTES)
    }


def removed(before: Mapping[str, dict[int, str]], after: Mapping[str, dict[int, str]]) -> str:
    """The number cards that have left the table, with what lay on them, route by route."""
    gone = {
        route: [text for card, text in cards.items() if card not in after[route]]
        for route, cards in before.items()
    }
    texts = [f"{route} {' '.join(cards)}" for route, cards in gone.items() if cards]
    return f"removes {', '.join(texts)}" if texts else ""


def routes_of(state: Any) -> list[str]:
    """Every route with the face cards on each number card."""
    public = state.public
    values, directions = public.value.ravel(), public.direction.ravel()
    return [
        f"{route}  {value:>3} {ARROWS[int(direction)]:<4}  {' '.join(cards.values()) or 'empty'}"
        for (route, cards), value, direction in zip(
            cards_of(public).items(), values, directions, strict=True
        )
    ]


def card_text(public: Any, card: int) -> str:
    """A number card with what lies on it, the other seat's cards with an apostrophe."""
    text, face = name_of(card), public.first_face[card]
    for _ in range(public.n_faces[card]):
        mark = "'" if face // MOST_DECK != card // MOST_DECK else ""
        text += f"+{name_of(face)}{mark}"
        face = public.next_face[face]
    return text


def ending(state: Any) -> str:
    """How the hand ended, in a sentence."""
    public = state.public
    winner = int(public.winner)
    if public.reason == Reason.OUT_OF_CARDS:
        return f"seat {1 - winner} has no card left: seat {winner} wins"
    pairs = sum(int(seller == winner) for seller in public.seller)
    return f"seat {winner} sells {pairs} of {ROUTES} pairs and wins"
