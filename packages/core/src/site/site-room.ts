/**
 * SQL: whether a site has room for a plan, as far as the worker last saw it. A site without bounds has no row there.
 * @param site @param plan their rows' names
 */
export function hasRoom(site: string, plan: string): string {
  return `NOT EXISTS (SELECT FROM site_capacity c WHERE c.site_id = ${site}.site_id
    AND (NOT c.reachable OR c.cpus < ${plan}.cpu OR c.free_ram_mb < ${plan}.ram_mb OR c.free_disk_gb < ${plan}.disk_gb))`;
}
