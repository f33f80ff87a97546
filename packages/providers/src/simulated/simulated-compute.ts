import type { ComputePort, Instance, InstanceTraffic } from "../ports/compute-port.ts";
import { readConsoleLog } from "./console.ts";
import {
  growRootDisk,
  rebuildInstance,
  resizeInstance,
  revertInstance,
  revertRootDisk,
  setRescueMode,
  updateAccess,
} from "./instance-changes.ts";
import {
  configureInstance,
  createInstance,
  deleteInstance,
  provisionInstance,
  restartInstance,
  startInstance,
  stopInstance,
} from "./instance-life.ts";
import type { World } from "./world.ts";

export function simulatedCompute(world: World): ComputePort {
  return {
    createInstance: (...call) => createInstance(world, ...call),
    provisionInstance: (...call) => provisionInstance(world, ...call),
    configureInstance: (...call) => configureInstance(world, ...call),
    startInstance: (...call) => startInstance(world, ...call),
    stopInstance: (...call) => stopInstance(world, ...call),
    restartInstance: (...call) => restartInstance(world, ...call),
    resizeInstance: (...call) => resizeInstance(world, ...call),
    growRootDisk: (...call) => growRootDisk(world, ...call),
    revertRootDisk: (...call) => revertRootDisk(world, ...call),
    rebuildInstance: (...call) => rebuildInstance(world, ...call),
    updateAccess: (...call) => updateAccess(world, ...call),
    revertInstance: (...call) => revertInstance(world, ...call),
    setRescueMode: (...call) => setRescueMode(world, ...call),
    // What was replaced is a value of the instance, and takes no room.
    listReplaced: async () => [],
    discardReplaced: async () => undefined,
    deleteInstance: (...call) => deleteInstance(world, ...call),
    findInstances: (...call) => findInstances(world, ...call),
    listInstances: (...call) => listInstances(world, ...call),
    readConsoleLog: (...call) => readConsoleLog(world, ...call),
    listTraffic: (...call) => listTraffic(world, ...call),
  };
}

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
