import { randomBytes } from "node:crypto";
import { buffer } from "node:stream/consumers";
import type { Reconciler } from "@fulmar/engine";
import { type RowOf, statement } from "@fulmar/prisma";
import { ProviderError } from "@fulmar/providers";
import { newId } from "../../request/identifiers.ts";
import { DUE } from "../../work/due.ts";
import { LEASE, LeaseLost, whileLeased } from "../../work/lease.ts";
import type { WorkerServices } from "../../work/worker-services.ts";
import { CopyManifest, fileName, MANIFESTS, manifestName, objectIdOf, openManifest } from "./copy-manifest.ts";
import { type OpenDestination, withDestination } from "./destination-access.ts";
import { expireCopies } from "./retention.ts";
import { sealedBytes, UnopenedObject } from "./sealed-object.ts";

/** Destinations that are looked at together, over all workers. */
const LANES = ["1", "2"];
const LOOK_MS = 3_600_000;
const AGAIN_MS = 300_000;
const ATTEMPT_MS = 1_800_000;
/** Pages of a thousand keys of one bucket that are read. */
const MOST_PAGES = 10;

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
  `UPDATE backup_destination
      SET status = CASE WHEN $error_message::text IS NULL THEN 'ready' ELSE 'failed' END,
          error_message = $error_message, unreadable_copies = coalesce($unreadable_copies::int, unreadable_copies),
          checked_at = CASE WHEN $error_message IS NULL THEN now() ELSE checked_at END,
          check_at = now() + $in_ms::int * interval '1 millisecond'
    WHERE ${HELD}`,
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
                            vm_type, taken_at, manifest, size_bytes, copied_at)
   SELECT $copy_id, d.workspace_id, d.destination_id, $object_id, 'copied', false, $backup_id, $vm_id, $vm_name,
          $vm_type::vm_type, $taken_at::timestamptz, $manifest::jsonb, $size_bytes::bigint, $taken_at::timestamptz
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

const removing = statement(
  "backup_copy_removing",
  `SELECT copy_id, object_id, prefix, manifest FROM backup_copy
    WHERE workspace_id = $workspace_id::bigint AND destination_id = $destination_id AND own AND status = 'removing'
    ORDER BY copy_id LIMIT 200`,
  PLACED,
);

const removed = statement(
  "backup_copy_removed",
  `DELETE FROM backup_copy WHERE workspace_id = $workspace_id::bigint AND copy_id = $copy_id AND status = 'removing'`,
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
  try {
    const unreadable_copies = await whileLeased(
      async () => (await sql.maybe(renew, place)) !== undefined,
      (lost) => {
        const limited = AbortSignal.any([signal, lost, AbortSignal.timeout(ATTEMPT_MS)]);
        return withDestination(services, row, (destination) => look(services, row, destination, limited));
      },
    );
    await sql.query(end, { ...place, error_message: null, unreadable_copies, in_ms: LOOK_MS });
  } catch (error) {
    if (error instanceof LeaseLost) return;
    const isEnding = signal.aborted;
    const isTold = error instanceof ProviderError;
    if (!isEnding) {
      const error_message = isTold
        ? error.message
        : "An error of the installation; whoever operates it can read it in the logs.";
      await sql.query(end, { ...place, error_message, unreadable_copies: null, in_ms: AGAIN_MS });
    }
    if (!isTold) throw error;
  }
}

/** @returns how many manifests there are that do not open */
async function look(services: WorkerServices, row: Claim, destination: OpenDestination, signal: AbortSignal) {
  const { sql } = services.database;
  const { workspace_id, destination_id } = row;
  const place = { workspace_id, destination_id };
  if (row.status !== "ready") await probe(destination, signal);
  const begunAt = new Date();
  const rows = await sql.query(known, place);
  // A copy stays under the prefix that it was written under.
  const former = new Set(rows.map((copy) => copy.prefix));
  former.delete(destination.prefix);
  for (const prefix of former) {
    const { present, isWhole } = await listed({ ...destination, prefix }, signal);
    if (isWhole) await sql.query(forget, { ...place, prefix, present, before: begunAt });
  }
  const { prefix } = destination;
  const { present, isWhole } = await listed(destination, signal);
  const ids = new Set(rows.map(({ object_id }) => object_id));
  let unreadable = 0;
  for (const object_id of present.filter((id) => !ids.has(id))) {
    const manifest = await readManifest(destination, object_id, signal);
    if (manifest === undefined) unreadable += 1;
    else await sql.query(add, { ...place, attempts: row.attempts, ...foundCopy(manifest) });
  }
  if (isWhole) await sql.query(forget, { ...place, prefix, present, before: begunAt });
  await sql.query(expireCopies, place);
  for (const { copy_id, object_id, prefix, manifest } of await sql.query(removing, place)) {
    await removeObjects({ ...destination, prefix }, object_id, CopyManifest.parse(manifest).files.length, signal);
    await sql.query(removed, { workspace_id, copy_id });
  }
  return unreadable;
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
  for (let after = "", page = 0; page < MOST_PAGES; page++) {
    const keys = await bucket.list(`${prefix}${MANIFESTS}`, after, signal);
    const last = keys.at(-1);
    // A server that answers what was asked for already would never end.
    if (last === undefined || last <= after) return { present, isWhole: true };
    present.push(...keys.flatMap((key) => objectIdOf(key.slice(prefix.length)) ?? []));
    after = last;
  }
  return { present, isWhole: false };
}

/** Undefined for what is no manifest that the key opens, and what is gone meanwhile. */
async function readManifest({ bucket, prefix, key }: OpenDestination, objectId: string, signal: AbortSignal) {
  try {
    const object = await bucket.read(`${prefix}${manifestName(objectId)}`, signal);
    return await openManifest(key, objectId, object);
  } catch (error) {
    if (error instanceof UnopenedObject || (error instanceof ProviderError && error.code === "object_not_found"))
      return undefined;
    throw error;
  }
}

function foundCopy(manifest: CopyManifest) {
  const { object_id, backup_id, taken_at, vm, files } = manifest;
  return {
    ...{ copy_id: newId("bcp"), object_id, backup_id, taken_at: new Date(taken_at) },
    ...{ vm_id: vm.vm_id, vm_name: vm.name, vm_type: vm.type, manifest: JSON.stringify(manifest) },
    size_bytes: BigInt(files.reduce((sum, file) => sum + sealedBytes(file.size_bytes), 0)),
  };
}

/** The manifest goes first, so that what is left of a copy is none. */
async function removeObjects(
  { bucket, prefix }: OpenDestination,
  objectId: string,
  files: number,
  signal: AbortSignal,
): Promise<void> {
  await bucket.remove(`${prefix}${manifestName(objectId)}`, signal);
  for (let place = 0; place < files; place++) await bucket.remove(`${prefix}${fileName(objectId, place)}`, signal);
}
