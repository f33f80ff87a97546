import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { isIPv6 } from "node:net";
import { join } from "node:path";

/** Where the engine runs nginx, and how. */
export interface CdnOptions {
  /** A folder of the engine's own, by an absolute path of at most 80 characters: sockets are in it. */
  readonly folder: string;
  /** Addresses to listen on, such as `127.0.0.1:8080` or `*:80`. */
  readonly http: readonly string[];
  readonly https: readonly string[];
  /** The domain on which every bucket has a path. */
  readonly commonDomain: string;
  /** How this CDN names itself in `CDN-Loop` (RFC 8586), such as cdn.example.com. */
  readonly cdnId: string;
  /** Name servers for the origins' names, such as `192.0.2.53:53`, `2001:db8::53` or `[2001:db8::53]:53`. */
  readonly nameservers: readonly string[];
  /** Addresses of names that are not in the DNS, for the object store's endpoint alone. */
  readonly hosts?: Readonly<Record<string, string>>;
  /** Lets custom origins be on this host's loopback addresses. For laptops and tests. */
  readonly allowLoopback?: boolean;
  /** The authorities whose certificates origins may have. */
  readonly trustedCertificates?: string;
  /** The size of the cache on disk. */
  readonly cacheGb?: number;
  /** The shared memory for documents. 10,000 distributions with certificates need about 80 MB. */
  readonly documentsMb?: number;
  readonly workers?: number;
  readonly nginx?: string;
  readonly modulesFolder?: string;
}

/** The longest that a cached answer can be used: the longest policy and its grace for failed origins. */
export const LONGEST_KEPT_MS = (30 + 7) * 86_400_000;

const LUA_FOLDER = join(import.meta.dirname, "lua");
const DEFAULTS = {
  trustedCertificates: "/etc/ssl/certs/ca-certificates.crt",
  cacheGb: 10,
  documentsMb: 256,
  nginx: "/usr/sbin/nginx",
  modulesFolder: "/usr/lib/nginx/modules",
};

export const nginxOf = (options: CdnOptions) => options.nginx ?? DEFAULTS.nginx;
export const controlSocket = (folder: string) => join(folder, "control", "nginx.sock");
export const fetchSocket = (folder: string) => join(folder, "fetch", "nginx.sock");

const TEXT_TYPES = [
  "text/css",
  "text/csv",
  "text/javascript",
  "text/markdown",
  "text/plain",
  "text/xml",
  "application/javascript",
  "application/json",
  "application/ld+json",
  "application/manifest+json",
  "application/rss+xml",
  "application/wasm",
  "application/xml",
  "image/svg+xml",
].join(" ");

/** The variables that the lua code sets for a visitor's request. */
const VISIT_VARIABLES = ["id", "version", "key", "target", "disposition", "ends", "status"];
const FETCH_VARIABLES = [
  ...["id", "scheme", "host", "authority", "peers", "port"],
  ...["date", "hash", "authorization", "loop"],
];

const variables = (names: readonly string[]) => names.map((name) => `set $edge_${name} '';`).join(" ");

/** A visitor's request to the fetching side. Cookies, credentials and everything else stay here. */
const asked = `
      proxy_pass http://edge_fetch$edge_target;
      proxy_http_version 1.1;
      proxy_pass_request_headers off;
      proxy_pass_request_body off;
      proxy_set_header Content-Length '';
      proxy_set_header Host edge;
      proxy_set_header Connection close;
      proxy_set_header X-Edge-Document $edge_id;
      proxy_set_header X-Edge-Version $edge_version;
      proxy_set_header CDN-Loop $http_cdn_loop;
      proxy_set_header X-Forwarded-For $remote_addr;
      proxy_set_header Accept $http_accept;
      proxy_set_header Accept-Language $http_accept_language;
      proxy_set_header Origin $http_origin;
      proxy_set_header Access-Control-Request-Method $http_access_control_request_method;
      proxy_set_header Access-Control-Request-Headers $http_access_control_request_headers;
      proxy_hide_header X-Edge-Meta;
      proxy_hide_header X-Edge-Cache-Control;
      proxy_force_ranges on;
      proxy_read_timeout 75s;`;

const cached = `${asked}
      proxy_cache edge;
      proxy_cache_key $edge_key;
      proxy_cache_lock on;
      proxy_cache_lock_timeout 10s;
      proxy_cache_lock_age 10s;
      proxy_cache_revalidate on;
      proxy_cache_background_update on;
      proxy_set_header X-Edge-Held $upstream_cache_status;`;

