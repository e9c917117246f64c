-- What became of each bid of each strategy, over all contests.
SELECT strategy, bid, match % $groups AS block_group,
       count(*)::DOUBLE AS hands, sum(taken)::DOUBLE AS taken,
       count_if(made = 1)::DOUBLE AS made, count_if(off > 0)::DOUBLE AS over,
       count_if(off < 0)::DOUBLE AS under, sum(score)::DOUBLE AS points
FROM seats
GROUP BY ALL
ORDER BY ALL
