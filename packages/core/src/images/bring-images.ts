import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { ImageFormat } from "@fulmar/contract";
import type { Reconciler } from "@fulmar/engine";
import { checkImageFile, type QemuImg, RefusedFile } from "@fulmar/image-files";
import { type RowOf, statement } from "@fulmar/prisma";
import { type ImageFile, ProviderError } from "@fulmar/providers";
import { presignUrl, urlKey } from "../object-storage/index.ts";
import { recordOf, rowAtHand, toRecord } from "../site/index.ts";
import { DUE, retryDelayMs } from "../work/due.ts";
import { SiteFenced } from "../work/fence.ts";
import { LEASE, LeaseLost, whileLeased } from "../work/lease.ts";
import type { WorkerServices } from "../work/worker-services.ts";
import { FetchFailed, fetchFile } from "./fetch-file.ts";
import { sealerOfUrls } from "./import-image.ts";

/** Imports that are under way at the same time, over all workers. */
const LANES = ["1", "2", "3", "4"];
/** How long one attempt may take. */
const ATTEMPT_MS = 3_600_000;
const RETRY = { firstMs: 10_000, mostMs: 1_800_000 };
const URL_SECONDS = 3_600;
/** What people read while the site takes no work. */
const AT_SITE = "The site takes no work at the moment; the import goes on when it does.";
const GIB = 1024 ** 3;
/** The workers' temporary folder has room for two of these for each lane: as fetched, and converted. */
const MOST_FILE = 64 * GIB;
/** What a file may have besides the disk: tables, and an archive's headers. */
const MOST_BESIDES = GIB / 4;

const claim = statement(
  "image_import_claim",
  `UPDATE image_import i SET attempts = i.attempts + 1, fetch_at = ${LEASE}
     FROM (SELECT image_id FROM image_import WHERE fetch_at <= ${DUE}
            ORDER BY fetch_at, image_id LIMIT 1 FOR UPDATE SKIP LOCKED) AS due
     JOIN vm_image v USING (image_id) JOIN site s ON s.site_id = v.site_id
    WHERE i.image_id = due.image_id
   RETURNING i.workspace_id, i.image_id, i.format, i.sealed_url, i.bucket_name, i.object_key, i.signer_id, i.sha256,
             i.attempts, i.ends_at <= now() AS is_over, v.name, v.architecture, v.min_disk_gb, s.provider,
             ${recordOf({ vm_image: rowAtHand("vm_image", "v") })} AS record`,
);

const region = statement(
  "image_import_region",
  `SELECT r.region, r.endpoint_url FROM bucket b JOIN storage_region r ON r.region = b.region
    WHERE b.workspace_id = $workspace_id::bigint AND b.name = $name AND b.deleted_at IS NULL AND b.backend = 'embedded'`,
);

/** SQL: the import is still the worker's that has made this attempt. That of a deleted image is gone. */
const HELD = "workspace_id = $workspace_id::bigint AND image_id = $image_id AND attempts = $attempts";

const renew = statement(
  "image_import_renew",
  `UPDATE image_import SET fetch_at = ${LEASE} WHERE ${HELD} RETURNING 1 AS held`,
);

const end = statement(
  "image_import_end",
  `WITH done AS (DELETE FROM image_import WHERE ${HELD} RETURNING 1)
   UPDATE vm_image
      SET status = CASE WHEN $error_message::text IS NULL THEN 'available' ELSE 'error' END,
          error_message = $error_message, waiting_reason = NULL, size_bytes = $size_bytes::bigint,
          architecture = coalesce($architecture, architecture), updated_at = now()
    WHERE workspace_id = $workspace_id::bigint AND image_id = $image_id AND status = 'creating'
      AND EXISTS (SELECT FROM done)`,
);

// Without a reason, the present one stays. The record is written only where the reason is another.
const later = statement(
  "image_import_later",
  `WITH waits AS (
     UPDATE image_import SET fetch_at = now() + $in_ms::int * interval '1 millisecond' WHERE ${HELD} RETURNING 1
   )
   UPDATE vm_image SET waiting_reason = $reason, updated_at = now()
    WHERE workspace_id = $workspace_id::bigint AND image_id = $image_id AND status = 'creating'
      AND waiting_reason IS DISTINCT FROM coalesce($reason, waiting_reason) AND EXISTS (SELECT FROM waits)`,
);

type Import = RowOf<typeof claim>;

/** Fetches files of images, checks them, and brings them to their sites (docs/adr/0139). */
export const bringImages: Reconciler<WorkerServices> = {
  name: "bring-images",
  everyMs: 2_000,
  lanes: async () => LANES,
  async run(services, signal) {
    const { sql } = services.database;
    for (let next = await sql.maybe(claim); next !== undefined; next = await sql.maybe(claim))
      await bring(services, next, signal);
  },
};

