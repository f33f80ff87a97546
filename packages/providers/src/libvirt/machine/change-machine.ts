import { type Domain, procedures } from "@fulmar/libvirt-rpc";
import type { SiteHost } from "../hosts/site-hosts.ts";
import type { LibvirtSite } from "../libvirt-site.ts";
import { element, writeXml, type XmlElement } from "../xml/xml-document.ts";
import { LABELS_PREFIX, LABELS_URI, type Labels, labelsElement, withLabels } from "./labels.ts";
import type { Machine } from "./machine.ts";
import { keepPlacement, nameOfHost } from "./placements.ts";
import { definitionOf, type Located, unlessGone } from "./read-machine.ts";

/** virDomainDefineFlags: libvirt checks the definition first. */
const CHECK = 1;
/** virDomainModificationImpact */
export const [LIVE, CONFIG] = [1, 2];
/** virDomainMetadataType */
const ELEMENT = 2;

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
