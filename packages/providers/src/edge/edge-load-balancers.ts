import { BalancerDocument, TargetHealth } from "@fulmar/edge-protocol";
import { type Sql, statement } from "@fulmar/prisma";
import { z } from "zod";
import type { BalancerConfiguration, LoadBalancerPort, TargetConfiguration } from "../ports/load-balancer-port.ts";
import { AWAY, untilApplied } from "./until-applied.ts";

/** SQL: whether a site has edges. */
const HAS_EDGES = (site: string) => `EXISTS (SELECT FROM edge e WHERE e.site_id = ${site} AND e.removed_at IS NULL)`;

// An older revision changes nothing.
const put = statement(
  "edge_balancer_put",
  `WITH put AS (
     INSERT INTO edge_document AS d (kind, id, site_id, revision, sequence, body_sealed)
     SELECT 'load_balancer', $load_balancer_id, $site_id, $revision, 0, $body_sealed::bytea
      WHERE ${HAS_EDGES("$site_id")}
         ON CONFLICT (kind, id) DO UPDATE SET revision = excluded.revision, body_sealed = excluded.body_sealed
      WHERE d.revision < excluded.revision OR d.body_sealed IS NULL
     RETURNING sequence
   ), sent_to AS (
     INSERT INTO edge_target_address (load_balancer_id, address, site_id)
     SELECT $load_balancer_id, address, $site_id FROM put, unnest($addresses::text[]) AS address
         ON CONFLICT (load_balancer_id, address) DO UPDATE SET ended_sequence = NULL, ended_at = NULL
   ), left_out AS (
     UPDATE edge_target_address a SET ended_sequence = put.sequence, ended_at = now() FROM put
      WHERE a.load_balancer_id = $load_balancer_id AND a.ended_sequence IS NULL
        AND NOT a.address = ANY ($addresses::text[])
   )
   SELECT sequence FROM put UNION ALL
   SELECT sequence FROM edge_document
    WHERE kind = 'load_balancer' AND id = $load_balancer_id AND site_id = $site_id AND ${HAS_EDGES("$site_id")}
      AND NOT EXISTS (SELECT FROM put)`,
);

const progress = statement(
  "edge_progress",
  `SELECT e.name, e.applied_sequence >= $sequence::bigint AS applied, f.message
     FROM edge e
     LEFT JOIN edge_failure f ON f.edge_id = e.edge_id AND f.kind = 'load_balancer' AND f.id = $load_balancer_id
      AND f.revision = $revision::int
    WHERE e.site_id = $site_id AND e.removed_at IS NULL AND e.seen_at > now() - ${AWAY} ORDER BY e.name`,
);

const remove = statement(
  "edge_balancer_remove",
  `WITH removed AS (
     UPDATE edge_document SET body_sealed = NULL
      WHERE kind = 'load_balancer' AND id = $load_balancer_id AND body_sealed IS NOT NULL RETURNING sequence
   )
   UPDATE edge_target_address a SET ended_sequence = removed.sequence, ended_at = now() FROM removed
    WHERE a.load_balancer_id = $load_balancer_id AND a.ended_sequence IS NULL`,
);

const health = statement(
  "edge_balancer_health",
  `SELECT h.targets FROM edge_document d
     JOIN edge e ON e.site_id = d.site_id AND e.removed_at IS NULL AND e.seen_at > now() - ${AWAY}
     JOIN edge_health h ON h.edge_id = e.edge_id AND h.load_balancer_id = d.id
    WHERE d.kind = 'load_balancer' AND d.id = $load_balancer_id AND d.body_sealed IS NOT NULL ORDER BY h.seen_at DESC`,
);

const IN_FORCE = "FROM edge_document WHERE kind = 'load_balancer' AND body_sealed IS NOT NULL";
const find = statement(
  "edge_balancer_find",
  `SELECT id AS "loadBalancerId", revision ${IN_FORCE} AND id = ANY ($ids::text[])`,
);
const list = statement(
  "edge_balancer_list",
  `SELECT id AS "loadBalancerId", revision ${IN_FORCE} AND id > $after ORDER BY id LIMIT $limit`,
);

const Targets = z.array(TargetHealth);

