import type { Reconciler } from "@fulmar/engine";
import { type RowOf, statement } from "@fulmar/prisma";
import type { Provider } from "@fulmar/providers";
import { eachProvider, providerLanes } from "../work/each-provider.ts";
import { removeEnded } from "../work/remove-ended.ts";
import { throwAll, workOn } from "../work/work-through.ts";
import type { WorkerServices } from "../work/worker-services.ts";
import { bringImages } from "./bring-images.ts";
import { copyImages } from "./copy-images.ts";
import { vmsUsing } from "./image-columns.ts";

const BATCH = 100;

// A VM whose create or rebuild read the image before it was deleted still needs it.
const deleted = statement(
  "image_unreclaimed",
  `SELECT d.workspace_id, d.image_id, d.deleted_at FROM vm_image d
     JOIN site ON site.site_id = d.site_id AND site.provider = $provider
    WHERE d.deleted_at IS NOT NULL AND d.reclaimed_at IS NULL
      AND (d.deleted_at, d.image_id) > ($after_deleted_at::timestamptz, $after_id::text)
      AND NOT EXISTS (SELECT FROM ${vmsUsing("d.image_id")})
    ORDER BY d.deleted_at, d.image_id LIMIT ${BATCH}`,
);

const reclaimed = statement(
  "image_reclaimed",
  `UPDATE vm_image SET reclaimed_at = now()
    WHERE workspace_id = $workspace_id::bigint AND image_id = $image_id AND deleted_at IS NOT NULL`,
);

// A VM whose create or rebuild names the copy still needs it.
const deletedCopies = statement(
  "image_copy_unreclaimed",
  `SELECT d.workspace_id, d.copy_id FROM image_copy d JOIN site ON site.site_id = d.site_id AND site.provider = $provider
    WHERE d.deleted_at IS NOT NULL AND d.reclaimed_at IS NULL AND d.copy_id > $after_id
      AND NOT EXISTS (SELECT FROM operation o
                       WHERE o.workspace_id = d.workspace_id AND o.finished_at IS NULL AND o.input ->> 'copy_id' = d.copy_id)
    ORDER BY d.copy_id LIMIT ${BATCH}`,
);

const reclaimedCopy = statement(
  "image_copy_reclaimed",
  `UPDATE image_copy SET reclaimed_at = now()
    WHERE workspace_id = $workspace_id::bigint AND copy_id = $copy_id AND deleted_at IS NOT NULL`,
);

type Deleted = RowOf<typeof deleted>;
type DeletedCopy = RowOf<typeof deletedCopies>;

/** Removes deleted images at their sites. Nothing else does this. A failure for one does not block the others. */
const removeImages: Reconciler<WorkerServices> = {
  name: "remove-images",
  everyMs: 1_000,
  lanes: providerLanes,
  async run(services, signal, lane) {
    const { sql } = services.database;
    const removeGone = async ({ images }: Provider, provider: string) => {
      const errors: unknown[] = [];
      const removeOne = async ({ workspace_id, image_id }: Deleted) => {
        await images.deleteImage(image_id, signal);
        await sql.query(reclaimed, { workspace_id, image_id });
      };
      for (let last: Deleted | undefined, full = true; full; ) {
        const page: Deleted[] = await sql.query(deleted, {
          provider,
          after_deleted_at: last?.deleted_at ?? "-infinity",
          after_id: last?.image_id ?? "",
        });
        errors.push(...(await workOn(page, removeOne, signal, 1)));
        full = page.length === BATCH;
        last = page.at(-1);
      }
      const removeCopy = async ({ workspace_id, copy_id }: DeletedCopy) => {
        await images.deleteImage(copy_id, signal);
        await sql.query(reclaimedCopy, { workspace_id, copy_id });
      };
      for (let after_id = "", full = true; full; ) {
        const page: DeletedCopy[] = await sql.query(deletedCopies, { provider, after_id });
        errors.push(...(await workOn(page, removeCopy, signal, 1)));
        full = page.length === BATCH;
        after_id = page.at(-1)?.copy_id ?? "";
      }
      throwAll(errors);
    };
    await eachProvider(services, removeGone, signal, lane);
  },
};

/** Removes what sites have of images that failed or were removed, which a call of a crashed worker may have made since. */
const removeLeftoverImages: Reconciler<WorkerServices> = {
  name: "remove-leftover-images",
  everyMs: 10_000,
  lanes: providerLanes,
  async run(services, signal, lane) {
    const removeCopies = async ({ images }: Provider, provider: string) => {
      const find = (ids: readonly string[]) => images.findImages(ids, signal);
      const remove = ({ resource_id }: { readonly resource_id: string }, limited: AbortSignal) =>
        images.deleteImage(resource_id, limited);
      throwAll(await removeEnded(services.database.sql, { kind: "image", provider, find, remove, atOnce: 1 }, signal));
    };
    await eachProvider(services, removeCopies, signal, lane);
  },
};

export const imageReconcilers = [bringImages, copyImages, removeImages, removeLeftoverImages] as const;
