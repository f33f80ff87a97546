import type { VolumeStatus } from "@fulmar/contract";
import type { Reconciler } from "@fulmar/engine";
import { type Sql, statement } from "@fulmar/prisma";
import type { Provider, VolumePort } from "@fulmar/providers";
import { refuseGreatLoss } from "../site/index.ts";
import { eachProvider } from "../work/each-provider.ts";
import { hasTombstone, removeEnded, type Tombstone } from "../work/remove-ended.ts";
import { throwAll } from "../work/work-through.ts";
import type { WorkerServices } from "../work/worker-services.ts";
import { correctVolume, type SettledVolume } from "./correct-volume.ts";

const PAGE = 1_000;

const settledPage = statement(
  "volume_settled_page",
  `SELECT v.volume_id, v.status::text, v.attached_vm_id, coalesce(v.updated_at, v.created_at) AS seen_at, ${hasTombstone("$1", "volume", "v.volume_id")} AS ended
     FROM volume v JOIN site s ON s.site_id = v.site_id AND s.provider = $1
    WHERE v.volume_id > $2 AND v.operation_id IS NULL AND v.deleted_at IS NULL ORDER BY v.volume_id LIMIT ${PAGE}`,
);

/**
 * Compares each provider's inventory with the database: a volume that is lost becomes `error`, one that is found again
 * what it was, and what has a tombstone is removed there. Deleted volumes are reclaimed elsewhere, in their time.
 */
export const reconcileVolumes: Reconciler<WorkerServices> = {
  name: "reconcile-volumes",
  everyMs: 10_000,
  async run(services, signal) {
    const { sql } = services.database;
    const compare = async ({ volumes }: Provider, provider: string) => {
      await showWhatIs(sql, provider, volumes, signal);
      const find = async (ids: readonly string[]) =>
        (await volumes.findVolumes(ids, signal)).map(({ volumeId }) => volumeId);
      const remove = ({ resource_id }: Tombstone, limited: AbortSignal) => volumes.deleteVolume(resource_id, limited);
      throwAll(await removeEnded(sql, { kind: "volume", provider, find, remove }, signal));
    };
    await eachProvider(services, compare, signal);
  },
};

/** Lost volumes are shown last, when it is known how many there are. */
async function showWhatIs(sql: Sql, provider: string, port: VolumePort, signal: AbortSignal): Promise<void> {
  const lost: SettledVolume[] = [];
  let known = 0;
  for (let after = "", full = true; full; ) {
    signal.throwIfAborted();
    const volumes = await sql.query(settledPage, [provider, after]);
    // The inventory is read after the volumes: what it says of one that nobody touches meanwhile is true of it.
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

/** The status that a volume should have, by whether its provider has it. */
function truthOf({ status, attached_vm_id, ended }: SettledVolume, there: boolean): VolumeStatus {
  if (ended) return status;
  if (!there) return "error";
  return attached_vm_id === null ? "available" : "in-use";
}
