import type { VolumeStatus } from "@fulmar/contract";
import type { Reconciler } from "@fulmar/engine";
import { type RowOf, type Sql, statement } from "@fulmar/prisma";
import type { Provider, VolumePort } from "@fulmar/providers";
import { newId } from "../request/identifiers.ts";
import { refuseGreatLoss } from "../site/index.ts";
import { auditMove } from "../work/audit-move.ts";
import { eachProvider, providerLanes } from "../work/each-provider.ts";
import { hasTombstone, removeEnded, type Tombstone } from "../work/remove-ended.ts";
import { throwAll } from "../work/work-through.ts";
import type { WorkerServices } from "../work/worker-services.ts";

const PAGE = 1_000;

const settledPage = statement(
  "volume_settled_page",
  `SELECT page.* FROM site s CROSS JOIN LATERAL (
     SELECT v.volume_id, v.status::text, v.attached_vm_id, coalesce(v.updated_at, v.created_at) AS seen_at,
            ${hasTombstone("$provider", "volume", "v.volume_id")} AS ended
       FROM volume v
      WHERE v.site_id = s.site_id AND v.volume_id > $after AND v.operation_id IS NULL AND v.deleted_at IS NULL
      ORDER BY v.volume_id LIMIT ${PAGE}) page
    WHERE s.provider = $provider ORDER BY page.volume_id LIMIT ${PAGE}`,
);

// `seen_at` ensures that the volume has not been written since it was compared with the inventory.
const correct = statement(
  "volume_correct",
  `WITH moved AS (
     UPDATE volume SET status = $status::volume_status, error_message = $error_message, updated_at = now()
      WHERE volume_id = $volume_id AND status = $former_status::volume_status AND operation_id IS NULL
        AND deleted_at IS NULL AND coalesce(updated_at, created_at) = $seen_at
     RETURNING workspace_id, volume_id
   )
   ${auditMove("moved", {
     actor: "reconcile-volumes",
     action: "$action",
     resource: "volume_id",
   })}`,
);

const LOST = "The provider no longer has this volume; delete it and create a new one.";

/**
 * A volume that no operation holds. `seen_at` is when it was last written. `ended` means that its create failed, and
 * that its provider may still have to remove it.
 */
type SettledVolume = RowOf<typeof settledPage>;

/**
 * Compares each provider's inventory with the database. A lost volume becomes `error`, one that is found again gets its
 * former state, and a volume with a tombstone is removed. `reclaim-volumes` deletes volumes that were deleted here.
 */
export const reconcileVolumes: Reconciler<WorkerServices> = {
  name: "reconcile-volumes",
  everyMs: 10_000,
  lanes: providerLanes,
  async run(services, signal, lane) {
    const { sql } = services.database;
    const compare = async ({ volumes }: Provider, provider: string) => {
      await showWhatIs(services, provider, volumes, signal);
      const find = async (ids: readonly string[]) =>
        (await volumes.findVolumes(ids, signal)).map(({ volumeId }) => volumeId);
      const remove = ({ resource_id }: Tombstone, limited: AbortSignal) => volumes.deleteVolume(resource_id, limited);
      throwAll(await removeEnded(sql, { kind: "volume", provider, find, remove }, signal));
    };
    await eachProvider(services, compare, signal, lane);
  },
};

/** Updates volumes to match their providers. Lost volumes come last, when their number is known. */
async function showWhatIs(
  services: WorkerServices,
  provider: string,
  port: VolumePort,
  signal: AbortSignal,
): Promise<void> {
  const { sql } = services.database;
  const pages = services.pages();
  const lost: SettledVolume[] = [];
  let known = 0;
  for (let after = "", full = true; full; ) {
    signal.throwIfAborted();
    const volumes = await pages.query(settledPage, { provider, after });
    // The inventory is read after the volumes, so it is valid for every volume that does not change meanwhile.
    const ids = volumes.map((volume) => volume.volume_id);
    const there = new Set((await port.findVolumes(ids, signal)).map((stored) => stored.volumeId));
    for (const volume of volumes) {
      const status = truthOf(volume, there.has(volume.volume_id));
      if (status === volume.status) continue;
      if (status === "error") lost.push(volume);
      else await correctVolume(sql, volume, status);
    }
    known += volumes.filter(({ status }) => status !== "error").length;
    full = volumes.length === PAGE;
    after = ids.at(-1) ?? after;
  }
  await refuseGreatLoss(sql, provider, "volumes", { known, lost: lost.length });
  for (const volume of lost) await correctVolume(sql, volume, "error");
}

/** Returns the status that a volume should have, by whether its provider has it. */
function truthOf({ status, attached_vm_id, ended }: SettledVolume, there: boolean): VolumeStatus {
  if (ended) return status;
  if (!there) return "error";
  return attached_vm_id === null ? "available" : "in-use";
}

/**
 * Updates a volume to match its provider and writes an audit event. Does nothing when the volume has changed meanwhile.
 */
async function correctVolume(sql: Sql, volume: SettledVolume, status: VolumeStatus): Promise<void> {
  const lost = status === "error";
  await sql.query(correct, {
    volume_id: volume.volume_id,
    former_status: volume.status,
    status,
    error_message: lost ? LOST : null,
    seen_at: volume.seen_at,
    audit_event_id: newId("aud"),
    action: lost ? "volume.lost" : "volume.found",
  });
}
