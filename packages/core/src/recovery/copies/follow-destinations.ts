import { randomBytes } from "node:crypto";
import { buffer } from "node:stream/consumers";
import type { Reconciler } from "@fulmar/engine";
import { type RowOf, statement } from "@fulmar/prisma";
import { ProviderError } from "@fulmar/providers";
import { newId } from "../../request/identifiers.ts";
import { auditMove } from "../../work/audit-move.ts";
import { DUE } from "../../work/due.ts";
import { LEASE, LeaseLost, whileLeased } from "../../work/lease.ts";
import type { WorkerServices } from "../../work/worker-services.ts";
import { bytesOf, type CopyManifest, MANIFESTS, manifestName, objectIdOf, openManifest } from "./copy-manifest.ts";
import { type OpenDestination, withDestination } from "./destination-access.ts";
import { pagesOf } from "./earlier-chunks.ts";
import { ObjectSet } from "./needed-objects.ts";
import { indexedChunks } from "./read-chunks.ts";
import { removeCopies } from "./remove-copies.ts";
import { expireCopies } from "./retention.ts";
import { UnopenedObject } from "./sealed-object.ts";

/** Destinations that are looked at together, over all workers. */
const LANES = ["1", "2"];
const LOOK_MS = 3_600_000;
const AGAIN_MS = 300_000;
const ATTEMPT_MS = 1_800_000;
/** Pages of a thousand keys of one bucket that are read. */
const MOST_PAGES = 10;
/** What a copy answers whose objects are damaged or gone. */
const UNUSABLE: ReadonlySet<string> = new Set(["object_not_found", "copy_unreadable"]);

const claim = statement(
  "backup_destination_claim",
  `UPDATE backup_destination d SET attempts = d.attempts + 1, check_at = ${LEASE}
     FROM (SELECT destination_id FROM backup_destination WHERE check_at <= ${DUE}
            ORDER BY check_at, destination_id LIMIT 1 FOR UPDATE SKIP LOCKED) AS due
    WHERE d.destination_id = due.destination_id
   RETURNING d.workspace_id, d.destination_id, d.attempts, d.status, d.endpoint, d.region, d.bucket, d.prefix,
             d.sealed_access`,
);

/** SQL: the destination is still the worker's that has made this attempt. */
const HELD = "workspace_id = $workspace_id::bigint AND destination_id = $destination_id AND attempts = $attempts";

// A copy that ended meanwhile has made the destination due: it stays so.
const renew = statement(
  "backup_destination_renew",
  `UPDATE backup_destination SET check_at = ${LEASE} WHERE ${HELD} RETURNING 1 AS held`,
);

const end = statement(
  "backup_destination_end",
  `WITH moved AS (
     UPDATE backup_destination
        SET status = CASE WHEN $error_message::text IS NULL THEN 'ready' ELSE 'failed' END,
            error_message = $error_message, unreadable_copies = coalesce($unreadable_copies::int, unreadable_copies),
            checked_at = CASE WHEN $error_message IS NULL THEN now() ELSE checked_at END,
            check_at = now() + $in_ms::int * interval '1 millisecond'
      WHERE ${HELD} RETURNING workspace_id, destination_id, name, status, error_message
   )
   ${auditMove("moved", {
     actor: "follow-destinations",
     action: "CASE moved.status WHEN 'failed' THEN 'backup_destination.failed' ELSE 'backup_destination.recovered' END",
     resource: "destination_id",
     detail: "concat_ws(': ', moved.name, moved.error_message)",
     when: "moved.status <> $former AND 'failed' IN (moved.status, $former)",
   })}`,
);

/** A trigger writes the prefix of every copy. */
const PLACED = { present: ["prefix"] } as const;

const known = statement(
  "backup_copy_known",
  `SELECT object_id, prefix FROM backup_copy
    WHERE workspace_id = $workspace_id::bigint AND destination_id = $destination_id`,
  PLACED,
);

