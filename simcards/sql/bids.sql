-- How the bids of each strategy came out in each contest.
SELECT contest, strategy, match % $groups AS block_group,
       count(*)::DOUBLE AS hands, sum(bid)::DOUBLE AS bid, sum(taken)::DOUBLE AS taken,
       count_if(made = 1)::DOUBLE AS made, count_if(off > 0)::DOUBLE AS over,
       count_if(off < 0)::DOUBLE AS under, sum(abs(off))::DOUBLE AS distance
FROM seats
GROUP BY ALL
ORDER BY ALL
