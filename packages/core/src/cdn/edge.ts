/**
 * The common domain of the edge. Each distribution has its own label under it, and every bucket has a path made of its
 * workspace and name.
 */
export const EDGE_DOMAIN = "cdn.fulmar.example";

/**
 * The host name under which a distribution is always reachable: its id without the prefix, which is a valid DNS label.
 */
export function defaultDomainOf(distributionId: string): string {
  return `${distributionId.slice(distributionId.indexOf("_") + 1)}.${EDGE_DOMAIN}`;
}

/** Whether a host name belongs to the edge. Such a name can be neither an origin nor a custom domain. */
export function isEdgeHost(host: string): boolean {
  return host === EDGE_DOMAIN || host.endsWith(`.${EDGE_DOMAIN}`);
}

/**
 * The part of `UPDATE cdn_distribution d SET …` that makes a deployment due. It does not redeploy a distribution whose
 * deployment failed, and does not bring forward a deployment that the provider delayed.
 * @param when the SQL condition under which the change affects the edge
 */
export function queueDeployment(when = "true"): string {
  return `revision = d.revision + (${when})::int,
          deploy_at = CASE WHEN d.status = 'failed' THEN NULL WHEN d.deploy_waited OR NOT (${when}) THEN d.deploy_at ELSE now() END`;
}
