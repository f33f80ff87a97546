import type { Database } from "@fulmar/prisma";
import { seedPriceList } from "../billing/price-list.ts";
import { seedCatalog } from "../compute/seed-catalog.ts";
import { seedAddressPools } from "../networking/public-addresses.ts";
import { seedRegions } from "../object-storage/regions.ts";

/** Brings what an installation offers up to this version, in either environment: it may run at every start. */
export async function seedPlatform(database: Database): Promise<void> {
  await seedCatalog(database);
  await seedPriceList(database);
  await seedAddressPools(database);
  await seedRegions(database);
}
