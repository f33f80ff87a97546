import type { VolumeStatus } from "@fulmar/contract";
import type { Reconciler } from "@fulmar/engine";
import { type Sql, statement } from "@fulmar/prisma";
import type { Provider, VolumePort } from "@fulmar/providers";
import { type Identified, type IdPage, removeLeaked } from "../kernel/compare-inventory.ts";
import { eachProvider } from "../kernel/each-provider.ts";
import { throwAll } from "../kernel/work-through.ts";
import type { WorkerServices } from "../kernel/worker-services.ts";
import { correctVolume, type SettledVolume } from "./correct-volume.ts";

const PAGE = 1_000;

const settledPage = statement(
  "volume_settled_page",
  `SELECT v.volume_id, v.status::text, v.attached_vm_id, coalesce(v.updated_at, v.created_at) AS seen_at,
          v.status <> 'error' OR EXISTS (
            SELECT FROM volume_operation o
             WHERE o.workspace_id = v.workspace_id AND o.volume_id = v.volume_id AND o.operation = 'create' AND o.status = 'succeeded') AS was_created
     FROM volume v JOIN site s ON s.site_id = v.site_id AND s.provider = $1
    WHERE v.volume_id > $2 AND v.operation_id IS NULL AND v.deleted_at IS NULL ORDER BY v.volume_id LIMIT ${PAGE}`,
);

// Deleted ones are reclaimed elsewhere, in their time.
const owned = statement(
  "volume_owned",
  "SELECT volume_id AS id FROM volume WHERE volume_id = ANY ($1::text[]) AND (deleted_at IS NULL OR reclaimed_at IS NULL)",
);

/**
 * Compares each provider's inventory with the database: a volume that is lost becomes `error`, one that is found again what it was,
 * and what has no volume here is removed there.
 */
export const reconcileVolumes: Reconciler<WorkerServices> = {
  name: "reconcile-volumes",
  everyMs: 10_000,
  async run(services, signal) {
    const { sql } = services.database;
    const compare = async ({ volumes }: Provider, name: string) => {
      await showWhatIs(sql, name, volumes, signal);
      const leaked = {
        list: async (page: IdPage) => (await volumes.listVolumes(page, signal)).map(({ volumeId }) => volumeId),
        owned: (ids: readonly string[]) => sql.query<Identified>(owned, [ids]),
        remove: volumes.deleteVolume,
      };
      throwAll(await removeLeaked(leaked, signal));
    };
    await eachProvider(services, compare, signal);
  },
};

async function showWhatIs(sql: Sql, provider: string, port: VolumePort, signal: AbortSignal): Promise<void> {
  for (let after = "", full = true; full; ) {
    signal.throwIfAborted();
    const volumes = await sql.query<SettledVolume>(settledPage, [provider, after]);
    // The inventory is read after the volumes: what it says of one that nobody touches meanwhile is true of it.
    const ids = volumes.map((volume) => volume.volume_id);
    const there = new Set((await port.findVolumes(ids, signal)).map((stored) => stored.volumeId));
    for (const volume of volumes) {
      const status = truthOf(volume, there.has(volume.volume_id));
      if (status !== volume.status) await correctVolume(sql, volume, status);
    }
    full = volumes.length === PAGE;
    after = ids.at(-1) ?? after;
  }
}

/** The status that a volume should have, by whether its provider has it. */
function truthOf({ status, attached_vm_id, was_created }: SettledVolume, there: boolean): VolumeStatus {
  if (!was_created) return status;
  if (!there) return "error";
  return attached_vm_id === null ? "available" : "in-use";
}
