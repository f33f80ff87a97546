import { Image, ImageCopy } from "@fulmar/contract";
import type { RowOf } from "@fulmar/prisma";
import { z } from "zod";
import { toTimestamp, wireForm } from "../query/wire-form.ts";

/** SQL columns of an image of the catalog, in the order of `OWN_COLUMNS`. */
export const CATALOG_COLUMNS = `template_id, template_id AS image_id, name, 'catalog' AS owner, NULL::text AS owner_name,
  'available' AS status, NULL::text AS description, '{}'::text[] AS tags, os_type, os_distro, version,
  architecture, firmware, min_disk_gb, NULL::bigint AS size_bytes, site_ids, '[]'::jsonb AS copies, NULL::text AS source_type,
  NULL::text AS source_id, NULL::text AS vm_id, NULL::text AS vm_name, false AS deprecated,
  NULL::timestamptz AS deprecated_at, NULL::text AS deprecation_note, '{}'::text[] AS shared_with,
  NULL::timestamptz AS published_at, NULL::text AS waiting_reason, NULL::text AS error_message, NULL::timestamptz AS created_at,
  NULL::timestamptz AS updated_at`;

const DESCRIBED = `i.status, i.description, i.tags, i.os_type, i.os_distro, i.version, i.architecture, i.firmware,
  i.min_disk_gb`;
const COPIES = `image_copy c WHERE c.workspace_id = $workspace_id::bigint AND c.image_id = i.image_id AND c.deleted_at IS NULL`;
/** SQL: a copy `c` as JSON. */
export const COPY = `jsonb_build_object('site_id', c.site_id, 'status', c.status, 'size_bytes', c.size_bytes,
  'waiting_reason', c.waiting_reason, 'error_message', c.error_message, 'created_at', c.created_at)`;
const SITES = `CASE WHEN i.status = 'available' THEN ARRAY[i.site_id] ELSE '{}'::text[] END
    || ARRAY(SELECT c.site_id FROM ${COPIES} AND c.status = 'available' ORDER BY c.site_id) AS site_ids,
  (SELECT coalesce(jsonb_agg(${COPY} ORDER BY c.site_id), '[]') FROM ${COPIES}) AS copies`;
const ADVICE = `i.deprecated, CASE WHEN i.deprecated THEN i.deprecated_at END AS deprecated_at,
  CASE WHEN i.deprecated THEN i.deprecation_note END AS deprecation_note`;

/** SQL columns of an image `i` of the workspace. */
export const OWN_COLUMNS = `i.image_id AS template_id, i.image_id, i.name, 'workspace' AS owner, NULL::text AS owner_name,
  ${DESCRIBED}, i.size_bytes, ${SITES}, i.source_type, i.source_id, i.vm_id, i.vm_name, ${ADVICE},
  ARRAY(SELECT s.organization_id FROM image_share s
         WHERE s.workspace_id = i.workspace_id AND s.image_id = i.image_id ORDER BY s.organization_id) AS shared_with,
  i.published_at, CASE WHEN i.status = 'creating' THEN i.waiting_reason END AS waiting_reason, i.error_message, i.created_at, i.updated_at`;

/**
 * SQL columns of an image `i` of another workspace, whose organization is `o`. What it was made of, what it stores and
 * with whom it is shared besides are its owner's.
 */
export const OPENED_COLUMNS = `i.image_id AS template_id, i.image_id, i.name,
  CASE WHEN i.published_at IS NULL THEN 'shared' ELSE 'published' END AS owner, o.name AS owner_name,
  ${DESCRIBED}, NULL::bigint AS size_bytes, ${SITES}, NULL::text AS source_type, NULL::text AS source_id,
  NULL::text AS vm_id, NULL::text AS vm_name, ${ADVICE}, '{}'::text[] AS shared_with,
  i.published_at, NULL::text AS waiting_reason, NULL::text AS error_message, i.created_at, i.updated_at`;

const shown = wireForm(Image.omit({ size_bytes: true, source: true, copies: true, firmware: true }));
const Copies = z.array(ImageCopy.extend({ created_at: z.coerce.date().transform((moment) => toTimestamp(moment)) }));

/** @param copies JSON as `COPY` writes it */
export const toCopies = (copies: unknown): ImageCopy[] => Copies.parse(copies);

export function toImage(row: RowOf<"image_get">): Image {
  const { source_type: type, source_id: id, vm_id, vm_name } = row;
  return {
    ...shown(row),
    firmware: Image.shape.firmware.parse(row.firmware),
    // A disk has at most 16,384 GB, so the number of bytes is exact.
    size_bytes: row.size_bytes === null ? null : Number(row.size_bytes),
    copies: toCopies(row.copies),
    source: type === null || id === null ? null : { type, id, vm_id, vm_name },
  };
}

/** SQL: the VM `v` is being created or rebuilt by its operation `o` from an image, and its provider has not copied it. */
const uses = (
  id: string,
) => `(v.template_id = ${id} AND v.status IN ('pending', 'creating', 'provisioning', 'configuring')
           OR o.saga IN ('vm-rebuild', 'rebuild-vm-bringing-image') AND o.input ->> 'template_id' = ${id})`;

/** SQL: the VMs `v` of the workspace that are being created or rebuilt from the image. */
export const OWN_VMS_USING = `vm v LEFT JOIN operation o ON o.workspace_id = v.workspace_id AND o.operation_id = v.operation_id
    WHERE v.workspace_id = $workspace_id::bigint AND v.operation_id IS NOT NULL AND ${uses("$image_id")}`;

/** SQL: the VMs `v` of all workspaces that are being created or rebuilt from an image. @param id SQL of its id */
export const vmsUsing = (id: string) => `operation o JOIN vm v USING (workspace_id, operation_id)
    WHERE o.finished_at IS NULL AND ${uses(id)}`;
