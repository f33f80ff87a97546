-- The certificate of the name that a visitor asks for. Without one the handshake fails.
local ssl = require "ngx.ssl"
local lru = require "resty.lrucache"
local documents = require "edge.documents"
local parsed = lru.new(1000)
local M = {}

local function load(id, version)
  local one = parsed:get(id)
  if one and one.version == version then
    return one
  end
  local document = documents.certificate(id)
  if not document then
    return nil
  end
  one = {
    version = version,
    chain = ssl.parse_pem_cert(document.chainPem),
    key = ssl.parse_pem_priv_key(document.privateKeyPem),
  }
  parsed:set(id, one)
  return one
end

function M.choose()
  local name = ssl.server_name()
  local id, version
  if name then
    id, version = documents.certificate_of(name:lower())
  end
  local certificate = id and load(id, version)
  if not certificate then
    return ngx.exit(ngx.ERROR)
  end
  ssl.clear_certs()
  ssl.set_cert(certificate.chain)
  ssl.set_priv_key(certificate.key)
end

return M
