import type { StoredVolume } from "../volume-port.ts";
import type { World } from "./world.ts";

interface VolumeRow {
  volume_id: string;
  size_gb: number;
  vm_id: string | null;
}

const SELECT =
  "SELECT v.volume_id, v.size_gb, a.vm_id FROM simulated.live_volume v LEFT JOIN simulated.volume_attachment a ON a.volume_id = v.volume_id";

export async function findVolumes(
  world: World,
  volumeIds: readonly string[],
  signal: AbortSignal,
): Promise<StoredVolume[]> {
  const rows = await world.query<VolumeRow>(
    "volume_find",
    `${SELECT} WHERE v.volume_id = ANY ($1::text[])`,
    [volumeIds],
    signal,
  );
  return rows.map(toStoredVolume);
}

export async function listVolumes(
  world: World,
  page: { readonly after: string; readonly limit: number },
  signal: AbortSignal,
): Promise<StoredVolume[]> {
  const rows = await world.query<VolumeRow>(
    "volume_list",
    `${SELECT} WHERE v.volume_id > $1 ORDER BY v.volume_id LIMIT $2`,
    [page.after, page.limit],
    signal,
  );
  return rows.map(toStoredVolume);
}

function toStoredVolume(row: VolumeRow): StoredVolume {
  return { volumeId: row.volume_id, sizeGb: row.size_gb, attachedVmId: row.vm_id };
}
