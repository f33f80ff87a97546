-- The fetching side, behind the cache: it connects to origins, and says how long their answers are kept.
local crypto = require "edge.crypto"
local documents = require "edge.documents"
local addresses = require "edge.addresses"
local resolver = require "edge.resolver"
local policies = require "edge.policies"
local settings = require "edge.settings"
local balancer = require "ngx.balancer"
local lru = require "resty.lrucache"
local M = {}

local EMPTY_HASH = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"
local signing_keys = lru.new(1000)
-- For how long an origin's "not there" is kept.
local ABSENT_SECONDS = 10
-- What visitors are told of a store's refusals.
local REFUSED = {
  [400] = "The object store does not take this request: its path or a header is not valid.",
  [403] = "The bucket does not let the CDN read this object.",
  [416] = "The range is outside the object.",
}
local CREDENTIALS = { [401] = 403, [407] = 403 }
local STATUSES = {
  [200] = "kept", [203] = "kept", [204] = "kept", [300] = "kept", [301] = "kept", [304] = "kept", [308] = "kept",
  [302] = "asked", [303] = "asked", [307] = "asked", [404] = "absent", [410] = "absent",
}

-- Whether the cache has an answer that has ended. If the origin fails, the connection to the cache is broken off: that is
-- what makes nginx use such an answer for as long as its Cache-Control allows, and no longer. An answer with status 500
-- would either never do so or forever.
local function is_held()
  return ngx.var.http_x_edge_held == "EXPIRED"
end

local function refuse(text)
  if is_held() then
    return ngx.exit(444)
  end
  ngx.status = 502
  ngx.header.content_type = "text/plain; charset=utf-8"
  ngx.print(text, "\n")
  return ngx.exit(ngx.HTTP_OK)
end

-- The path comes in the spelling of the signature, and has no query.
local function sign(document, var)
  local time = os.date("!%Y%m%dT%H%M%SZ", ngx.time())
  local day = time:sub(1, 8)
  local scope = day .. "/" .. document.region .. "/s3/aws4_request"
  local request = table.concat({
    ngx.req.get_method(), var.request_uri, "", "host:" .. document.authority, "x-amz-content-sha256:" .. EMPTY_HASH,
    "x-amz-date:" .. time, "", "host;x-amz-content-sha256;x-amz-date", EMPTY_HASH,
  }, "\n")
  local whose = document.secretAccessKey .. scope
  local key = signing_keys:get(whose)
  if not key then
    key = crypto.hmac("AWS4" .. document.secretAccessKey, day)
    key = crypto.hmac(key, document.region)
    key = crypto.hmac(crypto.hmac(key, "s3"), "aws4_request")
    signing_keys:set(whose, key, 86400)
  end
  local text = "AWS4-HMAC-SHA256\n" .. time .. "\n" .. scope .. "\n" .. crypto.hex(crypto.sha256(request))
  var.edge_date = time
  var.edge_hash = EMPTY_HASH
  var.edge_authorization = "AWS4-HMAC-SHA256 Credential=" .. document.accessKeyId .. "/" .. scope ..
    ", SignedHeaders=host;x-amz-content-sha256;x-amz-date, Signature=" .. crypto.hex(crypto.hmac(key, text))
end

