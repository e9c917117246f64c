-- How the bids of each strategy came out in each contest.
SELECT contest, strategy, match % $groups AS block_group,
       count(*)::DOUBLE AS hands, sum(bid)::DOUBLE AS bid, sum(taken)::DOUBLE AS taken,
       count_if(taken = bid)::DOUBLE AS made, count_if(taken > bid)::DOUBLE AS over,
       count_if(taken < bid)::DOUBLE AS under, sum(abs(taken - bid))::DOUBLE AS distance
FROM seats
GROUP BY ALL
ORDER BY ALL
