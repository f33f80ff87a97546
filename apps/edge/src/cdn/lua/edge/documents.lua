-- The documents that the agent has pushed. The shared dictionary survives a reload but not a restart of nginx.
--   h:<host>, c:<path on the common domain>   the id of the distribution, with its version as the flags
--   distribution/<id>, certificate/<id>, challenge/<id>   the document in JSON
--   g:<kind>/<id>   the digest by which the agent knows what is here
--   n:<name>   the id of the certificate for a name, with its version
--   generation  set by the agent once everything is here
local cjson = require "cjson.safe"
local lru = require "resty.lrucache"
local settings = require "edge.settings"
local dictionary = ngx.shared.edge_documents
local sub, find = string.sub, string.find
local M = {}

-- Of each worker.
local decoded = lru.new(4000)
local MOST_SEGMENTS = 4

local function base64url(text)
  return ngx.decode_base64((text:gsub("-", "+"):gsub("_", "/")))
end

local function prepare(document)
  if document.access then
    for _, key in ipairs(document.access.keys) do
      key.bytes = base64url(key.key)
    end
  end
  return document
end

-- A distribution in this version, or a newer one.
function M.load(id, version)
  local document = decoded:get(id)
  if document and document.version == version then
    return document
  end
  local text = dictionary:get("distribution/" .. id)
  document = text and cjson.decode(text)
  if not document then
    return nil
  end
  document.version = version
  decoded:set(id, prepare(document))
  return document
end

-- A distribution as this worker last saw it, for the later phases of a request.
function M.last(id)
  return decoded:get(id) or M.load(id, 0)
end

-- Who serves a host and a path: the distribution, the path within it, and the kind of host that signatures name. Nil and
-- the kind of host where nobody does.
function M.find(host, path)
  if host ~= settings.common_domain then
    local id, version = dictionary:get("h:" .. host)
    return id and M.load(id, version), path, "own"
  end
  local slash = 1
  for _ = 1, MOST_SEGMENTS do
    slash = find(path, "/", slash + 1, true)
    local prefix = slash and sub(path, 1, slash - 1) or path
    local id, version = dictionary:get("c:" .. prefix)
    if id then
      return M.load(id, version), slash and sub(path, slash) or "/", "common"
    end
    if not slash then
      break
    end
  end
  return nil, path, "common"
end

function M.ready()
  return dictionary:get("generation") ~= nil
end

function M.challenge(token)
  local text = dictionary:get("challenge/" .. token)
  return text and cjson.decode(text)
end

-- The id and the version of the certificate for a name: its own, or the wildcard of its parent.
function M.certificate_of(name)
  local id, version = dictionary:get("n:" .. name)
  if id then
    return id, version
  end
  local dot = find(name, ".", 1, true)
  if dot then
    return dictionary:get("n:*" .. sub(name, dot))
  end
end

function M.certificate(id)
  local text = dictionary:get("certificate/" .. id)
  return text and cjson.decode(text)
end

return M
