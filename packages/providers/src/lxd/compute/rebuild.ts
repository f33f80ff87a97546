import type { ComputePort } from "../../ports/compute-port.ts";
import { findInstance, machineOf, ownInstances, removeInstance } from "../instances.ts";
import { labeledId } from "../labels.ts";
import type { LxdInstance } from "../lxd-instance.ts";
import type { LxdSite } from "../lxd-site.ts";
import { revertAccess } from "./access.ts";
import { formerOf, isReplacedBy, swapBack, swapRoot } from "./swap-root.ts";

export async function rebuildInstance(
  site: LxdSite,
  vmId: string,
  { templateId, firmware, requestId }: Parameters<ComputePort["rebuildInstance"]>[1],
  signal: AbortSignal,
): Promise<void> {
  if (await isReplacedBy(site, vmId, requestId, signal)) return;
  const bootedBy = site.instanceType === "container" ? null : (firmware ?? null);
  const source = { type: "image", alias: templateId };
  await swapRoot(site, vmId, { requestId, templateId, source, firmware: bootedBy }, signal);
}

/** The VMs whose previous disk was set aside longer ago than this. */
export async function listReplaced(site: LxdSite, olderThanMs: number, signal: AbortSignal): Promise<string[]> {
  return (await ownInstances(site, signal)).flatMap((instance) => replacedOf(site, instance, olderThanMs) ?? []);
}

export async function discardReplaced(
  site: LxdSite,
  vmId: string,
  olderThanMs: number,
  signal: AbortSignal,
): Promise<void> {
  const former = formerOf(vmId);
  const aside = await findInstance(site, former, signal);
  if (aside !== undefined && replacedOf(site, aside, olderThanMs) === vmId) await removeInstance(site, former, signal);
}

/**
 * The VM whose previous disk this instance is, if set aside longer ago than this. Returns undefined for an instance
 * that is about to replace the current one, or was replaced more recently.
 */
function replacedOf(site: LxdSite, { name, config }: LxdInstance, olderThanMs: number): string | undefined {
  const vmId = labeledId(site, "former", config);
  const isAside = vmId !== undefined && name === formerOf(vmId);
  return isAside && Date.now() - Number(config["user.fulmar.since"]) > olderThanMs ? vmId : undefined;
}

/** Restores what a rebuild or a change of access replaced. */
export async function revertInstance(
  site: LxdSite,
  vmId: string,
  { requestId }: { readonly requestId: string },
  signal: AbortSignal,
): Promise<void> {
  await swapBack(site, vmId, requestId, signal);
  const machine = await machineOf(site, vmId, signal);
  if (machine.config["user.fulmar.access"] === requestId) await revertAccess(site, machine, signal);
}
