-- The headers of the answer to a visitor.
local documents = require "edge.documents"
local policies = require "edge.policies"
local marks = ngx.shared.edge_marks
local floor = math.floor
local M = {}

local SHOWN = { UPDATING = "STALE" }
-- How long an answer that may not be kept makes further requests pass the cache, so that they do not wait for each other.
local PASSES_SECONDS = 30
local CACHEABLE = { [200] = true, [204] = true, [206] = true, [301] = true, [304] = true, [308] = true }

-- The age of an answer. What the cache has checked again with the origin keeps its first headers, so the time of the
-- check is remembered aside.
local function age_of(stored, ttl, status, key)
  local now = ngx.time()
  if status == "REVALIDATED" then
    marks:set("checked/" .. key, now, ttl + 60)
    return 0
  end
  local age = now - stored
  if age > ttl and status ~= "STALE" and status ~= "UPDATING" then
    local checked = marks:get("checked/" .. key)
    age = checked and now - checked or ttl
  end
  return math.max(0, age)
end

local function cache_control(document, status, own)
  local policy = policies[document.policy]
  if own and (own:find("no-store", 1, true) or own:find("private", 1, true)) then
    return own
  end
  if policy.edge == 0 then
    return "no-cache"
  end
  if status >= 400 then
    return "no-store"
  end
  local ends = tonumber(ngx.var.edge_ends)
  if ends then
    return "private, max-age=" .. floor(math.max(0, math.min(policy.visitor, ends - ngx.now())))
  end
  return own or (CACHEABLE[status] and "public, max-age=" .. policy.visitor or "no-cache")
end

local function from_origin(document, header, var, meta)
  local stored, ttl, mode = meta:match("^(%d+) (%d+) (%l+)$")
  local status = var.upstream_cache_status
  if var.edge_status == "404" and ngx.status == 200 then
    ngx.status = 404
  end
  header["X-Cache"] = status and (SHOWN[status] or status) or "BYPASS"
  if mode == "pass" and status then
    marks:set(var.edge_key, true, PASSES_SECONDS)
  elseif mode == "kept" and status and status ~= "MISS" and status ~= "EXPIRED" then
    header["Age"] = age_of(tonumber(stored), tonumber(ttl), status, var.edge_key)
  end
  header["Cache-Control"] = cache_control(document, ngx.status, var.upstream_http_x_edge_cache_control)
  if var.edge_disposition ~= "" and ngx.status < 300 then
    header["Content-Disposition"] = var.edge_disposition
  end
end

function M.headers()
  local var, header = ngx.var, ngx.header
  local id = var.edge_id
  if id == "" then
    return
  end
  local document = documents.last(id)
  if not document then
    return
  end
  local meta = var.upstream_http_x_edge_meta
  if meta then
    from_origin(document, header, var, meta)
  end
  for _, one in ipairs(document.headers) do
    header[one.name] = one.value
  end
end

return M