/** The load balancers of sites with edges. Sites without edges keep the port of their provider. */
export interface EdgeLoadBalancersOptions {
  readonly sql: Sql;
  /** Seals a document, so that the database alone does not reveal the private keys in it. */
  readonly seal: (text: string, boundTo: string) => Buffer;
  /** The network device of a subnet on the site's host; null without one. */
  readonly deviceOf: (subnetId: string) => string | null;
}

/**
 * Load balancers that edges serve. A configuration is written as a document, which the edges of the site receive by
 * their streams (docs/adr/0044). A change is applied when every connected edge of the site serves it.
 * @param own the port of the site's provider, for sites without edges
 */
export function edgeLoadBalancers(
  own: LoadBalancerPort,
  { sql, seal, deviceOf }: EdgeLoadBalancersOptions,
): LoadBalancerPort {
  return {
    async apply(loadBalancerId, configuration, signal) {
      const { siteId, revision } = configuration;
      const document = documentOf(configuration, deviceOf);
      const body = seal(JSON.stringify(document), loadBalancerId);
      const written = await sql.maybe(put, {
        load_balancer_id: loadBalancerId,
        site_id: siteId,
        revision,
        body_sealed: body,
        addresses: addressesOutsideVpcs(document),
      });
      if (written === undefined) return own.apply(loadBalancerId, configuration, signal);
      await untilApplied(
        () =>
          sql.query(progress, {
            site_id: siteId,
            sequence: written.sequence,
            load_balancer_id: loadBalancerId,
            revision,
          }),
        signal,
      );
    },
    async remove(loadBalancerId, signal) {
      await sql.query(remove, { load_balancer_id: loadBalancerId });
      await own.remove(loadBalancerId, signal);
    },
    async health(loadBalancerId, signal) {
      const rows = await sql.query(health, { load_balancer_id: loadBalancerId });
      if (rows.length > 0) return best(rows.map(({ targets }) => Targets.parse(targets)));
      return own.health(loadBalancerId, signal);
    },
    async findBalancers(loadBalancerIds, signal) {
      const served = await sql.query(find, { ids: loadBalancerIds });
      return union(served, await own.findBalancers(loadBalancerIds, signal));
    },
    async listBalancers(page, signal) {
      const served = await sql.query(list, { after: page.after, limit: page.limit });
      return union(served, await own.listBalancers(page, signal)).slice(0, page.limit);
    },
  };
}

/** The record is for restoring a database from a site. An edge keeps no records. */
function documentOf(
  { name, publicIp, subnetId, pools, listeners, challenges }: BalancerConfiguration,
  deviceOf: EdgeLoadBalancersOptions["deviceOf"],
): BalancerDocument {
  const subnetOf = ({ subnet }: TargetConfiguration) =>
    subnet && { gateway: subnet.gateway, device: deviceOf(subnet.subnetId) };
  const atEdge = pools.map(({ targets, ...pool }) => ({
    ...pool,
    targets: targets.map((target) => ({ ...target, subnet: subnetOf(target) })),
  }));
  return BalancerDocument.parse({ name, publicIp, subnetId, pools: atEdge, listeners, challenges });
}

function addressesOutsideVpcs({ pools }: BalancerDocument): string[] {
  const targets = pools.flatMap((pool) => pool.targets);
  return [...new Set(targets.flatMap(({ address, subnet }) => (address === null || subnet != null ? [] : [address])))];
}

/** A target is online where one edge reaches it. Otherwise the newest report counts. */
function best(reports: readonly (readonly TargetHealth[])[]): TargetHealth[] {
  const [newest = [], ...others] = reports;
  return newest.map((target) => {
    if (target.status === "online") return target;
    const online = others.flat().find(({ targetId, status }) => targetId === target.targetId && status === "online");
    return online ?? target;
  });
}

function union<One extends { readonly loadBalancerId: string }>(served: readonly One[], own: readonly One[]): One[] {
  const ids = new Set(served.map(({ loadBalancerId }) => loadBalancerId));
  return [...served, ...own.filter(({ loadBalancerId }) => !ids.has(loadBalancerId))].toSorted((one, other) =>
    one.loadBalancerId < other.loadBalancerId ? -1 : 1,
  );
}
