import type { ResourceChange } from "@fulmar/contract";
import { lookup } from "@fulmar/prisma";
import type { Rehearsed } from "../request/plan/rehearsed.ts";

const own = lookup(
  "dedicated_hosts_at_site",
  `SELECT s.name AS site_name, count(*)::int AS hosts FROM site_host h JOIN site s ON s.site_id = h.site_id
    WHERE h.site_id = $site_id AND h.dedicated_organization_id = $organization_id GROUP BY s.name`,
);

/**
 * Says whether the VMs that a change creates run on hosts of the organization's own, where their site has any
 * (docs/adr/0152).
 */
export async function adviceAboutHosts(
  { rehearsal: { sql }, organizationId: organization_id }: Rehearsed,
  changes: readonly ResourceChange[],
): Promise<string[]> {
  const made = changes.filter(
    ({ action, resource_type }) => action === "create" && (resource_type === "cloud_vm" || resource_type === "gpu_vm"),
  );
  if (made.length === 0 || organization_id === null) return [];
  const advice = new Set<string>();
  for (const { fields } of made) {
    const madeWith = (name: string) => fields.find(({ field }) => field === name)?.to;
    const site_id = madeWith("site_id");
    if (typeof site_id !== "string") continue;
    const found = await sql.maybe(own, { site_id, organization_id });
    if (found === undefined) continue;
    const { site_name, hosts } = found;
    const those = hosts === 1 ? "a host" : `${hosts} hosts`;
    advice.add(
      madeWith("dedicated") === true
        ? `Your organization has ${those} of its own at ${site_name}, and the VM runs there and nowhere else.`
        : `Your organization has ${those} of its own at ${site_name}, but the VM may share a host with others: send ` +
            "dedicated as true to have it on your own.",
    );
  }
  return [...advice];
}
