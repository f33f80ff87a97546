import { z } from "zod";
import { SiteRecord } from "../../ports/inventory-port.ts";
import { volumeNotFound } from "../../ports/provider-error.ts";
import { unanswered } from "../hosts/site-hosts.ts";
import type { LibvirtSite } from "../libvirt-site.ts";
import { disksOf } from "../machine/definition.ts";
import type { Machine } from "../machine/machine.ts";
import { surveyMachines } from "../machine/machines.ts";
import type { StoredDisk } from "../storage/disks.ts";
import { readRecord } from "../storage/records.ts";
import { volumeIdsOf } from "./volume-paths.ts";

/** What we keep beside a volume. It is written when the disk is whole: one without it is unfinished. */
export const VolumeRecord = z.object({
  volumeId: z.string(),
  name: z.string(),
  record: SiteRecord,
  madeAt: z.string(),
  /** The file of its disk, and those that it had before and that are to be deleted. */
  disk: z.string(),
  leftover: z.array(z.string()),
});
export type VolumeRecord = z.infer<typeof VolumeRecord>;

/** What the record of a volume is named after. */
export const volumeSubject = (volumeId: string) => `${volumeId}.volume`;

/** The volume whose record a subject is named after. */
export function volumeIdOf(subject: string): string | undefined {
  return /^([^.]+)\.volume$/.exec(subject)?.[1];
}

export function recordOfVolume(site: LibvirtSite, volumeId: string, signal: AbortSignal) {
  return readRecord(site, volumeSubject(volumeId), VolumeRecord, signal);
}

/** The disk of a whole volume; undefined where there is none. */
export async function findDisk(
  site: LibvirtSite,
  volumeId: string,
  signal: AbortSignal,
): Promise<StoredDisk | undefined> {
  const kept = await recordOfVolume(site, volumeId, signal);
  return kept && site.disks.find(kept.disk, signal);
}

/** @throws ProviderError `volume_not_found` */
export async function diskOf(site: LibvirtSite, volumeId: string, signal: AbortSignal): Promise<StoredDisk> {
  const disk = await findDisk(site, volumeId, signal);
  if (disk === undefined) throw volumeNotFound();
  return disk;
}

export interface Attachment {
  readonly vmId: string;
  /** Undefined while its host is silent. */
  readonly machine: Machine | undefined;
  /** Such as `vdb`. */
  readonly target: string;
}

/** The machines that have volumes, by the id of the volume. */
export async function attachments(site: LibvirtSite, signal: AbortSignal): Promise<Map<string, Attachment>> {
  const { machines, away } = await surveyMachines(site, signal, { withAway: true });
  const idOf = await volumeIdsOf(site, signal);
  const users = new Map<string, Attachment>();
  for (const [vmId, { volumes }] of away)
    for (const { volumeId, target } of volumes) users.set(volumeId, { vmId, machine: undefined, target });
  for (const machine of machines) {
    for (const { path, target } of disksOf(machine.definition)) {
      const volumeId = idOf(path);
      if (volumeId !== undefined) users.set(volumeId, { vmId: machine.labels.vmId, machine, target });
    }
  }
  return users;
}

/** The machine that has a volume. @throws ProviderError, retryable, while its host is silent */
export async function userOf(
  site: LibvirtSite,
  volumeId: string,
  signal: AbortSignal,
): Promise<(Attachment & { readonly machine: Machine }) | undefined> {
  const user = (await attachments(site, signal)).get(volumeId);
  if (user === undefined) return undefined;
  const { machine } = user;
  if (machine === undefined) throw unanswered();
  return { ...user, machine };
}
