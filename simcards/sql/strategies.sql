-- Points and hands of each strategy in each contest, over all its seats and rotations.
SELECT contest, strategy, match % $groups AS block_group,
       sum(score)::DOUBLE AS points, sum(score::BIGINT * score)::DOUBLE AS squares,
       count(*)::DOUBLE AS hands
FROM seats
GROUP BY ALL
ORDER BY ALL
