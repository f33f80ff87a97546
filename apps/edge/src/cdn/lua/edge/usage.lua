-- Counts of each distribution. A worker counts by itself and adds what it has to the shared dictionary every second and
-- when it ends, so that a request costs no lock.
local counts = {}
local dictionary = ngx.shared.edge_usage
local floor = math.floor
local M = {}

local FIELDS = { "requests", "hits", "bytes", "s1", "s2", "s3", "s4", "s5" }
local CLASSES = { [1] = "s1", [2] = "s2", [3] = "s3", [4] = "s4", [5] = "s5" }
local HITS = { HIT = true, STALE = true, UPDATING = true, REVALIDATED = true }

function M.count()
  local var = ngx.var
  local id = var.edge_id
  if id == "" then
    return
  end
  local one = counts[id]
  if not one then
    one = { requests = 0, hits = 0, bytes = 0, s1 = 0, s2 = 0, s3 = 0, s4 = 0, s5 = 0 }
    counts[id] = one
  end
  one.requests = one.requests + 1
  one.bytes = one.bytes + (tonumber(var.bytes_sent) or 0)
  local class = CLASSES[floor(ngx.status / 100)]
  if class then
    one[class] = one[class] + 1
  end
  if HITS[var.upstream_cache_status] then
    one.hits = one.hits + 1
  end
end

function M.flush()
  local full = counts
  counts = {}
  for id, one in pairs(full) do
    for _, field in ipairs(FIELDS) do
      if one[field] > 0 then
        dictionary:incr(field .. "/" .. id, one[field], 0)
      end
    end
  end
end

-- Takes everything out of the dictionary. A count is subtracted as read, so what a worker adds meanwhile stays.
function M.drain()
  local taken = {}
  for _, key in ipairs(dictionary:get_keys(0)) do
    local value = dictionary:get(key)
    if value and value > 0 then
      dictionary:incr(key, -value)
      taken[key] = value
    end
  end
  return taken
end

return M
