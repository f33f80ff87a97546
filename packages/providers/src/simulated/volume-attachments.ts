import { instanceNotFound } from "../instance-not-found.ts";
import { ProviderError } from "../provider-error.ts";
import { volumeNotFound } from "../volume-not-found.ts";
import type { VolumeTarget } from "../volume-port.ts";
import type { World } from "./world.ts";

interface Attempt {
  volume_there: boolean;
  instance_there: boolean;
  attached_vm_id: string | null;
  done: boolean;
}

// Attached there before, it stays as it is; the answer says what stood in the way otherwise.
const ATTACH = `WITH done AS (
    INSERT INTO simulated.volume_attachment AS a (volume_id, vm_id, device_path)
    SELECT v.volume_id, i.vm_id, $3 FROM simulated.live_volume v, simulated.live_instance i
     WHERE v.volume_id = $1 AND i.vm_id = $2
       AND NOT EXISTS (SELECT FROM simulated.volume_attachment o WHERE o.vm_id = $2 AND o.device_path = $3 AND o.volume_id <> $1)
        ON CONFLICT (volume_id) DO UPDATE SET device_path = excluded.device_path WHERE a.vm_id = excluded.vm_id
    RETURNING volume_id)
  SELECT EXISTS (SELECT FROM simulated.live_volume WHERE volume_id = $1) AS volume_there,
         EXISTS (SELECT FROM simulated.live_instance WHERE vm_id = $2) AS instance_there,
         (SELECT vm_id FROM simulated.volume_attachment WHERE volume_id = $1) AS attached_vm_id,
         EXISTS (SELECT FROM done) AS done`;

export async function attachVolume(
  world: World,
  volumeId: string,
  { vmId, devicePath }: VolumeTarget,
  signal: AbortSignal,
): Promise<void> {
  const [attempt] = await world.query<Attempt>("volume_attach", ATTACH, [volumeId, vmId, devicePath], signal);
  if (attempt?.done === true) return;
  if (attempt?.instance_there !== true) throw instanceNotFound();
  if (!attempt.volume_there) throw volumeNotFound();
  if (attempt.attached_vm_id !== null && attempt.attached_vm_id !== vmId) {
    throw new ProviderError(
      "volume_in_use",
      "The provider has this volume attached to another instance; detach it there first.",
      { retryable: false },
    );
  }
  // The volume that has the device is on its way out: a free one was chosen.
  throw new ProviderError("device_in_use", "The VM's device is still taken by another volume; try again in a moment.", {
    retryable: true,
  });
}

export async function detachVolume(world: World, volumeId: string, vmId: string, signal: AbortSignal): Promise<void> {
  await world.query(
    "volume_detach",
    "DELETE FROM simulated.volume_attachment WHERE volume_id = $1 AND vm_id = $2",
    [volumeId, vmId],
    signal,
  );
}
