// The hosts of sites (docs/adr/0132): what workers see of them, and which of them take a VM.
import type { Reconciler } from "@fulmar/engine";
import { type Sql, statement } from "@fulmar/prisma";
import type { Host } from "@fulmar/providers";
import { newId } from "../request/identifiers.ts";
import { eachProvider, LOOK_AGAIN_MS, providerLanes } from "../work/each-provider.ts";
import type { WorkerServices } from "../work/worker-services.ts";

/**
 * SQL: whether the host `h` takes a VM of this size. Memory is reserved, CPUs are shared, and disks count by the last
 * report, as they do for a site.
 * @param size the name of a row with `cpu`, `ram_mb` and `disk_gb`
 * @param plan the name of the row of its plan
 * @param whose whether the VM may be on the host `h`, as `ofOrganization` and `hostsOfVm` have it
 */
export function takesVm(size: string, plan: string, whose: string): string {
  return `h.tags @> ${plan}.host_tags AND h.state = 'active' AND h.status = 'online' AND NOT h.clearing
      AND ${whose} AND h.cpus >= ${size}.cpu
      AND h.ram_mb - h.promised_ram_mb >= ${size}.ram_mb AND h.free_disk_gb >= ${size}.disk_gb
      AND ${hasGpus(plan)}`;
}

/**
 * SQL: whether a host `h` is dedicated to an organization, or to none where that is NULL (docs/adr/0152).
 * @param organization an expression with its id
 */
export const ofOrganization = (organization: string) =>
  `h.dedicated_organization_id IS NOT DISTINCT FROM ${organization}`;

/** SQL: the organization on whose hosts a VM runs. NULL of one that shares hosts. */
export const hostsOfVm = (vm: string) =>
  `CASE WHEN ${vm}.dedicated
             THEN (SELECT w.organization_id FROM workspace w WHERE w.workspace_id = ${vm}.workspace_id) END`;

/**
 * SQL: whether a VM `v` does not belong on a host: that is another organization's, or none's while the VM asks for its own.
 * VMs of the organization that have not asked may stay.
 * @param organization an expression with the id of whose host it is
 */
export const isAstray = (organization: string) =>
  `((v.dedicated OR ${organization} IS NOT NULL) AND ${organization} IS DISTINCT FROM
          (SELECT w.organization_id FROM workspace w WHERE w.workspace_id = v.workspace_id))`;

/** SQL: whether no VM has as many GPUs of the plan's model as it needs at the host `h` (docs/adr/0149). */
function hasGpus(plan: string): string {
  return `(${plan}.gpu_count = 0 OR h.free_gpus IS NULL
        OR coalesce((h.free_gpus ->> ${plan}.gpu_model)::int, 0) >= ${plan}.gpu_count)`;
}

/**
 * SQL: whether an active host of a site has as many GPUs of a plan's model as it needs, whoever has them now
 * (docs/adr/0162). A simulated site without hosts, and a host that does not tell its GPUs, have any. A server that has not told its hosts
 * yet has none.
 * @param siteId an expression with the site's id
 * @param plan the name of the plan's row
 */
export function hasCards(siteId: string, plan: string): string {
  return `(${plan}.gpu_count = 0
        OR NOT EXISTS (SELECT FROM site_host card_host WHERE card_host.site_id = ${siteId})
           AND EXISTS (SELECT FROM site lump WHERE lump.site_id = ${siteId} AND lump.provider LIKE 'simulated%')
        OR EXISTS (SELECT FROM site_host card_host WHERE card_host.site_id = ${siteId} AND card_host.state = 'active'
             AND (card_host.free_gpus IS NULL AND card_host.status = 'online'
                  OR (SELECT count(*) FROM host_gpu card
                       WHERE card.host_id = card_host.host_id AND card.model = ${plan}.gpu_model) >= ${plan}.gpu_count)))`;
}

/** SQL: the sites of a plan's list where it is sold (`sold`), or where only its GPUs are missing. */
export function sitesOfPlan(plan: string, sold: boolean): string {
  return `coalesce(ARRAY(SELECT listed.site_id FROM unnest(${plan}.site_ids) WITH ORDINALITY AS listed (site_id, nth)
          WHERE ${sold ? "" : "NOT "}${hasCards("listed.site_id", plan)} ORDER BY listed.nth), '{}')`;
}

