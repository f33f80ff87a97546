import type { Configuration } from "@fulmar/config";
import type { Database } from "@fulmar/prisma";
import { listOffers } from "../catalog/index.ts";
import { counted, type Finding, ok, warn } from "./finding.ts";

/** Looks at what production lists and nobody can have: a release brings more than one operator sells. */
export async function catalogFindings(
  database: Pick<Database, "sql">,
  { environment }: Pick<Configuration, "environment">,
): Promise<Finding[]> {
  const offers = await listOffers(database);
  // Without a site this holds for all of them, and the finding of the sites says what to do.
  if (environment === "development" || offers.every(({ sites }) => sites === 0)) return [];
  const idle = offers.filter(({ sites, vms, retired_at }) => retired_at === null && sites === 0 && vms === 0);
  const [first] = idle;
  if (first === undefined) return [ok("catalog", "Each plan and image is offered at a site, or in use, or retired.")];
  const what = counted(idle.length, "plan or image is", "plans and images are");
  const advice = `run fulmar admin catalog retire --${first.kind} ${first.id}`;
  return [
    warn("catalog", `${what} listed, but offered at no site (${idle.map(({ id }) => id).join(", ")}): ${advice}.`),
  ];
}
