"""Circles of cards that wait for one another, in the order in which they wait."""

from yomikiri import FreeCell
from yomikiri.games.freecell.cycles import cycles_extra, disjoint_circles, links


def test_every_card_of_a_circle_blocks_the_next_one() -> None:
    game, found = FreeCell(), 0
    for number in range(1, 30):
        position = game.deal(number)
        link = links(game, position)
        circles = disjoint_circles(game, position)
        assert len(circles) == cycles_extra(game, position)
        taken = [card for circle in circles for card in circle]
        assert len(taken) == len(set(taken))
        for circle in circles:
            found += 1
            assert len({card.suit for card in circle}) == len(circle)
            for card, following in zip(circle, [*circle[1:], circle[0]], strict=True):
                assert following in link[card]
    assert found > 0
