// Installs the servers that tests run: those that edges drive (docs/edges.md, docs/cdn.md), a pooler, an authority for
// certificates and what reads zones.
import { existsSync } from "node:fs";
import { command, phase } from "./progress.mjs";
import { environment, inProject } from "./project.mjs";

/** A file of each Debian package. */
const packages = {
  haproxy: "/usr/sbin/haproxy",
  keepalived: "/usr/sbin/keepalived",
  nginx: "/usr/sbin/nginx",
  "libnginx-mod-http-lua": "/usr/lib/nginx/modules/ngx_http_lua_module.so",
  "libnginx-mod-http-brotli-filter": "/usr/lib/nginx/modules/ngx_http_brotli_filter_module.so",
  "libnginx-mod-stream": "/usr/lib/nginx/modules/ngx_stream_module.so",
  pgbouncer: "/usr/sbin/pgbouncer",
  pebble: "/usr/bin/pebble",
  "bind9-utils": "/usr/bin/named-checkzone",
  "pdns-server": "/usr/sbin/pdns_server",
  "pdns-backend-sqlite3": "/usr/share/pdns-backend-sqlite3/schema/schema.sqlite3.sql",
  "lua-cjson": `/usr/lib/${process.arch === "arm64" ? "aarch64" : "x86_64"}-linux-gnu/lua/5.1/cjson.so`,
};
/** Started by their packages where systemd runs. The tests start their own. */
const services = {
  haproxy: "haproxy",
  keepalived: "keepalived",
  nginx: "nginx",
  pgbouncer: "pgbouncer",
  "pdns-server": "pdns",
};

/** Installs what is missing, as root on Debian. Tests that lack a server are skipped and counted. */
export async function ensureServers() {
  const missing = Object.entries(packages).flatMap(([name, file]) => (existsSync(file) ? [] : [name]));
  if (missing.length === 0 || process.getuid?.() !== 0 || !existsSync("/usr/bin/apt-get")) return;
  const run = (program, ...args) =>
    command(program, args, { cwd: inProject(), env: environment({ DEBIAN_FRONTEND: "noninteractive" }) });
  try {
    await phase("Servers of tests", async () => {
      await run("apt-get", "update", "-q");
      await run("apt-get", "install", "-qy", "--no-install-recommends", ...missing);
      const started = missing.flatMap((name) => services[name] ?? []);
      if (existsSync("/run/systemd/system") && started.length > 0)
        await run("systemctl", "disable", "--now", ...started);
    });
  } catch (error) {
    process.stderr.write(`  – Servers could not be installed, so some tests are skipped. ${error.message}\n`);
  }
}
