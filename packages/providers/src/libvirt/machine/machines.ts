import { type Domain, procedures } from "@fulmar/libvirt-rpc";
import { instanceNotFound, ProviderError } from "../../ports/provider-error.ts";
import { says } from "../client/libvirt-refusal.ts";
import type { LibvirtSite } from "../libvirt-site.ts";
import { element, readXml, writeXml, type XmlElement } from "../xml/xml-document.ts";
import { LABELS_PREFIX, LABELS_URI, type Labels, labelsElement, labelsIn, uuidOf, withLabels } from "./labels.ts";

/** A machine of ours, as it starts next. */
export interface Machine {
  readonly domain: Domain;
  readonly definition: XmlElement;
  readonly labels: Labels;
}

/** virDomainXMLFlags: with what only its definition says, not the run. */
const INACTIVE = 2;
const CHECK = 1;
/** virDomainModificationImpact */
export const [LIVE, CONFIG] = [1, 2];
/** virDomainMetadataType */
const ELEMENT = 2;
/** libvirt numbers the runs of machines; a stopped one has this. */
const STOPPED = -1;

export function isOn({ domain }: Pick<Machine, "domain">): boolean {
  return domain.id !== STOPPED;
}

/** @throws ProviderError `instance_not_stopped` */
export function requireOff(machine: Machine): void {
  if (!isOn(machine)) return;
  throw new ProviderError("instance_not_stopped", "The VM has to be stopped first.", { retryable: false });
}

/**
 * The machine of a VM; undefined where there is none.
 * @throws ProviderError `name_in_use` when its UUID belongs to a machine that is not this site's
 */
export async function findMachine(site: LibvirtSite, vmId: string, signal: AbortSignal): Promise<Machine | undefined> {
  let domain: Domain;
  try {
    ({ domain } = await site.client.call(procedures.domainLookupByUuid, { uuid: uuidOf(vmId) }, signal));
  } catch (error) {
    if (says(error, "noDomain")) return undefined;
    throw error;
  }
  const machine = await readMachine(site, domain, signal);
  if (machine === undefined || machine.labels.vmId === vmId) return machine;
  throw nameInUse();
}

/** @throws ProviderError `instance_not_found` */
export async function machineOf(site: LibvirtSite, vmId: string, signal: AbortSignal): Promise<Machine> {
  const machine = await findMachine(site, vmId, signal);
  if (machine === undefined) throw instanceNotFound();
  return machine;
}

/** All machines of the site. One that is removed meanwhile is left out. */
export async function ownMachines(site: LibvirtSite, signal: AbortSignal): Promise<Machine[]> {
  const { domains } = await site.client.call(procedures.listAllDomains, { wanted: 1, flags: 0 }, signal);
  const machines = await Promise.all(
    domains.map(async (domain) => {
      try {
        return await readMachine(site, domain, signal);
      } catch (error) {
        if (says(error, "noDomain")) return undefined;
        throw error;
      }
    }),
  );
  return machines.filter((machine) => machine !== undefined);
}

async function readMachine(site: LibvirtSite, domain: Domain, signal: AbortSignal): Promise<Machine | undefined> {
  const definition = await definitionOf(site, domain, INACTIVE, signal);
  const labels = labelsIn(definition);
  return labels === undefined || labels.siteId !== site.siteId ? undefined : { domain, definition, labels };
}

async function definitionOf(site: LibvirtSite, domain: Domain, flags: number, signal: AbortSignal) {
  const { xml } = await site.client.call(procedures.domainGetXml, { domain, flags }, signal);
  return readXml(xml);
}

/** The definition of the run, with what the server adds to it. */
export function runOf(site: LibvirtSite, { domain }: Machine, signal: AbortSignal): Promise<XmlElement> {
  return definitionOf(site, domain, 0, signal);
}

/** Writes a machine's definition, which is one change at the server. A running machine has it from its next start. */
export async function define(site: LibvirtSite, definition: XmlElement, signal: AbortSignal): Promise<Domain> {
  const xml = writeXml(definition);
  const { domain } = await site.client.call(procedures.domainDefineXml, { xml, flags: CHECK }, signal);
  return domain;
}

/** Writes a machine's definition with other labels. */
export async function redefine(
  site: LibvirtSite,
  { definition }: Machine,
  labels: Labels,
  signal: AbortSignal,
): Promise<void> {
  await define(site, withLabels(definition, labels), signal);
}

/** Changes labels alone. */
export async function relabel(
  site: LibvirtSite,
  { domain, labels }: Machine,
  changed: Partial<Labels>,
  signal: AbortSignal,
): Promise<void> {
  // The element's namespace is given beside it.
  const { children } = labelsElement({ ...labels, ...changed });
  const metadata = writeXml({ ...element("machine"), children });
  const named = { key: LABELS_PREFIX, uri: LABELS_URI };
  await site.client.call(
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
