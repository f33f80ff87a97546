import { execFile } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { presignUrl } from "@fulmar/core/s3-signing";
import autocannon from "autocannon";
import { z } from "zod";
import type { Bench } from "../bench-site.ts";
import { median, type Row, round } from "../measure.ts";
import { startSendfile } from "../sendfile.ts";
import { buildVersitygw, startVersitygw } from "../versitygw.ts";

const run = promisify(execFile);
const CONNECTIONS = 16;
const SECONDS = 4;
/** The first round of each measure warms both sides up, and does not count. */
const ROUNDS = 5;
const SMALL = Buffer.alloc(4096, "x");
const LARGE_BYTES = 100 * 1024 * 1024;
const KEYS = 1000;
const LARGE_KEYS = ["large/0", "large/1", "large/2"];

/** An S3 server with a bucket. */
interface Server {
  readonly endpoint: string;
  readonly region: string;
  readonly bucketName: string;
  readonly key: { readonly accessKeyId: string; readonly secret: string };
  /** The file that large PUTs send. */
  readonly large: string;
  /** versitygw closes some connections after PUTs, which are opened again. */
  readonly closesConnections: boolean;
}

/**
 * Objects by presigned URLs, beside versitygw on the same disk, which keeps no counts, quotas or keys in a database. It
 * writes without fsync, so that an answered PUT does not outlive a power failure: PUTs are compared with one that is
 * built with the fsyncs, and the figures without them are told beside it. Our own commits and files are synced. GETs of
 * large objects are compared with nginx too, which sends files of the same folder and asks nobody. Without Go there is
 * no row.
 */
export async function objectRows({ product, api }: Bench): Promise<Row[]> {
  const [plain, syncing] = [await buildVersitygw(false), await buildVersitygw(true)];
  if (plain === undefined || syncing === undefined) {
    console.log("left out  Objects: versitygw is written in Go, and there is no `go` in PATH");
    return [];
  }
  const { rows: settings } = await product.database.pool.query<{ fsync: string }>("SHOW fsync");
  if (settings[0]?.fsync !== "on") throw new Error("The database of a measurement of PUTs must have fsync on.");
  const folder = mkdtempSync(join(tmpdir(), "fulmar-objects-bench-"));
  const large = join(folder, "large");
  writeFileSync(large, Buffer.alloc(LARGE_BYTES, "x"));
  const pids: number[] = [];
  try {
    const startedOver = async (program: string, name: string) => {
      const { server, pid } = await startReference(program, join(folder, name), large);
      pids.push(pid);
      return server;
    };
    const asItIs = await startedOver(plain, "plain");
    const synced = await startedOver(syncing, "syncing");
    const ours = await ownServer(product, api, large);
    for (const server of [asItIs, synced, ours]) await fill(server);
    const sendfile = await startSendfile(join(folder, "plain"));
    if (sendfile === undefined) console.log("left out  Objects beside nginx: there is no nginx");
    else pids.push(sendfile.pid);
    const references = { asItIs, synced, sendfile: sendfile && { ...asItIs, endpoint: sendfile.endpoint } };
    const rows: Row[] = [];
    for (const { row, unit, target, measure, beside } of MEASURES) {
      const reference = references[beside];
      if (reference === undefined) continue;
      const figures = { ours: [] as number[], reference: [] as number[] };
      for (let number = 0; number < ROUNDS; number++) {
        figures.reference.push(await measure(reference));
        figures.ours.push(await measure(ours));
      }
      const [other, own] = [median(figures.reference.slice(1)), median(figures.ours.slice(1))];
      const ratio = round(own / other);
      rows.push({
        row,
        unit,
        ...{ reference: round(other, 0), figure: round(own, 0), ratio },
        ...(target === null ? TOLD : { target: `>= ${target}`, holds: ratio >= target }),
      });
    }
    return rows;
  } finally {
    for (const pid of pids) process.kill(pid, "SIGTERM");
    rmSync(folder, { recursive: true, force: true });
  }
}

const TOLD = { target: "none", holds: true };

interface Measure {
  readonly row: string;
  readonly unit: string;
  /** Null where the figures are told only. */
  readonly target: number | null;
  readonly measure: (server: Server) => Promise<number>;
  /** The reference: versitygw as it is, versitygw with its writes synced, or nginx over the first one's files. */
  readonly beside: "asItIs" | "synced" | "sendfile";
}

