-- Wins and matches of each position of a match (0 = first dealer's left), mirror line-ups only.
-- Win shares are summed as whole 2520ths, so that the sum is the same in any order.
SELECT contest, position, match % $groups AS block_group,
       sum(round(win_share * 2520)::BIGINT)::DOUBLE / 2520 AS wins, count(*)::DOUBLE AS matches
FROM match_seats
WHERE contest IN ({contests})
GROUP BY ALL
ORDER BY ALL
