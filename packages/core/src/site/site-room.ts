import { conflict, type DomainError } from "../request/domain-error.ts";

/**
 * SQL: whether a site has room for a new VM of a plan, as far as the worker last saw it. A site without bounds has no
 * row there.
 * @param site @param plan their rows' names
 */
export function hasRoom(site: string, plan: string): string {
  return `NOT EXISTS (SELECT FROM site_capacity c WHERE c.site_id = ${site}.site_id
    AND (NOT c.reachable OR c.cpus < ${plan}.cpu OR c.free_ram_mb < ${plan}.ram_mb OR c.free_disk_gb < ${plan}.disk_gb))`;
}

/** SQL: the same for a VM that becomes one of another plan, and gives back what it has. */
export function hasRoomToGrow(vm: string, plan: string): string {
  return `NOT EXISTS (SELECT FROM site_capacity c WHERE c.site_id = ${vm}.site_id
    AND (c.cpus < ${plan}.cpu OR c.free_ram_mb < ${plan}.ram_mb - ${vm}.ram_mb OR c.free_disk_gb < ${plan}.disk_gb - ${vm}.disk_gb))`;
}

export function siteFull(): DomainError {
  return conflict(
    "site_full",
    "The site has no room for a VM of this plan now; choose another site or a smaller plan, or delete VMs there.",
  );
}