/** Past the cache: the origin sees the visitor's conditions and ranges. */
const passed = `${asked}
      proxy_buffering off;
      proxy_set_header Range $http_range;
      proxy_set_header If-Range $http_if_range;
      proxy_set_header If-None-Match $http_if_none_match;
      proxy_set_header If-Modified-Since $http_if_modified_since;`;

const website = "proxy_intercept_errors on; error_page 404 = @missing;";

const fetched = `
      proxy_pass $edge_scheme://$edge_upstream$request_uri;
      proxy_http_version 1.1;
      proxy_pass_request_headers off;
      proxy_pass_request_body off;
      proxy_set_header Content-Length '';
      proxy_set_header Host $edge_authority;
      proxy_set_header Range $http_range;
      proxy_set_header If-Range $http_if_range;
      proxy_set_header If-None-Match $http_if_none_match;
      proxy_set_header If-Modified-Since $http_if_modified_since;
      proxy_set_header Origin $http_origin;
      proxy_set_header Access-Control-Request-Method $http_access_control_request_method;
      proxy_set_header Access-Control-Request-Headers $http_access_control_request_headers;
      proxy_ignore_headers X-Accel-Expires X-Accel-Redirect X-Accel-Limit-Rate X-Accel-Buffering X-Accel-Charset;
      proxy_redirect off;
      proxy_max_temp_file_size 0;
      proxy_connect_timeout 5s;
      proxy_read_timeout 60s;
      proxy_next_upstream error timeout;
      proxy_ssl_server_name on;
      proxy_ssl_name $edge_host;
      proxy_ssl_session_reuse off;
      proxy_ssl_verify on;
      proxy_ssl_verify_depth 5;
      proxy_ssl_protocols TLSv1.2 TLSv1.3;`;

/** The statuses of a store whose bodies visitors do not see. nginx has a meaning of its own for 494 to 499. */
const statuses = (first: number, last: number) => Array.from({ length: last - first + 1 }, (_, at) => first + at);
const REFUSALS = statuses(400, 493).filter((status) => status !== 404);
const REDIRECTS = statuses(300, 308).filter((status) => status !== 304);
const FAILURES = statuses(500, 599);

const bucket = `
      set $edge_upstream edge_store;${fetched}
      proxy_set_header Connection '';
      proxy_set_header Authorization $edge_authorization;
      proxy_set_header X-Amz-Date $edge_date;
      proxy_set_header X-Amz-Content-Sha256 $edge_hash;
      proxy_intercept_errors on;
      error_page 404 @absent;
      error_page ${REFUSALS.join(" ")} @refused;
      error_page ${REDIRECTS.join(" ")} = @failed;`;

const custom = `
      set $edge_upstream edge_custom;${fetched}
      proxy_set_header Connection close;
      proxy_set_header User-Agent Fulmar-CDN;
      proxy_set_header CDN-Loop $edge_loop;
      proxy_set_header X-Forwarded-For $http_x_forwarded_for;
      proxy_set_header Accept $http_accept;
      proxy_set_header Accept-Language $http_accept_language;`;