async function bring(services: WorkerServices, wanted: Import, signal: AbortSignal): Promise<void> {
  const { workspace_id, image_id, attempts } = wanted;
  const place = { workspace_id, image_id, attempts };
  const { sql } = services.database;
  try {
    const { sizeBytes, architecture } = await whileLeased(
      async () => (await sql.maybe(renew, place)) !== undefined,
      (lost) => bringFile(services, wanted, AbortSignal.any([signal, lost, AbortSignal.timeout(ATTEMPT_MS)])),
    );
    await sql.query(end, { ...place, error_message: null, size_bytes: sizeBytes, architecture });
  } catch (error) {
    if (error instanceof LeaseLost) return;
    // Another worker begins anew at once.
    if (signal.aborted) await sql.query(later, { ...place, in_ms: 0, reason: null });
    signal.throwIfAborted();
    if (error instanceof SiteFenced) {
      await sql.query(later, { ...place, in_ms: RETRY.firstMs, reason: AT_SITE });
      return;
    }
    const isFinal = error instanceof RefusedFile || (error instanceof ProviderError && !error.retryable);
    const isTold = isFinal || error instanceof FetchFailed || error instanceof ProviderError;
    if (isFinal || wanted.is_over) {
      const error_message = isTold ? error.message : "The file could not be imported within a day; try again.";
      await sql.query(end, { ...place, error_message, size_bytes: null, architecture: null });
      return;
    }
    const reason = isTold
      ? error.message
      : "An error of the installation; whoever operates it can read it in the logs.";
    await sql.query(later, { ...place, in_ms: retryDelayMs(wanted.attempts, RETRY), reason });
    if (!(error instanceof FetchFailed)) throw error;
  }
}

/** The file is in a folder of its own, which is removed in any case. */
async function bringFile(services: WorkerServices, wanted: Import, signal: AbortSignal) {
  const { image_id, name, min_disk_gb, architecture, record } = wanted;
  const format = ImageFormat.parse(wanted.format);
  const { images } = await services.provider(wanted.provider);
  const folder = await mkdtemp(join(tmpdir(), "fulmar-image-"));
  try {
    const path = join(folder, "image");
    const { url, reach } = await sourceOf(services, wanted);
    const mostBytes = Math.min(min_disk_gb * GIB + MOST_BESIDES, MOST_FILE);
    const { bytes, sha256 } = await fetchFile(url, { reach, mostBytes, path }, signal);
    if (wanted.sha256 !== null && wanted.sha256 !== sha256)
      throw new RefusedFile(`The file has the SHA-256 ${sha256}, and not the one of the request.`);
    await checkImageFile(path, format, min_disk_gb);
    const fetched = { path, format, sizeBytes: BigInt(bytes), sha256 };
    const file = await examined(await services.qemuImg(), fetched, { takes: images.formats, min_disk_gb }, signal);
    return await images.importImage(image_id, { name, file, architecture, record: toRecord(record) }, signal);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/**
 * Has qemu-img read the file, and convert it where the site takes no such disk. Where it cannot be run, the file is as
 * its headers say, and the site decides.
 */
async function examined(
  qemuImg: QemuImg | string,
  file: ImageFile,
  { takes, min_disk_gb }: { readonly takes: readonly ImageFormat[]; readonly min_disk_gb: number },
  signal: AbortSignal,
): Promise<ImageFile> {
  const { path, format } = file;
  if (typeof qemuImg === "string") return file;
  await qemuImg.examine(path, format, min_disk_gb, signal);
  if (!qemuImg.converts(format) || takes.includes(format) || !takes.includes("qcow2")) return file;
  const converted = `${path}.qcow2`;
  await qemuImg.convert(path, converted, format, min_disk_gb, signal);
  await rm(path);
  await checkImageFile(converted, "qcow2", min_disk_gb);
  const hash = createHash("sha256");
  let bytes = 0;
  for await (const chunk of createReadStream(converted, { signal })) {
    bytes += chunk.length;
    hash.update(chunk);
  }
  return { path: converted, format: "qcow2", sizeBytes: BigInt(bytes), sha256: hash.digest("hex") };
}

async function sourceOf(
  { database: { sql }, secrets, publicObjectStoreUrl, webhookPrivateTargets }: WorkerServices,
  { workspace_id, image_id, sealed_url, bucket_name, object_key, signer_id }: Import,
) {
  if (sealed_url !== null)
    return {
      url: sealerOfUrls(secrets).open(sealed_url, image_id),
      reach: webhookPrivateTargets ? ("any" as const) : ("public" as const),
    };
  const place = await sql.maybe(region, { workspace_id, name: bucket_name ?? "" });
  if (place === undefined || bucket_name === null || object_key === null || signer_id === null)
    throw new RefusedFile("The bucket of the file is gone.");
  const key = urlKey(secrets[0], { workspaceId: workspace_id, credentialId: signer_id });
  const url = presignUrl(key, {
    ...{ method: "GET", endpoint: place.endpoint_url ?? publicObjectStoreUrl, region: place.region },
    ...{ bucketName: bucket_name, key: object_key, expiresIn: URL_SECONDS, at: new Date() },
  });
  return { url, reach: "own" as const };
}
