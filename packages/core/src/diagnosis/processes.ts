import { statfs } from "node:fs/promises";
import { get as getPlain } from "node:http";
import { get as getEncrypted } from "node:https";
import { hostname } from "node:os";
import type { TLSSocket } from "node:tls";
import type { Configuration } from "@fulmar/config";
import { type Database, statement } from "@fulmar/prisma";
import { listEdges } from "../edge/index.ts";
import { readScrubReport } from "../object-storage/index.ts";
import { expiry } from "./certificates.ts";
import { connectedPrograms } from "./database.ts";
import { counted, type Finding, fail, ok, saidBy, warn } from "./finding.ts";
import { STARTED, type StartUp } from "./start-up.ts";

const ANSWER_MS = 5_000;
const DISK_WARN = 0.1;
const DISK_FAIL = 0.03;
const GB = 1024 ** 3;

/** A reconciler that has lanes now runs no more without one, and what its row says is from an earlier release. */
export const CURRENT_RECONCILER = `NOT (r.lane IS NULL AND EXISTS (SELECT FROM reconciler l WHERE l.lane IS NOT NULL
     AND split_part(l.name, '@', 1) = r.name))`;

const work = statement(
  "diagnosis_work",
  `SELECT coalesce((SELECT max(finished_at) > now() - interval '5 minutes' FROM reconciler), false) AS alive,
          (SELECT count(*)::int FROM operation
            WHERE finished_at IS NULL AND held_at IS NULL AND run_at < now() - interval '1 minute'
              AND (lease_until IS NULL OR lease_until < now())) AS unclaimed,
          coalesce((SELECT jsonb_object_agg(r.name, r.last_error) FROM reconciler r
                     WHERE r.last_error IS NOT NULL AND ${CURRENT_RECONCILER}), '{}') AS failing`,
);

const folder = statement("diagnosis_store_folder", "SELECT host, folder FROM object_store");

/**
 * Looks at the processes: those that answer at the addresses that clients use, workers, edges, and the store's disk.
 */
export async function processFindings(
  { sql }: Pick<Database, "sql">,
  { publicApiUrl, publicConsoleUrl, publicObjectStoreUrl }: Configuration,
  startUp: StartUp = STARTED,
): Promise<Finding[]> {
  const answering = await Promise.all([
    answers(startUp, "API", `${publicApiUrl}/readyz`),
    answers(startUp, "console", `${publicConsoleUrl}/`),
    answers(startUp, "object store", `${publicObjectStoreUrl}/readyz`),
  ]);
  return [
    ...answering.flat(),
    ...(await workers(sql, startUp)),
    ...(await edges(sql, startUp)),
    ...(await disk(sql)),
    ...(await files(sql)),
  ];
}

/** Asks a process by its public address, and reads the certificate on the way. */
async function answers(startUp: StartUp, check: string, url: string): Promise<Finding[]> {
  try {
    const { status, until } = await ask(url);
    const certificate = until === undefined ? [] : [expiry(`certificate of ${new URL(url).host}`, until, "renew it")];
    if (status >= 400) {
      const sentence = `${url} answers ${status}: see the log of the ${check}, and the proxy before it.`;
      return [startUp.misses(check, sentence), ...certificate];
    }
    startUp.sees(check);
    return [ok(check, `It answers at ${new URL(url).origin}.`), ...certificate];
  } catch (error) {
    return [
      startUp.misses(
        check,
        `${url} does not answer from here (${saidBy(error)}): start the ${check}, or correct its public URL.`,
      ),
    ];
  }
}

function ask(url: string): Promise<{ readonly status: number; readonly until: Date | undefined }> {
  const isEncrypted = url.startsWith("https:");
  return new Promise((resolve, reject) => {
    const options = { agent: false, signal: AbortSignal.timeout(ANSWER_MS) } as const;
    const request = (isEncrypted ? getEncrypted : getPlain)(url, options, (response) => {
      const until = isEncrypted ? (response.socket as TLSSocket).getPeerCertificate().valid_to : undefined;
      response.destroy();
      resolve({ status: response.statusCode ?? 0, until: until === undefined ? undefined : new Date(until) });
    });
    request.once("error", reject);
  });
}

async function workers(sql: Database["sql"], startUp: StartUp): Promise<Finding[]> {
  const row = await sql.one(work);
  const connected = (await connectedPrograms(sql)).filter((name) => name === "fulmar-worker").length;
  const works = connected > 0 && row.alive;
  if (works) startUp.sees("workers");
  const alive = works
    ? ok("workers", `${counted(connected, "worker")} ${connected === 1 ? "is" : "are"} connected and at work.`)
    : startUp.misses(
        "workers",
        connected === 0
          ? "No worker is connected: operations wait until you start one."
          : "A worker is connected, but no reconciler ended in five minutes: see the worker's log.",
      );
  const waiting =
    row.unclaimed === 0
      ? []
      : [
          fail(
            "operations",
            `${counted(row.unclaimed, "operation")} waited for more than a minute without a worker: ` +
              "run fulmar admin why for one of them, and start more workers.",
          ),
        ];
  const failing = Object.entries(row.failing as Record<string, string>).map(([name, error]) =>
    warn(`reconciler ${name}`, `Its last run failed (${error.replaceAll(/\s*\n\s*/g, " ")}): see the worker's log.`),
  );
  return [alive, ...waiting, ...failing];
}

async function edges(sql: Database["sql"], startUp: StartUp): Promise<Finding[]> {
  return (await listEdges({ sql })).map(({ name, connected, enrolled_at, behind, failures, lately_refused }) => {
    const check = `edge ${name}`;
    if (enrolled_at === null)
      return warn(check, "Its agent has not connected yet: start it with its token, or remove the edge.");
    if (!connected) return startUp.misses(check, "It is not connected: look at the agent's log on its host.");
    startUp.sees(check);
    if (lately_refused)
      return fail(
        check,
        "It told of more traffic than its line carries within the last day: if the line carries it, say so with " +
          "fulmar operator edge update; else its credential may be stolen: fulmar operator edge renew-token.",
      );
    if (failures > 0)
      return fail(check, `It cannot apply ${counted(failures, "document")}: the load balancers concerned say why.`);
    if (behind > 0) return warn(check, `It has ${counted(behind, "document")} still to apply: look again in a minute.`);
    return ok(check, "It is connected and up to date.");
  });
}

/** The disk of objects can be looked at on its own host alone. */
async function disk(sql: Database["sql"]): Promise<Finding[]> {
  const row = await sql.maybe(folder);
  if (row === undefined) return [];
  if (row.host !== hostname())
    return [ok("disk", `The files of objects are in ${row.folder} on ${row.host}: run this there, too.`)];
  try {
    const { bavail, blocks, bsize } = await statfs(row.folder);
    const share = bavail / blocks;
    const sentence =
      `${Math.floor((bavail * bsize) / GB)} GB (${Math.floor(share * 100)} %) are free for objects in ` +
      `${row.folder}`;
    if (share > DISK_WARN) return [ok("disk", `${sentence}.`)];
    return [
      (share > DISK_FAIL ? warn : fail)("disk", `${sentence}: enlarge the disk, or move buckets to another region.`),
    ];
  } catch (error) {
    return [fail("disk", `The folder of objects ${row.folder} cannot be read (${saidBy(error)}): mount its disk.`)];
  }
}

async function files(sql: Database["sql"]): Promise<Finding[]> {
  const { damaged } = await readScrubReport({ sql }, 1);
  return damaged.length === 0
    ? []
    : [fail("files of objects", "Files of objects are damaged or lost: see fulmar admin object-store scrub.")];
}
