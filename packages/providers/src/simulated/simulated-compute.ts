import { type RowOf, statement } from "@fulmar/prisma";
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
import { seeGpus } from "./see-gpus.ts";
import { openScreen, openTerminal } from "./terminal/open-terminal.ts";
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
    // Replaced values are stored in the instance and occupy no space.
    listReplaced: async () => [],
    discardReplaced: async () => undefined,
    deleteInstance: (...call) => deleteInstance(world, ...call),
    findInstances: (...call) => findInstances(world, ...call),
    listInstances: (...call) => listInstances(world, ...call),
    readConsoleLog: (...call) => readConsoleLog(world, ...call),
    openTerminal: (...call) => openTerminal(world, ...call),
    openScreen: (...call) => openScreen(world, ...call),
    seeGpus: (...call) => seeGpus(world, ...call),
    listTraffic: (...call) => listTraffic(world, ...call),
  };
}

// The view of live instances lacks some columns of the table.
const INSTANCES = `SELECT vm_id, i.power, i.cpu, i.ram_mb, i.disk_gb, i.template_id, i.rescue, i.private_ip, i.host, i.gpus
    FROM simulated.live_instance live JOIN simulated.instance i USING (vm_id)`;

/** Instances on hosts that are down are lost until those are back. */
const ON_LIVE_HOST = `NOT EXISTS (SELECT FROM simulated.host h
     WHERE h.provider = i.provider AND h.name = i.host AND NOT h.online)`;

const find = statement(
  "simulated_find",
  `${INSTANCES} WHERE vm_id = ANY ($vm_ids::text[]) AND i.provider = $provider AND ${ON_LIVE_HOST}`,
);
const list = statement(
  "simulated_list",
  `${INSTANCES} WHERE i.provider = $provider AND i.vm_id > $after AND ${ON_LIVE_HOST} ORDER BY i.vm_id LIMIT $limit`,
);
const traffic = statement(
  "simulated_traffic",
  `SELECT live.vm_id, live.rx_counter, live.tx_counter FROM simulated.live_instance live
     JOIN simulated.instance i USING (vm_id)
    WHERE i.provider = $provider AND i.vm_id > $after ORDER BY i.vm_id LIMIT $limit`,
  { present: ["rx_counter", "tx_counter"] }, // Sums of columns that are never NULL.
);

async function findInstances(world: World, vmIds: readonly string[], signal: AbortSignal): Promise<Instance[]> {
  const rows = await world.query(signal, find, { vm_ids: vmIds, provider: world.provider });
  return rows.map(toInstance);
}

async function listInstances(
  world: World,
  page: { readonly after: string; readonly limit: number },
  signal: AbortSignal,
): Promise<Instance[]> {
  const rows = await world.query(signal, list, { after: page.after, limit: page.limit, provider: world.provider });
  return rows.map(toInstance);
}

async function listTraffic(
  world: World,
  page: { readonly after: string; readonly limit: number },
  signal: AbortSignal,
): Promise<InstanceTraffic[]> {
  const rows = await world.query(signal, traffic, { after: page.after, limit: page.limit, provider: world.provider });
  return rows.map((row) => ({ vmId: row.vm_id, rxBytes: row.rx_counter, txBytes: row.tx_counter }));
}

export function toInstance(row: RowOf<typeof find | typeof list>): Instance {
  return {
    vmId: row.vm_id,
    power: row.power,
    cpu: row.cpu,
    ramMb: row.ram_mb,
    diskGb: row.disk_gb,
    templateId: row.template_id,
    rescue: row.rescue,
    privateIp: row.private_ip,
    host: row.host,
    gpus: row.gpus,
  };
}
