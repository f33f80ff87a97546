import { z } from "zod";
import { SiteRecord } from "../../ports/inventory-port.ts";
import { recoveryPointNotFound } from "../../ports/provider-error.ts";
import type { LibvirtSite } from "../libvirt-site.ts";
import { pointFile } from "../storage/names.ts";
import { filesIn } from "../storage/pool.ts";
import { readRecord, recordOf } from "../storage/records.ts";

/** What we keep beside the copies of a snapshot or a backup. It is written when all copies are whole. */
export const PointRecord = z.object({
  kind: z.enum(["snapshot", "backup"]),
  id: z.string(),
  vmId: z.string(),
  parentBackupId: z.string().nullable(),
  record: SiteRecord.nullable(),
  madeAt: z.string(),
  /** What boots its root disk. Not known of copies that were brought. */
  firmware: z.enum(["bios", "uefi"]).optional(),
  volumes: z.array(z.object({ volumeId: z.string(), role: z.enum(["root", "data"]) })),
});
export type PointRecord = z.infer<typeof PointRecord>;

export const pointSubject = (id: string) => `${id}.point`;

export function findPoint(site: LibvirtSite, id: string, signal: AbortSignal): Promise<PointRecord | undefined> {
  return readRecord(site, pointSubject(id), PointRecord, signal);
}

/** The records of all points, or those with some ids. */
export async function pointsOf(
  site: LibvirtSite,
  wanted: ReadonlySet<string> | null,
  signal: AbortSignal,
): Promise<PointRecord[]> {
  const ids = new Set(
    (await filesIn(site, signal)).flatMap(({ name }) => /^([^.]+)\.point$/.exec(recordOf(name) ?? "")?.[1] ?? []),
  );
  const found = await Promise.all(
    [...ids].filter((id) => wanted === null || wanted.has(id)).map((id) => findPoint(site, id, signal)),
  );
  return found.filter((point) => point !== undefined);
}

/** A volume in a point. */
export type CopyOfPoint = Pick<PointRecord, "kind" | "id" | "vmId"> & { readonly volumeId: string };

/** The copy of a volume in a point of that kind. @throws ProviderError `snapshot_not_found`, `backup_not_found` */
export async function copyIn(site: LibvirtSite, { kind, id, vmId, volumeId }: CopyOfPoint, signal: AbortSignal) {
  const point = await findPoint(site, id, signal);
  const copy = await site.disks.find(pointFile(id, volumeId), signal);
  if (point === undefined || point.kind !== kind || point.vmId !== vmId || copy === undefined)
    throw recoveryPointNotFound(kind);
  return copy;
}
