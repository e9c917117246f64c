-- Matches of each contest: how many, how long, cut off, won by several sides. {winners} counts the
-- sides that won.
SELECT cells.contest, match % $groups AS block_group, count(*)::DOUBLE AS matches,
       sum(hands)::DOUBLE AS hands, sum(decisions)::DOUBLE AS decisions, count_if(ending = 1)::DOUBLE AS capped,
       count_if({winners} > 1)::DOUBLE AS shared
FROM matches
JOIN cells USING (cell)
GROUP BY ALL
ORDER BY ALL