/** SQL: whether a host runs machines of an image (docs/adr/0175). What either does not say is not refused. */
const runs = (host: string, image: string, column: "architecture" | "firmware") => {
  const told = column === "architecture" ? "architectures" : "firmware";
  return `(${image}.${column} IS NULL OR coalesce(${image}.${column} = ANY (${host}.${told}), true))`;
};

/** SQL: whether the host `h` runs machines of the image of a VM. */
export const runsImageOf = (
  vm: string,
) => `NOT EXISTS (SELECT FROM image needs WHERE needs.template_id = ${vm}.template_id
        AND NOT (${runs("h", "needs", "architecture")} AND ${runs("h", "needs", "firmware")}))`;

/**
 * SQL: what an image `i` needs that no host of a site gives: its architecture, or its firmware. NULL where some host gives
 * both, and where the site has not told its hosts.
 * @param siteId an expression with the site's id
 */
export function missingOfImage(siteId: string): string {
  const some = (condition: string) =>
    `EXISTS (SELECT FROM site_host runner WHERE runner.site_id = ${siteId} AND ${condition})`;
  const architecture = runs("runner", "i", "architecture");
  return `CASE WHEN NOT ${some("true")} THEN NULL WHEN NOT ${some(architecture)} THEN i.architecture
            WHEN NOT ${some(`${architecture} AND ${runs("runner", "i", "firmware")}`)} THEN upper(i.firmware) END`;
}

/** SQL columns: what hosts of a `site` run, of all of them. NULL while the site has not told its hosts. */
export const RUNS_AT_SITE = ["architectures", "firmware"]
  .map(
    (told) => `(SELECT coalesce(array_agg(DISTINCT each.one ORDER BY each.one)
       FILTER (WHERE each.one IS NOT NULL), '{}') FROM site_host h LEFT JOIN LATERAL unnest(h.${told}) AS each (one) ON true
      WHERE h.site_id = site.site_id HAVING bool_and(h.${told} IS NOT NULL)) AS ${told}`,
  )
  .join(", ");

/** SQL: the order in which hosts `h` are tried. The one with the most memory left is the first. */
export const freestFirst = "h.ram_mb - h.promised_ram_mb DESC, h.host_id";

/**
 * SQL: whether a host of a site takes a VM of this plan, or the site does not list its hosts.
 * @param organization an expression with the id of the organization on whose hosts alone it may run, or NULL
 * @param whose see `takesVm`
 */
export function hasHost(site: string, plan: string, organization: string, whose: string): string {
  return `(${organization} IS NULL AND ${plan}.host_tags = '{}'
      AND NOT EXISTS (SELECT FROM site_host h WHERE h.site_id = ${site}.site_id)
    OR EXISTS (SELECT FROM site_host h WHERE h.site_id = ${site}.site_id AND ${takesVm(plan, plan, whose)}))`;
}

