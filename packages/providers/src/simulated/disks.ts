import { statement } from "@fulmar/prisma";
import { instanceNotFound, ProviderError } from "../ports/provider-error.ts";
import type { CaptureVolume } from "../ports/recovery-port.ts";
import type { World } from "./world.ts";

// A running instance has its disks open. The single statement writes all disks or none.
const write = statement(
  "simulated_disks_write",
  `INSERT INTO simulated.disk (volume_id, content, root_of_vm_id, data_volume_id)
  SELECT w.volume_id, w.content, CASE WHEN w.role = 'root' THEN i.vm_id END, d.volume_id
    FROM simulated.live_instance i,
         unnest($volume_ids::text[], $contents::text[], $roles::text[]) AS w (volume_id, content, role)
    LEFT JOIN simulated.volume d ON d.volume_id = w.volume_id
   WHERE i.vm_id = $vm_id AND i.power = 'stopped'
      ON CONFLICT (volume_id) DO UPDATE SET content = excluded.content
  RETURNING volume_id`,
);

const instanceThere = statement("simulated_disks_instance", "SELECT FROM simulated.live_instance WHERE vm_id = $vm_id");

/** Overwrites disks of a stopped instance. @param contents by volume id; a volume without content is left empty */
export async function writeDisks(
  world: World,
  vmId: string,
  volumes: readonly CaptureVolume[],
  contents: ReadonlyMap<string, string>,
  signal: AbortSignal,
): Promise<void> {
  const ids = volumes.map((volume) => volume.volumeId);
  const written = await world.query(signal, write, {
    vm_id: vmId,
    volume_ids: ids,
    contents: ids.map((id) => contents.get(id) ?? ""),
    roles: volumes.map((volume) => volume.role),
  });
  if (written.length < volumes.length) throw await whyNotWritten(world, vmId, signal);
}

async function whyNotWritten(world: World, vmId: string, signal: AbortSignal): Promise<ProviderError> {
  const found = await world.query(signal, instanceThere, { vm_id: vmId });
  if (found.length === 0) return instanceNotFound();
  return new ProviderError(
    "instance_not_stopped",
    "The VM was started while its disks were being restored; try again.",
    { retryable: false },
  );
}
