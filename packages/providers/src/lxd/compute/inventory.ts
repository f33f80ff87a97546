import { z } from "zod";
import type { Instance, InstanceTraffic } from "../../ports/compute-port.ts";
import { isUnknown, ownInstances } from "../instances.ts";
import { LxdInstance, LxdState } from "../lxd-instance.ts";
import type { LxdSite } from "../lxd-site.ts";
import { markedId } from "../marks.ts";
import { bytesOf } from "../sizes.ts";
import { addressOf } from "./power.ts";
import { diskGbOf } from "./size.ts";

interface Page {
  readonly after: string;
  readonly limit: number;
}

const MEBIBYTE = 2 ** 20;

export async function findInstances(site: LxdSite, vmIds: readonly string[], signal: AbortSignal): Promise<Instance[]> {
  const wanted = new Set(vmIds);
  return (await inventory(site, signal)).filter(({ vmId }) => wanted.has(vmId));
}

export async function listInstances(site: LxdSite, page: Page, signal: AbortSignal): Promise<Instance[]> {
  return pageOf(await inventory(site, signal), page);
}

export async function listTraffic(site: LxdSite, page: Page, signal: AbortSignal): Promise<InstanceTraffic[]> {
  const WithState = LxdInstance.extend({ state: LxdState.nullish() });
  const all = await site.client.get("/instances", z.array(WithState), signal, { recursion: 2 });
  const traffic = all.flatMap(({ config, state }) => {
    const vmId = markedId(site, "vm", config);
    return vmId === undefined || !state ? [] : [{ vmId, ...trafficOf(state) }];
  });
  return pageOf(traffic, page);
}

/** Without those whose member of the cluster is down: they are lost until it is back. */
async function inventory(site: LxdSite, signal: AbortSignal): Promise<Instance[]> {
  const instances = await ownInstances(site, signal);
  return instances.flatMap((instance) => {
    const vmId = markedId(site, "vm", instance.config);
    return vmId === undefined || isUnknown(instance) ? [] : [toInstance(vmId, instance)];
  });
}

/** A machine as the server describes it. */
export function toInstance(vmId: string, instance: LxdInstance): Instance {
  const { status, config, devices } = instance;
  return {
    vmId,
    // Frozen, it has its memory and answers when it is thawed: what its owner pays for is on.
    power: status === "Stopped" ? "stopped" : "running",
    cpu: Number(config["limits.cpu"] ?? 0),
    ramMb: bytesOf(config["limits.memory"]) / MEBIBYTE,
    diskGb: diskGbOf(devices.root),
    templateId: config["user.fulmar.template"] ?? "",
    rescue: config["user.fulmar.rescue"] === "true",
    privateIp: addressOf(instance),
  };
}

/** Of all its cards; its talk to itself is nobody's traffic. */
function trafficOf({ network }: LxdState): { rxBytes: bigint; txBytes: bigint } {
  const cards = Object.values(network ?? {}).filter(({ type }) => type !== "loopback");
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