const add = statement(
  "backup_copy_found",
  `INSERT INTO backup_copy (copy_id, workspace_id, destination_id, object_id, status, own, backup_id, vm_id, vm_name,
                            vm_type, taken_at, manifest, uses, size_bytes, copied_at, prefix)
   SELECT $copy_id, d.workspace_id, d.destination_id, $object_id, 'copied', false, $backup_id, $vm_id, $vm_name,
          $vm_type::vm_type, $taken_at::timestamptz, $manifest::jsonb, $uses::jsonb, $size_bytes::bigint,
          $taken_at::timestamptz, $prefix
     FROM backup_destination d WHERE d.${HELD.replaceAll(" AND ", " AND d.")}
       ON CONFLICT (workspace_id, destination_id, object_id) DO NOTHING`,
);

// What somebody has removed from the bucket is no copy any more. Rows alone go: nothing is deleted.
const forget = statement(
  "backup_copy_forget",
  `DELETE FROM backup_copy c
    WHERE c.workspace_id = $workspace_id::bigint AND c.destination_id = $destination_id AND c.status = 'copied'
      AND c.prefix = $prefix AND c.copied_at < $before::timestamptz AND c.object_id <> ALL ($present::text[])`,
);

type Claim = RowOf<typeof claim>;

/**
 * Looks at the buckets of destinations: whether they can be written and read, which copies they hold, and which of those
 * that were made here are more or older than is kept.
 */
export const followDestinations: Reconciler<WorkerServices> = {
  name: "follow-destinations",
  everyMs: 2_000,
  lanes: async () => LANES,
  async run(services, signal) {
    const { sql } = services.database;
    for (let next = await sql.maybe(claim); next !== undefined; next = await sql.maybe(claim))
      await follow(services, next, signal);
  },
};

async function follow(services: WorkerServices, row: Claim, signal: AbortSignal): Promise<void> {
  const { sql } = services.database;
  const { workspace_id, destination_id, attempts } = row;
  const place = { workspace_id, destination_id, attempts };
  const ended = () => ({ ...place, former: row.status, audit_event_id: newId("aud") });
  try {
    const unreadable_copies = await whileLeased(
      async () => (await sql.maybe(renew, place)) !== undefined,
      (lost) => {
        const limited = AbortSignal.any([signal, lost, AbortSignal.timeout(ATTEMPT_MS)]);
        return withDestination(services, row, (destination) => look(services, row, destination, limited));
      },
    );
    await sql.query(end, { ...ended(), error_message: null, unreadable_copies, in_ms: LOOK_MS });
  } catch (error) {
    if (error instanceof LeaseLost) return;
    const isEnding = signal.aborted;
    const isTold = error instanceof ProviderError;
    if (!isEnding) {
      const error_message = isTold
        ? error.message
        : "An error of the installation; whoever operates it can read it in the logs.";
      await sql.query(end, { ...ended(), error_message, unreadable_copies: null, in_ms: AGAIN_MS });
    }
    if (!isTold) throw error;
  }
}

/** @returns how many manifests there are that do not open */
async function look(services: WorkerServices, row: Claim, destination: OpenDestination, signal: AbortSignal) {
  const { sql } = services.database;
  const place = { workspace_id: row.workspace_id, destination_id: row.destination_id };
  if (row.status !== "ready") await probe(destination, signal);
  const rows = await sql.query(known, place);
  const ids = new Set(rows.map(({ object_id }) => object_id));
  // A copy stays under the prefix that it was written under.
  const prefixes = new Set([destination.prefix, ...rows.map(({ prefix }) => prefix)]);
  let unreadable = 0;
  const whole: string[] = [];
  for (const prefix of prefixes) {
    const found = await lookUnder(services, { row, ids }, { ...destination, prefix }, signal);
    unreadable += found.unreadable;
    if (found.isWhole) whole.push(prefix);
  }
  await sql.query(expireCopies, place);
  // Every copy is known by now, so that nothing is removed that one of them needs.
  for (const prefix of whole) await removeCopies(services.database, place, { ...destination, prefix }, signal);
  return unreadable;
}

