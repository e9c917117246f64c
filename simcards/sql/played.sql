-- What there is of each cell: its matches, their hands, and the hands recorded. Sums over match and
-- hand numbers, as the matches promise them and as they were found, tell a hand that is there twice
-- or not at all, without a list of all hands.
SELECT cell, matches, hands, coalesce(recorded, 0) AS recorded, n_blocks_sum,
       promised = found AS as_promised
FROM (SELECT cell, count(*) AS matches, sum(hands)::BIGINT AS hands,
             sum(match::BIGINT)::DOUBLE AS n_blocks_sum,
             [sum(hands), sum(hands * match::BIGINT), sum(hands * match::HUGEINT * match),
              sum(hands::BIGINT * (hands - 1) // 2),
              sum(match::BIGINT * (hands::BIGINT * (hands - 1) // 2))]::HUGEINT[] AS promised
      FROM matches GROUP BY cell)
LEFT JOIN (SELECT cell, count(*) AS recorded,
                  [count(*), sum(match::BIGINT), sum(match::HUGEINT * match), sum(hand::BIGINT),
                   sum(match::BIGINT * hand)]::HUGEINT[] AS found
           FROM hands GROUP BY cell) USING (cell)
ORDER BY cell
