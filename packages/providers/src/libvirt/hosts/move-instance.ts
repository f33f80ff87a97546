import { setTimeout as delay } from "node:timers/promises";
import { procedures } from "@fulmar/libvirt-rpc";
import type { Move } from "../../ports/host-port.ts";
import { ProviderError } from "../../ports/provider-error.ts";
import type { LibvirtSite } from "../libvirt-site.ts";
import { define, keep, undefine } from "../machine/change-machine.ts";
import { isOn, type Machine, requireOff } from "../machine/machine.ts";
import { machineOf } from "../machine/machines.ts";
import { keepPlacement, nameOfHost } from "../machine/placements.ts";
import { definitionOf, runOf } from "../machine/read-machine.ts";
import { abandon, dropCheckpoints, jobOf, NONE } from "../storage/folder/copy-disks.ts";
import { readXml } from "../xml/xml-document.ts";
import { answeringHost, requireKnown } from "./host-for.ts";
import { requireMovable, requireUncached } from "./movable.ts";
import type { SiteHost } from "./site-hosts.ts";

const LOOK_AGAIN_MS = 200;

/**
 * virDomainMigrateFlags. The source drives the move itself; the target keeps the definition, and the source does not. A
 * guest that writes faster than it is copied is slowed. libvirt believes that a folder is shared by the kind of its file
 * system; here the record in it has proved it (`hostAdditions`), and no host keeps a part of a disk (`cache`).
 */
const FLAGS = { live: 1, byPeer: 2, persistThere: 8, undefineHere: 16, unsafe: 512, converge: 8192 };
const ALL_FLAGS = Object.values(FLAGS).reduce((all, flag) => all | flag, 0);

/** virTypedParameterType */
const TEXT = 7;

/** Moves a machine to another host of the site. One that is off changes hosts by its definition alone. */
export async function moveInstance(
  site: LibvirtSite,
  vmId: string,
  { host: name, live }: Move,
  signal: AbortSignal,
): Promise<void> {
  const [only] = site.hosts;
  if (only !== undefined && site.hosts.length < 2) {
    await requireKnown(only, name, signal);
    throw new ProviderError(
      "unsupported_by_site",
      "This site has a single host, so the VM cannot be moved; add a host to the site first.",
      { retryable: false },
    );
  }
  const machine = await unlessWorking(site, vmId, signal);
  const source = await nameOfHost(machine.host, signal);
  if (source === name) {
    await keep(site, machine, signal);
    return;
  }
  const target = await answeringHost(site, name, signal);
  await requireMovable(site, machine.definition, target, { runs: isOn(machine) }, signal);
  if (!live) requireOff(machine);
  if (isOn(machine)) await moveRunning(site, machine, target, signal);
  else await moveOff(site, machine, target, signal);
  await keep(site, await machineOf(site, vmId, signal), signal);
}

/** The machine, once a move or a copy of it has ended that somebody else began. */
async function unlessWorking(site: LibvirtSite, vmId: string, signal: AbortSignal): Promise<Machine> {
  for (;;) {
    const machine = await machineOf(site, vmId, signal);
    if (!isOn(machine) || (await jobOf(machine, 0, signal)) === NONE) return machine;
    await delay(LOOK_AGAIN_MS, undefined, { signal });
  }
}

/**
 * The record names the target first, so that one of two definitions counts at any moment. What was interrupted is found
 * there, and what is left at the source goes with the next look.
 */
async function moveOff(site: LibvirtSite, machine: Machine, target: SiteHost, signal: AbortSignal): Promise<void> {
  const xml = await definitionOf(machine, signal);
  const hosts = [await nameOfHost(target, signal), await nameOfHost(machine.host, signal)];
  await keepPlacement(site, machine.labels.vmId, { hosts, xml }, signal);
  await define(target, readXml(xml), signal);
  await undefine(machine, signal);
}

async function moveRunning(site: LibvirtSite, machine: Machine, target: SiteHost, signal: AbortSignal): Promise<void> {
  requireUncached(await runOf(machine, signal));
  const { host, domain, labels } = machine;
  // What QEMU noted for the next backup does not move, and nobody would remove it there.
  await dropCheckpoints(machine, () => true, signal);
  const hosts = [await nameOfHost(host, signal), await nameOfHost(target, signal)];
  await keepPlacement(site, labels.vmId, { hosts, xml: await definitionOf(machine, signal) }, signal);
  const { hostname, host: place } = new URL(target.endpoint.url);
  const uri = { type: TEXT, value: `tcp://${hostname}` } as const;
  const parameters = [{ name: "migrate_uri", typed: uri }];
  const given = { domain, to: `qemu+tls://${place}/system`, parameters, cookie: Buffer.alloc(0), flags: ALL_FLAGS };
  try {
    await host.client.callApart(procedures.domainMigratePerform, given, signal);
  } catch (error) {
    if (signal.aborted) await abandon(machine);
    throw error;
  }
}
