import type { CatalogFile } from "@fulmar/contract";
import { type Database, statement } from "@fulmar/prisma";
import { importCatalog } from "./import-catalog.ts";
import { starterCatalog } from "./starter-catalog.ts";

const WITH_GPUS = "Frankfurt 1";

/** The sites of a development installation. The first is the default. */
const DEVELOPMENT_SITES = [
  { site_id: "site-ams-1", name: "Amsterdam 1", location: "Amsterdam, Netherlands", provider: "simulated" },
  { site_id: "site-fra-1", name: WITH_GPUS, location: "Frankfurt, Germany", provider: "simulated" },
] as const;

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

/**
 * Loads the starter catalog into an installation of development, with two simulated sites. What is there stays as it is.
 */
export async function seedStarterCatalog(database: Database): Promise<void> {
  await database.sql.query(seedSites, { catalog_sites: JSON.stringify(DEVELOPMENT_SITES) });
  await importCatalog(database, developmentCatalog());
}

/** Production has no site but those that an operator adds (docs/adr/0105). */
export async function closeSimulatedSites({ sql }: Pick<Database, "sql">): Promise<void> {
  await sql.query(closeSimulated);
}

/** One of the two sites has GPUs. */
function developmentCatalog(): CatalogFile {
  const starter = starterCatalog();
  const plans = starter.plans.map((plan) => (plan.gpu_count > 0 ? { ...plan, sites: [WITH_GPUS] } : plan));
  return { ...starter, plans };
}
