import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Reconciler } from "@fulmar/engine";
import { type RowOf, statement } from "@fulmar/prisma";
import { ProviderError } from "@fulmar/providers";
import { recordOf, rowAtHand, toRecord } from "../site/index.ts";
import { DUE, retryDelayMs } from "../work/due.ts";
import { SiteFenced } from "../work/fence.ts";
import { LEASE, LeaseLost, whileLeased } from "../work/lease.ts";
import type { WorkerServices } from "../work/worker-services.ts";

/** Copies that are made at the same time, over all workers. Each needs room for an image in the temporary folder. */
const LANES = ["1", "2"];
/** How long one attempt may take. */
const ATTEMPT_MS = 3_600_000;
const RETRY = { firstMs: 5_000, mostMs: 600_000 };
/** How long a copy is tried. */
const TRIED = "interval '4 hours'";
const AT_SITE = "One of the sites takes no work at the moment; the copy goes on when it does.";

const claim = statement(
  "image_copy_claim",
  `UPDATE image_copy c SET attempts = c.attempts + 1, copy_at = ${LEASE}
     FROM (SELECT workspace_id, copy_id, image_id, site_id FROM image_copy
            WHERE status = 'copying' AND deleted_at IS NULL AND copy_at <= ${DUE}
            ORDER BY copy_at, copy_id LIMIT 1 FOR UPDATE SKIP LOCKED) AS due
     JOIN vm_image v ON v.image_id = due.image_id
     JOIN site home ON home.site_id = v.site_id JOIN site s ON s.site_id = due.site_id
    WHERE c.workspace_id = due.workspace_id AND c.copy_id = due.copy_id
   RETURNING c.workspace_id, c.copy_id, c.attempts, c.created_at < now() - ${TRIED} AS is_over, v.image_id, v.name,
             home.provider AS from_provider, s.provider, ${recordOf({ image_copy: rowAtHand("image_copy", "c") })} AS record`,
);

/** SQL: the copy is still the worker's that has made this attempt. */
const HELD = `workspace_id = $workspace_id::bigint AND copy_id = $copy_id AND attempts = $attempts
   AND status = 'copying' AND deleted_at IS NULL`;

const renew = statement(
  "image_copy_renew",
  `UPDATE image_copy SET copy_at = ${LEASE} WHERE ${HELD} RETURNING 1 AS held`,
);

const end = statement(
  "image_copy_end",
  `UPDATE image_copy
      SET status = CASE WHEN $error_message::text IS NULL THEN 'available' ELSE 'error' END, copy_at = NULL,
          size_bytes = coalesce($size_bytes::bigint, size_bytes), waiting_reason = NULL, error_message = $error_message,
          available_at = CASE WHEN $error_message IS NULL THEN now() END
    WHERE ${HELD}`,
);

const later = statement(
  "image_copy_later",
  `UPDATE image_copy SET copy_at = now() + $in_ms::int * interval '1 millisecond',
          waiting_reason = coalesce($reason, waiting_reason) WHERE ${HELD}`,
);

type Claim = RowOf<typeof claim>;

/** Brings images to sites where a VM is made from them, or where their workspace wants them (docs/adr/0166). */
export const copyImages: Reconciler<WorkerServices> = {
  name: "copy-images",
  everyMs: 1_000,
  lanes: async () => LANES,
  async run(services, signal) {
    const { sql } = services.database;
    for (let next = await sql.maybe(claim); next !== undefined; next = await sql.maybe(claim))
      await copy(services, next, signal);
  },
};

async function copy(services: WorkerServices, wanted: Claim, signal: AbortSignal): Promise<void> {
  const { sql } = services.database;
  const { workspace_id, copy_id, attempts, is_over } = wanted;
  const place = { workspace_id, copy_id, attempts };
  try {
    const { sizeBytes } = await whileLeased(
      async () => (await sql.maybe(renew, place)) !== undefined,
      (lost) => copyFile(services, wanted, AbortSignal.any([signal, lost, AbortSignal.timeout(ATTEMPT_MS)])),
    );
    await sql.query(end, { ...place, size_bytes: sizeBytes, error_message: null });
  } catch (error) {
    if (error instanceof LeaseLost) return;
    // Another worker begins anew at once.
    if (signal.aborted) await sql.query(later, { ...place, in_ms: 0, reason: null });
    signal.throwIfAborted();
    if (error instanceof SiteFenced) {
      await sql.query(later, { ...place, in_ms: RETRY.firstMs, reason: AT_SITE });
      return;
    }
    const isTold = error instanceof ProviderError;
    const told = isTold ? error.message : "An error of the installation; whoever operates it can read it in the logs.";
    if (is_over || (isTold && !error.retryable))
      await sql.query(end, { ...place, size_bytes: null, error_message: told });
    else await sql.query(later, { ...place, in_ms: retryDelayMs(attempts, RETRY), reason: told });
    if (!isTold) throw error;
  }
}

/** What one site exports, the other imports, over a file in a folder of its own, which is removed in any case. */
async function copyFile(services: WorkerServices, wanted: Claim, signal: AbortSignal) {
  const { image_id, copy_id, name, from_provider, provider, record } = wanted;
  const { images: from } = await services.provider(from_provider);
  const { images } = await services.provider(provider);
  const folder = await mkdtemp(join(tmpdir(), "fulmar-image-"));
  try {
    const exported = await from.exportImage(image_id, join(folder, "image"), signal);
    return await images.importImage(copy_id, { name, ...exported, record: toRecord(record) }, signal);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
