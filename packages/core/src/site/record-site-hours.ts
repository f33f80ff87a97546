import type { Reconciler } from "@fulmar/engine";
import { statement } from "@fulmar/prisma";
import type { WorkerServices } from "../work/worker-services.ts";

// The first worker of an hour records it for all.
const record = statement(
  "site_hours_record",
  `WITH purged AS (DELETE FROM site_capacity_hour WHERE hour < now() - interval '90 days')
   INSERT INTO site_capacity_hour (site_id, hour, sold_cpus, sold_ram_mb, sold_disk_gb, cpus, ram_mb, disk_gb)
   SELECT s.site_id, date_trunc('hour', now(), 'UTC'), coalesce(sum(v.cpu), 0), coalesce(sum(v.ram_mb), 0),
          coalesce(sum(v.disk_gb), 0), seen.cpus, seen.ram_mb, seen.disk_gb
     FROM site s LEFT JOIN site_capacity seen USING (site_id)
     LEFT JOIN vm v ON v.site_id = s.site_id AND v.deleted_at IS NULL
    WHERE s.removed_at IS NULL GROUP BY s.site_id, seen.site_id
       ON CONFLICT (site_id, hour) DO NOTHING`,
);

/** Records what each site has and what of it is sold, once an hour, and forgets it after 90 days. */
export const recordSiteHours: Reconciler<WorkerServices> = {
  name: "record-site-hours",
  everyMs: 600_000,
  async run({ database }) {
    await database.sql.query(record);
  },
};
