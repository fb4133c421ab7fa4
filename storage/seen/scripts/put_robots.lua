-- ARGV: origin, answer, seconds, most bytes of all answers.
local answers, ends, bytes = prefix .. 'answers', prefix .. 'ends', prefix .. 'bytes'

local function drop(origin)
  redis.call('DECRBY', bytes, redis.call('HSTRLEN', answers, origin))
  redis.call('HDEL', answers, origin)
  redis.call('ZREM', ends, origin)
end

drop(ARGV[1])
for _, origin in ipairs(redis.call('ZRANGEBYSCORE', ends, '-inf', now, 'LIMIT', 0, 100)) do
  drop(origin)
end
redis.call('HSET', answers, ARGV[1], ARGV[2])
redis.call('ZADD', ends, now + tonumber(ARGV[3]), ARGV[1])
local total = redis.call('INCRBY', bytes, #ARGV[2])
while total > tonumber(ARGV[4]) and redis.call('ZCARD', ends) > 0 do
  drop(redis.call('ZRANGE', ends, 0, 0)[1])
  total = tonumber(redis.call('GET', bytes))
end
