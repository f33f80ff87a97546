import type { Configuration } from "@fulmar/config";
import type { Database } from "@fulmar/prisma";
import { catalogFindings } from "./catalog.ts";
import { cellFindings } from "./cells.ts";
import { certificateFindings } from "./certificates.ts";
import { databaseFindings } from "./database.ts";
import { type Finding, fail, saidBy } from "./finding.ts";
import { keyFindings } from "./keys.ts";
import { poolingFindings } from "./pooling.ts";
import { processFindings } from "./processes.ts";
import { publicNameFindings } from "./public-names.ts";
import { settingFindings } from "./settings.ts";
import { siteFindings } from "./sites.ts";
import type { StartUp } from "./start-up.ts";

/**
 * Looks at an installation as a whole. A check that cannot be made is a finding, and does not keep the others.
 * @param startUp of the worker that looks
 */
export async function findings(
  database: Database,
  configuration: Configuration,
  startUp?: StartUp,
): Promise<Finding[]> {
  const checks = {
    database: () => databaseFindings(database, configuration),
    pooler: () => poolingFindings(configuration),
    keys: () => keyFindings(database, configuration),
    processes: () => processFindings(database, configuration, startUp),
    cells: () => cellFindings(configuration),
    sites: () => siteFindings(database, configuration),
    catalog: () => catalogFindings(database, configuration),
    certificates: () => certificateFindings(database.sql),
    "public names": () => publicNameFindings(configuration),
    settings: () => settingFindings(database, configuration),
  };
  const found = await Promise.all(
    Object.entries(checks).map(([name, check]) =>
      check().catch((error: unknown) => [
        fail(name, `It could not be looked at (${saidBy(error)}): run fulmar migrate.`),
      ]),
    ),
  );
  return found.flat();
}
