import { createHash } from "node:crypto";
import { open, writeFile } from "node:fs/promises";
import { statement } from "@fulmar/prisma";
import { formatBytes } from "../ports/format-size.ts";
import type { BroughtImage, ExportedImage, ImagePort, MadeImage, NewImage } from "../ports/image-port.ts";
import { recordedName, type SiteResource } from "../ports/inventory-port.ts";
import { imageNotFound, instanceNotFound, recoveryPointNotFound } from "../ports/provider-error.ts";
import { held } from "./backups.ts";
import { KEPT, keptIn } from "./site-record.ts";
import type { World } from "./world.ts";

// A fifth of the disk is in use. An existing image stays as it is.
const create = statement(
  "simulated_image",
  `WITH v AS (SELECT $volume_id::text AS volume_id), source AS (
     SELECT CASE $kind
              WHEN 'snapshot' THEN (SELECT s.content FROM simulated.snapshot s
                                     WHERE s.snapshot_id = $point_id AND s.volume_id = v.volume_id)
              WHEN 'backup' THEN ${held("$point_id")}
              ELSE coalesce(i.configuration ->> 'mark', d.content) END AS content
       FROM v LEFT JOIN (simulated.live_instance live JOIN simulated.instance i USING (vm_id)) ON vm_id = $vm_id
       LEFT JOIN simulated.disk d ON d.volume_id = v.volume_id
      WHERE CASE $kind
              WHEN 'snapshot' THEN EXISTS (SELECT FROM simulated.snapshot s WHERE s.snapshot_id = $point_id)
              WHEN 'backup' THEN EXISTS (SELECT FROM simulated.backup b WHERE b.backup_id = $point_id)
              ELSE i.vm_id IS NOT NULL END
   ), made AS (
     INSERT INTO simulated.image AS m (image_id, provider, size_bytes, content, record)
     SELECT $image_id, $provider, $size_gb::int * 1073741824::bigint / 5, nullif(source.content, ''), ${KEPT} FROM source
         ON CONFLICT (image_id) DO UPDATE SET provider = m.provider
     RETURNING size_bytes)
   SELECT size_bytes FROM made`,
);

// The disk has the sum of its file as its content.
const bring = statement(
  "simulated_image_import",
  `INSERT INTO simulated.image AS m (image_id, provider, size_bytes, content, record)
   VALUES ($image_id, $provider, $size_bytes::bigint, $content, ${KEPT})
       ON CONFLICT (image_id) DO UPDATE SET provider = m.provider
   RETURNING size_bytes`,
);

const read = statement(
  "simulated_image_export",
  "SELECT size_bytes, content FROM simulated.image WHERE image_id = $image_id AND provider = $provider",
);

const remove = statement("simulated_image_delete", "DELETE FROM simulated.image WHERE image_id = $image_id");

const find = statement(
  "simulated_image_find",
  "SELECT image_id FROM simulated.image WHERE image_id = ANY ($image_ids::text[]) AND provider = $provider",
);

const list = statement(
  "simulated_image_list",
  `SELECT image_id FROM simulated.image WHERE image_id > $after AND provider = $provider
    ORDER BY image_id LIMIT $limit`,
);

const describe = statement(
  "simulated_describe_image",
  "SELECT size_bytes, record FROM simulated.image WHERE image_id = $image_id AND provider = $provider",
);

/** Every simulated machine is of this kind. */
const ARCHITECTURE = "x86_64";

export function simulatedImages(world: World): ImagePort {
  return {
    formats: ["qcow2", "raw", "vhd", "vhdx", "vmdk", "ova", "lxd"],
    createImage: (...call) => createImage(world, ...call),
    importImage: (...call) => importImage(world, ...call),
    exportImage: (...call) => exportImage(world, ...call),
    async deleteImage(imageId, signal) {
      await world.query(signal, remove, { image_id: imageId });
    },
    async findImages(imageIds, signal) {
      const rows = await world.query(signal, find, { image_ids: imageIds, provider: world.provider });
      return rows.map(({ image_id }) => image_id);
    },
    async listImages({ after, limit }, signal) {
      const rows = await world.query(signal, list, { after, limit, provider: world.provider });
      return rows.map(({ image_id }) => image_id);
    },
  };
}

async function createImage(
  world: World,
  imageId: string,
  { source, record }: NewImage,
  signal: AbortSignal,
): Promise<MadeImage> {
  const { vmId, root, point } = source;
  const [row] = await world.query(signal, create, {
    image_id: imageId,
    vm_id: vmId,
    volume_id: root.volumeId,
    size_gb: root.sizeGb,
    kind: point?.kind ?? "vm",
    point_id: point?.id ?? "",
    record: JSON.stringify(record),
    provider: world.provider,
  });
  if (row === undefined) throw point === null ? instanceNotFound() : recoveryPointNotFound(point.kind);
  return { sizeBytes: row.size_bytes, architecture: ARCHITECTURE };
}

async function importImage(
  world: World,
  imageId: string,
  { file, architecture, record }: BroughtImage,
  signal: AbortSignal,
): Promise<MadeImage> {
  const [row] = await world.query(signal, bring, {
    ...{ image_id: imageId, provider: world.provider, size_bytes: file.sizeBytes },
    content: (await exportedContent(file.path)) ?? file.sha256,
    record: JSON.stringify(record),
  });
  return { sizeBytes: row?.size_bytes ?? file.sizeBytes, architecture: architecture ?? ARCHITECTURE };
}

/** The beginning of a file that a world exports. The content follows. */
const EXPORTED = "an image of a simulated site\n";
const MOST_CONTENT = 1_048_576;

async function exportImage(world: World, imageId: string, path: string, signal: AbortSignal): Promise<ExportedImage> {
  const [row] = await world.query(signal, read, { image_id: imageId, provider: world.provider });
  if (row === undefined) throw imageNotFound();
  const text = `${EXPORTED}${row.content ?? ""}`;
  await writeFile(path, text);
  const sha256 = createHash("sha256").update(text).digest("hex");
  return { file: { path, format: "lxd", sizeBytes: row.size_bytes, sha256 }, architecture: ARCHITECTURE };
}

/** What a world exported to a file; undefined of any other file. */
async function exportedContent(path: string): Promise<string | undefined> {
  const file = await open(path);
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(MOST_CONTENT), 0, MOST_CONTENT, 0);
    const text = buffer.toString("utf8", 0, bytesRead);
    return text.startsWith(EXPORTED) ? text.slice(EXPORTED.length) : undefined;
  } finally {
    await file.close();
  }
}

export async function describeImage(
  world: World,
  imageId: string,
  signal: AbortSignal,
): Promise<SiteResource | undefined> {
  const [row] = await world.query(signal, describe, { image_id: imageId, provider: world.provider });
  if (row === undefined) return undefined;
  const { record, madeAt } = keptIn(row.record);
  return {
    kind: "image",
    id: imageId,
    name: recordedName("image", record),
    size: formatBytes(Number(row.size_bytes)),
    madeAt,
    record,
    image: { sizeBytes: row.size_bytes, architecture: ARCHITECTURE },
  };
}
