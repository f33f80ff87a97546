import { machineOf, ownInstances, removeInstance } from "../instances.ts";
import type { LxdSite } from "../lxd-site.ts";
import { markedId } from "../marks.ts";
import { revertAccess } from "./access.ts";
import { isReplacedBy, namesOf, swapBack, swapRoot } from "./swap-root.ts";

export async function rebuildInstance(
  site: LxdSite,
  vmId: string,
  { templateId, requestId }: { readonly templateId: string; readonly requestId: string },
  signal: AbortSignal,
): Promise<void> {
  if (await isReplacedBy(site, vmId, requestId, signal)) return;
  await swapRoot(site, vmId, { requestId, templateId, source: { type: "image", alias: templateId } }, signal);
}

/** An instance that is going to be the machine is not touched, nor one that was the machine a moment ago. */
export async function discardReplaced(site: LxdSite, olderThanMs: number, signal: AbortSignal): Promise<void> {
  for (const { name, config } of await ownInstances(site, signal)) {
    const vmId = markedId(site, "former", config);
    const isAside = vmId !== undefined && name === namesOf(vmId).former;
    if (isAside && Date.now() - Number(config["user.fulmar.since"]) > olderThanMs) await removeInstance(site, name, signal);
  }
}

/** Brings back what a rebuild or a change of access replaced. */
export async function revertInstance(site: LxdSite, vmId: string, { requestId }: { readonly requestId: string }, signal: AbortSignal): Promise<void> {
  await swapBack(site, vmId, requestId, signal);
  const machine = await machineOf(site, vmId, signal);
  if (machine.config["user.fulmar.access"] === requestId) await revertAccess(site, machine, signal);
}
