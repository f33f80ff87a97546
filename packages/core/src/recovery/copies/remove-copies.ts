import { type Database, type RowOf, statement } from "@fulmar/prisma";
import { newId } from "../../request/identifiers.ts";
import { auditMove } from "../../work/audit-move.ts";
import { packName } from "./chunk-pack.ts";
import { CopyManifest, fileName, manifestName } from "./copy-manifest.ts";
import { lockDestination, type OpenDestination } from "./destination-access.ts";
import { objectsOf } from "./earlier-chunks.ts";
import { NeededObjects, ObjectSet } from "./needed-objects.ts";

// Those that failed, too, if an attempt has left objects.
const removing = statement(
  "backup_copy_removing",
  `SELECT copy_id, object_id, status, manifest, sessions, uses FROM backup_copy
    WHERE workspace_id = $workspace_id::bigint AND destination_id = $destination_id AND prefix = $prefix AND own
      AND (status = 'removing' OR (status = 'failed' AND sessions <> '{}'))
    ORDER BY copy_id LIMIT 200`,
);

// A copy that is being made may yet name each object of the one that it is based on.
const needed = statement(
  "backup_copy_needed_objects",
  `SELECT c.uses, coalesce(c.base_copy_id = $copy_id AND c.status = 'waiting', false) AS is_based_on_it
     FROM backup_copy c
    WHERE c.workspace_id = $workspace_id::bigint AND c.destination_id = $destination_id AND c.copy_id <> $copy_id
      AND c.prefix = $prefix
      AND (jsonb_exists_any(c.uses, $sessions::text[]) OR (c.base_copy_id = $copy_id AND c.status = 'waiting'))`,
);

const removed = statement(
  "backup_copy_removed",
  `WITH left_over AS (
     UPDATE backup_copy SET sessions = '{}', uses = NULL
      WHERE workspace_id = $workspace_id::bigint AND copy_id = $copy_id AND status = 'failed'
   ), gone AS (
     DELETE FROM backup_copy WHERE workspace_id = $workspace_id::bigint AND copy_id = $copy_id AND status = 'removing'
     RETURNING workspace_id, copy_id, vm_name
   )
   ${auditMove("gone", {
     actor: "follow-destinations",
     action: "'backup_copy.removed'",
     resource: "copy_id",
     detail: "moved.vm_name",
   })}`,
);

interface Place {
  readonly workspace_id: bigint;
  readonly destination_id: string;
}
type Removing = RowOf<typeof removing>;

/**
 * Removes what the copies that have ended have written under a prefix, and no object that another copy needs. Those that
 * other copies need go with the last of them.
 */
export async function removeCopies(
  database: Pick<Database, "sql" | "transaction">,
  place: Place,
  destination: OpenDestination,
  signal: AbortSignal,
): Promise<void> {
  const { prefix } = destination;
  for (const copy of await database.sql.query(removing, { ...place, prefix })) {
    const others = await neededByOthers(database, { ...place, prefix }, copy);
    if (others === undefined) continue;
    await removeObjects(destination, copy, others, signal);
    const { copy_id } = copy;
    const gone = { workspace_id: place.workspace_id, copy_id, audit_event_id: newId("aud") };
    await database.sql.query(removed, gone);
  }
}

/**
 * What other copies need of the objects of this one. It can only become less: a copy is based on one that is `copied`,
 * and this one is not any more. Undefined while a copy is being made that is based on it.
 */
async function neededByOthers(
  database: Pick<Database, "transaction">,
  place: Place & { readonly prefix: string },
  { copy_id, sessions, uses }: Removing,
): Promise<ObjectSet | undefined> {
  const named = [...new Set([...sessions, ...Object.keys(NeededObjects.parse(uses ?? {}))])];
  const rows = await database.transaction(async ({ sql }) => {
    await lockDestination(sql, place);
    return sql.query(needed, { ...place, copy_id, sessions: named });
  });
  if (rows.some(({ is_based_on_it }) => is_based_on_it === true)) return undefined;
  const others = new ObjectSet();
  for (const row of rows) others.addAll(NeededObjects.parse(row.uses ?? {}));
  return others;
}

/** The manifest goes first, so that what is left of a copy is none. */
async function removeObjects(
  destination: OpenDestination,
  { object_id, manifest, sessions, uses }: Removing,
  others: ObjectSet,
  signal: AbortSignal,
): Promise<void> {
  const { bucket, prefix } = destination;
  await bucket.remove(`${prefix}${manifestName(object_id)}`, signal);
  const files = manifest === null ? [] : CopyManifest.parse(manifest).files;
  for (const [place, { index }] of files.entries())
    if (index === undefined) await bucket.remove(`${prefix}${fileName(object_id, place)}`, signal);
  const gone = new ObjectSet(NeededObjects.parse(uses ?? {}));
  // An attempt that ended may have written more than it could say.
  for (const session of sessions) for await (const object of objectsOf(destination, session, signal)) gone.add(object);
  for (const object of gone) if (!others.has(object)) await bucket.remove(`${prefix}${packName(object)}`, signal);
}
