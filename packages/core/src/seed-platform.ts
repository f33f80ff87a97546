import type { Configuration } from "@fulmar/config";
import type { Database } from "@fulmar/prisma";
import { seedPriceList } from "./billing/index.ts";
import { catalogPlans, seedCatalog } from "./catalog/index.ts";
import { seedAddressPools } from "./networking/index.ts";
import { seedRegions } from "./object-storage/index.ts";

/** Updates what an installation offers to this version. It may run at every start. */
export async function seedPlatform(
  database: Database,
  configuration: Pick<Configuration, "environment">,
): Promise<void> {
  await seedCatalog(database, configuration);
  await seedPriceList(database, catalogPlans);
  await seedAddressPools(database);
  await seedRegions(database);
}
