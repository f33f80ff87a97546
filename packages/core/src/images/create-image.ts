import type { OperationById, ParsedInput, VmStatus } from "@fulmar/contract";
import { OPERATION_CHANNEL } from "@fulmar/engine";
import { type RowOf, type Sql, statement } from "@fulmar/prisma";
import type { ImageOrigin, NewImage } from "@fulmar/providers";
import { z } from "zod";
import { changeVm, releaseVm, requireChangeable, toAcceptance } from "../compute/index.ts";
import { requireRestorable } from "../recovery/index.ts";
import type { Handler, RequestContext } from "../request/context.ts";
import { found } from "../request/domain-error.ts";
import { newId } from "../request/identifiers.ts";
import { recordOf, rowAtHand, toRecord } from "../site/index.ts";
import { defineProviderSaga, type ProviderSagaInput, sagaValues } from "../work/provider-saga.ts";
import { rootVolumeId } from "../work/root-volume.ts";

/** What is charged for what images store. */
const SKU = "image.storage";

const mine = (table: string) => `${table} WHERE workspace_id = $workspace_id::bigint AND deleted_at IS NULL`;

// The VM stays locked, so that its state is the one that was checked.
const findSource = statement(
  "image_source",
  `SELECT v.vm_id, v.name AS vm_name, v.type::text, v.status::text, v.operation_id, v.held_reason, v.site_id, v.os_type,
          v.os_distro, i.version, i.firmware,
          coalesce(point.disk_gb, v.disk_gb) AS min_disk_gb, point.status AS point_status
     FROM (SELECT $vm_id::text AS vm_id, NULL::integer AS disk_gb, NULL::text AS status
           UNION ALL SELECT vm_id, source_disk_size_gb, status::text FROM ${mine("snapshot_set")}
              AND snapshot_set_id = $snapshot_set_id
           UNION ALL SELECT vm_id, source_disk_size_gb, status::text FROM ${mine("backup")} AND backup_id = $backup_id
          ) AS point
     JOIN vm v ON v.workspace_id = $workspace_id::bigint AND v.vm_id = point.vm_id
     JOIN image i ON i.template_id = v.template_id
      FOR NO KEY UPDATE OF v`,
);

// A snapshot or a backup that outlives its VM: the operation is one of the VM that was, and holds nothing.
const acceptOfGone = statement(
  "image_accept_of_gone_vm",
  `WITH accepted AS (
     INSERT INTO operation (operation_id, workspace_id, resource_id, resource_type, action, saga, input, deadline_at)
     SELECT $operation_id, v.workspace_id, v.vm_id, v.type || '_vm', 'snapshot', $saga,
            $input::jsonb || jsonb_build_object('name', v.name, 'provider', s.provider, 'before', v.status),
            now() + $timeout_ms::int * interval '1 millisecond'
       FROM vm v JOIN site s ON s.site_id = v.site_id
      WHERE v.workspace_id = $workspace_id::bigint AND v.vm_id = $vm_id
     RETURNING operation_id, submitted_at
   )
   SELECT submitted_at, pg_notify('${OPERATION_CHANNEL}', operation_id)::text FROM accepted`,
);

const insert = statement(
  "image_insert",
  `INSERT INTO vm_image (image_id, workspace_id, name, description, tags, source_type, source_id, vm_id, vm_name, site_id,
                         os_type, os_distro, version, firmware, min_disk_gb, operation_id)
   VALUES ($image_id, $workspace_id::bigint, $name, $description, $tags::text[], $source_type, $source_id, $vm_id,
           $vm_name, $site_id, $os_type, $os_distro, $version, $firmware, $min_disk_gb::int, $operation_id)`,
);

const findNew = statement(
  "image_capture_find",
  `SELECT name, vm_id, source_type, source_id, min_disk_gb, ${recordOf({ vm_image: rowAtHand("vm_image") })} AS record
     FROM vm_image WHERE workspace_id = $workspace_id::bigint AND image_id = $image_id`,
);

const end = statement(
  "image_end",
  `UPDATE vm_image
      SET status = CASE WHEN $error_message::text IS NULL THEN 'available' ELSE 'error' END,
          error_message = $error_message, size_bytes = $size_bytes::bigint, architecture = $architecture,
          operation_id = NULL, updated_at = now()
    WHERE workspace_id = $workspace_id::bigint AND image_id = $image_id AND status = 'creating'`,
);

type Input = ParsedInput<OperationById<"image.create">>;
type Source = RowOf<typeof findSource> & {
  readonly source_type: "vm" | "snapshot" | "backup";
  readonly source_id: string;
};

/**
 * Accepts an image of a VM for the worker. The VM keeps its state, but no other operation may begin meanwhile. A snapshot
 * or a backup may have outlived its VM.
 */
