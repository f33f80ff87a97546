import { type Domain, procedures } from "@fulmar/libvirt-rpc";
import { instanceNotFound, ProviderError } from "../../ports/provider-error.ts";
import { says } from "../client/libvirt-refusal.ts";
import { askHosts, type SiteHost, unanswered } from "../hosts/site-hosts.ts";
import type { LibvirtSite } from "../libvirt-site.ts";
import { keep, undefine } from "./change-machine.ts";
import { type Chosen, chooseMachine } from "./choose-machine.ts";
import { labelsIn, uuidOf } from "./labels.ts";
import { isOn, type Machine } from "./machine.ts";
import type { Placement } from "./placement.ts";
import { placementOf, placementsOf } from "./placements.ts";
import { nextDefinitionOf, ofDomains, unlessGone } from "./read-machine.ts";

/**
 * The machine of a VM; undefined where there is none.
 * @throws ProviderError `provider_unavailable` while a host is silent that may have it
 */
export async function findMachine(site: LibvirtSite, vmId: string, signal: AbortSignal): Promise<Machine | undefined> {
  return machineIn(await lookFor(site, vmId, signal));
}

/**
 * The machine that was made for a VM; undefined where there is none, and for one that was adopted. Reads no other
 * definition.
 * @throws as `findMachine`
 */
export async function findMade(site: LibvirtSite, vmId: string, signal: AbortSignal): Promise<Machine | undefined> {
  return machineIn(await lookFor(site, vmId, signal, { madeOnly: true }));
}

function machineIn(chosen: Chosen): Machine | undefined {
  if (chosen.is === "away") throw unanswered();
  return chosen.is === "here" ? chosen.machine : undefined;
}

/** The machine of a VM if its host answers. For what may as well be done later. */
export async function seenMachine(site: LibvirtSite, vmId: string, signal: AbortSignal): Promise<Machine | undefined> {
  const chosen = await lookFor(site, vmId, signal);
  return chosen.is === "here" ? chosen.machine : undefined;
}

/**
 * Looks for the machine of a VM on all hosts. Definitions that are left of a move or a recovery go. One that was adopted
 * has the UUID that it was made with.
 * @param options.anew to wait also for hosts that were silent just now
 * @param options.madeOnly to look by the UUID alone: labels are read of all machines
 */
export async function lookFor(
  site: LibvirtSite,
  vmId: string,
  signal: AbortSignal,
  { madeOnly = false, ...options }: { readonly anew?: boolean; readonly madeOnly?: boolean } = {},
): Promise<Chosen> {
  const byUuid = await askHosts(site.hosts, (host) => lookUp(site, host, vmId, signal), signal, options);
  const isFound = byUuid.told.some(({ answer }) => answer !== undefined);
  const { told, silent } =
    isFound || madeOnly ? byUuid : await askHosts(site.hosts, (host) => adoptedOn(site, host, vmId, signal), signal);
  const machines = told.flatMap(({ answer }) => answer ?? []);
  const [only] = machines;
  if (silent.length === 0 && machines.length < 2)
    return only === undefined ? { is: "absent" } : { is: "here", machine: only, others: [] };
  const placement = await placementOf(site, vmId, signal);
  const found = { machines, placement, answered: told.map(({ host }) => host), isIncomplete: silent.length > 0 };
  const chosen = await chooseMachine(found, signal);
  if (chosen.is === "here") await settle(site, chosen, placement, signal);
  return chosen;
}

async function lookUp(
  site: LibvirtSite,
  host: SiteHost,
  vmId: string,
  signal: AbortSignal,
): Promise<Machine | undefined> {
  const domain = await domainAt(host, vmId, signal);
  const machine = domain && (await unlessGone(() => readMachine(site, host, domain, signal)));
  return machine?.labels.vmId === vmId ? machine : undefined;
}

async function adoptedOn(
  site: LibvirtSite,
  host: SiteHost,
  vmId: string,
  signal: AbortSignal,
): Promise<Machine | undefined> {
  return (await machinesOn(site, host, signal)).find(({ labels }) => labels.vmId === vmId);
}

async function domainAt(host: SiteHost, vmId: string, signal: AbortSignal): Promise<Domain | undefined> {
  try {
    return (await host.client.call(procedures.domainLookupByUuid, { uuid: uuidOf(vmId) }, signal)).domain;
  } catch (error) {
    if (says(error, "noDomain")) return undefined;
    throw error;
  }
}

