-- Shared by the scripts of the filter; KEYS[1] is the prefix of all its keys. The arithmetic is that of bloom.py.
-- A layer's bits are split into strings of 16 MB: the limit is 512 MB, and creating a short string blocks no client.
local prefix = KEYS[1]
local segment_bits = 134217728
-- The claimed keys by their ends in milliseconds, to count them without a look at each. A key of its own holds each claim
-- and expires by itself.
local claims = prefix .. 'claims'

local function read_layers()
  local layers = {}
  for index, text in ipairs(redis.call('LRANGE', prefix .. 'layers', 0, -1)) do
    local capacity, bits, hashes = string.match(text, '^(%d+) (%d+) (%d+) ')
    layers[index] = {
      capacity = tonumber(capacity),
      bits = tonumber(bits),
      hashes = tonumber(hashes),
      name = prefix .. 'bits:' .. index .. ':',
    }
  end
  return layers
end

local function bases(key)
  return {
    tonumber(string.sub(key, 1, 10), 16),
    tonumber(string.sub(key, 12, 21), 16),
    tonumber(string.sub(key, 23, 32), 16),
  }
end

-- Calls visit(name of the string, offset in it) for each position of the key, until it returns true.
local function each_position(layer, base, visit)
  local bits = layer.bits
  local place, step, stride = base[1] % bits, base[2] % bits, base[3] % bits
  for _ = 1, layer.hashes do
    local offset = place % segment_bits
    if visit(layer.name .. (place - offset) / segment_bits, offset) then
      return true
    end
    place = (place + step) % bits
    step = (step + stride) % bits
  end
  return false
end

local function is_unset(name, offset)
  return redis.call('GETBIT', name, offset) == 0
end

-- One command for each string, so mostly one for each key: Redis writes every command to its log.
local function add(layer, key)
  local writes = {}
  each_position(layer, bases(key), function(name, offset)
    local write = writes[name] or { 'BITFIELD', name }
    writes[name] = write
    local count = #write
    write[count + 1], write[count + 2], write[count + 3], write[count + 4] = 'SET', 'u1', offset, 1
  end)
  for _, write in pairs(writes) do
    redis.call(unpack(write))
  end
end

local function holds(layers, key)
  local base = bases(key)
  for _, layer in ipairs(layers) do
    if not each_position(layer, base, is_unset) then
      return true
    end
  end
  return false
end

local function is_committed(layers, key)
  return holds(layers, key) and redis.call('SISMEMBER', prefix .. 'forgotten', key) == 0
end

local function drop_claim(key)
  redis.call('DEL', prefix .. 'claim:' .. key)
  redis.call('ZREM', claims, key)
end

-- Returns the server's time in milliseconds.
local function drop_expired_claims()
  local time = redis.call('TIME')
  local now = time[1] * 1000 + math.floor(time[2] / 1000)
  redis.call('ZREMRANGEBYSCORE', claims, '-inf', now)
  return now
end
