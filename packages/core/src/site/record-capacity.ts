import { type Sql, statement } from "@fulmar/prisma";
import type { SiteReport } from "@fulmar/providers";

const record = statement(
  "site_capacity_record",
  `WITH site_now AS (UPDATE site SET unsupported = $2::text[] WHERE site_id = $1 AND unsupported <> $2::text[])
   INSERT INTO site_capacity AS c (site_id, reachable, server, cpus, ram_mb, free_ram_mb, disk_gb, free_disk_gb, checked_at)
   VALUES ($1, true, $3, $4, $5, $6, $7, $8, now())
       ON CONFLICT (site_id) DO UPDATE
      SET reachable = true, server = excluded.server, cpus = excluded.cpus, ram_mb = excluded.ram_mb, free_ram_mb = excluded.free_ram_mb,
          disk_gb = excluded.disk_gb, free_disk_gb = excluded.free_disk_gb, checked_at = excluded.checked_at`,
);

/** Keeps what a site said of itself: catalog and creates go by it. */
export async function recordCapacity(
  sql: Sql,
  siteId: string,
  { server, capacity, unsupported }: SiteReport,
): Promise<void> {
  const { cpus, ramMb, freeRamMb, diskGb, freeDiskGb } = capacity;
  await sql.query(record, [siteId, unsupported, server, cpus, ramMb, freeRamMb, diskGb, freeDiskGb]);
}
