import { type Sql, statement } from "@fulmar/prisma";
import { ABOVE_BEFORE } from "./address-sets.ts";

// The names of VMs inside a VPC follow from the names of both (docs/adr/0195). What a VPC has of them is one state at
// its site, under the VPC's id.

const BATCH = 500;

/** SQL: that the VM of the `vpc_node` row `other` came into the VPC before that of the row `node`. */
const cameBefore = (other: string, node: string) => `
  ${other}.allocation_id < (SELECT min(f.allocation_id) FROM vpc_node f WHERE f.workspace_id = ${node}.workspace_id
                               AND f.vm_id = ${node}.vm_id AND f.vpc_id = ${node}.vpc_id)`;

/**
 * SQL: the name in its VPC of the VM of a row with `workspace_id`, `vpc_id` and `vm_id`. NULL where the VM's name or the
 * VPC's has no letter and no digit, and for a VM that came after another one whose name makes the same label.
 */
const nameOf = (node: string) => `
  (SELECT dns_label(v.name) || '.' || dns_label(c.name) || '.internal' FROM vm v JOIN vpc c USING (workspace_id)
    WHERE v.workspace_id = ${node}.workspace_id AND v.vm_id = ${node}.vm_id AND c.vpc_id = ${node}.vpc_id
      AND dns_label(v.name) <> '' AND dns_label(c.name) <> ''
      AND NOT EXISTS (
        SELECT FROM vm o JOIN vpc_node e USING (workspace_id, vm_id)
         WHERE o.workspace_id = v.workspace_id AND dns_label(o.name) = dns_label(v.name) AND o.vm_id <> v.vm_id
           AND e.vpc_id = ${node}.vpc_id AND ${cameBefore("e", node)}))`;

/** SQL: the same for a `vpc_node` row as it is shown; NULL also at a site whose networks have no names. */
export const shownNameOf = (node: string) => `
  (SELECT ${nameOf(node)} FROM vpc c JOIN site t USING (site_id)
    WHERE c.workspace_id = ${node}.workspace_id AND c.vpc_id = ${node}.vpc_id AND 'private_dns' <> ALL (t.unsupported))`;

/** SQL: the name, the provider and the wanted names of the `network_state` row `s`; no row for a VPC without subnets. */
export const wantedNames = `
  SELECT c.name, site.provider, jsonb_build_object('names', coalesce((
         SELECT jsonb_agg(jsonb_build_object('name', m.name, 'addresses', m.addresses) ORDER BY m.name)
           FROM (SELECT ${nameOf("x")} AS name,
                        (SELECT jsonb_agg(host(a.address) ORDER BY a.address) FROM vpc_node y
                          CROSS JOIN unnest(ARRAY[y.private_ip, y.ipv6_address]) AS a (address)
                          WHERE y.workspace_id = x.workspace_id AND y.vpc_id = x.vpc_id AND y.vm_id = x.vm_id
                            AND a.address IS NOT NULL) AS addresses
                   FROM (SELECT DISTINCT workspace_id, vpc_id, vm_id FROM vpc_node i
                          WHERE i.workspace_id = c.workspace_id AND i.vpc_id = c.vpc_id) x) m
          WHERE m.name IS NOT NULL), '[]')) AS wanted
    FROM vpc c JOIN site USING (site_id)
   WHERE s.resource_type = 'vpc_names' AND c.workspace_id = s.workspace_id AND c.vpc_id = s.resource_id
     AND EXISTS (SELECT FROM subnet n WHERE n.workspace_id = c.workspace_id AND n.vpc_id = c.vpc_id)`;

// One statement has one snapshot: a change that is taken is seen by whoever reads the new revision.
const spread = statement(
  "vpc_names_spread",
  `WITH taken AS (
     DELETE FROM vpc_names_change WHERE change_id IN (
       SELECT change_id FROM vpc_names_change ORDER BY change_id LIMIT ${BATCH} FOR UPDATE SKIP LOCKED)
     RETURNING workspace_id, vpc_id
   ), noted AS (SELECT DISTINCT workspace_id, vpc_id FROM taken),
   filled AS (SELECT DISTINCT n.workspace_id, n.vpc_id FROM noted n JOIN subnet USING (workspace_id, vpc_id)),
   forgotten AS (
     DELETE FROM network_state s USING noted n
      WHERE s.workspace_id = n.workspace_id AND s.resource_type = 'vpc_names' AND s.resource_id = n.vpc_id
        AND (n.workspace_id, n.vpc_id) NOT IN (SELECT workspace_id, vpc_id FROM filled)
   )
   INSERT INTO network_state AS s (workspace_id, resource_type, resource_id, revision)
   SELECT workspace_id, 'vpc_names', vpc_id, ${ABOVE_BEFORE.first} FROM filled ORDER BY 1, 3
       ${ABOVE_BEFORE.next}`,
);

// Their revisions are later than what sites have of the time after the backup.
const noteAll = statement(
  "vpc_names_note_all",
  "INSERT INTO vpc_names_change (workspace_id, vpc_id) SELECT workspace_id, vpc_id FROM vpc",
);

/** Makes the names of VPCs due whose VMs, addresses or names have changed. */
export async function spreadNameChanges(sql: Sql): Promise<void> {
  await sql.query(spread);
}

/** Has the names of every VPC applied anew, after the database was restored. */
export async function noteVpcNames(sql: Sql): Promise<void> {
  await sql.query(noteAll);
}
