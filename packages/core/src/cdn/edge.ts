/**
 * Below this name the edge serves: each distribution under a label of its own, and every bucket under its workspace and
 * name at the root.
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