/**
 * @throws ProviderError `name_in_use` when the UUID of a VM belongs to a machine that is not, or no longer, that VM's, on
 * any host: its files would be taken for the VM's
 */
export async function requireFree(site: LibvirtSite, vmId: string, signal: AbortSignal): Promise<void> {
  const { told } = await askHosts(site.hosts, (host) => domainAt(host, vmId, signal), signal);
  if (told.every(({ answer }) => answer === undefined)) return;
  if ((await findMachine(site, vmId, signal)) === undefined) throw nameInUse();
}

/**
 * Removes definitions that the record says are not the machine, such as those of a host that was lost and came back: off,
 * and without files, which all hosts share. Where another one runs than the record says, the record follows.
 */
async function settle(
  site: LibvirtSite,
  { machine, others }: Extract<Chosen, { is: "here" }>,
  placement: Placement | undefined,
  signal: AbortSignal,
): Promise<void> {
  if (others.some(isOn) || others.length === 0 || placement === undefined) return;
  if (placement.hosts[0] !== machine.host.knownName) {
    if (isOn(machine)) await keep(site, machine, signal);
    return;
  }
  for (const other of others) await undefine(other, signal);
}

/** @throws ProviderError `instance_not_found`, `provider_unavailable` */
export async function machineOf(site: LibvirtSite, vmId: string, signal: AbortSignal): Promise<Machine> {
  const machine = await findMachine(site, vmId, signal);
  if (machine === undefined) throw instanceNotFound();
  return machine;
}

/**
 * All machines of the site whose hosts answer. One that is removed meanwhile is left out. Definitions that are left of a
 * move or a recovery go.
 */
export async function ownMachines(site: LibvirtSite, signal: AbortSignal): Promise<Machine[]> {
  return (await surveyMachines(site, signal)).machines;
}

/** The machines of a site. */
export interface Survey {
  readonly machines: Machine[];
  /** What is known of those whose hosts are silent, by their VMs. */
  readonly away: ReadonlyMap<string, Placement>;
}

/** @param options.withAway to read the records of machines whose hosts are silent, if any are */
export async function surveyMachines(
  site: LibvirtSite,
  signal: AbortSignal,
  { withAway = false } = {},
): Promise<Survey> {
  const { told, silent } = await askHosts(site.hosts, (host) => machinesOn(site, host, signal), signal);
  const ofVm = Map.groupBy(
    told.flatMap(({ answer }) => answer),
    ({ labels }) => labels.vmId,
  );
  const isIncomplete = silent.length > 0;
  const isUnclear = (machines: readonly Machine[]) => machines.length > 1 || (isIncomplete && !machines.some(isOn));
  const unclear = new Set([...ofVm].filter(([, machines]) => isUnclear(machines)).map(([vmId]) => vmId));
  const wanted = isIncomplete && withAway ? null : unclear;
  const placements = wanted?.size === 0 ? new Map() : await placementsOf(site, wanted, signal);
  const answered = told.map(({ host }) => host);
  const here: Machine[] = [];
  const away = new Map<string, Placement>();
  for (const vmId of new Set([...ofVm.keys(), ...(withAway ? placements.keys() : [])])) {
    const machines = ofVm.get(vmId) ?? [];
    const placement = placements.get(vmId);
    const chosen = await chooseMachine({ machines, placement, answered, isIncomplete }, signal);
    if (chosen.is === "here") {
      here.push(chosen.machine);
      await settle(site, chosen, placement, signal);
    } else if (chosen.is === "away" && placement !== undefined) away.set(vmId, placement);
  }
  return { machines: here, away };
}

/** All definitions of the site's machines that a host has. */
export async function machinesOn(site: LibvirtSite, host: SiteHost, signal: AbortSignal): Promise<Machine[]> {
  const machines = await ofDomains(host, (domain) => readMachine(site, host, domain, signal), signal);
  return machines.filter((machine) => machine !== undefined);
}

async function readMachine(
  site: LibvirtSite,
  host: SiteHost,
  domain: Domain,
  signal: AbortSignal,
): Promise<Machine | undefined> {
  const definition = await nextDefinitionOf({ host, domain }, signal);
  const labels = labelsIn(definition);
  return labels === undefined || labels.siteId !== site.siteId ? undefined : { host, domain, definition, labels };
}

/** @throws ProviderError for a name at the host that somebody else has taken */
export function nameInUse(): ProviderError {
  return new ProviderError(
    "name_in_use",
    "The site has another object under this VM's name; its operator has to remove that object.",
    { retryable: false },
  );
}
