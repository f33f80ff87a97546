import type { Database } from "@fulmar/prisma";
import { listAllSites } from "../site/index.ts";
import { counted, type Finding, fail, ok, warn } from "./finding.ts";

/** Looks at the sites, as workers last saw them. */
export async function siteFindings(database: Pick<Database, "sql">): Promise<Finding[]> {
  return (await listAllSites(database)).map(({ site_id, provider, server, reachable, fenced, unknown, vms }) => {
    const check = `site ${site_id}`;
    if (fenced !== null)
      return fail(
        check,
        `It is fenced (${fenced}), and nothing is changed there: run fulmar admin site unknown --site ${site_id}.`,
      );
    if (reachable === false)
      return fail(check, `Its server does not answer the workers: run fulmar admin site check --site ${site_id}.`);
    if (reachable === null && provider !== "simulated")
      return warn(check, "No worker has looked at it yet: start one that reaches its server.");
    if (unknown > 0)
      return warn(
        check,
        `It has ${counted(unknown, "unknown resource")}: run fulmar admin site unknown --site ${site_id}.`,
      );
    return ok(check, `${server ?? provider}, ${counted(vms, "VM")}.`);
  });
}
