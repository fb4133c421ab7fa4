-- ARGV: letters that copies share at least, seconds to keep, documents in a bucket, then of each text its key, its
-- signature and its bands of ten digits, one after the other. Returns the copy id of each.
--
-- doc:KEY                 signature, then copy id
-- bands:EPOCH:NUMBER      the last six digits of a band -> keys of documents, newest last. The number is that of the
--                         band's first 18 bits: hashes of at most 128 short fields take little memory, so there are
--                         many. An epoch is half the time to keep; the current and the last one are read
-- merged:COPY             the group that this one became part of
-- moves                   the merged groups whose documents are not moved yet
local least, life, most = tonumber(ARGV[1]), tonumber(ARGV[2]), tonumber(ARGV[3])
local epoch = math.floor(tonumber(redis.call('TIME')[1]) / (life / 2))
local key_length, band_length = 16, 10

local function same(one, other)
  local count = 0
  for at = 1, #one do
    if string.byte(one, at) == string.byte(other, at) then count = count + 1 end
  end
  return count
end

local function bucket(number, band)
  local place = math.floor(tonumber(string.sub(band, 1, 5), 16) / 4)
  return prefix .. 'bands:' .. number .. ':' .. place, string.sub(band, 5)
end

local function enter(key, band)
  local name, field = bucket(epoch, band)
  local held = redis.call('HGET', name, field) or ''
  if not string.find(held, key, 1, true) then
    redis.call('HSET', name, field, string.sub(held .. key, -most * key_length))
    if redis.call('HLEN', name) == 1 then redis.call('EXPIRE', name, life) end
  end
end

local function groups_of(key, signature, bands)
  local judged, found = { [key] = true }, {}
  for at = 1, #bands, band_length do
    local band = string.sub(bands, at, at + band_length - 1)
    for number = epoch - 1, epoch do
      local held = redis.call('HGET', bucket(number, band)) or ''
      for start = 1, #held, key_length do
        local other = string.sub(held, start, start + key_length - 1)
        if not judged[other] then
          judged[other] = true
          local known = redis.call('GET', prefix .. 'doc:' .. other)
          if known and same(signature, string.sub(known, 1, #signature)) >= least then
            found[current(string.sub(known, #signature + 1))] = true
          end
        end
      end
    end
  end
  return found
end

local answers = {}
for index = 4, #ARGV, 3 do
  local key, signature, bands = ARGV[index], ARGV[index + 1], ARGV[index + 2]
  local found = groups_of(key, signature, bands)
  local known = redis.call('GET', prefix .. 'doc:' .. key)
  if known then found[current(string.sub(known, #signature + 1))] = true end
  local copy = nil
  for group in pairs(found) do
    if not copy or group < copy then copy = group end
  end
  copy = copy or current(key)
  for group in pairs(found) do
    if group ~= copy then
      redis.call('SET', prefix .. 'merged:' .. group, copy, 'EX', life * 2)
      redis.call('SADD', prefix .. 'moves', group)
    end
  end
  redis.call('SET', prefix .. 'doc:' .. key, signature .. copy, 'EX', life)
  for at = 1, #bands, band_length do enter(key, string.sub(bands, at, at + band_length - 1)) end
  answers[#answers + 1] = copy
end
return answers