-- The addresses of an origin, in the balancer's notation. A store is the operator's own and may be anywhere. Those of a
-- custom origin must be public.
local function peers_of(document)
  local found = {}
  if document.literal then
    local text = document.literal
    local public
    if text:find(":", 1, true) then
      public = addresses.is_public_ipv6(addresses.groups_of(text))
    else
      public = addresses.is_public_ipv4(text)
    end
    found[1] = { text = text:find(":", 1, true) and "[" .. text .. "]" or text, public = public }
  elseif document.kind == "bucket" and settings.hosts[document.host] then
    found[1] = { text = settings.hosts[document.host] }
  else
    found = resolver.resolve(document.host)
  end
  local peers = {}
  for _, one in ipairs(found) do
    local allowed = document.kind == "bucket" or one.public
      or settings.allow_loopback and addresses.is_loopback(one.text:gsub("[%[%]]", ""))
    if allowed then
      peers[#peers + 1] = one.text
    end
  end
  return peers, #found
end

function M.prepare()
  local var = ngx.var
  local document = documents.load(var.http_x_edge_document, tonumber(var.http_x_edge_version))
  if not document then
    return refuse("The distribution is gone.")
  end
  local peers, found = peers_of(document)
  if #peers == 0 then
    return refuse(found == 0 and "The origin's name could not be resolved." or "The origin's address is not public.")
  end
  var.edge_id = document.id
  var.edge_scheme = document.scheme
  var.edge_host = document.host
  var.edge_authority = document.authority
  var.edge_peers = table.concat(peers, " ")
  var.edge_port = document.port
  if document.kind == "bucket" then
    if ngx.req.get_method() ~= "OPTIONS" then
      sign(document, var)
    end
    return ngx.exec(is_held() and "@bucket_held" or "@bucket")
  end
  var.edge_loop = (var.http_cdn_loop and var.http_cdn_loop .. ", " or "") .. settings.cdn_id
  return ngx.exec(is_held() and "@custom_held" or "@custom")
end

-- A store's refusal is a matter of the visitor or the bucket's owner and keeps its status, in words that do not name the
-- bucket. Those of credentials are of the edge's own.
function M.refused()
  local header, status = ngx.header, CREDENTIALS[ngx.status] or ngx.status
  local range = ngx.var.upstream_http_content_range
  ngx.status = status
  header.content_type = "text/plain; charset=utf-8"
  if status == 405 then
    header.allow = "GET, HEAD, OPTIONS"
  elseif status == 416 then
    header.content_range = range
  end
  if status == 403 and ngx.req.get_method() == "OPTIONS" then
    ngx.say "The bucket's CORS rules do not allow this request."
  else
    ngx.say(REFUSED[status] or "The object store refused the request.")
  end
end

-- Connects to an address that was checked, and to the next one if that fails.
function M.connect()
  local context = ngx.ctx
  if not context.peers then
    context.peers = {}
    for peer in ngx.var.edge_peers:gmatch("%S+") do
      context.peers[#context.peers + 1] = peer
    end
    context.tried = 0
    if #context.peers > 1 then
      balancer.set_more_tries(math.min(#context.peers, 3) - 1)
    end
  end
  context.tried = context.tried + 1
  local peer = context.peers[context.tried] or context.peers[1]
  assert(balancer.set_current_peer(peer, tonumber(ngx.var.edge_port)))
end

local function text_of(value)
  return type(value) == "table" and table.concat(value, ", ") or value
end

-- How long the origin asks to keep the answer; nil where it says nothing.
local function asked_seconds(control, header)
  local seconds = control and (control:match("s%-maxage=\"?(%d+)") or control:match("max%-age=\"?(%d+)"))
  if not seconds and header.expires then
    local ends = ngx.parse_http_time(text_of(header.expires))
    return ends and math.max(0, ends - ngx.time()) or 0
  end
  return seconds and math.max(0, tonumber(seconds) - (tonumber(header.age) or 0))
end

local function kept_seconds(policy, status, control, header)
  if control and (control:find("no-store", 1, true) or control:find("private", 1, true) or control:find("no-cache", 1, true)) then
    return 0
  end
  if header.set_cookie or text_of(header.vary) and text_of(header.vary):find("*", 1, true) then
    return 0
  end
  local how = STATUSES[status]
  local asked = asked_seconds(control, header)
  if not how or how == "asked" and not asked then
    return 0
  end
  local longest = how == "absent" and math.min(ABSENT_SECONDS, policy.edge) or policy.edge
  return asked and math.min(asked, longest) or longest
end

-- RFC 5861, at most as long as the policy.
local function stale_seconds(control, name, most)
  local asked = control and tonumber(control:match(name .. "=(%d+)"))
  return asked and math.min(asked, most) or most
end

-- What visitors send and origins never see does not change answers.
local NEVER_SENT = { ["accept-encoding"] = true, cookie = true, authorization = true, ["user-agent"] = true }

local function vary_of(header)
  local kept = {}
  for name in (text_of(header.vary) or ""):gmatch("[^,%s]+") do
    if not NEVER_SENT[name:lower()] then
      kept[#kept + 1] = name
    end
  end
  return kept[1] and table.concat(kept, ", ") or nil
end

function M.headers()
  local var, header = ngx.var, ngx.header
  if var.edge_id == "" then
    header["X-Edge-Meta"] = ngx.time() .. " 0 failed"
    header["Cache-Control"] = "no-store"
    return
  end
  local document = documents.last(var.edge_id)
  local policy = policies[document and document.policy or "no-cache"]
  local own = text_of(header.cache_control)
  local control = own and own:lower()
  local seconds = kept_seconds(policy, ngx.status, control, header)
  for name in pairs(ngx.resp.get_headers(100)) do
    if document and document.kind == "bucket" and (name:find("^x%-amz%-") or name:find("^x%-rgw%-")) or name:find("^x%-edge%-") then
      header[name] = nil
    end
  end
  header["X-Edge-Cache-Control"] = own
  local mode = seconds > 0 and " kept" or ngx.status < 500 and " pass" or " failed"
  header["X-Edge-Meta"] = ngx.time() .. " " .. seconds .. mode
  header["Vary"] = vary_of(header)
  header["Expires"] = nil
  header["Pragma"] = nil
  header["Age"] = nil
  if seconds == 0 then
    header["Cache-Control"] = "no-store"
  else
    header["Cache-Control"] = "max-age=" .. seconds ..
      ", stale-while-revalidate=" .. stale_seconds(control, "stale%-while%-revalidate", policy.revalidate) ..
      ", stale-if-error=" .. stale_seconds(control, "stale%-if%-error", policy.failed)
  end
end

return M