/** The text of nginx.conf. It changes only with the options and the lua code, never with a distribution. */
export function nginxConfiguration(options: CdnOptions): string {
  const { folder, http, https, commonDomain, cdnId, nameservers } = options;
  const { modulesFolder, trustedCertificates, cacheGb, documentsMb } = { ...DEFAULTS, ...options };
  // Without addresses, nginx would take port 80.
  if (http.length + https.length === 0) throw new Error("The CDN needs an address to listen on.");
  const settings = {
    common_domain: commonDomain,
    cdn_id: cdnId,
    nameservers: nameservers.map(readNameserver),
    hosts: options.hosts ?? {},
    allow_loopback: options.allowLoopback ?? false,
  };
  const text = (configuration: string) => `
load_module ${modulesFolder}/ndk_http_module.so;
load_module ${modulesFolder}/ngx_http_lua_module.so;
load_module ${modulesFolder}/ngx_http_brotli_filter_module.so;
${process.getuid?.() === 0 ? "user www-data;" : ""}
worker_processes ${options.workers ?? "auto"};
worker_rlimit_nofile 65536;
worker_shutdown_timeout 60s;
pid ${folder}/nginx.pid;
error_log ${folder}/error.log warn;
events { worker_connections 16384; }
http {
  server_tokens off; access_log off; merge_slashes off;
  sendfile on; tcp_nopush on; tcp_nodelay on; keepalive_requests 100000;
  large_client_header_buffers 8 16k; client_max_body_size 64k;
  types {} default_type application/octet-stream;
  client_body_temp_path ${folder}/temporary; proxy_temp_path ${folder}/temporary;
  fastcgi_temp_path ${folder}/temporary; uwsgi_temp_path ${folder}/temporary; scgi_temp_path ${folder}/temporary;
  gzip on; gzip_vary on; gzip_proxied any; gzip_min_length 256; gzip_comp_level 5; gzip_types ${TEXT_TYPES};
  brotli on; brotli_min_length 256; brotli_comp_level 4; brotli_types ${TEXT_TYPES};

  lua_package_path "${LUA_FOLDER}/?.lua;/usr/share/lua/5.1/?.lua;;";
  lua_shared_dict edge_documents ${documentsMb}m;
  lua_shared_dict edge_usage 32m;
  lua_shared_dict edge_marks 16m;
  init_by_lua_block { require("edge.main").start([==[${JSON.stringify({ ...settings, configuration })}]==]) }
  init_worker_by_lua_block { require("edge.main").start_worker() }
  exit_worker_by_lua_block { require("edge.usage").flush() }

  proxy_cache_path ${folder}/cache levels=1:2 keys_zone=edge:64m max_size=${cacheGb}g inactive=30d use_temp_path=off;
  proxy_ssl_trusted_certificate ${trustedCertificates};

  upstream edge_fetch { server unix:${fetchSocket(folder)}; }
  upstream edge_store { server 0.0.0.1; balancer_by_lua_block { require("edge.fetch").connect() } keepalive 64; }
  # Without keepalive: nginx would use a connection to one origin for another one at the same address.
  upstream edge_custom { server 0.0.0.1; balancer_by_lua_block { require("edge.fetch").connect() } }

  server {
    ${http.map((address) => `listen ${address} default_server;`).join(" ")}
    ${https.map((address) => `listen ${address} ssl http2 default_server;`).join(" ")}
    ${https.length > 0 ? encrypted : ""}
    ${variables(VISIT_VARIABLES)}
    header_filter_by_lua_block { require("edge.answer").headers() }
    log_by_lua_block { require("edge.usage").count() }
    location / {
      access_by_lua_block { require("edge.visit").handle() }${cached}
    }
    location @cached {${cached}
    }
    location @site {${cached}
      ${website}
    }
    location @pass {${passed}
    }
    location @site_pass {${passed}
      ${website}
    }
    error_page 502 504 = @unreachable;
    location @unreachable { default_type text/plain; return 502 "The origin could not be reached.\\n"; }
    location @missing { content_by_lua_block { require("edge.visit").missing() } }
  }

  server {
    listen unix:${fetchSocket(folder)};
    gzip off; brotli off;
    ${variables(FETCH_VARIABLES)}
    header_filter_by_lua_block { require("edge.fetch").headers() }
    error_page 502 504 @unreachable;
    location / { content_by_lua_block { require("edge.fetch").prepare() } }
    location @bucket {${bucket}
      error_page ${FAILURES.join(" ")} = @failed;
    }
    location @bucket_held {${bucket}
      error_page ${FAILURES.join(" ")} = @broken;
    }
    location @custom {${custom}
    }
    location @custom_held {${custom}
      proxy_intercept_errors on;
      error_page 500 501 502 503 504 = @broken;
    }
    default_type text/plain;
    location @absent { return 404 "Not found.\\n"; }
    location @refused { content_by_lua_block { require("edge.fetch").refused() } }
    location @failed { return 502 "The object store did not answer the edge's request.\\n"; }
    location @broken { return 444; }
    location @unreachable { return 502 "The origin could not be reached.\\n"; }
  }

  server {
    listen unix:${controlSocket(folder)};
    client_max_body_size 16m; client_body_buffer_size 16m;
    location / { content_by_lua_block { require("edge.control").answer() } }
  }
}
`;
  return text(
    createHash("sha256")
      .update(text("") + luaCode())
      .digest("hex")
      .slice(0, 16),
  );
}

/** The certificate is chosen at each handshake; a handshake without one ends before nginx would need its own. */
const encrypted = `ssl_certificate data:$edge_id; ssl_certificate_key data:$edge_id;
    ssl_certificate_by_lua_block { require("edge.tls").choose() }
    ssl_protocols TLSv1.2 TLSv1.3; ssl_session_cache shared:edge_sessions:8m; ssl_session_tickets off;`;

function luaCode(): string {
  const folder = join(LUA_FOLDER, "edge");
  return readdirSync(folder)
    .toSorted()
    .map((name) => readFileSync(join(folder, name), "utf8"))
    .join("");
}

/** Lua's sockets take IPv6 addresses in brackets. */
function readNameserver(text: string): { host: string; port: number } {
  if (isIPv6(text)) return { host: `[${text}]`, port: 53 };
  const [, host, port] = /^(\[.*\]|[^:]*)(?::(\d+))?$/.exec(text) ?? [];
  return { host: host ?? text, port: Number(port ?? 53) };
}
