import { readdirSync } from "node:fs";
import { join } from "node:path";
import type { Product } from "../product.ts";

/** Disagreements between rows, files and counts. Empty lists and zero where all is well. */
interface Audit {
  /** Files that rows name and the folder lacks. */
  readonly missing: readonly string[];
  /** Files of the folder that neither a row nor a file in `incoming` accounts for. */
  readonly stray: readonly string[];
  /** Buckets whose counts differ from their rows. */
  readonly miscounted: readonly string[];
}

/** Compares the rows of objects, the files on the disk and the counts of buckets. Nothing may be written meanwhile. */
export async function auditObjects(product: Product): Promise<Audit> {
  const { pool } = product.database;
  const named = await pool.query<{ id: string }>(
    `SELECT unnest(file_ids) AS id FROM object UNION SELECT unnest(file_ids) FROM object_version
      UNION SELECT file_id FROM multipart_part`,
  );
  const recorded = await pool.query<{ id: string }>("SELECT file_id AS id FROM object_file");
  const counted = await pool.query<{ name: string }>(
    `SELECT b.name FROM bucket b
      CROSS JOIN LATERAL (SELECT coalesce(sum(object_count), 0) AS count, coalesce(sum(total_size), 0) AS size,
                                 coalesce(sum(parts_size), 0) AS parts,
                                 coalesce(sum(metadata_size), 0) AS described
                            FROM bucket_usage u WHERE u.workspace_id = b.workspace_id AND u.bucket_id = b.bucket_id) u
      CROSS JOIN LATERAL (SELECT count(*) FILTER (WHERE is_object) AS count, coalesce(sum(size), 0) AS size,
                                 coalesce(sum(parts), 0) AS parts,
                                 coalesce(sum(metadata_size), 0) AS described
                            FROM (SELECT true AS is_object, size, 0 AS parts, metadata_size FROM object o
                                   WHERE o.workspace_id = b.workspace_id AND o.bucket_id = b.bucket_id
                                  UNION ALL SELECT NOT v.is_marker, size, 0, metadata_size FROM object_version v
                                   WHERE v.workspace_id = b.workspace_id AND v.bucket_id = b.bucket_id
                                  UNION ALL SELECT false, 0, (SELECT sum(p.size) FROM multipart_part p
                                          WHERE p.workspace_id = m.workspace_id
                                            AND p.upload_id = m.upload_id), m.metadata_size FROM multipart_upload m
                                   WHERE m.workspace_id = b.workspace_id AND m.bucket_id = b.bucket_id) o) o
      WHERE (u.count, u.size, u.parts, u.described) <> (o.count, o.size, o.parts, o.described)`,
  );
  const [files, incoming] = ["files", "incoming"].map((name) => new Set(filesBelow(join(product.objectFolder, name))));
  const known = new Set([...recorded.rows, ...named.rows].map(({ id }) => id));
  return {
    missing: named.rows.map(({ id }) => id).filter((id) => files?.has(id) !== true),
    stray: [...(files ?? [])].filter((id) => !known.has(id) && incoming?.has(id) !== true),
    miscounted: counted.rows.map(({ name }) => name),
  };
}

export function isClean({ missing, stray, miscounted }: Audit): boolean {
  return missing.length + stray.length + miscounted.length === 0;
}

export function auditText({ missing, stray, miscounted }: Audit): string {
  return `${missing.length} files missing, ${stray.length} stray, ${miscounted.length} buckets miscounted`;
}

function filesBelow(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile())
    .map((entry) => entry.name);
}
