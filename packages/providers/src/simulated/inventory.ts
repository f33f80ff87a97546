import type { Instance } from "../compute-port.ts";
import type { World } from "./world.ts";

interface InstanceRow {
  vm_id: string;
  power: "running" | "stopped";
  private_ip: string;
  rx_counter: string;
  tx_counter: string;
}

const COLUMNS = "vm_id, power, private_ip, rx_counter::text, tx_counter::text";

export async function findInstances(world: World, vmIds: readonly string[], signal: AbortSignal): Promise<Instance[]> {
  const text = `SELECT ${COLUMNS} FROM simulated.live_instance WHERE vm_id = ANY ($1::text[])`;
  const rows = await world.query<InstanceRow>("find", text, [vmIds], signal);
  return rows.map(toInstance);
}

export async function listInstances(world: World, page: { readonly after: string; readonly limit: number }, signal: AbortSignal): Promise<Instance[]> {
  const text = `SELECT ${COLUMNS} FROM simulated.live_instance WHERE vm_id > $1 ORDER BY vm_id LIMIT $2`;
  const rows = await world.query<InstanceRow>("list", text, [page.after, page.limit], signal);
  return rows.map(toInstance);
}

function toInstance(row: InstanceRow): Instance {
  return { vmId: row.vm_id, power: row.power, privateIp: row.private_ip, rxBytes: BigInt(row.rx_counter), txBytes: BigInt(row.tx_counter) };
}
