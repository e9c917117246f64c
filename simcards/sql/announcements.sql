-- Requests to announce by strategy and level: how many won the right, and how many of those were kept.
SELECT strategy, request, match % $groups AS block_group,
       count(*)::DOUBLE AS requests, count_if(announcer = seat)::DOUBLE AS granted,
       count_if(announcer = seat AND made = 1)::DOUBLE AS kept,
       coalesce(sum(score) FILTER (announcer = seat), 0)::DOUBLE AS points
FROM seats
GROUP BY ALL
ORDER BY ALL
