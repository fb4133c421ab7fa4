-- ARGV: origin. Returns the answer and the seconds for which it counts, or nothing.
local seconds = seconds_left(ARGV[1])
if seconds <= 0 then
  return {}
end
return {redis.call('HGET', prefix .. 'answers', ARGV[1]), string.format('%.3f', seconds)}
