import { OperatorSiteDetails } from "@fulmar/contract";
import { type Sql, statement } from "@fulmar/prisma";
import { toTimestamp, wireForm } from "../query/wire-form.ts";
import type { Handler } from "../request/context.ts";
import { conflict, DomainError } from "../request/domain-error.ts";
import { isInUse, siteState, siteStates } from "../site/index.ts";
import { fenceByHand } from "../work/fence-by-hand.ts";
import { decisionsById, readSite } from "./unknown-resources.ts";

export const listSites: Handler<"operatorSite.list"> = ({ sql }) => siteStates({ sql });

const details = statement(
  "operator_site_details",
  `SELECT s.location, s.closed_at, coalesce(seen.warnings, '{}') AS warnings,
          (SELECT d.decision_id FROM site_decision d WHERE d.site_id = s.site_id AND d.kind IS NULL
            ORDER BY d.decision_id DESC LIMIT 1) AS decision_id, CASE WHEN s.closed_at IS NOT NULL THEN s.closed_reason END AS closed_reason,
          f.fenced_at, f.detail AS fenced_detail, coalesce(s.balance_state, 'none') AS balance_state, s.balance_reason,
          (SELECT count(*)::int FROM volume v WHERE v.site_id = s.site_id AND v.deleted_at IS NULL) AS volumes,
          (SELECT count(*)::int FROM load_balancer l WHERE l.site_id = s.site_id) AS load_balancers,
          (SELECT count(*)::int FROM reserved_ip r WHERE r.site_id = s.site_id) AS public_ips
     FROM site s LEFT JOIN site_fence f ON f.provider = s.provider LEFT JOIN site_capacity seen USING (site_id)
    WHERE s.site_id = $site_id`,
);

const RANGES_SHOWN = 100;

// Neighbours have the same distance to their number.
const rangesOf = statement(
  "operator_site_ranges",
  `SELECT host(min(n.address)) AS first, host(max(n.address)) AS last, count(*)::int AS total,
          (count(*) FILTER (WHERE n.used))::int AS used
     FROM (SELECT a.address, ${isInUse("a")} AS used, a.address - row_number() OVER (ORDER BY a.address) AS run
             FROM public_address a WHERE a.site_id = $site_id) n
    GROUP BY n.run ORDER BY min(n.address) LIMIT ${RANGES_SHOWN}`,
);

const holders = statement(
  "operator_site_address_holders",
  `SELECT count(r.attached_vm_id)::int AS vms, count(r.attached_nat_gateway_id)::int AS nat_gateways,
          count(r.attached_load_balancer_id)::int AS load_balancers,
          (count(*) FILTER (WHERE r.public_ip_id IS NULL))::int AS isolated,
          (count(r.public_ip_id) FILTER (WHERE num_nonnulls(
             r.attached_vm_id, r.attached_nat_gateway_id, r.attached_load_balancer_id) = 0))::int AS reserved
     FROM public_address a LEFT JOIN reserved_ip r ON r.public_ip_id = a.public_ip_id
    WHERE a.site_id = $site_id AND ${isInUse("a")}`,
);

const maintenance = statement(
  "operator_site_maintenance",
  `SELECT a.announcement_id, a.title, a.starts_at, a.ends_at FROM announcement a
    WHERE a.kind = 'maintenance' AND coalesce(a.ends_at, 'infinity') > now()
      AND ($site_id = ANY (a.site_ids)
           OR EXISTS (SELECT FROM site_host h WHERE h.site_id = $site_id AND h.host_id = ANY (a.host_ids)))
    ORDER BY a.starts_at, a.announcement_id LIMIT 100`,
);

const STEP_SECONDS = 21_600;
const DAYS = 90;

const history = statement(
  "operator_site_history",
  `SELECT DISTINCT ON (at) date_bin('${STEP_SECONDS} seconds', h.hour, 'epoch') AS at, h.sold_cpus,
          h.sold_ram_mb::float8, h.sold_disk_gb::float8, h.cpus, h.ram_mb, h.disk_gb
     FROM site_capacity_hour h
    WHERE h.site_id = $site_id AND h.hour >= $since::text::timestamptz AND h.hour < $until::text::timestamptz
    ORDER BY at, h.hour DESC`,
);

