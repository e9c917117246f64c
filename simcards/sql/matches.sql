-- Matches of each contest: how many, how long, cut off, won by several. A shared win of k seats counts
-- k times 1/k, in whole 2520ths.
SELECT contest, match % $groups AS block_group,
       sum(CASE WHEN position = 0 THEN 1 ELSE 0 END)::DOUBLE AS matches,
       coalesce(sum(hands) FILTER (position = 0), 0)::DOUBLE AS hands,
       count_if(position = 0 AND ending = 'capped')::DOUBLE AS capped,
       coalesce(sum(round(win_share * 2520)::BIGINT) FILTER (won = 1 AND win_share < 1), 0)::DOUBLE
           / 2520 AS shared
FROM match_seats
GROUP BY ALL
ORDER BY ALL
