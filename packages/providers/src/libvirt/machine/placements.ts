import { createHash } from "node:crypto";
import { z } from "zod";
import type { SiteHost } from "../hosts/site-hosts.ts";
import type { LibvirtSite } from "../libvirt-site.ts";
import { filesIn } from "../storage/pool.ts";
import { fileOfRecord, numberedRecords, readRecordFile, removeRecord, writeRecord } from "../storage/records.ts";
import { volumeIdsOf } from "../volumes/volume-paths.ts";
import { readXml } from "../xml/xml-document.ts";
import { disksOf } from "./definition.ts";
import type { Placement } from "./placement.ts";

// A host that is down does not say what it has. So the definition of each machine is also a record in the folder that
// the hosts share, with the hosts that may have it.

const KeptMachine = z.object({
  /** The hosts that may have it. That of the first one counts, unless another one runs. */
  hosts: z.array(z.string()),
  xml: z.string(),
});
type KeptMachine = z.infer<typeof KeptMachine>;

const machineSubject = (vmId: string) => `${vmId}.machine`;
const SUBJECT = /^([^.]+)\.machine$/;

/** How many records are read at once. */
const AT_ONCE = 16;

/** The placements of these VMs, or of all, that have one. */
export async function placementsOf(
  site: LibvirtSite,
  wanted: ReadonlySet<string> | null,
  signal: AbortSignal,
): Promise<Map<string, Placement>> {
  const records = numberedRecords((await filesIn(site, signal)).map(({ name }) => name));
  const files = new Set<string>();
  const asked: { readonly vmId: string; readonly subject: string; readonly numbers: readonly number[] }[] = [];
  for (const [subject, numbers] of records) {
    const vmId = SUBJECT.exec(subject)?.[1];
    if (vmId === undefined) continue;
    for (const number of numbers) files.add(fileOfRecord(subject, number));
    if (wanted === null || wanted.has(vmId)) asked.push({ vmId, subject, numbers });
  }
  for (const file of site.placements.keys()) if (!files.has(file)) site.placements.delete(file);
  const placements = new Map<string, Placement>();
  while (asked.length > 0) {
    await Promise.all(
      asked.splice(0, AT_ONCE).map(async ({ vmId, subject, numbers }) => {
        for (const number of numbers) {
          const placement = await placementIn(site, fileOfRecord(subject, number), signal);
          if (placement === undefined) continue;
          placements.set(vmId, placement);
          return;
        }
      }),
    );
  }
  return placements;
}

async function placementIn(site: LibvirtSite, file: string, signal: AbortSignal): Promise<Placement | undefined> {
  const known = site.placements.get(file);
  if (known !== undefined) return known;
  const kept = await readRecordFile(site, file, KeptMachine, signal);
  if (kept === undefined) return undefined;
  const placement = placementFrom(kept, await volumeIdsOf(site, signal));
  site.placements.set(file, placement);
  return placement;
}

function placementFrom({ hosts, xml }: KeptMachine, idOf: Awaited<ReturnType<typeof volumeIdsOf>>): Placement {
  const volumes = disksOf(readXml(xml)).flatMap(({ path, target }) => {
    const volumeId = idOf(path);
    return volumeId === undefined ? [] : [{ volumeId, target }];
  });
  return { hosts, volumes, sum: sumOf(xml) };
}

export async function placementOf(site: LibvirtSite, vmId: string, signal: AbortSignal) {
  return (await placementsOf(site, new Set([vmId]), signal)).get(vmId);
}

/** The definition that a machine had last. */
export async function keptDefinition(site: LibvirtSite, vmId: string, signal: AbortSignal) {
  const subject = machineSubject(vmId);
  const records = numberedRecords((await filesIn(site, signal)).map(({ name }) => name));
  for (const number of records.get(subject) ?? []) {
    const kept = await readRecordFile(site, fileOfRecord(subject, number), KeptMachine, signal);
    if (kept !== undefined) return kept;
  }
  return undefined;
}

/** Keeps a definition, with the hosts that may have it. On a site whose hosts share no folder, nothing is kept. */
export async function keepPlacement(
  site: LibvirtSite,
  vmId: string,
  kept: KeptMachine,
  signal: AbortSignal,
): Promise<void> {
  if (!site.shared) return;
  const present = await placementOf(site, vmId, signal);
  if (present?.sum === sumOf(kept.xml) && present.hosts.join("\n") === kept.hosts.join("\n")) return;
  await writeRecord(site, machineSubject(vmId), kept, signal);
}

/** Forgets a machine that is not ours any more. */
export async function dropPlacement(site: LibvirtSite, vmId: string, signal: AbortSignal): Promise<void> {
  await removeRecord(site, machineSubject(vmId), signal);
}

function sumOf(xml: string): string {
  return createHash("sha256").update(xml).digest("base64");
}

/** By which records know a host. */
export async function nameOfHost(host: SiteHost, signal: AbortSignal): Promise<string> {
  return host.knownName ?? host.name(signal);
}
