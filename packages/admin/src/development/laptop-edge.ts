import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Configuration } from "@fulmar/config";
import { addEdge, listEdges, removeEdge, renewEdgeToken } from "@fulmar/core/operator";
import type { Database } from "@fulmar/prisma";

const NAME = "laptop";
/** Balancers of the other simulated site stay simulated. */
const SITE = "site-ams-1";

/**
 * Makes the edge that `npm start` runs, and writes a new token for its agent to `edge/token` in the data folder.
 * Without `laptopEdge` it removes the edge, and the site's balancers are simulated.
 */
export async function seedLaptopEdge(
  database: Database,
  { dataDir, laptopEdge }: Pick<Configuration, "dataDir" | "laptopEdge">,
): Promise<void> {
  const folder = join(dataDir, "edge");
  const present = (await listEdges(database)).find(({ name }) => name === NAME);
  if (!laptopEdge) {
    if (present !== undefined) await removeEdge(database, present.edge_id);
    rmSync(folder, { recursive: true, force: true });
    return;
  }
  const { token } =
    present === undefined
      ? await addEdge(database, { name: NAME, site_id: SITE, serves_cdn: true })
      : await renewEdgeToken(database, present.edge_id);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  writeFileSync(join(folder, "token"), token, { mode: 0o600 });
}
