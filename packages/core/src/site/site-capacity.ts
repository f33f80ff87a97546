import type { Reconciler } from "@fulmar/engine";
import { type Sql, statement } from "@fulmar/prisma";
import type { SiteReport } from "@fulmar/providers";
import { conflict, type DomainError } from "../request/domain-error.ts";
import { providerLanes } from "../work/each-provider.ts";
import { SiteFenced } from "../work/fence.ts";
import type { WorkerServices } from "../work/worker-services.ts";
import { hasHost, ofOrganization } from "./hosts.ts";

// The edges of a site are its load balancers, whatever its server lacks.
const record = statement(
  "site_capacity_record",
  `WITH lacks AS (
     SELECT CASE WHEN EXISTS (SELECT FROM edge e WHERE e.site_id = $site_id AND e.removed_at IS NULL)
            THEN array_remove($unsupported::text[], 'load_balancer') ELSE $unsupported::text[] END AS features
   ), site_now AS (UPDATE site s SET unsupported = lacks.features FROM lacks
                  WHERE s.site_id = $site_id AND s.unsupported <> lacks.features)
   INSERT INTO site_capacity AS c (site_id, reachable, server, cpus, ram_mb, free_ram_mb, disk_gb, free_disk_gb,
                                   instance_type, warnings, checked_at)
   VALUES ($site_id, true, $server, $cpus, $ram_mb, $free_ram_mb, $disk_gb, $free_disk_gb, $instance_type,
           $warnings::text[], now())
       ON CONFLICT (site_id) DO UPDATE
      SET reachable = true, server = excluded.server, cpus = excluded.cpus, ram_mb = excluded.ram_mb,
          free_ram_mb = excluded.free_ram_mb,
          disk_gb = excluded.disk_gb, free_disk_gb = excluded.free_disk_gb, instance_type = excluded.instance_type,
          warnings = excluded.warnings, checked_at = excluded.checked_at`,
);

/** Stores what a site reports, for the catalog, for creations and for the list of sites. */
export async function recordCapacity(
  sql: Sql,
  siteId: string,
  { server, capacity, instanceType, unsupported, warnings }: SiteReport,
): Promise<void> {
  const { cpus, ramMb, freeRamMb, diskGb, freeDiskGb } = capacity;
  await sql.query(record, {
    site_id: siteId,
    unsupported,
    server,
    cpus,
    ram_mb: ramMb,
    free_ram_mb: freeRamMb,
    disk_gb: diskGb,
    free_disk_gb: freeDiskGb,
    instance_type: instanceType,
    warnings,
  });
}

const TIMEOUT_MS = 10_000;

const connected = statement(
  "site_connected",
  `SELECT s.site_id, s.provider FROM site s JOIN site_connection c ON c.site_id = s.site_id
    WHERE s.removed_at IS NULL AND s.setup_state IS NULL AND ($provider::text IS NULL OR s.provider = $provider) ORDER BY s.site_id`,
);

const unreachable = statement(
  "site_unreachable",
  "UPDATE site_capacity SET reachable = false, checked_at = now() WHERE site_id = $site_id",
);

/**
 * Reads the capacity of every site, so that requests do not have to, and keeps guests from the addresses that its host
 * has now.
 */
export const inspectSites: Reconciler<WorkerServices> = {
  name: "inspect-sites",
  everyMs: 15_000,
  lanes: providerLanes,
  async run(services, signal, lane) {
    const { sql } = services.database;
    const sites = await sql.query(connected, { provider: lane });
    const results = await Promise.allSettled(sites.map((site) => inspect(sql, services, site, signal)));
    signal.throwIfAborted();
    for (const result of results) if (result.status === "rejected") throw result.reason;
  },
};

async function inspect(
  sql: Sql,
  services: WorkerServices,
  { site_id, provider }: { readonly site_id: string; readonly provider: string },
  signal: AbortSignal,
): Promise<void> {
  try {
    const { site } = await services.observedProvider(provider);
    const report = await site.inspect(AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT_MS)]));
    if (report !== null) await recordCapacity(sql, site_id, report);
  } catch (error) {
    if (!signal.aborted) await sql.query(unreachable, { site_id });
    throw error;
  }
  try {
    const { site } = await services.provider(provider);
    await site.protectHost(signal);
  } catch (error) {
    // Nothing is changed at a fenced site; its reason is shown elsewhere.
    if (!(error instanceof SiteFenced)) throw error;
  }
}

/**
 * SQL: whether a site has room for a new VM of a plan, as of the worker's last report. A site without limits has no
 * capacity row.
 * @param site the name of the site's row
 * @param plan the name of the plan's row
 * @param organization an expression with the id of the organization on whose hosts alone it may run, or NULL
 * @param whose which hosts count: those of that organization, or of no one
 */
export function hasRoom(
  site: string,
  plan: string,
  organization = "NULL",
  whose = ofOrganization(organization),
): string {
  return `(NOT EXISTS (SELECT FROM site_capacity c WHERE c.site_id = ${site}.site_id
    AND (NOT c.reachable OR c.cpus < ${plan}.cpu OR c.free_ram_mb < ${plan}.ram_mb
         OR c.free_disk_gb < ${plan}.disk_gb)) AND ${hasHost(site, plan, organization, whose)})`;
}

/** SQL: the same for a VM that changes to another plan. Its present resources count as free. */
export function hasRoomToGrow(vm: string, plan: string): string {
  return `(NOT EXISTS (SELECT FROM site_capacity c WHERE c.site_id = ${vm}.site_id
    AND (c.cpus < ${plan}.cpu OR c.free_ram_mb < ${plan}.ram_mb - ${vm}.ram_mb
         OR c.free_disk_gb < ${plan}.disk_gb - ${vm}.disk_gb))
    AND NOT EXISTS (SELECT FROM site_host h WHERE h.host_id = ${vm}.host_id
    AND (NOT h.tags @> ${plan}.host_tags OR h.cpus < ${plan}.cpu OR h.ram_mb - h.promised_ram_mb < ${plan}.ram_mb - ${vm}.ram_mb
         OR ${plan}.gpu_count > 0 AND coalesce((h.free_gpus ->> ${plan}.gpu_model)::int, ${plan}.gpu_count)
            < ${plan}.gpu_count - CASE WHEN ${vm}.gpu_model = ${plan}.gpu_model THEN ${vm}.gpu_count ELSE 0 END)))`;
}

/** The refusal of a VM for the hosts of its organization, where the site has none of them, or none with room. */
export function dedicatedHostsFull(): DomainError {
  return conflict(
    "dedicated_hosts_full",
    "No host of the site that is dedicated to your organization has room for a VM of this plan now; choose another " +
      "site or a smaller plan, delete VMs there, or send dedicated as false.",
  );
}

export function siteFull(): DomainError {
  return conflict(
    "site_full",
    "The site has no room for a VM of this plan now; choose another site or a smaller plan, or delete VMs there.",
  );
}