interface Looked {
  readonly row: Claim;
  /** Of the copies that are known. */
  readonly ids: ReadonlySet<string>;
}

async function lookUnder(
  { database: { sql } }: WorkerServices,
  { row, ids }: Looked,
  destination: OpenDestination,
  signal: AbortSignal,
) {
  const { workspace_id, destination_id, attempts } = row;
  const place = { workspace_id, destination_id };
  const { prefix } = destination;
  const begunAt = new Date();
  const { present, isWhole } = await listed(destination, signal);
  let unreadable = 0;
  for (const object_id of present.filter((id) => !ids.has(id))) {
    const copy = await foundCopy(destination, object_id, signal);
    if (copy === undefined) unreadable += 1;
    else await sql.query(add, { ...place, attempts, prefix, ...copy });
  }
  if (isWhole) await sql.query(forget, { ...place, prefix, present, before: begunAt });
  return { unreadable, isWhole };
}

/** Writes, reads and deletes an object. @throws ProviderError */
async function probe({ bucket, prefix }: OpenDestination, signal: AbortSignal): Promise<void> {
  const name = `${prefix}probe-${randomBytes(8).toString("hex")}`;
  const bytes = randomBytes(64);
  await bucket.put(name, bytes, signal);
  const answered = await buffer(await bucket.read(name, signal));
  await bucket.remove(name, signal);
  if (answered.equals(bytes)) return;
  throw new ProviderError("destination_strange", "The bucket answers other bytes than were written to it.", {
    retryable: true,
  });
}

async function listed({ bucket, prefix }: OpenDestination, signal: AbortSignal) {
  const present: string[] = [];
  const pages = pagesOf(bucket, `${prefix}${MANIFESTS}`, MOST_PAGES, signal);
  let page = await pages.next();
  for (; page.done !== true; page = await pages.next())
    present.push(...page.value.flatMap((key) => objectIdOf(key.slice(prefix.length)) ?? []));
  return { present, isWhole: page.value };
}

/** Undefined for what is no copy that the key opens, and what is gone meanwhile. */
async function foundCopy(destination: OpenDestination, objectId: string, signal: AbortSignal) {
  const { bucket, prefix, key } = destination;
  try {
    const object = await bucket.read(`${prefix}${manifestName(objectId)}`, signal);
    const manifest = await openManifest(key, objectId, object);
    const uses = await objectsOfCopy(destination, manifest, signal);
    return { ...rowOf(manifest), uses: uses === null ? null : JSON.stringify(uses) };
  } catch (error) {
    if (error instanceof UnopenedObject || (error instanceof ProviderError && UNUSABLE.has(error.code)))
      return undefined;
    throw error;
  }
}

/** The objects that a copy needs, by the lists of its chunks. Null for one of whole files. */
async function objectsOfCopy(destination: OpenDestination, { files }: CopyManifest, signal: AbortSignal) {
  const indexes = files.flatMap(({ index }) => index ?? []);
  if (indexes.length === 0) return null;
  const needed = new ObjectSet();
  for (const index of indexes) {
    needed.add(index);
    for await (const { pack } of indexedChunks(destination, index, signal)) needed.add(pack);
  }
  return needed.toNeeded();
}

function rowOf(manifest: CopyManifest) {
  const { object_id, backup_id, taken_at, vm, files } = manifest;
  return {
    ...{ copy_id: newId("bcp"), object_id, backup_id, taken_at: new Date(taken_at) },
    ...{ vm_id: vm.vm_id, vm_name: vm.name, vm_type: vm.type, manifest: JSON.stringify(manifest) },
    size_bytes: BigInt(bytesOf(files).stored),
  };
}
