-- Points and hands of each position of a hand (0 = dealer's left). Only mirror line-ups are asked
-- for: in a mixed one a position's points tell who sat there.
SELECT seats.contest, position, match % $groups AS block_group,
       sum(score)::DOUBLE AS points, count(*)::DOUBLE AS hands
FROM seats
WHERE seats.contest IN ({contests})
GROUP BY ALL
ORDER BY ALL
