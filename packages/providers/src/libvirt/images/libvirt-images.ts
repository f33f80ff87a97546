import { formatBytes } from "../../ports/format-size.ts";
import type { Firmware } from "../../ports/host-port.ts";
import type { BroughtImage, ImageOrigin, ImagePort, MadeImage, NewImage } from "../../ports/image-port.ts";
import { recordedName, type SiteResource } from "../../ports/inventory-port.ts";
import { ProviderError, volumeNotFound } from "../../ports/provider-error.ts";
import { type LibvirtSite, pageOf } from "../libvirt-site.ts";
import { firmwareIn } from "../machine/firmware.ts";
import type { Machine } from "../machine/machine.ts";
import { machineOf } from "../machine/machines.ts";
import { copyIn, findPoint } from "../recovery/points.ts";
import type { StoredDisk } from "../storage/disks.ts";
import { imageFile } from "../storage/names.ts";
import { writeRecord } from "../storage/records.ts";
import { exportImage } from "./export-image.ts";
import { deleteImage } from "./left-images.ts";
import { type ImageRecord, imageSubject, ownImages, recordOfImage } from "./stored-image.ts";
import { uploadImage } from "./upload-image.ts";

/** That of every machine here. */
const ARCHITECTURE = "x86_64";

/**
 * Keeps images of workspaces as files beside those of the catalog. Other formats than qcow2 are converted before they come
 * here.
 */
export function libvirtImages(site: LibvirtSite): ImagePort {
  return {
    formats: ["qcow2"],
    createImage: (...call) => createImage(site, ...call),
    importImage: (...call) => importImage(site, ...call),
    exportImage: (...call) => exportImage(site, ...call),
    deleteImage: (...call) => deleteImage(site, ...call),
    async findImages(imageIds, signal) {
      const wanted = new Set(imageIds);
      return (await ownImages(site, signal)).filter((imageId) => wanted.has(imageId));
    },
    listImages: async (page, signal) => pageOf(await ownImages(site, signal), (imageId) => imageId, page),
  };
}

/** Copies a disk. What tells the machine from others is made anew by what configures the next one (`seedOf`). */
async function createImage(
  site: LibvirtSite,
  imageId: string,
  { name, source, record }: NewImage,
  signal: AbortSignal,
): Promise<MadeImage> {
  const present = await recordOfImage(site, imageId, signal);
  if (present !== undefined) return madeOf(present);
  const { machine, disk, firmware } = await originOf(site, source, signal);
  const file = imageFile(imageId);
  await site.disks.delete([file], signal);
  await site.disks.copyAtOnce(machine, [{ source: disk, name: file, alone: true }], null, signal);
  return keep(site, imageId, { name, record, architecture: ARCHITECTURE, firmware, sha256: null }, signal);
}

/** The disk that an image is made of, and the machine that may have it. */
async function originOf(
  site: LibvirtSite,
  { vmId, root, point }: ImageOrigin,
  signal: AbortSignal,
): Promise<{ readonly machine?: Machine; readonly disk: StoredDisk; readonly firmware: Firmware | undefined }> {
  if (point !== null) {
    const { kind, id } = point;
    const disk = await copyIn(site, { kind, id, vmId, volumeId: root.volumeId }, signal);
    return { disk, firmware: (await findPoint(site, id, signal))?.firmware };
  }
  const machine = await machineOf(site, vmId, signal);
  const disk = await site.disks.find(machine.labels.disk, signal);
  if (disk === undefined) throw volumeNotFound();
  return { machine, disk, firmware: firmwareIn(machine.definition) };
}

/** Uploads the file of an image. What was interrupted is begun again. */
async function importImage(
  site: LibvirtSite,
  imageId: string,
  { name, file, architecture, record }: BroughtImage,
  signal: AbortSignal,
): Promise<MadeImage> {
  const present = await recordOfImage(site, imageId, signal);
  if (present !== undefined) return madeOf(present);
  const { path, format, sha256 } = file;
  if (format !== "qcow2")
    throw unsuitable(`The site takes disks as qcow2 alone; convert the ${format} by qemu-img convert -O qcow2.`);
  if (architecture !== null && architecture !== ARCHITECTURE)
    throw unsuitable(`The site runs machines of ${ARCHITECTURE} alone, and the image is of ${architecture}.`);
  await uploadImage(site, imageFile(imageId), path, signal);
  const kept = site.disks.keepsFiles ? sha256 : null;
  return keep(site, imageId, { name, record, architecture: ARCHITECTURE, sha256: kept }, signal);
}

/** Writes the record of an image that is whole. */
async function keep(
  site: LibvirtSite,
  imageId: string,
  known: Pick<ImageRecord, "name" | "record" | "architecture" | "firmware" | "sha256">,
  signal: AbortSignal,
): Promise<MadeImage> {
  const image = await site.disks.find(imageFile(imageId), signal);
  if (image === undefined) throw new Error(`The image ${imageId} was not stored.`);
  const sizeBytes = await site.disks.fileBytes(image, signal);
  const madeAt = new Date().toISOString();
  await writeRecord(site, imageSubject(imageId), { ...known, madeAt, sizeBytes: String(sizeBytes) }, signal);
  return { sizeBytes, architecture: known.architecture };
}

function madeOf({ sizeBytes, architecture }: ImageRecord): MadeImage {
  return { sizeBytes, architecture };
}

function unsuitable(message: string): ProviderError {
  return new ProviderError("image_unsuitable", message, { retryable: false });
}

export async function describeImage(
  site: LibvirtSite,
  imageId: string,
  signal: AbortSignal,
): Promise<SiteResource | undefined> {
  const kept = await recordOfImage(site, imageId, signal);
  if (kept === undefined) return undefined;
  const { record, madeAt, sizeBytes, architecture } = kept;
  return {
    kind: "image",
    id: imageId,
    name: recordedName("image", record),
    size: formatBytes(Number(sizeBytes)),
    madeAt: new Date(madeAt),
    record,
    image: { sizeBytes, architecture },
  };
}