const close = statement(
  "operator_site_close",
  `UPDATE site SET closed_at = coalesce(closed_at, now()), closed_reason = $reason
    WHERE site_id = $site_id AND removed_at IS NULL`,
);

const open = statement(
  "operator_site_open",
  `UPDATE site SET closed_at = NULL, closed_reason = NULL
    WHERE site_id = $site_id AND removed_at IS NULL AND closed_at IS NOT NULL AND setup_state IS NULL RETURNING site_id`,
);

const shown = wireForm(
  OperatorSiteDetails.pick({
    location: true,
    closed_at: true,
    closed_reason: true,
    fenced_at: true,
    fenced_detail: true,
    balance_reason: true,
  }),
);

export const getSite: Handler<"operatorSite.get"> = ({ sql }, { site_id }) => readSiteDetails(sql, site_id);

export const closeSite: Handler<"operatorSite.close"> = async ({ sql }, { site_id, reason }) => {
  await sql.query(close, { site_id, reason });
  return readSiteDetails(sql, site_id);
};

export const openSite: Handler<"operatorSite.open"> = async ({ sql }, { site_id }) => {
  const opened = await sql.maybe(open, { site_id });
  const site = await readSiteDetails(sql, site_id);
  if (!site.connected)
    throw conflict(
      "site_not_connected",
      "The site's server is not connected yet; check it, or renew its certificates.",
    );
  if (opened === undefined) throw conflict("site_not_closed", "The site is open already; nothing has to be done.");
  return site;
};

export const fenceSite: Handler<"operatorSite.fence"> = async ({ sql }, { site_id, reason }) => {
  const { provider, setup_state } = await readSite(sql, site_id);
  if (setup_state !== null)
    throw conflict(
      "site_not_connected",
      "The site's server is not connected yet, so nothing is changed there; there is nothing to fence.",
    );
  if (await fenceByHand(sql, provider, reason)) return readSiteDetails(sql, site_id);
  const { detail } = await readSite(sql, site_id);
  throw conflict("site_fenced", `The site is fenced already, which stays as it is: ${detail}`);
};

/** @throws DomainError 404 */
export async function readSiteDetails(sql: Sql, site_id: string): Promise<OperatorSiteDetails> {
  const site = await siteState({ sql }, site_id);
  if (site === undefined) throw new DomainError("not_found", "There is no such site; check the id.");
  const { volumes, load_balancers, public_ips, balance_state, warnings, decision_id, ...row } = await sql.one(details, {
    site_id,
  });
  const ranges = await sql.query(rangesOf, { site_id });
  const windows = await sql.query(maintenance, { site_id });
  const decisions = await decisionsById(sql, [decision_id]);
  return {
    ...site,
    ...shown(row),
    warnings: warnings ?? [],
    decision: decisions.get(decision_id) ?? null,
    balance_state: OperatorSiteDetails.shape.balance_state.parse(balance_state),
    holds: { vms: site.vms, volumes, load_balancers, public_ips },
    addresses: { ...site.addresses, used_by: await sql.one(holders, { site_id }), ranges },
    maintenance: windows.map(({ starts_at, ends_at, ...window }) => ({
      ...window,
      starts_at: toTimestamp(starts_at),
      ends_at: ends_at && toTimestamp(ends_at),
    })),
    history: await readHistory(sql, site_id),
  };
}

async function readHistory(sql: Sql, site_id: string): Promise<OperatorSiteDetails["history"]> {
  const stepMs = STEP_SECONDS * 1000;
  const endMs = (Math.floor(Date.now() / stepMs) + 1) * stepMs;
  const from = new Date(endMs - DAYS * 86_400_000).toISOString();
  const to = new Date(endMs).toISOString();
  const points = await sql.query(history, { site_id, since: from, until: to });
  return {
    ...{ from, to, step_seconds: STEP_SECONDS },
    points: points.flatMap(({ at, sold_cpus, sold_ram_mb, sold_disk_gb, cpus, ram_mb, disk_gb }) =>
      at === null
        ? []
        : [
            {
              at: toTimestamp(at),
              cpus: { sold: sold_cpus, has: cpus },
              ram_mb: { sold: sold_ram_mb, has: ram_mb },
              disk_gb: { sold: sold_disk_gb, has: disk_gb },
            },
          ],
    ),
  };
}
