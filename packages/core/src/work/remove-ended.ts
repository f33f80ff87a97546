import { type Sql, statement } from "@fulmar/prisma";
import { NEWER_THAN_ALL } from "../request/identifiers.ts";
import { workOn } from "./work-through.ts";

const PAGE = 1_000;
const REMOVE_TIMEOUT_MS = 60_000;
/**
 * A call in progress when its worker crashed may still create an ended resource, so tombstones are kept for longer than
 * any call takes.
 */
const KEPT = "interval '1 hour'";

/** A resource that this database ended or failed to create. */
export interface Tombstone {
  readonly resource_id: string;
  /** Set for a snapshot or a backup, otherwise null. */
  readonly vm_id: string | null;
}

/** One kind of resource at a provider. */
interface Kind {
  /** Its name in tombstones. */
  readonly kind: string;
  readonly provider: string;
  /** Those of the ids that the provider has. */
  readonly find: (ids: readonly string[]) => Promise<readonly string[]>;
  readonly remove: (tombstone: Tombstone, signal: AbortSignal) => Promise<void>;
  /** How many are removed concurrently. The default is that of `workOn`. */
  readonly atOnce?: number;
}

const page = statement(
  "tombstone_page",
  `SELECT resource_id, vm_id FROM tombstone
    WHERE provider = $provider AND kind = $kind AND resource_id < $before
    ORDER BY resource_id DESC LIMIT ${PAGE}`,
);

const forget = statement(
  "tombstone_forget",
  `DELETE FROM tombstone
    WHERE provider = $provider AND kind = $kind AND resource_id = ANY ($resource_ids::text[])
      AND ended_at < now() - ${KEPT}`,
);

/**
 * Removes the resources with a tombstone from a provider, newest first, and nothing else: a resource that the database
 * does not know stays (docs/adr/0028). The tombstone of a removed resource is deleted after an hour.
 * @returns the errors of the resources that could not be removed. The others are removed nevertheless
 * @throws the signal's reason when it is aborted, and what `find` throws
 */
export async function removeEnded(
  sql: Sql,
  { kind, provider, find, remove, atOnce }: Kind,
  signal: AbortSignal,
): Promise<readonly unknown[]> {
  const errors: unknown[] = [];
  const removeInTime = (tombstone: Tombstone) =>
    remove(tombstone, AbortSignal.any([signal, AbortSignal.timeout(REMOVE_TIMEOUT_MS)]));
  for (let before = NEWER_THAN_ALL, full = true; full; ) {
    signal.throwIfAborted();
    const tombstones: Tombstone[] = await sql.query(page, { provider, kind, before });
    if (tombstones.length === 0) break;
    const present = new Set(await find(tombstones.map(({ resource_id }) => resource_id)));
    const left = tombstones.filter(({ resource_id }) => present.has(resource_id));
    errors.push(...(await workOn(left, removeInTime, signal, atOnce)));
    const gone = tombstones.filter(({ resource_id }) => !present.has(resource_id));
    await sql.query(forget, { provider, kind, resource_ids: gone.map(({ resource_id }) => resource_id) });
    full = tombstones.length === PAGE;
    before = tombstones.at(-1)?.resource_id ?? before;
  }
  return errors;
}

/** SQL: whether a resource has a tombstone, so that its provider is about to remove it. */
export function hasTombstone(provider: string, kind: string, id: string): string {
  return `EXISTS (SELECT FROM tombstone t
                   WHERE t.provider = ${provider} AND t.kind = '${kind}' AND t.resource_id = ${id})`;
}
