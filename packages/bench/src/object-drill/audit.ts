import { readdirSync } from "node:fs";
import { join } from "node:path";
import type { Product } from "../product.ts";

/** What disagrees between rows, files and counts. Empty lists and zero where all is well. */
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
       LEFT JOIN LATERAL (SELECT coalesce(sum(object_count), 0) AS count, coalesce(sum(total_size), 0) AS size, coalesce(sum(parts_size), 0) AS parts
                            FROM bucket_usage u WHERE u.workspace_id = b.workspace_id AND u.bucket_id = b.bucket_id) u ON true
       LEFT JOIN LATERAL (SELECT count(*) AS count, coalesce(sum(size), 0) AS size
                            FROM (SELECT size FROM object o WHERE o.workspace_id = b.workspace_id AND o.bucket_id = b.bucket_id
                                  UNION ALL SELECT size FROM object_version v WHERE v.workspace_id = b.workspace_id
                                                AND v.bucket_id = b.bucket_id AND NOT v.is_marker) o) o ON true
       LEFT JOIN LATERAL (SELECT coalesce(sum(p.size), 0) AS size FROM multipart_upload m JOIN multipart_part p USING (workspace_id, upload_id)
                           WHERE m.workspace_id = b.workspace_id AND m.bucket_id = b.bucket_id) p ON true
      WHERE u.count <> o.count OR u.size <> o.size OR u.parts <> p.size`,
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
