import { type Sql, statement } from "@fulmar/prisma";
import { membersOf } from "./firewall-members.ts";

// The VMs that firewall rules name together, by a group or by a tag, are an address set (docs/adr/0185). Its source is
// `group:<firewall_group_id>` or `tag:<tag>` within its workspace, and a site has its state as `<site_id>/<source>`.

const BATCH = 500;

/** SQL: the source of the set that the `firewall_rule` row names; NULL for a rule of addresses. */
export const sourceOf = (rule: string) => `coalesce('group:' || ${rule}.remote_group_id, 'tag:' || ${rule}.remote_tag)`;

/**
 * SQL: the addresses of a set as machines of a site see them. Private addresses are those at that site, since ranges of
 * two sites may overlap; public addresses are those of all sites. An address that an operator isolates is not among
 * them.
 */
export function addressesOf(workspace: string, source: string, site: string): string {
  const members = `
    SELECT ${workspace} AS workspace_id, l.vm_id FROM (${membersOf(workspace, `substr(${source}, 7)`)}) l
     WHERE left(${source}, 6) = 'group:'
     UNION ALL
    SELECT t.workspace_id, t.vm_id FROM vm t
     WHERE t.workspace_id = ${workspace} AND left(${source}, 4) = 'tag:' AND substr(${source}, 5) = ANY (t.tags)`;
  return `ARRAY(
    SELECT host(a.address) FROM (${members}) m JOIN vpc_node n USING (workspace_id, vm_id)
      JOIN vm o USING (workspace_id, vm_id) CROSS JOIN unnest(ARRAY[n.private_ip, n.ipv6_address]) AS a (address)
     WHERE o.site_id = ${site} AND a.address IS NOT NULL
     UNION
    SELECT host(a.address) FROM (${members}) m
      JOIN reserved_ip i ON i.workspace_id = m.workspace_id AND i.attached_vm_id = m.vm_id
      JOIN public_address a USING (public_ip_id) WHERE a.isolated_at IS NULL
     ORDER BY 1)`;
}

/** SQL: the VMs of a site whose rules name a set, on or off. */
export const namedAt = (workspace: string, source: string, site: string) => `
    SELECT r.workspace_id, l.vm_id FROM firewall_rule r
     CROSS JOIN LATERAL (${membersOf("r.workspace_id", "r.firewall_group_id")}) l
      JOIN vm u ON u.workspace_id = r.workspace_id AND u.vm_id = l.vm_id
     WHERE r.workspace_id = ${workspace} AND ${sourceOf("r")} = ${source} AND u.site_id = ${site}`;

/**
 * SQL: the first revision of a `network_state` row `s`, and what to do with one that is there. A revision is at least
 * the seconds since 2026, so that revisions go on where they were when the database is one of earlier.
 */
export const ABOVE_BEFORE = {
  first: "extract(epoch FROM now() - timestamptz '2026-01-01')::int",
  next: `ON CONFLICT (workspace_id, resource_type, resource_id) DO UPDATE
      SET revision = greatest(s.revision + 1, excluded.revision), apply_attempts = 0,
          apply_at = CASE WHEN s.apply_waited THEN s.apply_at ELSE now() END`,
} as const;

// One statement has one snapshot: a change that is taken is seen by whoever reads the new revision.
const spread = statement(
  "address_sets_spread",
  `WITH taken AS (
     DELETE FROM address_set_change WHERE change_id IN (
       SELECT change_id FROM address_set_change ORDER BY change_id LIMIT ${BATCH} FOR UPDATE SKIP LOCKED)
     RETURNING workspace_id, sources
   ), noted AS (SELECT DISTINCT workspace_id, unnest(sources) AS source FROM taken),
   named AS (
     SELECT DISTINCT n.workspace_id, v.site_id || '/' || n.source AS resource_id
       FROM noted n JOIN firewall_rule r ON r.workspace_id = n.workspace_id AND ${sourceOf("r")} = n.source
      CROSS JOIN LATERAL (${membersOf("r.workspace_id", "r.firewall_group_id")}) l
       JOIN vm v ON v.workspace_id = r.workspace_id AND v.vm_id = l.vm_id
   ), forgotten AS (
     DELETE FROM network_state s USING noted n
      WHERE s.workspace_id = n.workspace_id AND s.resource_type = 'address_set'
        AND substr(s.resource_id, length(s.site_id) + 2) = n.source
        AND (s.workspace_id, s.resource_id) NOT IN (SELECT workspace_id, resource_id FROM named)
   )
   INSERT INTO network_state AS s (workspace_id, resource_type, resource_id, revision)
   SELECT workspace_id, 'address_set', resource_id, ${ABOVE_BEFORE.first} FROM named ORDER BY 1, 3
       ${ABOVE_BEFORE.next}`,
);

const wantNetworks = statement(
  "address_set_networks",
  `SELECT want_network('vm', array_agg(n.workspace_id), array_agg(n.vm_id))
     FROM (${namedAt("$workspace_id::bigint", "$source", "$site_id")}) n`,
);

// Their revisions are later than what sites have of the time after the backup.
const noteAll = statement(
  "address_sets_note_all",
  `INSERT INTO address_set_change (workspace_id, sources)
   SELECT workspace_id, array_agg(DISTINCT ${sourceOf("r")}) FROM firewall_rule r
    WHERE ${sourceOf("r")} IS NOT NULL GROUP BY workspace_id`,
);

/** Makes the address sets due whose members or addresses have changed, at each site that has rules that name them. */
export async function spreadSetChanges(sql: Sql): Promise<void> {
  await sql.query(spread);
}

/** Makes due the networks of a site's VMs whose rules name a set, in one statement. */
export async function wantNetworksNaming(
  sql: Sql,
  set: { readonly workspace_id: bigint; readonly source: string; readonly site_id: string },
): Promise<void> {
  const { workspace_id, source, site_id } = set;
  await sql.query(wantNetworks, { workspace_id, source, site_id });
}

/** Has every address set applied anew, after the database was restored. */
export async function noteAddressSets(sql: Sql): Promise<void> {
  await sql.query(noteAll);
}
