import { z } from "zod";
import { formatBytes } from "../../ports/format-size.ts";
import type { BroughtImage, ImageOrigin, ImagePort, MadeImage, NewImage } from "../../ports/image-port.ts";
import { recordedName, type SiteResource } from "../../ports/inventory-port.ts";
import { imageNotFound, ProviderError, recoveryPointNotFound } from "../../ports/provider-error.ts";
import { pathOf } from "../client/lxd-client.ts";
import { createOnce, findInstance, machineOf, othersWork, removeInstance, rootOf } from "../instances.ts";
import { labeledId, labelsOf, lxdName, madeAtIn, recordIn, recordLabels } from "../labels.ts";
import type { LxdInstance } from "../lxd-instance.ts";
import type { LxdSite } from "../lxd-site.ts";
import { uploadOf } from "./bring-image.ts";
import { exportImage } from "./export-image.ts";
import { forgetIdentity } from "./forget-identity.ts";

const Alias = z.object({ name: z.string(), target: z.string() });
const Image = z.object({
  fingerprint: z.string(),
  size: z.int(),
  architecture: z.string(),
  created_at: z.string().optional(),
  properties: z.record(z.string(), z.string()).nullish(),
  aliases: z.array(z.object({ name: z.string() })).nullish(),
});
type Image = z.infer<typeof Image>;

/** Keeps images of workspaces as images of the server, under aliases that are our ids. */
export function lxdImages(site: LxdSite): ImagePort {
  return {
    formats: site.instanceType === "container" ? ["lxd"] : ["lxd", "qcow2"],
    createImage: (...call) => createImage(site, ...call),
    importImage: (...call) => importImage(site, ...call),
    async exportImage(imageId, path, signal) {
      const image = await imageNamed(site, imageId, signal);
      if (image === undefined) throw imageNotFound();
      return exportImage(site, image, path, signal);
    },
    deleteImage: (imageId, signal) => deleteImage(site, imageId, signal),
    async findImages(imageIds, signal) {
      const wanted = new Set(imageIds);
      return (await ownImages(site, signal)).filter((imageId) => wanted.has(imageId));
    },
    async listImages({ after, limit }, signal) {
      const ids = await ownImages(site, signal);
      return ids
        .filter((imageId) => imageId > after)
        .toSorted((a, b) => (a < b ? -1 : 1))
        .slice(0, limit);
    },
  };
}

/**
 * Publishes a copy of the disk: the server publishes no running instance, and what identifies the machine is removed
 * from the copy alone.
 */
async function createImage(
  site: LxdSite,
  imageId: string,
  { name, source, record }: NewImage,
  signal: AbortSignal,
): Promise<MadeImage> {
  const copy = lxdName(imageId);
  // The server goes on with what an earlier call began.
  await othersWork(site, copy, signal);
  const present = await imageNamed(site, imageId, signal);
  if (present !== undefined) {
    await removeInstance(site, copy, signal);
    return madeOf(present);
  }
  const origin = await originOf(site, source, signal);
  await copyDisk(site, imageId, origin, signal);
  await forgetIdentity(site, copy, signal);
  const labels = { ...labelsOf(site, "image", imageId), ...recordLabels(record) };
  await site.client.change(
    "POST",
    "/images",
    {
      public: false,
      aliases: [{ name: imageId, description: name }],
      properties: { ...inherited(origin), description: name, ...labels },
      source: { type: "instance", name: copy },
    },
    signal,
  );
  await removeInstance(site, copy, signal);
  const made = await imageNamed(site, imageId, signal);
  if (made === undefined)
    throw new ProviderError("provider_unavailable", "The site lost the image meanwhile; it is made again.", {
      retryable: true,
    });
  return madeOf(made);
}

/** Instances inherit this in their configuration as `image.fulmar.cloud_init`. */
const CLOUD_INIT = "fulmar.cloud_init";