const putOfSmall = { unit: "objects/s", measure: putSmall };
const putOfLarge = { unit: "MB/s", measure: putLarge };
const MEASURES: readonly Measure[] = [
  { row: "Objects: PUT of 4 KB", ...putOfSmall, target: 0.6, beside: "synced" },
  { row: "Objects: PUT of 4 KB, reference without fsync", ...putOfSmall, target: null, beside: "asItIs" },
  { row: "Objects: GET of 4 KB", unit: "objects/s", target: 0.7, measure: getSmall, beside: "asItIs" },
  { row: "Objects: PUT of 100 MB", ...putOfLarge, target: 0.8, beside: "synced" },
  { row: "Objects: PUT of 100 MB, reference without fsync", ...putOfLarge, target: null, beside: "asItIs" },
  { row: "Objects: GET of 100 MB", unit: "MB/s", target: null, measure: getLarge, beside: "asItIs" },
  {
    row: "Objects: GET of 100 MB, beside sendfile of nginx",
    unit: "MB/s",
    target: 0.7,
    measure: getLarge,
    beside: "sendfile",
  },
];

async function startReference(
  program: string,
  root: string,
  large: string,
): Promise<{ readonly server: Server; readonly pid: number }> {
  const key = { accessKeyId: "benchbenchbench1", secret: "benchbenchbenchbench" };
  mkdirSync(join(root, "bench"), { recursive: true });
  const { endpoint, pid } = await startVersitygw(program, root, key);
  return { server: { endpoint, region: "us-east-1", bucketName: "bench", key, large, closesConnections: true }, pid };
}

async function ownServer(product: Bench["product"], api: string, large: string): Promise<Server> {
  const endpoint = await product.startObjectStore();
  const post = async (resource: string, body: object): Promise<unknown> => {
    const response = await fetch(`${api}/object-storage/${resource}?workspace_id=${product.workspaceId}`, {
      method: "POST",
      headers: {
        ...{ authorization: `Bearer ${product.token}`, "content-type": "application/json" },
        "x-idempotency-key": crypto.randomUUID(),
      },
      body: JSON.stringify(body),
    });
    if (!response.ok) throw new Error(`POST ${resource} was refused: ${await response.text()}`);
    return response.json();
  };
  const region = "eu-central-1";
  await post("buckets", { name: "bench", region });
  const made = Key.parse(await post("access-keys", { name: "bench", permission: "read_write" }));
  const key = { accessKeyId: made.access_key_id, secret: made.secret_access_key };
  return { endpoint, region, bucketName: "bench", key, large, closesConnections: false };
}

const Key = z.object({ access_key_id: z.string(), secret_access_key: z.string() });

function urlOf({ endpoint, region, bucketName, key }: Server, method: "GET" | "PUT", name: string): string {
  return presignUrl(key, { endpoint, region, bucketName, method, key: name, at: new Date(), expiresIn: 600 });
}

/** Puts the objects that are read. */
async function fill(server: Server): Promise<void> {
  for (let index = 0; index < KEYS; index++) {
    const { status } = await fetch(urlOf(server, "PUT", `small/${index}`), { method: "PUT", body: SMALL });
    if (status !== 200) throw new Error(`${server.endpoint}: a PUT was answered with ${status}`);
  }
}

/** Requests with one of many keys each, in turn. @returns answers a second */
async function each(server: Server, method: "GET" | "PUT", body?: Buffer): Promise<number> {
  const paths = Array.from({ length: KEYS }, (_, index) => {
    const { pathname, search } = new URL(urlOf(server, method, `small/${index}`));
    return pathname + search;
  });
  let sent = 0;
  const result = await autocannon({
    url: server.endpoint,
    connections: CONNECTIONS,
    duration: SECONDS,
    requests: [
      {
        method,
        ...(body !== undefined && { body }),
        setupRequest: (request) => ({ ...request, path: paths[sent++ % KEYS] ?? "/" }),
      },
    ],
  });
  if (result.non2xx > 0 || (result.errors > 0 && !server.closesConnections))
    throw new Error(`${server.endpoint}: ${result.non2xx} answers were refusals, ${result.errors} requests failed`);
  return result.requests.average;
}

function putSmall(server: Server): Promise<number> {
  return each(server, "PUT", SMALL);
}

function getSmall(server: Server): Promise<number> {
  return each(server, "GET");
}

function putLarge(server: Server): Promise<number> {
  return curl(server, "PUT", LARGE_KEYS);
}

function getLarge(server: Server): Promise<number> {
  return curl(server, "GET", LARGE_KEYS);
}

/** Sends or reads large objects, one after the other, by curl, so that the client costs little. @returns MB a second */
async function curl(server: Server, method: "GET" | "PUT", names: readonly string[]): Promise<number> {
  const began = performance.now();
  for (const name of names) {
    const url = urlOf(server, method, name);
    await run("curl", ["-sSf", "-o", "/dev/null", ...(method === "PUT" ? ["-T", server.large] : []), url]);
  }
  return (names.length * LARGE_BYTES) / 1e6 / ((performance.now() - began) / 1000);
}
