import { simulatedPlace } from "../place.ts";
import type { Product } from "../product.ts";
import type { NewResources } from "../restore/new-resources.ts";
import { restoredStory, type SiteItself } from "../restore/restored-story.ts";
import type { Finding } from "./finding.ts";

/**
 * A database restored from a backup must not destroy what was made since, and must recover it when the operator says
 * so.
 */
export async function restoredDatabaseDrill(product: Product): Promise<Finding> {
  const drill = "A backup of the database is restored, and its site has gone on";
  const { found } = await restoredStory(product, simulatedPlace, simulatedSite(product));
  return { drill, found, holds: true };
}

function simulatedSite(product: Product): SiteItself {
  return {
    async write(_, { web, db, data, spare }: NewResources) {
      await writeToRoot(product, web, "a page");
      await writeToRoot(product, db, "a system");
      for (const volumeId of [data, spare]) await writeToVolume(product, volumeId, `what only ${volumeId} holds`);
    },
    whole: () => worldOf(product, []),
    // Adoption applies a resource again with the next revision and a new record.
    lasting: async (_, kept) => (await worldOf(product, ["revision", "record"])).filter((row) => !row.includes(kept)),
  };
}

async function writeToRoot({ site }: Product, vmId: string, content: string): Promise<void> {
  await site.pool.query("INSERT INTO simulated.disk (volume_id, content, root_of_vm_id) VALUES ($1, $2, $3)", [
    vmId.replace("vm_", "root_"),
    content,
    vmId,
  ]);
}

async function writeToVolume({ site }: Product, volumeId: string, content: string): Promise<void> {
  await site.pool.query("INSERT INTO simulated.disk (volume_id, content, data_volume_id) VALUES ($1, $2, $1)", [
    volumeId,
    content,
  ]);
}

/** Every row of the simulated site except its ownership record, as text, without the named columns. */
async function worldOf({ site }: Product, without: readonly string[]): Promise<string[]> {
  const tables = await site.pool.query<{ name: string }>(
    `SELECT table_name AS name FROM information_schema.tables
      WHERE table_schema = 'simulated' AND table_type = 'BASE TABLE' AND table_name <> 'site_mark'`,
  );
  const rows = await Promise.all(
    tables.rows.map(async ({ name }) => {
      const found = await site.pool.query<{ row: unknown }>(
        `SELECT to_jsonb(t) - $1::text[] AS row FROM simulated."${name}" t`,
        [without],
      );
      return found.rows.map(({ row }) => `${name} ${JSON.stringify(row)}`);
    }),
  );
  return rows.flat().toSorted();
}
