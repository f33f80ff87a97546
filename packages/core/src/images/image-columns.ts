import { Image } from "@fulmar/contract";
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

interface ImageRow {
  readonly template_id: string;
  readonly image_id: string;
  readonly name: string;
  readonly owner: string;
  readonly status: string;
  readonly description: string | null;
  readonly tags: string[];
  readonly os_type: string;
  readonly os_distro: string;
  readonly version: string;
  readonly architecture: string | null;
  readonly min_disk_gb: number;
  readonly size_bytes: bigint | null;
  readonly site_ids: string[];
  readonly source_type: string | null;
  readonly source_id: string | null;
  readonly vm_id: string | null;
  readonly vm_name: string | null;
  readonly deprecated: boolean;
  readonly error_message: string | null;
  readonly created_at: Date | null;
  readonly updated_at: Date | null;
}

const shown = wireForm(Image.omit({ size_bytes: true, source: true, owner: true, status: true }));

export function toImage(row: ImageRow): Image {
  const { source_type, source_id: id, vm_id, vm_name } = row;
  return {
    ...shown(row),
    owner: Image.shape.owner.parse(row.owner),
    status: Image.shape.status.parse(row.status),
    size_bytes: row.size_bytes === null ? null : Number(row.size_bytes),
    source:
      source_type === null || id === null || vm_id === null || vm_name === null
        ? null
        : Image.shape.source.parse({ type: source_type, id, vm_id, vm_name }),
  };
}
