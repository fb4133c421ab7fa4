-- KEYS: the host. ARGV: acquire, plan, hold or closed; seconds; then the number of turns to plan, or a rank and
-- the terms of grace_seconds. Times are Unix times of this server.
-- A field "waits <rank>" says until when the next turn is kept for one of this rank.
-- Returns the time to wait, as text to keep every digit.
-- A source with a slower pace counts from the host's last turn, so the key outlives the slowest pace of a source.
local longest_pace = 3600
local function text(time)
  return string.format('%.17g', time)
end

local command, seconds = ARGV[1], tonumber(ARGV[2])
local clock = redis.call('TIME')
local now = tonumber(clock[1]) + tonumber(clock[2]) / 1000000
local times = redis.call('HMGET', KEYS[1], 'free', 'planned', 'written', 'taken')
-- If the clock was set back since the last write, do not close the host for longer than that write intended.
local back = math.max(tonumber(times[3] or 0) - now, 0)
local free, planned = tonumber(times[1] or 0) - back, tonumber(times[2] or 0) - back
local taken = times[4] and tonumber(times[4]) - back
if command == 'closed' then
  return text(math.max(free - now, 0))
end
local wait = 0
local kept = 0
if command == 'acquire' then
  local rank = tonumber(ARGV[3])
  local turn = math.max(free, taken and taken + seconds or 0)
  local fields = redis.call('HGETALL', KEYS[1])
  for place = 1, #fields, 2 do
    local other = tonumber(string.match(fields[place], '^waits (%d+)$'))
    if other and back > 0 then
      redis.call('HDEL', KEYS[1], fields[place])
    elseif other and other < rank then
      turn = math.max(turn, tonumber(fields[place + 1]))
    elseif other == rank then
      kept = tonumber(fields[place + 1])
    end
  end
  if turn > now then
    wait = turn - now
    if rank > 0 then
      kept = math.max(kept, turn + math.min(wait * tonumber(ARGV[4]), tonumber(ARGV[5])) + tonumber(ARGV[6]))
      redis.call('HSET', KEYS[1], 'waits ' .. rank, text(kept))
    elseif back == 0 then
      return text(wait)
    end
  else
    redis.call('HDEL', KEYS[1], 'waits ' .. rank)
    free = now + seconds
    taken = now
  end
elseif command == 'plan' then
  local start = math.max(free, planned, now)
  wait = start - now
  planned = start + tonumber(ARGV[3]) * seconds
else
  free = math.max(free, now + seconds)
  taken = now
end
redis.call('HSET', KEYS[1], 'free', text(free), 'planned', text(planned), 'written', text(now))
local life = math.max(free, planned, kept, now) - now
if taken then
  redis.call('HSET', KEYS[1], 'taken', text(taken))
  life = math.max(life, longest_pace)
end
redis.call('PEXPIRE', KEYS[1], math.ceil(life * 1000) + 1)
return text(wait)
