-- ARGV: keys. Returns 1 for each committed key, otherwise 0.
local layers = read_layers()
local answers = {}
for index, key in ipairs(ARGV) do
  answers[index] = is_committed(layers, key) and 1 or 0
end
return answers
