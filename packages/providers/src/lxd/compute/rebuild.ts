import { machineOf } from "../instances.ts";
import type { LxdSite } from "../lxd-site.ts";
import { revertAccess } from "./access.ts";
import { isReplacedBy, swapBack, swapRoot } from "./swap-root.ts";

export async function rebuildInstance(
  site: LxdSite,
  vmId: string,
  { templateId, requestId }: { readonly templateId: string; readonly requestId: string },
  signal: AbortSignal,
): Promise<void> {
  if (await isReplacedBy(site, vmId, requestId, signal)) return;
  await swapRoot(site, vmId, { requestId, templateId, source: { type: "image", alias: templateId } }, signal);
}

/** Brings back what a rebuild or a change of access replaced. */
export async function revertInstance(site: LxdSite, vmId: string, { requestId }: { readonly requestId: string }, signal: AbortSignal): Promise<void> {
  await swapBack(site, vmId, requestId, signal);
  const machine = await machineOf(site, vmId, signal);
  if (machine.config["user.fulmar.access"] === requestId) await revertAccess(site, machine.name, signal);
}
