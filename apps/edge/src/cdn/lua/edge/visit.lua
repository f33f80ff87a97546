-- A visitor's request: who serves it, whether the visitor may have it, and under which key the cache keeps the answer.
local documents = require "edge.documents"
local path_of = require "edge.path"
local settings = require "edge.settings"
local signature = require "edge.signature"
local find, match, sub = string.find, string.match, string.sub
local marks = ngx.shared.edge_marks
local M = {}

local CHALLENGE = "/.well-known/acme-challenge/"
local METHODS = { GET = true, HEAD = true, OPTIONS = true }
local RETRY_SECONDS = "5"
local MOST_WAITING = 200
local LOOKS = 20
local LOOK_SECONDS = 0.1

local function refuse(status, text)
  ngx.status = status
  ngx.header.content_type = "text/plain; charset=utf-8"
  ngx.header.cache_control = "no-store"
  ngx.print(text, "\n")
  return ngx.exit(ngx.HTTP_OK)
end

local function answer_challenge(host, path)
  local challenge = documents.challenge(sub(path, #CHALLENGE + 1))
  if not challenge or challenge.domain ~= host then
    return false
  end
  ngx.header.content_type = "application/octet-stream"
  ngx.print(challenge.keyAuthorization)
  ngx.exit(ngx.HTTP_OK)
  return true
end

-- A number of a range. nginx takes 63 bits, and answers 416 to longer ones; so they become more bytes than any object has.
local function short(digits)
  local plain = digits:gsub("^0+(%d)", "%1")
  return #plain > 15 and "999999999999999" or plain
end

-- A Range header that nginx reads as RFC 9110 does, or nil for one that is to be ignored.
local function ranges_of(text)
  local list = match(text:lower(), "^%s*bytes=(.*)$")
  local ranges = {}
  for one in ((list or "") .. ","):gmatch("([^,]*),") do
    local first, last = match(one, "^%s*(%d*)%-(%d*)%s*$")
    if first and first .. last ~= "" then
      first, last = short(first), short(last)
      if first ~= "" and last ~= "" and tonumber(first) > tonumber(last) then
        return nil
      end
      ranges[#ranges + 1] = first .. "-" .. last
    elseif find(one, "%S") then
      return nil
    end
  end
  return ranges[1] and "bytes=" .. table.concat(ranges, ",")
end

-- The contract's redirectTarget (packages/contract/src/cdn/redirect.ts).
local function redirect_of(rules, path)
  for _, rule in ipairs(rules) do
    local source, destination = rule.source, rule.destination
    local open = sub(source, -1) == "*"
    if open and sub(path, 1, #source - 1) == sub(source, 1, -2) or not open and path == source then
      if sub(destination, -1) ~= "*" then
        return destination, rule.status
      end
      local location = sub(destination, 1, -2) .. path:sub(#source):gsub("\\", "%%5C")
      if sub(destination, 1, 1) == "/" then
        location = location:gsub("^/+", "/")
      end
      return location, rule.status
    end
  end
end

-- The sequence of the last purge of a path. It is part of the key, so that a purged answer is not found any more.
local function purged_at(purges, canonical)
  local last = purges.everything
  local one = purges.paths[canonical]
  if one and one > last then
    last = one
  end
  for _, prefix in ipairs(purges.prefixes) do
    if prefix[2] > last and sub(canonical, 1, #prefix[1]) == prefix[1] then
      last = prefix[2]
    end
  end
  return last
end

-- The last purge of an object, which also has its folder's path if it is the index document.
local function generation_of(document, canonical)
  local purges = document.purges
  local last = purged_at(purges, canonical)
  local index = "/" .. document.index
  if document.kind == "bucket" and sub(canonical, -#index) == index then
    return math.max(last, purged_at(purges, sub(canonical, 1, #canonical - #index + 1)))
  end
  return last
end

-- Sets what the fetching side needs, and the cache's key. The page's origin is in it since origins see it, and not all of
-- them say so by Vary. No part but the last can contain a space.
local function aim(document, canonical, target)
  local var = ngx.var
  var.edge_version = document.version
  var.edge_target = target
  var.edge_key = document.cacheId .. " " .. generation_of(document, canonical) .. " " .. target .. " " ..
    (var.http_origin or "")
end

local function object_target(document, canonical)
  return "/" .. document.bucket .. canonical
end

-- Answers from the cache, or past it where the answers are known not to be kept.
local function serve(document)
  local site = document.site and ngx.var.edge_status == ""
  local passes = document.policy == "no-cache" or ngx.req.get_method() == "OPTIONS" or marks:get(ngx.var.edge_key)
  if passes then
    return ngx.exec(site and "@site_pass" or "@pass")
  end
  if site then
    return ngx.exec "@site"
  end
  if ngx.var.edge_status ~= "" then
    return ngx.exec "@cached"
  end
end

-- The first URL of a bucket or of a key may arrive before its document does. The number of visitors who wait is limited.
local function await(is_missing)
  if not is_missing() then
    return
  end
  if marks:incr("waiting", 1, 0) <= MOST_WAITING then
    for _ = 1, LOOKS do
      ngx.sleep(LOOK_SECONDS)
      if not is_missing() then
        break
      end
    end
  end
  marks:incr("waiting", -1)
end

local function forbidden()
  return refuse(403, "The signature of this URL is missing, wrong or expired.")
end

function M.handle()
  local var = ngx.var
  local raw, host = var.request_uri, var.host
  local question = find(raw, "?", 1, true)
  local path = question and sub(raw, 1, question - 1) or raw
  local query = question and sub(raw, question + 1) or ""
  if sub(path, 1, #CHALLENGE) == CHALLENGE and answer_challenge(host, path) then
    return
  end
  local document, rest, kind = documents.find(host, path)
  if kind == "common" and not document and documents.ready() and match(path, "^/%d+/[^/]+/") then
    await(function()
      document, rest, kind = documents.find(host, path)
      return not document
    end)
  end
  if not document then
    if not documents.ready() then
      ngx.header.retry_after = RETRY_SECONDS
      return refuse(503, "This edge has just started. Try again in a few seconds.")
    end
    if kind == "common" then
      return refuse(404, "Nothing is served under this path.")
    end
    return refuse(421, "This host is not served here.")
  end
  var.edge_id = document.id
  if not document.enabled then
    return refuse(403, "This distribution is disabled.")
  end
  local loop = var.http_cdn_loop
  if loop and find(loop, settings.cdn_id, 1, true) then
    return refuse(508, "The request has passed this CDN before.")
  end
  if not METHODS[ngx.req.get_method()] then
    ngx.header.allow = "GET, HEAD, OPTIONS"
    return refuse(405, "Only GET, HEAD and OPTIONS are answered.")
  end
  -- The target may be a URL without a path.
  if rest == "" then
    rest = "/"
  end
  local canonical = path_of.canonical(rest)
  if not canonical then
    return refuse(400, "The path is not valid.")
  end
  local access = document.access
  local signed = access and signature.is_signed(query)
  if access then
    if signed then
      await(function()
        document = documents.find(host, path)
        return document and document.access and signature.awaits_key(document.access, query)
      end)
      access = document and document.access
      if not access then
        return refuse(421, "This host is not served here.")
      end
      local valid, disposition, ends = signature.verify(access, kind, path, query)
      if not valid then
        return forbidden()
      end
      var.edge_disposition = disposition or ""
      var.edge_ends = not access.isPublic and ends or ""
    elseif not access.isPublic then
      return forbidden()
    end
  end
  if kind == "own" and document.redirects[1] then
    local location, status = redirect_of(document.redirects, rest)
    if location then
      ngx.header.location = location
      return refuse(status, "See " .. location)
    end
  end
  if var.http_range then
    ngx.req.set_header("Range", ranges_of(var.http_range))
  end
  if document.kind == "bucket" then
    -- A signature is for one object, whose key may end in a slash. Without a key, the path would be the bucket's.
    if sub(canonical, -1) == "/" and (not signed or canonical == "/") then
      canonical = canonical .. document.index
    end
    aim(document, canonical, object_target(document, canonical))
  else
    aim(document, canonical, document.base .. rest .. (query ~= "" and "?" .. query or ""))
  end
  return serve(document)
end

-- The bucket of a website has no such object: its error document answers, or the index document of an application with
-- client-side routing.
function M.missing()
  local document = documents.last(ngx.var.edge_id)
  if not document then
    return refuse(404, "Not found.")
  end
  if document.spa then
    ngx.var.edge_status = "200"
    aim(document, "/" .. document.index, object_target(document, "/" .. document.index))
  else
    ngx.var.edge_status = "404"
    for _, name in ipairs { "Range", "If-Range", "If-None-Match", "If-Modified-Since", "If-Match", "If-Unmodified-Since" } do
      ngx.req.clear_header(name)
    end
    aim(document, document.error, object_target(document, document.error))
  end
  return serve(document)
end

return M