export const createImage: Handler<"image.create"> = async (context, input) => {
  const source = await sourceOf(context, input);
  const change = { type: source.type, vm_id: source.vm_id, action: "snapshot" } as const;
  const isOfGoneVm = source.status === "deleted" && source.source_type !== "vm";
  if (!isOfGoneVm) await requireChangeable(context, change, source);
  // How much is stored shows when it is made: at most the whole disk.
  await context.admit({ skuCode: SKU, quantity: source.min_disk_gb });
  const image_id = newId("img");
  const acceptance = isOfGoneVm
    ? await acceptOfGoneVm(context, source.vm_id, image_id)
    : await changeVm(context, { ...change, meanwhile: null, saga: imageCreateSaga, input: { image_id } });
  const { vm_id, vm_name, site_id, os_type, os_distro, version, firmware, min_disk_gb, source_type, source_id } =
    source;
  await context.sql.query(insert, {
    workspace_id: context.workspace.id,
    image_id,
    name: input.name,
    description: input.description,
    tags: input.tags,
    ...{ source_type, source_id, vm_id, vm_name, site_id, os_type, os_distro, version, firmware, min_disk_gb },
    operation_id: acceptance.operation_id,
  });
  const { operation_id, status, submitted_at } = acceptance;
  return { operation_id, image_id, vm_id, status, submitted_at };
};

async function acceptOfGoneVm({ sql, workspace }: RequestContext, vm_id: string, image_id: string) {
  const operation_id = newId("op");
  const values = { workspace_id: workspace.id, vm_id, operation_id, ...sagaValues(imageCreateSaga, { image_id }) };
  const { submitted_at } = await sql.one(acceptOfGone, values);
  return toAcceptance(operation_id, vm_id, submitted_at);
}

/** @throws DomainError 404, or 409 for a snapshot or a backup that has not succeeded */
async function sourceOf(context: RequestContext, { vm_id, snapshot_set_id, backup_id }: Input): Promise<Source> {
  const [source_type, source_id, noun] =
    snapshot_set_id !== undefined
      ? (["snapshot", snapshot_set_id, "snapshot"] as const)
      : backup_id !== undefined
        ? (["backup", backup_id, "backup"] as const)
        : (["vm", vm_id ?? "", "VM"] as const);
  const row = await context.sql.maybe(findSource, {
    workspace_id: context.workspace.id,
    vm_id,
    snapshot_set_id: snapshot_set_id ?? "",
    backup_id: backup_id ?? "",
  });
  const source = found(row, noun);
  if (source_type !== "vm" && source.point_status !== null) requireRestorable(source_type, source.point_status);
  return { ...source, source_type, source_id };
}

interface ImageCreateInput extends ProviderSagaInput {
  readonly image_id: string;
  /** The VM's state, which does not change. */
  readonly before: VmStatus;
}

/** The output of the publishing step. Sizes are text because JSON numbers are exact only up to 2⁵³. */
const Published = z.strictObject({ bytes: z.string(), architecture: z.string().nullable() });

/** An image goes creating → available | error. The VM's state does not change. */
const imageCreateSaga = defineProviderSaga<ImageCreateInput>({
  name: "image-create",
  timeoutMs: 3_600_000,
  steps: [
    {
      name: "publish-image",
      timeoutMs: 1_800_000,
      async do({ images, services, workspaceId, input, signal }) {
        const image = await newImage(services.database.sql, workspaceId, input.image_id);
        const { sizeBytes, architecture } = await images.createImage(input.image_id, image, signal);
        return { output: { bytes: String(sizeBytes), architecture } };
      },
      undo: ({ images, input, signal }) => images.deleteImage(input.image_id, signal),
    },
  ],
  async settle(transaction, context) {
    const { outcome, failure, outputs, input, workspaceId } = context;
    const published = outcome === "succeeded" ? Published.parse(outputs["publish-image"]) : null;
    await transaction.sql.query(end, {
      workspace_id: workspaceId,
      image_id: input.image_id,
      error_message: published === null ? (failure?.message ?? "The operation was cancelled.") : null,
      size_bytes: published === null ? null : BigInt(published.bytes),
      architecture: published?.architecture,
    });
    await releaseVm(transaction, context, input.before);
  },
});

export const imageSagas = [imageCreateSaga] as const;

async function newImage(sql: Sql, workspace_id: bigint, image_id: string): Promise<NewImage> {
  const { name, vm_id, source_type, source_id, min_disk_gb, record } = await sql.one(findNew, {
    workspace_id,
    image_id,
  });
  if (vm_id === null) throw new Error(`the image ${image_id} is of no VM`);
  const point: ImageOrigin["point"] =
    source_type === "snapshot" || source_type === "backup" ? { kind: source_type, id: source_id } : null;
  const root = { volumeId: rootVolumeId(vm_id), role: "root", sizeGb: min_disk_gb } as const;
  return { name, source: { vmId: vm_id, root, point }, record: toRecord(record) };
}
