// Copies of images at other sites than their own (docs/adr/0166): what creates and rebuilds ask of them.
import { statement } from "@fulmar/prisma";
import { ProviderError } from "@fulmar/providers";
import type { RequestContext } from "../request/context.ts";
import { newId } from "../request/identifiers.ts";
import { missingOfImage } from "../site/index.ts";
import { defineProviderSaga, type ProviderSagaInput } from "../work/provider-saga.ts";

/** What is charged for what images store. */
const SKU = "image.storage";
/** How long a saga may take that waits for an image: longer than a worker tries to bring it. */
export const BRINGING_MS = 8 * 3_600_000;
/** How soon a create looks again whether the image is there. */
const LOOK_AGAIN_MS = 1_000;

/** SQL: the home of an image `i` of a workspace, and the workspace's copy of it at a site. @param site the alias of its row */
export const joinImageAt = (site: string) => `
  LEFT JOIN site home ON i.owner_workspace_id IS NOT NULL AND home.site_id = i.site_ids[1]
  LEFT JOIN site_capacity at_home ON at_home.site_id = home.site_id
  LEFT JOIN site_capacity at_site ON i.owner_workspace_id IS NOT NULL AND at_site.site_id = ${site}.site_id
  LEFT JOIN image_copy copy ON i.owner_workspace_id IS NOT NULL AND copy.workspace_id = $workspace_id::bigint
   AND copy.image_id = i.template_id AND copy.site_id = ${site}.site_id AND copy.deleted_at IS NULL
   AND copy.status <> 'error'`;

/** SQL: whether VMs can be made from the image at once. */
export const isImageAt = (site: string) =>
  `(${site}.site_id = ANY (i.site_ids) OR copy.status IS NOT DISTINCT FROM 'available')`;

/** SQL: whether the site can take the image from its home: servers of one kind, and both for containers or both not. */
export const takesImage = (site: string) =>
  `coalesce(split_part(home.provider, ':', 1) = split_part(${site}.provider, ':', 1)
            AND coalesce(at_home.instance_type = at_site.instance_type, true), false)`;

/** SQL columns: how a site comes by the image. */
export const imageAtColumns = (site: string) => `${isImageAt(site)} AS image_here, ${takesImage(site)} AS image_taken,
  ${missingOfImage(`${site}.site_id`)} AS image_misses,
  home.site_id AS image_home, copy.copy_id, i.size_bytes AS image_bytes, gigabytes(i.size_bytes) AS image_gb`;

/** Why a site cannot take an image of another one. It completes a sentence that begins with a field. */
export function untakenImage(home: string | null): string {
  const from = home === null ? "its site" : home;
  return `cannot take the image from ${from}: servers of another kind, or containers where the other has virtual machines`;
}

/** Why a site cannot run an image (docs/adr/0175). @param misses as `image_misses` has it, such as `aarch64` or `BIOS` */
export function unrunImage(misses: string): string {
  return `runs no machines of ${misses}, which the image needs`;
}

/** SQL: one copy of the image for each site of a workspace, among all requests. */
const lock = statement(
  "image_copy_lock",
  "SELECT pg_advisory_xact_lock(1718580061, hashtext($workspace_id::bigint || ' ' || $image_id || ' ' || $site_id))::text",
);

const OF =
  "workspace_id = $workspace_id::bigint AND image_id = $image_id AND site_id = $site_id AND deleted_at IS NULL";

const present = statement("image_copy_present", `SELECT copy_id FROM image_copy WHERE ${OF} AND status <> 'error'`);

const forgetFailed = statement(
  "image_copy_forget_failed",
  `UPDATE image_copy SET deleted_at = now() WHERE ${OF} AND status = 'error'`,
);

const insert = statement(
  "image_copy_insert",
  `INSERT INTO image_copy (copy_id, workspace_id, image_id, site_id, size_bytes)
   VALUES ($copy_id, $workspace_id::bigint, $image_id, $site_id, $size_bytes::bigint)`,
);

interface Wanted {
  readonly image_id: string;
  readonly site_id: string;
  readonly image_bytes: bigint | null;
  readonly image_gb: number | null;
}

/**
 * Has an image brought to a site, unless it is there or on its way. A worker brings it.
 * @returns the id of the copy, by which the site knows the image
 * @throws DomainError 402, 403 as for an image
 */
export async function planImageCopy(
  context: RequestContext,
  { image_id, site_id, image_bytes, image_gb }: Wanted,
): Promise<string> {
  const { sql, workspace } = context;
  const place = { workspace_id: workspace.id, image_id, site_id };
  await sql.query(lock, place);
  const there = await sql.maybe(present, place);
  if (there !== undefined) return there.copy_id;
  await context.admit({ skuCode: SKU, quantity: image_gb ?? 0 });
  const copy_id = newId("imgc");
  await sql.query(forgetFailed, place);
  await sql.query(insert, { ...place, copy_id, size_bytes: image_bytes ?? 0n });
  return copy_id;
}

const state = statement(
  "image_copy_state",
  `SELECT status, error_message, deleted_at FROM image_copy
    WHERE workspace_id = $workspace_id::bigint AND copy_id = $copy_id`,
);

/** The input of a saga whose VM is made from a copy of an image. */
export interface OfImageCopy extends ProviderSagaInput {
  /** What the site calls the image, where that is a copy. */
  readonly copy_id?: string | null;
}

/**
 * Waits until a worker has brought the image to the site. All who need it there wait for the same transfer, so that it is
 * brought once, and they fail with the same sentence. Nothing is undone: the copy stays for the next one.
 */
export const { steps: bringImage } = defineProviderSaga<OfImageCopy>({
  name: "bring-image",
  steps: [
    {
      name: "bring-image",
      async do({ services, workspaceId, input }) {
        const copy_id = input.copy_id ?? "";
        const copy = await services.database.sql.maybe(state, { workspace_id: workspaceId, copy_id });
        if (copy?.status === "error") throw notBrought(copy.error_message ?? "The image could not be brought.");
        if (copy === undefined || copy.deleted_at !== null)
          throw notBrought(
            "The image, or its copy at this site, was removed while it was brought; choose another image.",
          );
        return copy.status === "available" ? undefined : { waitMs: LOOK_AGAIN_MS, output: { waited: true } };
      },
    },
  ],
});

function notBrought(message: string): ProviderError {
  return new ProviderError("image_not_brought", message, { retryable: false });
}
