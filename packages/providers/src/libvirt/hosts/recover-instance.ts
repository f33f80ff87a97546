import { hostAnswers } from "../../ports/host-port.ts";
import { instanceNotFound, ProviderError } from "../../ports/provider-error.ts";
import type { LibvirtSite } from "../libvirt-site.ts";
import { define, keep } from "../machine/change-machine.ts";
import { rbdPathsIn } from "../machine/disk-source.ts";
import { labelsIn } from "../machine/labels.ts";
import { lookFor } from "../machine/machines.ts";
import { keepPlacement, keptDefinition } from "../machine/placements.ts";
import { readXml } from "../xml/xml-document.ts";
import { answeringHost } from "./host-for.ts";
import { requireMovable } from "./movable.ts";

/**
 * Defines the machine of a host that is down on another one, off, by the record of its definition. The record names the
 * new host before: what the former one still has when it comes back is not the machine any more.
 */
export async function recoverInstance(
  site: LibvirtSite,
  vmId: string,
  name: string,
  signal: AbortSignal,
): Promise<void> {
  if (site.hosts.length < 2) {
    throw new ProviderError(
      "unsupported_by_site",
      "The site has no other host, so the VM waits for its own; restore a backup instead.",
      { retryable: false },
    );
  }
  const chosen = await lookFor(site, vmId, signal, { anew: true });
  if (chosen.is === "here") {
    if (chosen.machine.host.knownName !== name) throw hostAnswers();
    await keep(site, chosen.machine, signal);
    return;
  }
  const kept = await keptDefinition(site, vmId, signal);
  const definition = kept && readXml(kept.xml);
  const labels = definition && labelsIn(definition);
  if (kept === undefined || definition === undefined || labels === undefined) throw instanceNotFound();
  const host = await answeringHost(site, name, signal);
  await requireMovable(site, definition, host, { runs: false }, signal);
  const hosts = [name, ...kept.hosts.filter((other) => other !== name)];
  await keepPlacement(site, vmId, { ...kept, hosts }, signal);
  // QEMU locks its files, and Ceph lets the next one have a disk that the former host still writes.
  await site.disks.fence(rbdPathsIn(definition), signal);
  await define(host, definition, signal);
}
