import { execFile } from "node:child_process";
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { createServer as createTcpServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { promisify } from "node:util";
import { createCdnEngine } from "../../../apps/edge/src/cdn/cdn-engine.ts";
import { load } from "./load.ts";

/**
 * The CDN beside nginx with a cache and nothing else, in alternating rounds on the same host, with 10,000 distributions
 * on the CDN. `node packages/bench/src/cdn.ts`; needs nginx with lua. Read the ratio: the load comes from the same
 * cores.
 */
const DISTRIBUTIONS = 10_000;
const ROUNDS = 5;
const BODY = "x".repeat(1_024);
const run = promisify(execFile);

const folder = mkdtempSync(join(tmpdir(), "fulmar-cdn-bench-"));
const bare = join(folder, "bare");
mkdirSync(bare);
// The workers of nginx pass through it.
chmodSync(folder, 0o711);
const origin = createServer((_, response) => response.writeHead(200, { "content-type": "image/png" }).end(BODY));
const originPort = await listening(origin);
const [cdnPort, barePort] = [await freePort(), await freePort()];

const engine = await createCdnEngine({
  folder: join(folder, "cdn"),
  http: [`127.0.0.1:${cdnPort}`],
  https: [],
  commonDomain: "cdn.example.com",
  cdnId: "cdn.example.com",
  nameservers: [],
  allowLoopback: true,
  workers: 2,
});
const signal = new AbortController().signal;
const before = memoryMb();
const documents = new Map(
  Array.from({ length: DISTRIBUTIONS }, (_, index) => [`cdn_${index}`, documentOf(index)] as const),
);
const began = performance.now();
const failures = await engine.apply({ documents, changed: undefined }, signal);
const seconds = (performance.now() - began) / 1000;
documents.set("cdn_7", { ...documentOf(7), revision: 2 });
const oneBegan = performance.now();
await engine.apply({ documents, changed: new Set(["cdn_7"]) }, signal);
console.log(
  `${DISTRIBUTIONS} distributions: ${seconds.toFixed(2)} s, ${failures.length} failed, ${before} MB → ${memoryMb()} ` +
    `MB in all processes of nginx; one more change: ${(performance.now() - oneBegan).toFixed(1)} ms`,
);

const conf = join(bare, "nginx.conf");
writeFileSync(
  conf,
  `user www-data; worker_processes 2; pid ${bare}/nginx.pid; error_log ${bare}/error.log; events { worker_connections 16384; }
http { access_log off; sendfile on; tcp_nopush on; keepalive_requests 100000; types {} default_type application/octet-stream;
 proxy_temp_path ${bare}/t; client_body_temp_path ${bare}/t; fastcgi_temp_path ${bare}/t; uwsgi_temp_path ${bare}/t; scgi_temp_path ${bare}/t;
 proxy_cache_path ${bare}/cache levels=1:2 keys_zone=z:64m max_size=1g inactive=30d use_temp_path=off;
 server { listen 127.0.0.1:${barePort}; location / { proxy_cache z; proxy_cache_valid 200 1d; proxy_cache_lock on; proxy_pass http://127.0.0.1:${originPort}; } } }`,
);
await run("/usr/sbin/nginx", ["-p", bare, "-e", join(bare, "error.log"), "-c", conf]);

const targets = [
  { name: "nginx with a cache", url: `http://127.0.0.1:${barePort}/x.png`, headers: {} },
  { name: "the CDN", url: `http://127.0.0.1:${cdnPort}/x.png`, headers: { host: "h5000.cdn.example.com" } },
];
const rates = targets.map((): number[] => []);
const p99s = targets.map((): number[] => []);
for (let round = 0; round < ROUNDS; round++)
  for (const [index, { url, headers }] of targets.entries()) {
    const { perSecond, p99Ms } = await load(url, { headers });
    rates[index]?.push(perSecond);
    p99s[index]?.push(p99Ms);
  }
const [bareRate, cdnRate] = rates.map(median);
for (const [index, { name }] of targets.entries())
  console.log(`${name}: ${median(rates[index] ?? []).toFixed(0)} hits/s, p99 ${median(p99s[index] ?? [])} ms`);
console.log(`ratio ${((cdnRate ?? 0) / (bareRate ?? 1)).toFixed(2)}`);

await engine.stop();
process.kill(Number(readFileSync(join(bare, "nginx.pid"), "utf8")), "SIGTERM");
origin.closeAllConnections();
origin.close();
await delay(500);
rmSync(folder, { recursive: true, force: true });

function documentOf(index: number) {
  const body = {
    enabled: true,
    hosts: [`h${index}.cdn.example.com`],
    commonPath: null,
    origin: { type: "custom", url: `http://127.0.0.1:${originPort}` } as const,
    cachePolicy: "media" as const,
    access: null,
    website: { indexDocument: "index.html", errorDocument: null, spa: false, redirects: [], headers: [] },
  };
  return { kind: "distribution" as const, id: `cdn_${index}`, revision: 1, sequence: index + 1, body };
}

/** The memory of the master and its workers; shared memory is counted once (PSS). */
function memoryMb(): number {
  const master = readFileSync(join(folder, "cdn", "nginx.pid"), "utf8").trim();
  const children = readFileSync(`/proc/${master}/task/${master}/children`, "utf8").split(" ").filter(Boolean);
  const kilobytes = [master, ...children].map((pid) =>
    Number(/^Pss:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, "utf8"))?.[1] ?? 0),
  );
  return Math.round(kilobytes.reduce((sum, one) => sum + one, 0) / 1024);
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
}

async function listening(server: ReturnType<typeof createTcpServer>): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  return typeof address === "object" ? (address?.port ?? 0) : 0;
}

async function freePort(): Promise<number> {
  const server = createTcpServer();
  const port = await listening(server);
  await new Promise((resolve) => server.close(resolve));
  return port;
}
