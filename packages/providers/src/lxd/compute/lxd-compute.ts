import { z } from "zod";
import {
  CONSOLE_LOG_BYTES,
  type ComputePort,
  type ConsoleLog,
  type Instance,
  type InstanceTraffic,
} from "../../ports/compute-port.ts";
import { LxdRefusal } from "../client/lxd-refusal.ts";
import { eachOnce, isUnknown, limitsIn, machineOf, ownInstances, pathOfInstance, rootOf } from "../instances.ts";
import { labeledId } from "../labels.ts";
import { LxdInstance, LxdState } from "../lxd-instance.ts";
import { type LxdSite, placeOf } from "../lxd-site.ts";
import { bytesOf, cpusOf } from "../sizes.ts";
import { updateAccess } from "./access.ts";
import { configureInstance } from "./first-boot.ts";
import { gpusOf } from "./gpus.ts";
import { createInstance, deleteInstance, provisionInstance } from "./instance-life.ts";
import { addressOf, restartInstance, startInstance, stopInstance } from "./power.ts";
import { discardReplaced, listReplaced, rebuildInstance, revertInstance } from "./rebuild.ts";
import { setRescueMode } from "./rescue.ts";
import { seeGpus } from "./see-gpus.ts";
import { diskGbOf, growRootDisk, resizeInstance, revertRootDisk } from "./size.ts";
import { openScreen, openTerminal } from "./terminal.ts";

export function lxdCompute(site: LxdSite): ComputePort {
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
    findInstances: (...call) => findInstances(site, ...call),
    listInstances: (...call) => listInstances(site, ...call),
    readConsoleLog: (...call) => readConsoleLog(site, ...call),
    openTerminal: (...call) => openTerminal(site, ...call),
    openScreen: (...call) => openScreen(site, ...call),
    seeGpus: (...call) => seeGpus(site, ...call),
    listTraffic: (...call) => listTraffic(site, ...call),
  };
}

interface Page {
  readonly after: string;
  readonly limit: number;
}

const MEBIBYTE = 2 ** 20;

async function findInstances(site: LxdSite, vmIds: readonly string[], signal: AbortSignal): Promise<Instance[]> {
  const wanted = new Set(vmIds);
  return (await inventory(site, signal)).filter(({ vmId }) => wanted.has(vmId));
}

async function listInstances(site: LxdSite, page: Page, signal: AbortSignal): Promise<Instance[]> {
  return pageOf(await inventory(site, signal), page);
}

async function listTraffic(site: LxdSite, page: Page, signal: AbortSignal): Promise<InstanceTraffic[]> {
  const WithState = LxdInstance.extend({ state: LxdState.nullish() });
  const all = await site.client.get("/instances", z.array(WithState), signal, { recursion: 2 });
  const ofVms = all.filter(({ config }) => labeledId(site, "vm", config) !== undefined);
  const traffic = eachOnce(ofVms).flatMap(({ config, state }) => {
    const vmId = labeledId(site, "vm", config);
    return vmId === undefined || !state ? [] : [{ vmId, ...trafficOf(Object.values(state.network ?? {})) }];
  });
  return pageOf(traffic, page);
}

/** Omits instances on cluster members that are down: they are lost until the member is back. */
async function inventory(site: LxdSite, signal: AbortSignal): Promise<Instance[]> {
  const instances = await ownInstances(site, signal);
  return instances.flatMap((instance) => {
    const vmId = labeledId(site, "vm", instance.config);
    return vmId === undefined || isUnknown(instance) ? [] : [toInstance(vmId, instance)];
  });
}

/** Converts the server's description of an instance. */
export function toInstance(vmId: string, instance: LxdInstance): Instance {
  const { status, config } = instance;
  const limits = limitsIn(instance);
  return {
    vmId,
    // A frozen instance keeps its memory and continues when thawed, so it counts as running.
    power: status === "Stopped" ? "stopped" : "running",
    cpu: cpusOf(limits["limits.cpu"]),
    ramMb: Math.round(bytesOf(limits["limits.memory"]) / MEBIBYTE),
    diskGb: diskGbOf(rootOf(instance).root),
    templateId: config["user.fulmar.template"] ?? "",
    rescue: config["user.fulmar.rescue"] === "true",
    privateIp: addressOf(instance),
    host: placeOf(instance.location).target ?? null,
    gpus: gpusOf(instance),
  };
}

type Card = NonNullable<LxdState["network"]>[string];

/** The sum over all NICs except loopback. */
export function trafficOf(network: readonly Card[]): { rxBytes: bigint; txBytes: bigint } {
  const cards = network.filter(({ type }) => type !== "loopback");
  const sum = (counter: "bytes_received" | "bytes_sent") =>
    cards.reduce((total, { counters }) => total + BigInt(counters[counter]), 0n);
  return { rxBytes: sum("bytes_received"), txBytes: sum("bytes_sent") };
}

function pageOf<Item extends { readonly vmId: string }>(items: readonly Item[], { after, limit }: Page): Item[] {
  return items
    .filter(({ vmId }) => vmId > after)
    .sort((a, b) => (a.vmId < b.vmId ? -1 : 1))
    .slice(0, limit);
}

/** LXD 5.0 keeps a container's console in a ring of 128 KiB while it runs, and in a file when it has stopped. */
async function readConsoleLog(site: LxdSite, vmId: string, signal: AbortSignal): Promise<ConsoleLog> {
  const { name } = await machineOf(site, vmId, signal);
  const bytes = await bufferOf(site, name, signal);
  return { bytes: bytes.subarray(-CONSOLE_LOG_BYTES), truncated: bytes.length > CONSOLE_LOG_BYTES };
}

/** A console without output has no file yet, and the server answers 500. */
const NOTHING_YET = /no such file or directory/;

async function bufferOf({ client }: LxdSite, name: string, signal: AbortSignal): Promise<Buffer> {
  try {
    return (await client.download(pathOfInstance(name, "console"), signal, { type: "log" })) ?? Buffer.alloc(0);
  } catch (error) {
    if (error instanceof LxdRefusal && NOTHING_YET.test(String(error.cause))) return Buffer.alloc(0);
    throw error;
  }
}
