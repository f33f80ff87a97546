import type { Configuration } from "@fulmar/config";
import { type Database, statement } from "@fulmar/prisma";
import { catalogImages, catalogPlans, catalogSites } from "./catalog-data.ts";

const seedSites = statement(
  "catalog_seed_sites",
  `INSERT INTO site (site_id, name, location, provider, position)
   SELECT item->>'site_id', item->>'name', item->>'location', item->>'provider', listed.position
     FROM jsonb_array_elements($catalog_sites::jsonb) WITH ORDINALITY AS listed (item, position)
       ON CONFLICT (site_id) DO UPDATE SET name = excluded.name, location = excluded.location,
          provider = excluded.provider, position = excluded.position,
           closed_at = NULL`,
);

// The world that the sites of a development installation share. Sites that an operator has added have worlds of their
// own.
const closeSimulated = statement(
  "catalog_close_simulated",
  "UPDATE site SET closed_at = now() WHERE provider = 'simulated' AND closed_at IS NULL",
);

/** SQL: the sites of an existing row that are there and not among `$decided_ids`, which this version decides. */
function kept(table: "plan" | "image"): string {
  return `ARRAY(SELECT s.site_id FROM site s
                  WHERE s.site_id = ANY (${table}.site_ids) AND s.site_id <> ALL ($decided_ids::text[])
                    AND s.removed_at IS NULL
                  ORDER BY s.position, s.site_id)`;
}

const seedPlans = statement(
  "catalog_seed_plans",
  `INSERT INTO plan (plan_id, name, type, sku_code, cpu, ram_mb, disk_gb, gpu_model, gpu_count, site_ids, position)
   SELECT p.plan_id, p.name, p.type, p.sku_code, p.cpu, p.ram_mb, p.disk_gb, p.gpu_model, p.gpu_count, p.site_ids,
          listed.position
     FROM jsonb_array_elements($plans::jsonb) WITH ORDINALITY AS listed (item, position),
          jsonb_populate_record(NULL::plan, item) AS p
       ON CONFLICT (plan_id) DO UPDATE
      SET type = excluded.type, sku_code = excluded.sku_code, cpu = excluded.cpu,
          ram_mb = excluded.ram_mb, disk_gb = excluded.disk_gb,
          gpu_model = excluded.gpu_model, gpu_count = excluded.gpu_count,
          site_ids = excluded.site_ids || ${kept("plan")}, position = excluded.position`,
);

const seedImages = statement(
  "catalog_seed_images",
  `INSERT INTO image (template_id, name, os_type, os_distro, version, min_disk_gb, site_ids, position)
   SELECT i.template_id, i.name, i.os_type, i.os_distro, i.version, i.min_disk_gb, i.site_ids, listed.position
     FROM jsonb_array_elements($images::jsonb) WITH ORDINALITY AS listed (item, position),
          jsonb_populate_record(NULL::image, item) AS i
       ON CONFLICT (template_id) DO UPDATE
      SET os_type = excluded.os_type, os_distro = excluded.os_distro, version = excluded.version,
          min_disk_gb = excluded.min_disk_gb,
          site_ids = excluded.site_ids || ${kept("image")}, position = excluded.position`,
);

/**
 * Inserts or updates what this version offers: plans and images, and in development two simulated sites, where all of
 * them are offered. Production has no site but those that an operator adds (docs/adr/0105). What exists keeps its name.
 */
export async function seedCatalog(
  { sql }: Pick<Database, "sql">,
  { environment }: Pick<Configuration, "environment">,
): Promise<void> {
  const simulates = environment === "development";
  if (simulates) await sql.query(seedSites, { catalog_sites: JSON.stringify(catalogSites) });
  else await sql.query(closeSimulated);
  const decided_ids = simulates ? catalogSites.map(({ site_id }) => site_id) : [];
  const offered = <Item extends object>(items: readonly Item[]) =>
    JSON.stringify(simulates ? items : items.map((item) => ({ ...item, site_ids: [] })));
  await sql.query(seedPlans, { plans: offered(catalogPlans), decided_ids });
  await sql.query(seedImages, { images: offered(catalogImages), decided_ids });
}
