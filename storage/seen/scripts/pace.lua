-- KEYS: the host. ARGV: acquire, plan or hold; seconds; number of turns to plan. Times are Unix times of this server.
-- Returns the time to wait, as text to keep every digit.
local function text(time)
  return string.format('%.17g', time)
end

local command, seconds = ARGV[1], tonumber(ARGV[2])
local clock = redis.call('TIME')
local now = tonumber(clock[1]) + tonumber(clock[2]) / 1000000
local times = redis.call('HMGET', KEYS[1], 'free', 'planned', 'written')
-- If the clock was set back since the last write, do not close the host for longer than that write intended.
local back = math.max(tonumber(times[3] or 0) - now, 0)
local free, planned = tonumber(times[1] or 0) - back, tonumber(times[2] or 0) - back
local wait = 0
if command == 'acquire' then
  if free > now then
    wait = free - now
    if back == 0 then
      return text(wait)
    end
  else
    free = now + seconds
  end
elseif command == 'plan' then
  local start = math.max(free, planned, now)
  wait = start - now
  planned = start + tonumber(ARGV[3]) * seconds
else
  free = math.max(free, now + seconds)
end
redis.call('HSET', KEYS[1], 'free', text(free), 'planned', text(planned), 'written', text(now))
redis.call('PEXPIRE', KEYS[1], math.ceil((math.max(free, planned, now) - now) * 1000) + 1)
return text(wait)
