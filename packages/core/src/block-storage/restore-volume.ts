import type { Reconciler } from "@fulmar/engine";
import { statement } from "@fulmar/prisma";
import type { Handler } from "../request/context.ts";
import { conflict, found, notDeleted, notRestorable } from "../request/domain-error.ts";
import { newId } from "../request/identifiers.ts";
import { auditMove } from "../work/audit-move.ts";
import type { WorkerServices } from "../work/worker-services.ts";
import { toVolume, volumeColumns } from "./volumes.ts";

const ONE = "workspace_id = $workspace_id::bigint AND volume_id = $volume_id";

const find = statement(
  "volume_restore_find",
  `SELECT ${volumeColumns}, deleted_at, coalesce(restorable_until > now(), false) AS restorable,
          (SELECT o.volume_id FROM volume o
            WHERE o.workspace_id = v.workspace_id AND o.name = v.name AND o.deleted_at IS NULL) AS namesake
     FROM volume v WHERE ${ONE} FOR NO KEY UPDATE OF v`,
);

const restore = statement(
  "volume_restore",
  `UPDATE volume SET status = 'available', deleted_at = NULL, restorable_until = NULL, updated_at = now()
    WHERE ${ONE} AND restorable_until > now() RETURNING ${volumeColumns}`,
);

// A kept volume is deleted with its snapshots, as if it had been deleted without a window.
const END = (which: string) => `
   ended AS (
     UPDATE volume SET restorable_until = NULL, deleted_at = now(), updated_at = now() WHERE ${which}
  RETURNING workspace_id, volume_id
   ), snapshots AS (
     UPDATE volume_snapshot s SET deleted_at = now() FROM ended
      WHERE s.workspace_id = ended.workspace_id AND s.volume_id = ended.volume_id AND s.deleted_at IS NULL
   )`;

const purge = statement("volume_purge", `WITH ${END(`${ONE} AND restorable_until IS NOT NULL`)} SELECT 1 FROM ended`);

const expire = statement(
  "volume_expire",
  `WITH ${END(`(workspace_id, volume_id) IN (
     SELECT workspace_id, volume_id FROM volume WHERE restorable_until <= now()
      ORDER BY restorable_until LIMIT $limit::int FOR NO KEY UPDATE SKIP LOCKED)`)},
   numbered AS (SELECT ended.*, ($ids::text[])[row_number() OVER ()] AS audit_event_id FROM ended)
   ${auditMove("numbered", {
     actor: "end-kept-volumes",
     action: "'volume.expire'",
     resource: "volume_id",
     id: "moved.audit_event_id",
   })} RETURNING 1`,
);

/** A volume that is not deleted is answered unchanged. Without charges or quotas: what is kept counts as before. */
export const restoreVolume: Handler<"volume.restore"> = async ({ sql, workspace }, { volume_id }) => {
  const volume = found(await sql.maybe(find, { workspace_id: workspace.id, volume_id }), "volume");
  if (volume.deleted_at === null) return toVolume(volume);
  if (!volume.restorable) throw notRestorable("volume");
  if (volume.namesake !== null)
    throw conflict("name_taken", "Another volume has the name now; rename it, then restore this one.", [
      { type: "volume", id: volume.namesake, name: volume.name },
    ]);
  const restored = await sql.maybe(restore, { workspace_id: workspace.id, volume_id });
  if (restored === undefined) throw notRestorable("volume");
  return toVolume(restored);
};

export const purgeVolume: Handler<"volume.purge"> = async ({ sql, workspace }, { volume_id }) => {
  const purged = await sql.query(purge, { workspace_id: workspace.id, volume_id });
  if (purged.length > 0) return { status: "purged", id: volume_id };
  const volume = found(await sql.maybe(find, { workspace_id: workspace.id, volume_id }), "volume");
  throw volume.deleted_at === null ? notDeleted("volume") : notRestorable("volume");
};

const BATCH = 100;

/** Deletes volumes for good whose window has ended. `reclaim-volumes` then deletes them at their sites. */
export const endKeptVolumes: Reconciler<WorkerServices> = {
  name: "end-kept-volumes",
  everyMs: 10_000,
  async run({ database }, signal) {
    for (let ended = BATCH; ended === BATCH && !signal.aborted; ) {
      const ids = Array.from({ length: BATCH }, () => newId("aud"));
      ended = (await database.sql.query(expire, { limit: BATCH, ids })).length;
    }
  },
};
