import { createHash } from "node:crypto";
import { createReadStream, openAsBlob } from "node:fs";
import { open, stat } from "node:fs/promises";
import { FormData } from "undici";
import { z } from "zod";
import { ProviderError } from "../../ports/provider-error.ts";
import type { ImageSource } from "../../ports/provider-kind.ts";
import { LxdClient, pathOf } from "../client/lxd-client.ts";
import type { LxdSiteOptions } from "../lxd-provider.ts";
import { imageMetadata } from "./image-metadata.ts";

const Alias = z.object({ target: z.string() });
const Image = z.object({ fingerprint: z.string(), properties: z.record(z.string(), z.string()).nullable() });
const Server = z.object({ environment: z.object({ kernel_architecture: z.string() }) });

/** Instances inherit this in their configuration as `image.fulmar.cloud_init`. */
const CLOUD_INIT = "fulmar.cloud_init";

/**
 * Imports an image to a site's server under the template's id. Repeatable.
 * @returns the image's fingerprint
 */
export async function importImage(
  { endpoint, project }: LxdSiteOptions,
  templateId: string,
  source: ImageSource,
  signal: AbortSignal,
): Promise<string> {
  const client = new LxdClient(endpoint, project);
  try {
    const fingerprint =
      "alias" in source
        ? await fingerprintOf(client, source.alias, signal)
        : await upload(client, source.file, templateId, signal);
    await describe(client, fingerprint, source.cloudInit, signal);
    await nameIt(client, templateId, fingerprint, signal);
    return fingerprint;
  } finally {
    await client.close();
  }
}

async function fingerprintOf(client: LxdClient, alias: string, signal: AbortSignal): Promise<string> {
  const found = await client.find(pathOf("images", "aliases", alias), Alias, signal);
  if (found !== undefined) return found.target;
  throw new ProviderError("image_not_found", `The server has no image "${alias}" in the project ${client.project}.`, {
    retryable: false,
  });
}

async function upload(client: LxdClient, file: string, description: string, signal: AbortSignal): Promise<string> {
  const part = PARTS[await magicOf(file)];
  const { environment } = await client.get("", Server, signal);
  const metadata =
    part === undefined
      ? null
      : imageMetadata({
          architecture: environment.kernel_architecture,
          createdAt: (await stat(file)).mtime,
          description,
        });
  // The server's fingerprint of an image: the hash of its metadata followed by its file system.
  const fingerprint = await sha256(metadata, file);
  if ((await client.find(pathOf("images", fingerprint), Image, signal)) !== undefined) return fingerprint;
  const blob = await openAsBlob(file);
  if (part === undefined || metadata === null) {
    await client.upload(
      "/images",
      createReadStream(file),
      { "content-type": "application/octet-stream", "X-LXD-filename": "image" },
      signal,
    );
    return fingerprint;
  }
  const form = new FormData();
  form.append("metadata", new Blob([new Uint8Array(metadata)]), "metadata.tar.gz");
  form.append(part, blob, part);
  await client.upload("/images", form, {}, signal);
  return fingerprint;
}

/** File types by magic number: a root file system with its multipart field name, or else an archive. */
const PARTS: Readonly<Record<string, string | undefined>> = { hsqs: "rootfs", "QFI\xfb": "rootfs.img" };

async function magicOf(file: string): Promise<string> {
  const handle = await open(file);
  try {
    const { buffer } = await handle.read(Buffer.alloc(4), 0, 4, 0);
    return buffer.toString("latin1");
  } finally {
    await handle.close();
  }
}

async function sha256(head: Buffer | null, file: string): Promise<string> {
  const hash = createHash("sha256");
  if (head !== null) hash.update(head);
  for await (const chunk of createReadStream(file)) hash.update(chunk);
  return hash.digest("hex");
}

/** Images of the common servers indicate cloud-init by their variant. */
async function describe(
  client: LxdClient,
  fingerprint: string,
  cloudInit: boolean | undefined,
  signal: AbortSignal,
): Promise<void> {
  const { properties } = await client.get(pathOf("images", fingerprint), Image, signal);
  const known = properties?.[CLOUD_INIT];
  const value = String(cloudInit ?? (known === undefined ? properties?.variant === "cloud" : known === "true"));
  if (known !== value)
    await client.change(
      "PATCH",
      pathOf("images", fingerprint),
      { properties: { ...properties, [CLOUD_INIT]: value } },
      signal,
    );
}

async function nameIt(client: LxdClient, alias: string, target: string, signal: AbortSignal): Promise<void> {
  const present = await client.find(pathOf("images", "aliases", alias), Alias, signal);
  if (present === undefined) await client.change("POST", "/images/aliases", { name: alias, target }, signal);
  else if (present.target !== target)
    await client.change("PUT", pathOf("images", "aliases", alias), { target }, signal);
}
