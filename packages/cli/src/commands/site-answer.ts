import type { SiteState } from "@fulmar/core/operator";
import type { Answer } from "../command.ts";

export function siteAnswer({ siteId, name, report: { server, capacity, unsupported } }: SiteState): Answer {
  return {
    site_id: siteId,
    name,
    server,
    cpus: String(capacity.cpus),
    ram_mb: String(capacity.ramMb),
    free_ram_mb: String(capacity.freeRamMb),
    disk_gb: String(capacity.diskGb),
    free_disk_gb: String(capacity.freeDiskGb),
    unsupported: [...unsupported],
  };
}
