-- Points of each contest by the rule that gave them.
SELECT contest, match % $groups AS block_group, count(*)::DOUBLE AS hands, {sums}
FROM seats
GROUP BY ALL
ORDER BY ALL
