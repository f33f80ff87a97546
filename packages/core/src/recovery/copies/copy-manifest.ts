import { Name, ResourceId, Timestamp, VmType, VolumeType } from "@fulmar/contract";
import { z } from "zod";
import { Session } from "./needed-objects.ts";
import { openObject, sealedBytes, sealObject, UnopenedObject } from "./sealed-object.ts";

/** Bytes of a manifest. One of 26 volumes has a fifth of that. */
const MOST_BYTES = 65_536;
/** The root disk and those after it: vdb to vdz. */
const MOST_FILES = 26;

/** A text of a site, such as the name of a format. */
const Word = z.string().regex(/^[A-Za-z0-9][A-Za-z0-9._:-]{0,127}$/);
const SizeGb = z.int().min(1).max(16_384);

const Bytes = z
  .int()
  .min(0)
  .max(2 ** 46);

const CopiedFile = z.strictObject({
  role: z.enum(["root", "data"]),
  volume_id: Word,
  /** As the site exports it. */
  format: Word,
  size_bytes: z
    .int()
    .min(0)
    .max(2 ** 45),
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
  /** The list of its chunks. Without it, the file is one object, named after its place in the list. */
  index: z
    .strictObject({
      session: Session,
      number: z
        .int()
        .min(0)
        .max(2 ** 32 - 1),
    })
    .optional(),
  /** What the bucket has of it, without what the files before it need, too. */
  stored_bytes: Bytes.optional(),
  /** What was written for it, because no earlier copy had it. */
  new_bytes: Bytes.optional(),
});
/** One volume in a copy. */
export type CopiedFile = z.infer<typeof CopiedFile>;

export const CopiedFiles = z.array(CopiedFile);

/**
 * What a copy says of itself, so that a bucket alone suffices (docs/adr/0156). All of it is a stranger's text: whoever
 * has the key may have written it.
 */
export const CopyManifest = z
  .strictObject({
    /** In the second one, files are lists of chunks, some of which other copies have written (docs/adr/0167). */
    format: z.enum(["fulmar-copy/1", "fulmar-copy/2"]),
    object_id: Word,
    /** The kind of the site that exported the files, which another one must be to read them. */
    provider: Word,
    taken_at: Timestamp.refine((text) => !Number.isNaN(Date.parse(text))),
    backup_id: Word,
    vm: z.strictObject({
      vm_id: Word,
      name: Name,
      type: VmType,
      plan_id: ResourceId,
      template_id: ResourceId,
      os_type: Word,
      os_distro: Word,
      disk_gb: SizeGb,
    }),
    volumes: z.array(z.strictObject({ volume_id: Word, name: Name, size_gb: SizeGb, type: VolumeType })),
    files: CopiedFiles.max(MOST_FILES),
  })
  .refine(({ files, volumes }) => {
    const [root, ...data] = files;
    const ids = data.map((file) => file.volume_id);
    return (
      root?.role === "root" &&
      data.every(({ role }) => role === "data") &&
      ids.join() === volumes.map((volume) => volume.volume_id).join() &&
      new Set([root.volume_id, ...ids]).size === files.length
    );
  }, "has files that are not those of its volumes");
export type CopyManifest = z.infer<typeof CopyManifest>;

/** What a copy is in the bucket, and what was written for it. */
export function bytesOf(files: readonly CopiedFile[]): { readonly stored: number; readonly added: number } {
  const sum = (bytes: (file: CopiedFile) => number | undefined) =>
    files.reduce((total, file) => total + (bytes(file) ?? sealedBytes(file.size_bytes)), 0);
  return { stored: sum((file) => file.stored_bytes), added: sum((file) => file.new_bytes) };
}

/** Where manifests are, below the prefix of the destination. */
export const MANIFESTS = "manifests/";
/** The name of a copy in a bucket. */
const OBJECT_ID = /^bcp_[0-9a-hjkmnp-tv-z]{26}$/;

export const manifestName = (objectId: string) => `${MANIFESTS}${objectId}`;
export const fileName = (objectId: string, place: number) => `data/${objectId}/${place}`;

/** The copy whose manifest has the name. Undefined for what is no manifest. */
export function objectIdOf(name: string): string | undefined {
  const id = name.slice(MANIFESTS.length);
  return name.startsWith(MANIFESTS) && OBJECT_ID.test(id) ? id : undefined;
}

export async function sealManifest(key: string, manifest: CopyManifest): Promise<Buffer> {
  async function* text() {
    yield Buffer.from(JSON.stringify(manifest));
  }
  return bytesWithin(sealObject(key, manifestName(manifest.object_id), text()));
}

/** @throws UnopenedObject for what the key does not open, or is no manifest of this copy */
export async function openManifest(
  key: string,
  objectId: string,
  object: AsyncIterable<Uint8Array>,
): Promise<CopyManifest> {
  const bytes = await bytesWithin(openObject(key, manifestName(objectId), object));
  const manifest = CopyManifest.safeParse(jsonOf(bytes)).data;
  if (manifest?.object_id !== objectId) throw new UnopenedObject("The object is no manifest of a copy.");
  return manifest;
}

function jsonOf(bytes: Buffer): unknown {
  try {
    return JSON.parse(bytes.toString("utf8"));
  } catch {
    return undefined;
  }
}

async function bytesWithin(content: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const pieces: Uint8Array[] = [];
  let length = 0;
  for await (const piece of content) {
    length += piece.byteLength;
    if (length > MOST_BYTES) throw new UnopenedObject("The object is too long for a manifest.");
    pieces.push(piece);
  }
  return Buffer.concat(pieces);
}
