import type { Volume } from "@fulmar/libvirt-rpc";
import { z } from "zod";
import { SiteRecord } from "../../ports/inventory-port.ts";
import { volumeNotFound } from "../../ports/provider-error.ts";
import type { LibvirtSite } from "../libvirt-site.ts";
import { disksOf } from "../machine/definition.ts";
import { type Machine, ownMachines } from "../machine/machines.ts";
import { volumeIdOfFile } from "../storage/names.ts";
import { findVolume } from "../storage/pool.ts";
import { readRecord } from "../storage/records.ts";

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
export async function findDisk(site: LibvirtSite, volumeId: string, signal: AbortSignal): Promise<Volume | undefined> {
  const kept = await recordOfVolume(site, volumeId, signal);
  return kept && findVolume(site, kept.disk, signal);
}

/** @throws ProviderError `volume_not_found` */
export async function diskOf(site: LibvirtSite, volumeId: string, signal: AbortSignal): Promise<Volume> {
  const disk = await findDisk(site, volumeId, signal);
  if (disk === undefined) throw volumeNotFound();
  return disk;
}

export interface Attachment {
  readonly machine: Machine;
  /** Such as `vdb`. */
  readonly target: string;
}

/** The machines that have volumes, by the id of the volume. */
export async function attachments(site: LibvirtSite, signal: AbortSignal): Promise<Map<string, Attachment>> {
  const machines = await ownMachines(site, signal);
  return new Map(
    machines.flatMap((machine) =>
      disksOf(machine.definition).flatMap(({ path, target }) => {
        const volumeId = volumeIdOfFile(path);
        return volumeId === undefined ? [] : [[volumeId, { machine, target }] as const];
      }),
    ),
  );
}
