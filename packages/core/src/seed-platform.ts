import type { Configuration } from "@fulmar/config";
import type { Database } from "@fulmar/prisma";
import { seedProducts } from "./billing/index.ts";
import { closeSimulatedSites, seedStarterCatalog } from "./catalog/index.ts";
import { seedAddressPools } from "./networking/index.ts";
import { seedRegions } from "./object-storage/index.ts";

/**
 * Brings an installation to the products of this version, and development to its starter catalog. Production gets no
 * plan, image, price or site: they are its operator's (docs/adr/0116). It may run at every start.
 */
export async function seedPlatform(
  database: Database,
  { environment }: Pick<Configuration, "environment">,
): Promise<void> {
  await seedProducts(database);
  await (environment === "development" ? seedStarterCatalog(database) : closeSimulatedSites(database));
  await seedAddressPools(database);
  await seedRegions(database);
}
