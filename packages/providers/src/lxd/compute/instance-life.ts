import type { InstanceSpec } from "../../ports/compute-port.ts";
import { ProviderError } from "../../ports/provider-error.ts";
import { createOnce, machineOf, ownInstances, removeInstance } from "../instances.ts";
import type { LxdSite } from "../lxd-site.ts";
import { lxdName } from "../names.ts";
import { ensureInstanceNetwork, removeInstanceNetwork } from "../network/instances.ts";
import { newInstance } from "./new-instance.ts";

export async function createInstance(
  site: LxdSite,
  vmId: string,
  spec: InstanceSpec,
  signal: AbortSignal,
): Promise<void> {
  if (spec.gpuCount > 0) {
    throw new ProviderError("unsupported_by_site", "This site has no GPUs; create the VM at another site.", {
      retryable: false,
    });
  }
  await ensureInstanceNetwork(site, vmId, signal);
  await createOnce(site, lxdName(vmId), newInstance(site, vmId, spec), signal);
}

/** The server has put the image on the disk when it has made the instance: what is left is to see that it is there. */
export async function provisionInstance(site: LxdSite, vmId: string, signal: AbortSignal): Promise<void> {
  await machineOf(site, vmId, signal);
}

/** With all that was set aside for it, and its snapshots; its backups stay. */
export async function deleteInstance(site: LxdSite, vmId: string, signal: AbortSignal): Promise<void> {
  await removeInstance(site, lxdName(vmId), signal);
  for (const { name, config } of await ownInstances(site, signal)) {
    const isAside = config["user.fulmar.id"] === vmId;
    const isSnapshot = config["user.fulmar.role"] === "snapshot" && config["user.fulmar.vm"] === vmId;
    if (isAside || isSnapshot) await removeInstance(site, name, signal);
  }
  await removeInstanceNetwork(site, vmId, signal);
}
