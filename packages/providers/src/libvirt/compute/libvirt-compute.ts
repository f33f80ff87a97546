import type { ComputePort, Instance, InstanceTraffic } from "../../ports/compute-port.ts";
import { gpusOf } from "../gpus/machine-gpus.ts";
import { seeGpus } from "../gpus/see-gpus.ts";
import { type LibvirtSite, type Page, pageOf } from "../libvirt-site.ts";
import { sizeOf } from "../machine/definition.ts";
import { isOn, type Machine } from "../machine/machine.ts";
import { ownMachines } from "../machine/machines.ts";
import { STATISTICS, statisticsOf, sumOf } from "../machine/statistics.ts";
import { updateAccess } from "./access.ts";
import { openTerminal, readConsoleLog } from "./console.ts";
import { createInstance, deleteInstance, provisionInstance } from "./instance-life.ts";
import { restartInstance, startInstance, stopInstance } from "./power.ts";
import { discardReplaced, listReplaced, rebuildInstance, revertInstance } from "./rebuild.ts";
import { setRescueMode } from "./rescue.ts";
import { openScreen } from "./screen.ts";
import { configureInstance } from "./seed.ts";
import { growRootDisk, resizeInstance, revertRootDisk } from "./size.ts";

export function libvirtCompute(site: LibvirtSite): ComputePort {
  return {
    createInstance: (...call) => createInstance(site, ...call),
    provisionInstance: (...call) => provisionInstance(site, ...call),
    configureInstance: (...call) => configureInstance(site, ...call),
    startInstance: (...call) => startInstance(site, ...call),
    stopInstance: (...call) => stopInstance(site, ...call),
    restartInstance: (...call) => restartInstance(site, ...call),
    resizeInstance: (...call) => resizeInstance(site, ...call),
    growRootDisk: (...call) => growRootDisk(site, ...call),
    revertRootDisk: (...call) => revertRootDisk(site, ...call),
    rebuildInstance: (...call) => rebuildInstance(site, ...call),
    updateAccess: (...call) => updateAccess(site, ...call),
    revertInstance: (...call) => revertInstance(site, ...call),
    setRescueMode: (...call) => setRescueMode(site, ...call),
    listReplaced: (...call) => listReplaced(site, ...call),
    discardReplaced: (...call) => discardReplaced(site, ...call),
    deleteInstance: (...call) => deleteInstance(site, ...call),
    async findInstances(vmIds, signal) {
      const wanted = new Set(vmIds);
      return (await inventory(site, signal)).filter(({ vmId }) => wanted.has(vmId));
    },
    listInstances: async (page, signal) => pageOf(await inventory(site, signal), ({ vmId }) => vmId, page),
    readConsoleLog: (...call) => readConsoleLog(site, ...call),
    openTerminal: (...call) => openTerminal(site, ...call),
    openScreen: (...call) => openScreen(site, ...call),
    seeGpus: (...call) => seeGpus(site, ...call),
    listTraffic: (...call) => listTraffic(site, ...call),
  };
}

async function inventory(site: LibvirtSite, signal: AbortSignal): Promise<Instance[]> {
  return (await ownMachines(site, signal)).map((machine) => toInstance(site, machine));
}

/** Converts the server's description of a machine. */
export function toInstance({ hosts }: LibvirtSite, machine: Machine): Instance {
  const { labels, definition } = machine;
  return {
    vmId: labels.vmId,
    power: isOn(machine) ? "running" : "stopped",
    ...sizeOf(definition),
    diskGb: labels.diskGb,
    templateId: labels.templateId,
    rescue: labels.rescue,
    privateIp: labels.addresses[0] ?? null,
    host: hosts.length > 1 ? (machine.host.knownName ?? null) : null,
    gpus: gpusOf(definition),
  };
}

/** The counters of a machine that is off are gone with its run. */
async function listTraffic(site: LibvirtSite, page: Page, signal: AbortSignal): Promise<InstanceTraffic[]> {
  const traffic = (await statisticsOf(site, STATISTICS.cards, signal)).map(({ machine, values }) => ({
    vmId: machine.labels.vmId,
    rxBytes: sumOf(values, /^net\.\d+\.rx\.bytes$/),
    txBytes: sumOf(values, /^net\.\d+\.tx\.bytes$/),
  }));
  return pageOf(traffic, ({ vmId }) => vmId, page);
}
