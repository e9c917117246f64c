-- Win shares and matches of each strategy in each contest (whole 2520ths: the same in any order).
SELECT contest, strategy, match % $groups AS block_group,
       sum(round(win_share * 2520)::BIGINT)::DOUBLE / 2520 AS wins, count(*)::DOUBLE AS matches
FROM match_seats
GROUP BY ALL
ORDER BY ALL
