import type { Reconciler } from "@fulmar/engine";
import { type RowOf, type Sql, statement } from "@fulmar/prisma";
import type { Provider, VolumePort } from "@fulmar/providers";
import { eachProvider, providerLanes } from "../work/each-provider.ts";
import { throwAll, workOn } from "../work/work-through.ts";
import type { WorkerServices } from "../work/worker-services.ts";

const BATCH = 100;

// While a new volume is being copied from a snapshot, that snapshot and its volume are still needed.
const copiedFrom = (snapshots: string) =>
  `EXISTS (SELECT FROM volume c
             JOIN volume_snapshot s ON s.workspace_id = c.workspace_id AND s.snapshot_id = c.snapshot_id
            WHERE c.status = 'creating' AND c.snapshot_id IS NOT NULL AND c.workspace_id = d.workspace_id
              AND ${snapshots})`;

const behind = (id: string) => `(d.deleted_at, ${id}) > ($after_deleted_at::timestamptz, $after_id::text)`;

const deletedVolumes = statement(
  "volume_unreclaimed",
  `SELECT d.workspace_id, d.volume_id, NULL AS snapshot_id, d.deleted_at
     FROM volume d JOIN site ON site.site_id = d.site_id AND site.provider = $provider
    WHERE d.deleted_at IS NOT NULL AND d.restorable_until IS NULL AND d.reclaimed_at IS NULL
      AND NOT ${copiedFrom("s.volume_id = d.volume_id")}
      AND ${behind("d.volume_id")} ORDER BY d.deleted_at, d.volume_id LIMIT ${BATCH}`,
);

const deletedSnapshots = statement(
  "volume_snapshot_unreclaimed",
  `SELECT d.workspace_id, d.volume_id, d.snapshot_id, d.deleted_at FROM volume_snapshot d
     JOIN volume v ON v.workspace_id = d.workspace_id AND v.volume_id = d.volume_id AND v.deleted_at IS NULL
     JOIN site ON site.site_id = v.site_id AND site.provider = $provider
    WHERE d.deleted_at IS NOT NULL AND d.reclaimed_at IS NULL AND NOT ${copiedFrom("s.snapshot_id = d.snapshot_id")}
      AND ${behind("d.snapshot_id")} ORDER BY d.deleted_at, d.snapshot_id LIMIT ${BATCH}`,
);

/** A deleted snapshot that its provider still has. Where `snapshot_id` is null, a deleted volume with its snapshots. */
type DeletedRow = RowOf<typeof deletedVolumes | typeof deletedSnapshots>;

const volumeReclaimed = statement(
  "volume_reclaimed",
  `WITH snapshots AS (
     UPDATE volume_snapshot SET reclaimed_at = now()
      WHERE workspace_id = $workspace_id::bigint AND volume_id = $volume_id AND deleted_at IS NOT NULL
        AND reclaimed_at IS NULL
   )
   UPDATE volume SET reclaimed_at = now()
    WHERE workspace_id = $workspace_id::bigint AND volume_id = $volume_id AND deleted_at IS NOT NULL
      AND restorable_until IS NULL`,
);

const snapshotReclaimed = statement(
  "volume_snapshot_reclaimed",
  `UPDATE volume_snapshot SET reclaimed_at = now()
    WHERE workspace_id = $workspace_id::bigint AND snapshot_id = $snapshot_id AND deleted_at IS NOT NULL`,
);

/**
 * Deletes volumes and snapshots at their providers after they were deleted in the database. Nothing else does this. A
 * failure for one does not block the others.
 */
export const reclaimVolumes: Reconciler<WorkerServices> = {
  name: "reclaim-volumes",
  everyMs: 1_000,
  lanes: providerLanes,
  async run(services, signal, lane) {
    const { sql } = services.database;
    const reclaimGone = async ({ volumes }: Provider, name: string) => {
      const errors = await reclaimAll(sql, name, deletedVolumes, volumes, signal);
      throwAll([...errors, ...(await reclaimAll(sql, name, deletedSnapshots, volumes, signal))]);
    };
    await eachProvider(services, reclaimGone, signal, lane);
  },
};

/** Reads page after page, so that failing items do not hide those after them. @returns the errors */
async function reclaimAll(
  sql: Sql,
  provider: string,
  deletedRows: typeof deletedVolumes | typeof deletedSnapshots,
  port: VolumePort,
  signal: AbortSignal,
): Promise<readonly unknown[]> {
  const errors: unknown[] = [];
  const reclaimOne = async (row: DeletedRow) => {
    await reclaim(port, row, signal);
    const { workspace_id, volume_id, snapshot_id } = row;
    if (snapshot_id === null) await sql.query(volumeReclaimed, { workspace_id, volume_id });
    else await sql.query(snapshotReclaimed, { workspace_id, snapshot_id });
  };
  for (let last: DeletedRow | undefined, full = true; full; ) {
    const page: DeletedRow[] = await sql.query(deletedRows, {
      provider,
      after_deleted_at: last?.deleted_at ?? "-infinity",
      after_id: last?.snapshot_id ?? last?.volume_id ?? "",
    });
    errors.push(...(await workOn(page, reclaimOne, signal, 1)));
    full = page.length === BATCH;
    last = page.at(-1);
  }
  return errors;
}

function reclaim(port: VolumePort, { volume_id, snapshot_id }: DeletedRow, signal: AbortSignal): Promise<void> {
  return snapshot_id === null
    ? port.deleteVolume(volume_id, signal)
    : port.deleteSnapshot(volume_id, snapshot_id, signal);
}