/** Uploads the file of an image. A call after a crash goes on with what the server has. */
async function importImage(
  site: LxdSite,
  imageId: string,
  image: BroughtImage,
  signal: AbortSignal,
): Promise<MadeImage> {
  const present = await imageNamed(site, imageId, signal);
  if (present !== undefined) return madeOf(present);
  const upload = uploadOf(site, imageId, image);
  const path = pathOf("images", await upload.fingerprint());
  if ((await site.client.find(path, Image, signal)) === undefined) await upload.send(signal);
  const { fingerprint, properties } = await site.client.get(path, Image, signal);
  const cloudInit = site.instanceType === "virtual-machine" || properties?.variant === "cloud";
  const labels = { ...labelsOf(site, "image", imageId), ...recordLabels(image.record) };
  const described = { [CLOUD_INIT]: String(cloudInit), ...properties, description: image.name, ...labels };
  await site.client.change("PATCH", path, { properties: described }, signal);
  await site.client.change("POST", "/images/aliases", { name: imageId, target: fingerprint }, signal);
  return madeOf(await site.client.get(path, Image, signal));
}

/** The instance whose disk the image has. */
async function originOf(site: LxdSite, { vmId, point }: ImageOrigin, signal: AbortSignal): Promise<LxdInstance> {
  if (point === null) return machineOf(site, vmId, signal);
  const copy = await findInstance(site, lxdName(point.id), signal);
  if (copy === undefined || copy.config["user.fulmar.vm"] !== vmId) throw recoveryPointNotFound(point.kind);
  return copy;
}

/** A copy that never starts, so it needs no user ids of its own. */
async function copyDisk(site: LxdSite, imageId: string, origin: LxdInstance, signal: AbortSignal): Promise<void> {
  const devices = Object.fromEntries(Object.keys(origin.devices).map((device) => [device, { type: "none" }]));
  const config = {
    ...labelsOf(site, "image", imageId),
    ...recordLabels(null),
    "user.fulmar.vm": "",
    "security.idmap.isolated": "",
  };
  const source = {
    type: "copy",
    source: origin.name,
    instance_only: true,
    container_only: true,
    allow_inconsistent: true,
  };
  const copy = {
    type: site.instanceType,
    architecture: origin.architecture,
    profiles: [],
    config,
    devices: { ...devices, ...rootOf(origin) },
    source,
  };
  await createOnce(site, lxdName(imageId), copy, signal, origin);
}

/** What the instance inherited of its own image, such as whether that has cloud-init. */
function inherited({ config }: LxdInstance): Record<string, string> {
  const entries = Object.entries(config).flatMap(([key, value]) =>
    key.startsWith("image.") && !key.startsWith("image.user.") ? [[key.slice("image.".length), value] as const] : [],
  );
  return Object.fromEntries(entries);
}

async function deleteImage(site: LxdSite, imageId: string, signal: AbortSignal): Promise<void> {
  await removeInstance(site, lxdName(imageId), signal);
  const image = await imageNamed(site, imageId, signal);
  if (image !== undefined) await site.client.remove(pathOf("images", image.fingerprint), signal);
}

/** An image of ours by its alias; undefined where that names another. */
async function imageNamed(site: LxdSite, imageId: string, signal: AbortSignal): Promise<Image | undefined> {
  const alias = await site.client.find(pathOf("images", "aliases", imageId), Alias, signal);
  if (alias === undefined) return undefined;
  const image = await site.client.find(pathOf("images", alias.target), Image, signal);
  return image === undefined || labeledId(site, "image", image.properties ?? {}) !== imageId ? undefined : image;
}

async function ownImages(site: LxdSite, signal: AbortSignal): Promise<string[]> {
  const all = await site.client.get("/images", Image.array(), signal, { recursion: 1 });
  return all.flatMap(({ properties }) => labeledId(site, "image", properties ?? {}) ?? []);
}

function madeOf({ size, architecture }: Image): MadeImage {
  return { sizeBytes: BigInt(size), architecture };
}

export async function describeImage(
  site: LxdSite,
  imageId: string,
  signal: AbortSignal,
): Promise<SiteResource | undefined> {
  const image = await imageNamed(site, imageId, signal);
  if (image === undefined) return undefined;
  const properties = image.properties ?? {};
  const record = recordIn(properties);
  return {
    kind: "image",
    id: imageId,
    name: recordedName("image", record),
    size: formatBytes(image.size),
    madeAt: madeAtIn(properties, image.created_at),
    record,
    image: { sizeBytes: BigInt(image.size), architecture: image.architecture },
  };
}
