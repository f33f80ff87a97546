// Which host takes a VM: one with room, of its organization, that its placement group allows (docs/adr/0137, docs/adr/0152).
import type { CreateCloudVm } from "@fulmar/contract";
import { type RowOf, type Sql, statement } from "@fulmar/prisma";
import type { InWorkspace } from "../request/context.ts";
import { conflict, type DomainError, found } from "../request/domain-error.ts";
import { freestFirst, hostsOfVm, ofOrganization, runsImageOf, takesVm } from "../site/index.ts";

/** SQL: the place of a host in the words of the group `g`. The hosts of a site without a zone share one. */
const placeOf = (host: string) =>
  `${host}.site_id || ' ' || CASE WHEN g.over = 'zones' THEN coalesce(${host}.zone, '') ELSE ${host}.host_id END`;

/**
 * SQL: the join of `near`, which counts the other VMs of the group `g` in the place of the host `h` and in other places.
 * A VM that moves counts where it is and where it goes. What a drain or a lost host moves will follow, so it is not elsewhere.
 * @param self the id of the VM itself
 */
const near = (self: string) => `LEFT JOIN LATERAL (
       SELECT count(*) FILTER (WHERE ${placeOf("oh")} = ${placeOf("h")})::int AS here,
              count(*) FILTER (WHERE ${placeOf("oh")} <> ${placeOf("h")} AND oh.state NOT IN ('draining', 'lost'))::int AS elsewhere
         FROM vm o JOIN site_host oh ON oh.host_id IN (o.host_id, o.next_host_id)
        WHERE o.workspace_id = g.workspace_id AND o.placement_group_id = g.placement_group_id
          AND o.vm_id <> ${self}) near ON true`;

/** SQL: the joins that `KEEPS_GROUP` and `BEST_FOR_GROUP` need, for a VM `v` and a host `h`. */
export const WITH_GROUP = `LEFT JOIN placement_group g
         ON g.workspace_id = v.workspace_id AND g.placement_group_id = v.placement_group_id
       ${near("v.vm_id")}`;

/** SQL: whether the host `h` is a place that the group `g` allows, or there is no group. */
const KEEPS_GROUP = `(g.strict IS NOT TRUE
          OR CASE g.strategy WHEN 'spread' THEN near.here = 0 ELSE near.elsewhere = 0 END)`;

/** SQL: the order in which a group `g` wants the hosts. The same for all where there is no group. */
const BEST_FOR_GROUP = "CASE g.strategy WHEN 'spread' THEN near.here WHEN 'pack' THEN -near.here END";

/**
 * SQL: the places of the other VMs of the group `g` of a VM `v`, without those on its host `h`, which a drain moves with
 * it.
 */
export const PLACES_OF_GROUP = `ARRAY(
       SELECT ${placeOf("oh")} FROM vm o JOIN site_host oh ON oh.host_id IN (o.host_id, o.next_host_id)
        WHERE o.workspace_id = g.workspace_id AND o.placement_group_id = g.placement_group_id
          AND o.vm_id <> v.vm_id AND oh.host_id <> h.host_id)`;

/** SQL: whether the host `h` takes the VM `v` of the plan `p`, and its group allows it. Needs `WITH_GROUP`. */
export const MAY_TAKE = `${takesVm("v", "p", ofOrganization(hostsOfVm("v")))}
      AND ${runsImageOf("v")} AND ${KEEPS_GROUP}`;

/** SQL: the best host for a VM first. */
export const BEST_HOST = `${BEST_FOR_GROUP}, ${freestFirst}`;

/**
 * SQL: reserves a place for a VM at another host of its site and answers the names of both. A trigger counts the VM there.
 * @param when what must hold of its host `own`, and of the other one `h`
 * @param before other parts of the statement, which come first
 */
