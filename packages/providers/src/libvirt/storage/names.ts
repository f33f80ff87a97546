import { createHash } from "node:crypto";

// The names of disks and other files of a site. All that is a machine's begins with its id and a dot, a volume's too, and
// ids have no dots.

/** The ending of the names of disks, also of those that are no files. */
export const DISK = ".qcow2";

export const imageFile = (templateId: string) => `${templateId}.image.qcow2`;
/** @param made tells the disks of a machine apart: a rebuild makes another one */
export const rootFile = (vmId: string, made: string) => `${vmId}.root-${made}.qcow2`;
export const rescueFile = (vmId: string) => `${vmId}.rescue.qcow2`;
/** The variables of a machine's firmware. @param made as that of a root disk, or `rescue` */
export const variablesFile = (vmId: string, made: string) => `${vmId}.vars-${made}.fd`;
export const seedFile = (vmId: string) => `${vmId}.seed.iso`;
export const consoleFile = (vmId: string) => `${vmId}.console.log`;
/** @param made tells the disks of a volume apart: a restore makes another one */
export const volumeFile = (volumeId: string, made?: string) =>
  `${volumeId}.volume${made === undefined ? "" : `-${made}`}.qcow2`;

/** The snapshot of a volume. */
export const snapshotFile = (volumeId: string, snapshotId: string) => `${volumeId}.${snapshotId}.snapshot.qcow2`;

/** The id of the machine whose root disk was made under this name; undefined for other files. */
export function vmIdOfRoot(file: string): string | undefined {
  return /^([^/.]+)\.root-\w+\.qcow2$/.exec(file)?.[1];
}

/** The id of the volume whose disk this path leads to; undefined for other files. */
export function volumeIdOfFile(path: string): string | undefined {
  return /^(?:.*\/)?([^/.]+)\.volume(?:-\w+)?(?:\.qcow2)?$/.exec(path)?.[1];
}

/** The copy of a volume in a snapshot or a backup of a machine. One that was brought has any text for its volume. */
export const pointFile = (pointId: string, volumeId: string) => `${pointId}.${partOf(volumeId)}.copy.qcow2`;
/** A whole copy of it, while it is exported. */
export const exportFile = (pointId: string, volumeId: string) => `${pointId}.${partOf(volumeId)}.export.qcow2`;

function partOf(volumeId: string): string {
  return /^[\w-]{1,64}$/.test(volumeId) ? volumeId : createHash("sha256").update(volumeId).digest("hex");
}

/** Whether a file is a disk that may be on an image. */
export const isOnImage = (file: string) => /^[^.]+\.(root-\w+|rescue)\.qcow2$/.test(file);

/** Whether it is the name of a disk that we made, and not of another file of the pool. */
export const isDisk = (name: string) => name.endsWith(DISK);
