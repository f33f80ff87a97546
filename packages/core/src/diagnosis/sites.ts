import type { Configuration } from "@fulmar/config";
import type { Database } from "@fulmar/prisma";
import { listAllSites } from "../site/index.ts";
import { counted, type Finding, fail, ok, warn } from "./finding.ts";

/** Looks at the sites, as workers last saw them. What is sold in production exists somewhere. */
export async function siteFindings(
  database: Pick<Database, "sql">,
  { environment }: Pick<Configuration, "environment">,
): Promise<Finding[]> {
  const sites = await listAllSites(database);
  if (sites.length === 0)
    return [warn("sites", "There is no site, so nothing can be created: run fulmar admin site add (docs/lxd.md).")];
  return sites.map(({ site_id, provider, server, reachable, fenced, unknown, vms, closed, addresses }) => {
    const check = `site ${site_id}`;
    if (environment === "production" && provider === "simulated")
      return fail(check, `It is simulated: ${sold(site_id, closed, vms)}`);
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
    const { total, used } = addresses;
    if (total > 0 && used === total)
      return warn(
        check,
        `All of its ${counted(total, "public address is", "public addresses are")} in use, so nothing new gets one: ` +
          `run fulmar admin address add --site ${site_id}.`,
      );
    const told = total === 0 ? "" : `, ${used} of ${counted(total, "public address", "public addresses")} in use`;
    return ok(check, `${server ?? provider}, ${counted(vms, "VM")}${told}.`);
  });
}

function sold(siteId: string, closed: boolean, vms: number): string {
  const what = closed ? "nothing new is created there, and what is there" : "what customers create there";
  const first = vms === 0 ? "" : `have its ${counted(vms, "VM")} and what else is there deleted, then `;
  return `${what} does not exist; ${first}run fulmar admin site remove --site ${siteId}.`;
}
