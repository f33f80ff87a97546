-- What the agent asks for over the control socket, which only it can open.
local cjson = require "cjson.safe"
local settings = require "edge.settings"
local usage = require "edge.usage"
local dictionary = ngx.shared.edge_documents
local M = {}

-- The names under which a document is found.
local NAMES = {
  distribution = function(document)
    local names = {}
    for _, host in ipairs(document.hosts) do
      names[#names + 1] = "h:" .. host
    end
    if document.commonPath then
      names[#names + 1] = "c:" .. document.commonPath
    end
    return names
  end,
  certificate = function(document)
    local names = {}
    for _, name in ipairs(document.names) do
      names[#names + 1] = "n:" .. name
    end
    return names
  end,
  challenge = function()
    return {}
  end,
}

-- Removes the names of a document that it no longer has, unless another document has taken them.
local function drop_names(kind, id, old, kept)
  for _, name in ipairs(old and NAMES[kind](old) or {}) do
    if not kept[name] and dictionary:get(name) == id then
      dictionary:delete(name)
    end
  end
end

-- Refuses rather than drops another document when the memory is full.
local function put(kind, id, digest, body)
  local key = kind .. "/" .. id
  local old = cjson.decode(dictionary:get(key) or "null")
  local document = cjson.decode(body)
  local version = dictionary:incr("version", 1, 0) % 4294967296
  local ok = dictionary:safe_set(key, body)
  local kept = {}
  for _, name in ipairs(NAMES[kind](document)) do
    kept[name] = true
    ok = ok and dictionary:safe_set(name, id, 0, version)
  end
  ok = ok and dictionary:safe_set("g:" .. key, digest)
  if not ok then
    return "The edge has no memory left for another document."
  end
  drop_names(kind, id, old ~= cjson.null and old or nil, kept)
end

local function delete(kind, id)
  local key = kind .. "/" .. id
  local old = cjson.decode(dictionary:get(key) or "null")
  drop_names(kind, id, old ~= cjson.null and old or nil, {})
  dictionary:delete("g:" .. key)
  dictionary:delete(key)
end

-- Lines of JSON: {kind, id, digest, body}, or without a body to delete. Answers with what failed, by kind and id.
local function change(text)
  local failures = {}
  for line in text:gmatch("[^\n]+") do
    local one = cjson.decode(line)
    local problem
    if one.body then
      problem = put(one.kind, one.id, one.digest, one.body)
    else
      delete(one.kind, one.id)
    end
    if problem then
      failures[one.kind .. "/" .. one.id] = problem
    end
  end
  return failures
end

local function state()
  return {
    generation = dictionary:get("generation") or cjson.null,
    configuration = settings.configuration,
    pid = ngx.worker.pid(),
    freeBytes = dictionary:free_space(),
    capacityBytes = dictionary:capacity(),
  }
end

local function digests()
  local found = {}
  for _, key in ipairs(dictionary:get_keys(0)) do
    if key:sub(1, 2) == "g:" then
      found[key:sub(3)] = dictionary:get(key)
    end
  end
  return found
end

local ANSWERS = {
  ["/state"] = state,
  ["/documents"] = digests,
  ["/change"] = change,
  ["/generation"] = function(text)
    dictionary:set("generation", text)
    return {}
  end,
  ["/usage"] = usage.drain,
}

function M.answer()
  ngx.req.read_body()
  local body = ngx.req.get_body_data() or ""
  ngx.header.content_type = "application/json"
  ngx.print(cjson.encode(ANSWERS[ngx.var.uri](body)))
end

return M
