import { lookup } from "@fulmar/prisma";
import type { Rehearsed } from "../request/plan/rehearsed.ts";

const found = lookup(
  "plan_fence",
  `SELECT s.name,
          ARRAY(SELECT x.name FROM site x WHERE x.provider = s.provider AND x.site_id <> s.site_id AND x.removed_at IS NULL
                 ORDER BY x.position, x.site_id) AS with_sites,
          (SELECT count(*)::int FROM vm v JOIN site x USING (site_id)
            WHERE x.provider = s.provider AND v.deleted_at IS NULL) AS vms,
          (SELECT count(*)::int FROM volume v JOIN site x USING (site_id)
            WHERE x.provider = s.provider AND v.deleted_at IS NULL) AS volumes,
          (SELECT count(*)::int FROM load_balancer b JOIN site x USING (site_id) WHERE x.provider = s.provider) AS balancers,
          (SELECT count(*)::int FROM operation o
            WHERE o.finished_at IS NULL AND o.input ->> 'provider' = s.provider) AS operations
     FROM site s WHERE s.site_id = $site_id`,
);

/** Says what a fence by hand leaves untouched until the site is resumed, and what waits (docs/adr/0164). */
export async function adviceAboutFence({ operation, input, rehearsal: { sql } }: Rehearsed): Promise<string[]> {
  if (operation.id !== "operatorSite.fence") return [];
  const site = await sql.maybe(found, { site_id: String(input.site_id) });
  if (site === undefined) return [];
  const { vms, volumes, balancers, operations, with_sites } = site;
  const underWay = `${counted(operations, "operation")} under way there ${operations === 1 ? "is" : "are"} put on hold.`;
  const there = [counted(vms, "VM"), counted(volumes, "volume"), counted(balancers, "load balancer")].join(", ");
  return [
    `Nothing is changed there until the site is resumed: ${there} stay as they are.`,
    "Repairs, backups, firewall rules, certificates and deletions wait, and what tenants ask for there, too.",
    ...(operations > 0 ? [underWay] : []),
    ...(with_sites.length > 0 ? [`Driven as one with it, and fenced with it: ${with_sites.join(", ")}.`] : []),
  ];
}

function counted(count: number, what: string): string {
  return `${count} ${what}${count === 1 ? "" : "s"}`;
}
