import { QCOW2_BEGINNING, qcow2SizeIn, RefusedFile } from "@fulmar/image-files";
import { ProviderError } from "../../ports/provider-error.ts";
import type { BackupFile } from "../../ports/recovery-port.ts";
import type { LibvirtSite } from "../libvirt-site.ts";
import { pointFile } from "../storage/names.ts";
import { gibibytes } from "../storage/pool.ts";
import { writeRecord } from "../storage/records.ts";
import { removeCopies } from "./capture.ts";
import { findPoint, type PointRecord, pointSubject } from "./points.ts";

const REMOVE_TIMEOUT_MS = 60_000;
/** Tables of a qcow2 beside its disk. */
const MOST_BESIDES = 2 ** 30;

/**
 * Brings the files of an export to the pool. They are a stranger's: the header of each is read before the host has a byte
 * of it. The record comes last, so that what a crash leaves is no backup.
 */
export async function importBackup(
  site: LibvirtSite,
  vmId: string,
  backupId: string,
  files: AsyncIterable<BackupFile>,
  signal: AbortSignal,
): Promise<void> {
  if ((await findPoint(site, backupId, signal)) !== undefined) return;
  await removeCopies(site, backupId, signal);
  const volumes: PointRecord["volumes"] = [];
  try {
    for await (const { volumeId, role, ...file } of files) {
      await site.disks.upload(pointFile(backupId, volumeId), checked(file), BigInt(file.sizeBytes), signal);
      volumes.push({ volumeId, role });
    }
    const madeAt = new Date().toISOString();
    const kept: PointRecord = {
      kind: "backup",
      id: backupId,
      vmId,
      parentBackupId: null,
      record: null,
      madeAt,
      volumes,
    };
    await writeRecord(site, pointSubject(backupId), kept, signal);
  } catch (error) {
    await removeCopies(site, backupId, AbortSignal.timeout(REMOVE_TIMEOUT_MS));
    throw error instanceof RefusedFile ? unsuitable(error) : error;
  }
}

/**
 * The content of a file whose beginning was read.
 * @throws RefusedFile for what is no disk of that size, or names other files
 */
async function* checked({ format, content, sizeGb, sizeBytes }: Omit<BackupFile, "name" | "volumeId" | "role">) {
  const most = Number(gibibytes(sizeGb));
  if (format !== "qcow2") throw new RefusedFile(`A disk has the format ${format} instead of qcow2.`);
  if (sizeBytes > most + MOST_BESIDES) throw tooLarge(sizeGb);
  let begun: Buffer | undefined = Buffer.alloc(0);
  let length = 0;
  const requireDisk = async (beginning: Buffer) => {
    if ((await qcow2SizeIn(beginning, sizeBytes)) > most) throw tooLarge(sizeGb);
    return beginning;
  };
  for await (const chunk of content) {
    length += chunk.length;
    if (length > sizeBytes) break;
    if (begun === undefined) yield chunk;
    else {
      begun = Buffer.concat([begun, chunk]);
      if (begun.length < QCOW2_BEGINNING) continue;
      yield await requireDisk(begun);
      begun = undefined;
    }
  }
  if (length !== sizeBytes) throw new RefusedFile("A file has another length than was told.");
  if (begun !== undefined) yield await requireDisk(begun);
}

function tooLarge(sizeGb: number): RefusedFile {
  return new RefusedFile(`A disk is larger than the ${sizeGb} GB that it was told to have.`);
}

function unsuitable(cause: RefusedFile): ProviderError {
  const message = `The site does not take a file of the copy. ${cause.message}`;
  return new ProviderError("copy_unsuitable", message, { retryable: false, cause });
}
