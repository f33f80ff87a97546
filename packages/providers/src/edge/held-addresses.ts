import { type Sql, statement } from "@fulmar/prisma";

/** nginx passes datagrams of known clients to a removed target for ten seconds. */
const DRAINED = "interval '1 minute'";

// An edge that does not report may serve its last documents for as long as its host runs, and one that failed serves
// the previous document. An edge that was never enrolled serves nothing.
const IS_HELD = `(a.ended_sequence IS NULL OR a.ended_at > now() - ${DRAINED} OR EXISTS (
     SELECT FROM edge e
      WHERE e.site_id = a.site_id AND e.removed_at IS NULL AND e.enrolled_at IS NOT NULL
        AND (e.applied_sequence < a.ended_sequence OR EXISTS (
          SELECT FROM edge_failure f
           WHERE f.edge_id = e.edge_id AND f.kind = 'load_balancer' AND f.id = a.load_balancer_id))))`;

const held = statement(
  "edge_addresses_held",
  `SELECT DISTINCT a.address FROM edge_target_address a WHERE a.site_id = $site_id AND ${IS_HELD}`,
);

const forget = statement("edge_addresses_forget", `DELETE FROM edge_target_address a WHERE NOT ${IS_HELD}`);

/**
 * The addresses outside VPCs that an edge of the site sends to, or may still send to, because it has not confirmed that
 * it does not (docs/adr/0056). Another VM must not get them.
 */
export async function heldAddresses(sql: Sql, siteId: string): Promise<ReadonlySet<string>> {
  return new Set((await sql.query(held, { site_id: siteId })).map(({ address }) => address));
}

/** Forgets the addresses that every edge has confirmed. */
export async function forgetHeldAddresses(sql: Sql): Promise<void> {
  await sql.query(forget);
}
