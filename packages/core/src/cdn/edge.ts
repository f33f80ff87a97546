/**
 * The edge serves below this name: each distribution under a label of its own, and every bucket under a path of its
 * workspace and name.
 */
export const EDGE_DOMAIN = "cdn.fulmar.example";

/**
 * The host name under which a distribution is always reachable: its id, which is made of letters and digits that DNS
 * takes.
 */
export function defaultDomainOf(distributionId: string): string {
  return `${distributionId.slice(distributionId.indexOf("_") + 1)}.${EDGE_DOMAIN}`;
}

/** Whether a host name is the edge's own, which neither an origin nor a custom domain can be. */
export function isEdgeHost(host: string): boolean {
  return host === EDGE_DOMAIN || host.endsWith(`.${EDGE_DOMAIN}`);
}

/**
 * A part of `UPDATE cdn_distribution d SET …` that makes a deployment due. A distribution whose deployment failed stays
 * as it is; a deployment that the provider delayed is not brought forward.
 * @param when the condition, in SQL, under which the change concerns the edge
 */
export function tellEdge(when = "true"): string {
  return `revision = d.revision + (${when})::int,
          deploy_at = CASE WHEN d.status = 'failed' THEN NULL WHEN d.deploy_waited OR NOT (${when}) THEN d.deploy_at ELSE now() END`;
}
