import type { Reconciler } from "@fulmar/engine";
import { type Statement, statement } from "@fulmar/prisma";
import type { Provider, VolumePort } from "@fulmar/providers";
import { eachProvider } from "../kernel/each-provider.ts";
import type { WorkerServices } from "../kernel/worker-services.ts";

/** What was deleted here, and is still there. */
interface Remnant {
  workspace_id: bigint;
  volume_id: string;
  /** Null where it is a volume, with everything that it has. */
  snapshot_id: string | null;
}

const BATCH = 100;

// A snapshot that a new volume is copied from right now is needed for a little longer, and so is its volume.
const copiedFrom = (snapshots: string) =>
  `EXISTS (SELECT FROM volume c JOIN volume_snapshot s ON s.workspace_id = c.workspace_id AND s.snapshot_id = c.snapshot_id
            WHERE c.status = 'creating' AND c.snapshot_id IS NOT NULL AND c.workspace_id = d.workspace_id AND ${snapshots})`;

const deletedVolumes = statement(
  "volume_unreclaimed",
  `SELECT d.workspace_id, d.volume_id, NULL AS snapshot_id FROM volume d JOIN site ON site.site_id = d.site_id AND site.provider = $1
    WHERE d.deleted_at IS NOT NULL AND d.reclaimed_at IS NULL AND NOT ${copiedFrom("s.volume_id = d.volume_id")}
    ORDER BY d.deleted_at LIMIT ${BATCH}`,
);

const deletedSnapshots = statement(
  "volume_snapshot_unreclaimed",
  `SELECT d.workspace_id, d.volume_id, d.snapshot_id FROM volume_snapshot d
     JOIN volume v ON v.workspace_id = d.workspace_id AND v.volume_id = d.volume_id AND v.deleted_at IS NULL
     JOIN site ON site.site_id = v.site_id AND site.provider = $1
    WHERE d.deleted_at IS NOT NULL AND d.reclaimed_at IS NULL AND NOT ${copiedFrom("s.snapshot_id = d.snapshot_id")}
    ORDER BY d.deleted_at LIMIT ${BATCH}`,
);

const volumeReclaimed = statement(
  "volume_reclaimed",
  `WITH snapshots AS (
     UPDATE volume_snapshot SET reclaimed_at = now() WHERE workspace_id = $1::bigint AND volume_id = $2 AND deleted_at IS NOT NULL AND reclaimed_at IS NULL
   )
   UPDATE volume SET reclaimed_at = now() WHERE workspace_id = $1::bigint AND volume_id = $2 AND deleted_at IS NOT NULL`,
);

const snapshotReclaimed = statement(
  "volume_snapshot_reclaimed",
  "UPDATE volume_snapshot SET reclaimed_at = now() WHERE workspace_id = $1::bigint AND snapshot_id = $2 AND deleted_at IS NOT NULL",
);

/**
 * Takes the storage of deleted volumes and snapshots back from their providers: the only way in which that happens, be it right after the
 * deletion or after an outage. One that cannot be taken back does not stand in the way of the others.
 */
export const reclaimVolumes: Reconciler<WorkerServices> = {
  name: "reclaim-volumes",
  everyMs: 1_000,
  async run(services, signal) {
    const { sql } = services.database;
    const failures: unknown[] = [];
    const reclaimAll = async ({ volumes }: Provider, name: string) => {
      const found = async (remnants: Statement) => sql.query<Remnant>(remnants, [name]);
      for (const remnant of [...(await found(deletedVolumes)), ...(await found(deletedSnapshots))]) {
        signal.throwIfAborted();
        try {
          await reclaim(volumes, remnant, signal);
          const { workspace_id, volume_id, snapshot_id } = remnant;
          if (snapshot_id === null) await sql.query(volumeReclaimed, [workspace_id, volume_id]);
          else await sql.query(snapshotReclaimed, [workspace_id, snapshot_id]);
        } catch (error) {
          failures.push(error);
        }
      }
    };
    await eachProvider(services, reclaimAll, signal);
    if (failures.length > 0) throw new AggregateError(failures, `${failures.length} deleted volumes or snapshots could not be reclaimed`);
  },
};

function reclaim(port: VolumePort, { volume_id, snapshot_id }: Remnant, signal: AbortSignal): Promise<void> {
  return snapshot_id === null ? port.deleteVolume(volume_id, signal) : port.deleteSnapshot(volume_id, snapshot_id, signal);
}