export const reserveElsewhere = (when: string, before = "") => `WITH ${before}chosen AS (
     SELECT h.host_id, h.name, own.name AS from_host
       FROM vm v JOIN plan p ON p.plan_id = v.plan_id JOIN site_host own ON own.host_id = v.host_id
       JOIN site_host h ON h.site_id = own.site_id AND h.host_id <> own.host_id
       ${WITH_GROUP}
      WHERE v.workspace_id = $workspace_id::bigint AND v.vm_id = $vm_id AND v.operation_id IS NULL
        AND ${when} AND ${MAY_TAKE}
      ORDER BY ${BEST_HOST} LIMIT 1 FOR UPDATE OF h
   )
   UPDATE vm SET next_host_id = chosen.host_id FROM chosen
    WHERE vm.workspace_id = $workspace_id::bigint AND vm.vm_id = $vm_id AND vm.operation_id IS NULL
   RETURNING chosen.name AS to_host, chosen.from_host`;

const hold = statement(
  "placement_group_hold",
  `SELECT FROM placement_group
    WHERE workspace_id = $workspace_id::bigint AND placement_group_id = $placement_group_id FOR NO KEY UPDATE`,
);

/**
 * Makes others wait who place VMs of a group, until the transaction ends. The statement that places sees theirs then.
 * A group is locked before hosts.
 */
export async function holdPlacement(
  sql: Sql,
  group: { readonly workspace_id: bigint; readonly placement_group_id: string | null },
): Promise<void> {
  const { workspace_id, placement_group_id } = group;
  if (placement_group_id !== null) await sql.query(hold, { workspace_id, placement_group_id });
}

// The lock keeps the group from being deleted before the VM is written.
const find = statement(
  "placement_find",
  `SELECT g.name, g.strategy, g.over, g.strict,
          EXISTS (SELECT FROM site_host h WHERE h.site_id = $site_id) AS has_hosts,
          EXISTS (SELECT FROM site_host h ${near("''")}
                   WHERE h.site_id = $site_id AND ${takesVm("p", "p", ofOrganization("CASE WHEN $dedicated::boolean THEN $organization_id END"))}
                     AND ${KEEPS_GROUP}) AS has_place
     FROM placement_group g JOIN plan p ON p.plan_id = $plan_id
    WHERE g.workspace_id = $workspace_id::bigint AND g.placement_group_id = $placement_group_id FOR KEY SHARE OF g`,
);

/** A group with whether a site has a place for a VM of it. */
export type Placement = RowOf<typeof find>;

/** The placement group that a new VM names, if it names one. @throws DomainError 404 */
export async function findPlacement(
  { sql, workspace }: InWorkspace,
  site_id: string,
  { placement_group_id, plan_id, dedicated }: Pick<CreateCloudVm, "placement_group_id" | "plan_id" | "dedicated">,
): Promise<Placement | undefined> {
  if (placement_group_id === undefined) return undefined;
  const { id: workspace_id, organizationId: organization_id } = workspace;
  const values = { workspace_id, organization_id, placement_group_id, site_id, plan_id, dedicated };
  return found(await sql.maybe(find, values), "placement group");
}

/** @throws DomainError 409 where a strict group has no place left */
export function requirePlace(placement: Placement | undefined): void {
  if (placement === undefined || !placement.strict) return;
  if (placement.has_hosts !== true) throw placesUnknown(placement);
  if (placement.has_place !== true) throw noPlaceLeft(placement);
}

export function placesUnknown({ name }: Pick<Placement, "name">): DomainError {
  return conflict(
    "placement_group_unsupported",
    `The site does not list its hosts, so the strict placement group ${name} cannot be kept there; choose another ` +
      "site, or create the VM without the group.",
  );
}

/** The refusal of a VM for which a strict group has no place. */
export function noPlaceLeft({ name, strategy, over }: Pick<Placement, "name" | "strategy" | "over">): DomainError {
  const place = over === "zones" ? "zone" : "host";
  return conflict(
    "placement_group_full",
    strategy === "spread"
      ? `No ${place} is left that has room for this VM and has no VM of the placement group ${name}; delete one of ` +
          "its VMs, choose another site, or create the VM without the group."
      : `The ${place} of the VMs of the placement group ${name} has no room for this VM; choose a smaller plan, or ` +
          "create the VM without the group.",
  );
}
