import type { Instance, InstanceTraffic } from "../compute-port.ts";
import type { World } from "./world.ts";

export interface InstanceRow {
  vm_id: string;
  power: "running" | "stopped";
  cpu: number;
  ram_mb: number;
  disk_gb: number;
  template_id: string;
  rescue: boolean;
  private_ip: string;
}

// Not every column of an instance is in the view of what there is right now.
const INSTANCES = `SELECT vm_id, i.power, i.cpu, i.ram_mb, i.disk_gb, i.template_id, i.rescue, i.private_ip
    FROM simulated.live_instance live JOIN simulated.instance i USING (vm_id)`;

export async function findInstances(world: World, vmIds: readonly string[], signal: AbortSignal): Promise<Instance[]> {
  const text = `${INSTANCES} WHERE vm_id = ANY ($1::text[])`;
  const rows = await world.query<InstanceRow>("find", text, [vmIds], signal);
  return rows.map(toInstance);
}

export async function listInstances(
  world: World,
  page: { readonly after: string; readonly limit: number },
  signal: AbortSignal,
): Promise<Instance[]> {
  const text = `${INSTANCES} WHERE vm_id > $1 ORDER BY vm_id LIMIT $2`;
  const rows = await world.query<InstanceRow>("list", text, [page.after, page.limit], signal);
  return rows.map(toInstance);
}

export async function listTraffic(
  world: World,
  page: { readonly after: string; readonly limit: number },
  signal: AbortSignal,
): Promise<InstanceTraffic[]> {
  const text =
    "SELECT vm_id, rx_counter::text, tx_counter::text FROM simulated.live_instance WHERE vm_id > $1 ORDER BY vm_id LIMIT $2";
  const rows = await world.query<{ vm_id: string; rx_counter: string; tx_counter: string }>(
    "traffic",
    text,
    [page.after, page.limit],
    signal,
  );
  return rows.map((row) => ({ vmId: row.vm_id, rxBytes: BigInt(row.rx_counter), txBytes: BigInt(row.tx_counter) }));
}

export function toInstance(row: InstanceRow): Instance {
  return {
    vmId: row.vm_id,
    power: row.power,
    cpu: row.cpu,
    ramMb: row.ram_mb,
    diskGb: row.disk_gb,
    templateId: row.template_id,
    rescue: row.rescue,
    privateIp: row.private_ip,
  };
}
