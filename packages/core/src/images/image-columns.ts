import { Image } from "@fulmar/contract";
import type { RowOf } from "@fulmar/prisma";
import { wireForm } from "../query/wire-form.ts";

/** SQL columns of an image of the catalog, in the order of `OWN_COLUMNS`. */
export const CATALOG_COLUMNS = `template_id, template_id AS image_id, name, 'catalog' AS owner, 'available' AS status,
  NULL::text AS description, '{}'::text[] AS tags, os_type, os_distro, version, NULL::text AS architecture, min_disk_gb,
  NULL::bigint AS size_bytes, site_ids, NULL::text AS source_type, NULL::text AS source_id, NULL::text AS vm_id,
  NULL::text AS vm_name, false AS deprecated, NULL::text AS error_message, NULL::timestamptz AS created_at,
  NULL::timestamptz AS updated_at`;

/** SQL columns of an image of a workspace. */
export const OWN_COLUMNS = `image_id AS template_id, image_id, name, 'workspace' AS owner, status, description, tags,
  os_type, os_distro, version, architecture, min_disk_gb, size_bytes,
  CASE WHEN status = 'available' THEN ARRAY[site_id] ELSE '{}'::text[] END AS site_ids, source_type, source_id, vm_id,
  vm_name, deprecated, error_message, created_at, updated_at`;

const shown = wireForm(Image.omit({ size_bytes: true, source: true }));

export function toImage(row: RowOf<"image_get">): Image {
  const { source_type: type, source_id: id, vm_id, vm_name } = row;
  return {
    ...shown(row),
    // A disk has at most 16,384 GB, so the number of bytes is exact.
    size_bytes: row.size_bytes === null ? null : Number(row.size_bytes),
    source: type === null || id === null ? null : { type, id, vm_id, vm_name },
  };
}

/**
 * SQL: the VMs `v` that are being created or rebuilt from an image, until their provider has copied it.
 * @param image.workspace SQL of its workspace @param image.id SQL of its id
 */
export function vmsUsing(image: { readonly workspace: string; readonly id: string }): string {
  return `vm v LEFT JOIN operation o ON o.workspace_id = v.workspace_id AND o.operation_id = v.operation_id
    WHERE v.workspace_id = ${image.workspace} AND v.operation_id IS NOT NULL
      AND (v.template_id = ${image.id} AND v.status IN ('pending', 'creating', 'provisioning', 'configuring')
           OR o.saga = 'vm-rebuild' AND o.input ->> 'template_id' = ${image.id})`;
}