// What sites share a provider is one lump. A host that is offline keeps what it said of itself before. One that is
// dedicated is not forgotten while it is away: it would come back as everybody's. One that was added is removed by operators.
// A look that began before all workers knew the site's present hosts tells of the former ones.
const record = statement(
  "site_hosts_record",
  `WITH told AS (
     SELECT * FROM jsonb_to_recordset($hosts::jsonb) AS t (host_id text, name text, status text, architecture text,
       moves_live boolean, shared_disks boolean, cpus int, ram_mb int, free_ram_mb int, disk_gb int, free_disk_gb int,
       architectures text[], firmware text[])
   ), own AS (
     SELECT min(s.site_id) AS site_id FROM site s WHERE s.provider = $provider AND s.removed_at IS NULL
     HAVING count(*) = 1 AND NOT coalesce(bool_or(EXISTS (
       SELECT FROM site_connection c WHERE c.site_id = s.site_id
          AND $began_ms_ago::float8 IS NOT NULL
          AND c.hosts_changed_at > now() - interval '1 millisecond' * $began_ms_ago::float8)), false)
   ), gone AS (
     DELETE FROM site_host h USING own
      WHERE h.site_id = own.site_id AND h.vms = 0 AND h.dedicated_organization_id IS NULL AND h.endpoint IS NULL
        AND h.name NOT IN (SELECT told.name FROM told)
   ), away AS (
     UPDATE site_host h SET status = 'offline', offline_at = coalesce(h.offline_at, now()) FROM own
      WHERE h.site_id = own.site_id AND h.status <> 'offline'
        AND (h.vms > 0 OR h.dedicated_organization_id IS NOT NULL OR h.endpoint IS NOT NULL)
        AND h.name NOT IN (SELECT told.name FROM told)
   )
   INSERT INTO site_host AS h (host_id, site_id, name, status, architecture, moves_live, shared_disks, cpus, ram_mb,
                               free_ram_mb, disk_gb, free_disk_gb, architectures, firmware, offline_at)
   SELECT told.host_id, own.site_id, told.name, told.status, told.architecture, told.moves_live, told.shared_disks,
          told.cpus, told.ram_mb, told.free_ram_mb, told.disk_gb, told.free_disk_gb,
          told.architectures, told.firmware, CASE told.status WHEN 'offline' THEN now() END
     FROM told CROSS JOIN own
       ON CONFLICT (site_id, name) DO UPDATE
      SET status = excluded.status, moves_live = excluded.moves_live, shared_disks = excluded.shared_disks,
          architecture = coalesce(excluded.architecture, h.architecture), cpus = coalesce(excluded.cpus, h.cpus),
          ram_mb = coalesce(excluded.ram_mb, h.ram_mb), free_ram_mb = coalesce(excluded.free_ram_mb, h.free_ram_mb),
          disk_gb = coalesce(excluded.disk_gb, h.disk_gb),
          architectures = coalesce(excluded.architectures, h.architectures),
          firmware = coalesce(excluded.firmware, h.firmware),
          free_disk_gb = coalesce(excluded.free_disk_gb, h.free_disk_gb), seen_at = now(),
          offline_at = CASE excluded.status WHEN 'offline' THEN coalesce(h.offline_at, excluded.offline_at) END`,
);

const recordGpus = statement(
  "site_host_gpus_record",
  `SELECT record_host_gpus(s.site_id, $host, $gpus::jsonb)::text FROM site s
    WHERE s.provider = $provider AND s.removed_at IS NULL`,
);

/**
 * Stores what a site says of its hosts.
 * @param beganMsAgo how old the provider's knowledge may be of which hosts the site has; null for the present
 */
export async function recordHosts(
  sql: Sql,
  provider: string,
  found: readonly Host[],
  beganMsAgo: number | null,
): Promise<void> {
  const told = found.map(({ name, online, architecture, architectures, firmware, capacity, gpus: _, ...can }) => ({
    ...{ host_id: newId("host"), name, architecture, architectures, firmware },
    status: online ? "online" : "offline",
    ...{ moves_live: can.movesLive, shared_disks: can.sharedDisks, cpus: capacity?.cpus },
    ...{ ram_mb: capacity?.ramMb, free_ram_mb: capacity?.freeRamMb },
    ...{ disk_gb: capacity?.diskGb, free_disk_gb: capacity?.freeDiskGb },
  }));
  await sql.query(record, { provider, hosts: JSON.stringify(told), began_ms_ago: beganMsAgo });
  for (const { name: host, gpus } of found)
    if (gpus !== null) await sql.query(recordGpus, { provider, host, gpus: JSON.stringify(gpus) });
}

/** Stores what each site says of its hosts. */
export const inspectHosts: Reconciler<WorkerServices> = {
  name: "inspect-hosts",
  everyMs: 15_000,
  lanes: providerLanes,
  async run(services, signal, lane) {
    const { sql } = services.database;
    await eachProvider(
      services,
      async ({ hosts }, provider) => {
        const beganMs = performance.now();
        const found = await hosts.listHosts(signal);
        await recordHosts(sql, provider, found, performance.now() - beganMs + LOOK_AGAIN_MS);
      },
      signal,
      lane,
    );
  },
};
