-- KEYS: the budget of a source. ARGV: day, page key, most pages, seconds for which both sets are kept.
-- Returns 1 if the page counts for the day, 0 if it has to wait.
local taken, waiting = KEYS[1] .. ':' .. ARGV[1], KEYS[1] .. ':waiting'
local kept = tonumber(ARGV[4])
if redis.call('SISMEMBER', taken, ARGV[2]) == 0 then
  if redis.call('SCARD', taken) >= tonumber(ARGV[3]) then
    local now = tonumber(redis.call('TIME')[1])
    redis.call('ZREMRANGEBYSCORE', waiting, '-inf', now - kept)
    redis.call('ZADD', waiting, now, ARGV[2])
    redis.call('EXPIRE', waiting, kept)
    return 0
  end
  redis.call('SADD', taken, ARGV[2])
  redis.call('EXPIRE', taken, kept)
end
redis.call('ZREM', waiting, ARGV[2])
return 1
