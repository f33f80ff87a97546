import { type Domain, procedures } from "@fulmar/libvirt-rpc";
import { instanceNotFound, ProviderError } from "../../ports/provider-error.ts";
import { says } from "../client/libvirt-refusal.ts";
import { askHosts, type SiteHost, unanswered } from "../hosts/site-hosts.ts";
import type { LibvirtSite } from "../libvirt-site.ts";
import { element, readXml, writeXml, type XmlElement } from "../xml/xml-document.ts";
import { type Chosen, chooseMachine } from "./choose-machine.ts";
import { LABELS_PREFIX, LABELS_URI, type Labels, labelsElement, labelsIn, uuidOf, withLabels } from "./labels.ts";
import { isOn, type Machine } from "./machine.ts";
import type { Placement } from "./placement.ts";
import { keepPlacement, nameOfHost, placementOf, placementsOf } from "./placements.ts";

/** virDomainXMLFlags: with what only its definition says, not the run. */
const INACTIVE = 2;
const CHECK = 1;
/** virDomainModificationImpact */
export const [LIVE, CONFIG] = [1, 2];
/** virDomainMetadataType */
const ELEMENT = 2;

/**
 * The machine of a VM; undefined where there is none.
 * @throws ProviderError `provider_unavailable` while a host is silent that may have it
 */
export async function findMachine(site: LibvirtSite, vmId: string, signal: AbortSignal): Promise<Machine | undefined> {
  const chosen = await lookFor(site, vmId, signal);
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
 */
export async function lookFor(
  site: LibvirtSite,
  vmId: string,
  signal: AbortSignal,
  options: { readonly anew?: boolean } = {},
): Promise<Chosen> {
  const byUuid = await askHosts(site.hosts, (host) => lookUp(site, host, vmId, signal), signal, options);
  const { told, silent } = byUuid.told.some(({ answer }) => answer !== undefined)
    ? byUuid
    : await askHosts(site.hosts, (host) => adoptedOn(site, host, vmId, signal), signal);
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

/** virDomainUndefineFlagsValues: saved memory, what its host notes of snapshots and checkpoints, firmware variables. */
const UNDEFINE = { saved: 1, snapshots: 2, withVariables: 4, keepVariables: 8, checkpoints: 16 };
const OF_HOST = UNDEFINE.saved | UNDEFINE.snapshots | UNDEFINE.checkpoints;

/** Removes a definition, and no files: another host may have the machine. It may be gone. */
export async function undefine({ host, domain }: Located, signal: AbortSignal): Promise<void> {
  const flags = OF_HOST | UNDEFINE.keepVariables;
  await unlessGone(() => host.client.call(procedures.domainUndefine, { domain, flags }, signal));
}

/** Removes the last definition of a machine, with the variables of its firmware, wherever they are. It may be gone. */
export async function undefineWhole({ host, domain }: Located, signal: AbortSignal): Promise<void> {
  const flags = OF_HOST | UNDEFINE.withVariables;
  await unlessGone(() => host.client.call(procedures.domainUndefine, { domain, flags }, signal));
}

async function unlessGone<Result>(call: () => Promise<Result>): Promise<Result | undefined> {
  try {
    return await call();
  } catch (error) {
    if (says(error, "noDomain")) return undefined;
    throw error;
  }
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

/** Reads something of every machine of a host, ours or not. One that is removed meanwhile is left out. */
export async function ofDomains<Result>(
  host: SiteHost,
  read: (domain: Domain) => Promise<Result>,
  signal: AbortSignal,
): Promise<Result[]> {
  const { domains } = await host.client.call(procedures.listAllDomains, { wanted: 1, flags: 0 }, signal);
  const results = await Promise.all(
    domains.map(async (domain) => {
      try {
        return [await read(domain)];
      } catch (error) {
        if (says(error, "noDomain")) return [];
        throw error;
      }
    }),
  );
  return results.flat();
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

/** A machine of a host, ours or not. */
export type Located = Pick<Machine, "host" | "domain">;

async function xmlOf({ host, domain }: Located, flags: number, signal: AbortSignal): Promise<string> {
  return (await host.client.call(procedures.domainGetXml, { domain, flags }, signal)).xml;
}

/** The definition of the run, with what the server adds to it. */
export async function runOf(machine: Located, signal: AbortSignal): Promise<XmlElement> {
  return readXml(await xmlOf(machine, 0, signal));
}

/** The definition of a machine as it starts next. */
export async function nextDefinitionOf(machine: Located, signal: AbortSignal): Promise<XmlElement> {
  return readXml(await definitionOf(machine, signal));
}

/** A machine's definition as its host writes it. */
export function definitionOf(machine: Located, signal: AbortSignal): Promise<string> {
  return xmlOf(machine, INACTIVE, signal);
}

/** Keeps what a host has as the definition of a machine in the folder that hosts share. */
export async function keep(
  site: LibvirtSite,
  machine: Pick<Machine, "host" | "domain" | "labels">,
  signal: AbortSignal,
): Promise<void> {
  if (!site.shared) return;
  const kept = { hosts: [await nameOfHost(machine.host, signal)], xml: await definitionOf(machine, signal) };
  await keepPlacement(site, machine.labels.vmId, kept, signal);
}

/** Writes a definition at a host, which is one change there. A running machine has it from its next start. */
export async function define(host: SiteHost, definition: XmlElement, signal: AbortSignal): Promise<Domain> {
  const xml = writeXml(definition);
  const { domain } = await host.client.call(procedures.domainDefineXml, { xml, flags: CHECK }, signal);
  return domain;
}

/** Writes a machine's definition. */
export async function redefineAs(
  site: LibvirtSite,
  { host, definition, labels }: Machine,
  signal: AbortSignal,
): Promise<void> {
  const domain = await define(host, definition, signal);
  await keep(site, { host, domain, labels }, signal);
}

/** Writes a machine's definition with other labels. */
export async function redefine(
  site: LibvirtSite,
  machine: Machine,
  labels: Labels,
  signal: AbortSignal,
): Promise<void> {
  await redefineAs(site, { ...machine, definition: withLabels(machine.definition, labels) }, signal);
}

/** Changes labels alone. */
export async function relabel(
  site: LibvirtSite,
  machine: Machine,
  changed: Partial<Labels>,
  signal: AbortSignal,
): Promise<void> {
  await setLabels(machine, { ...machine.labels, ...changed }, signal);
  await keep(site, machine, signal);
}

/** Gives a machine labels, which its run does not notice. @param labels null takes them off */
export async function setLabels({ host, domain }: Located, labels: Labels | null, signal: AbortSignal): Promise<void> {
  // The element's namespace is given beside it.
  const metadata =
    labels === null ? null : writeXml({ ...element("machine"), children: labelsElement(labels).children });
  const named = { key: LABELS_PREFIX, uri: LABELS_URI };
  await host.client.call(
    procedures.domainSetMetadata,
    { domain, type: ELEMENT, metadata, ...named, flags: CONFIG },
    signal,
  );
}

/** @throws ProviderError for a name at the host that somebody else has taken */
export function nameInUse(): ProviderError {
  return new ProviderError(
    "name_in_use",
    "The site has another object under this VM's name; its operator has to remove that object.",
    { retryable: false },
  );
}
