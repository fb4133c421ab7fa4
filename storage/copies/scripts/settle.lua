-- ARGV: copy ids under which documents are stored. Returns old and new copy ids in turn.
local answers, told = {}, {}
local function tell(copy)
  local now = current(copy)
  if now ~= copy and not told[copy] then
    told[copy] = true
    answers[#answers + 1] = copy
    answers[#answers + 1] = now
  end
end
for _, copy in ipairs(ARGV) do tell(copy) end
for _, copy in ipairs(redis.call('SMEMBERS', prefix .. 'moves')) do tell(copy) end
return answers
