-- KEYS: the host. ARGV: acquire, plan or hold; now; seconds; how many places to plan. Times in seconds.
-- Returns the time to wait, as text that keeps every digit.
local command, now, seconds = ARGV[1], tonumber(ARGV[2]), tonumber(ARGV[3])
local times = redis.call('HMGET', KEYS[1], 'free', 'planned')
local free, planned = tonumber(times[1] or 0), tonumber(times[2] or 0)
local wait = 0
if command == 'acquire' then
  if free > now then
    return string.format('%.17g', free - now)
  end
  free = now + seconds
elseif command == 'plan' then
  local start = math.max(free, planned, now)
  wait = start - now
  planned = start + tonumber(ARGV[4]) * seconds
else
  free = math.max(free, now + seconds)
end
redis.call('HSET', KEYS[1], 'free', string.format('%.17g', free), 'planned', string.format('%.17g', planned))
-- A minute more than the times reach, since the clocks of the workers may differ a little.
redis.call('PEXPIRE', KEYS[1], math.ceil((math.max(free, planned, now) - now) * 1000) + 60000)
return string.format('%.17g', wait)
