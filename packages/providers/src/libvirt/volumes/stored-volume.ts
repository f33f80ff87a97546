import type { Volume } from "@fulmar/libvirt-rpc";
import { z } from "zod";
import { SiteRecord } from "../../ports/inventory-port.ts";
import { volumeNotFound } from "../../ports/provider-error.ts";
import type { LibvirtSite } from "../libvirt-site.ts";
import { disksOf } from "../machine/definition.ts";
import { type Machine, ownMachines } from "../machine/machines.ts";
import { volumeFile } from "../storage/names.ts";
import { findVolume } from "../storage/pool.ts";
import { readRecord } from "../storage/records.ts";

/** What we keep beside a volume. It is written when the disk is whole: one without it is unfinished. */
export const VolumeRecord = z.object({
  volumeId: z.string(),
  name: z.string(),
  record: SiteRecord,
  madeAt: z.string(),
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

/** The disk of a whole volume. @throws ProviderError `volume_not_found` */
export async function volumeOf(site: LibvirtSite, volumeId: string, signal: AbortSignal): Promise<Volume> {
  const volume = await findVolume(site, volumeFile(volumeId), signal);
  if (volume === undefined || (await recordOfVolume(site, volumeId, signal)) === undefined) throw volumeNotFound();
  return volume;
}

export interface Attachment {
  readonly machine: Machine;
  /** Such as `vdb`. */
  readonly target: string;
}

/** The machines that have volumes, by the path of the volume's disk. */
export async function attachments(site: LibvirtSite, signal: AbortSignal): Promise<Map<string, Attachment>> {
  const machines = await ownMachines(site, signal);
  return new Map(
    machines.flatMap((machine) =>
      disksOf(machine.definition).map(({ path, target }) => [path, { machine, target }] as const),
    ),
  );
}
