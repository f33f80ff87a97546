import { type CreateLoadBalancer, LoadBalancer } from "@fulmar/contract";
import { statement } from "@fulmar/prisma";
import { requireSite } from "../catalog/index.ts";
import {
  attachOrAssign,
  detachAddress,
  hasFreeAddress,
  keepSubnets,
  lockLoadBalancer,
  poolExhausted,
  readReservedIp,
  requireFree,
  requireSameSite,
  requireVpc,
  reservedIpOfBalancer,
  sitedReservedIp,
} from "../networking/index.ts";
import { inEachOrder, keyIn, positionIn } from "../query/list-order.ts";
import { toPage } from "../query/paging.ts";
import { contains } from "../query/search.ts";
import { wireForm } from "../query/wire-form.ts";
import type { Handler, InWorkspace, RequestContext } from "../request/context.ts";
import { conflict, type DomainError, deletionProtected, found } from "../request/domain-error.ts";
import { newId } from "../request/identifiers.ts";
import { releaseSecret, useSecret as takeSecret } from "../secret-store/index.ts";
import { checkDomains } from "./check-domains.ts";
import { certificatesOf, checkTargets, moveSecrets } from "./configuration-references.ts";
import { EMPTY_CONFIGURATION, readConfiguration, saveConfiguration } from "./stored-configuration.ts";
import { toStored } from "./written-configuration.ts";

// The status is not stored but derived from the revisions and the last error, so it cannot disagree with them.
const STATUS = `CASE WHEN b.error_code IS NOT NULL THEN 'error' WHEN b.applied_revision = 0 THEN 'provisioning'
                     WHEN b.applied_revision < b.revision THEN 'updating' ELSE 'active' END`;

const counted = (part: string) =>
  `(SELECT count(*)::int FROM load_balancer_${part} x
     WHERE x.workspace_id = b.workspace_id AND x.load_balancer_id = b.load_balancer_id) AS ${part}_count`;

// The limit of the addresses keeps the planner from reading all of them for a page.
const records = `
  SELECT b.load_balancer_id, b.name, b.site_id, ${STATUS} AS status, b.error_message,
         b.applied_revision < b.revision AS pending_changes,
         r.public_ip, r.public_ip_id, b.vpc_id, b.subnet_id, b.tags, ${counted("listener")}, ${counted("pool")},
         b.deletion_protection, b.created_at, b.updated_at
    FROM load_balancer b
    LEFT JOIN LATERAL (
      SELECT r.public_ip_id, host(a.address) AS public_ip FROM reserved_ip r
        JOIN public_address a ON a.public_ip_id = r.public_ip_id
       WHERE r.workspace_id = b.workspace_id AND r.attached_load_balancer_id = b.load_balancer_id LIMIT 1) r ON true
   WHERE b.workspace_id = $workspace_id::bigint`;

// The plan is always a scan of the order's index, whatever the parameters: the filters are written so that the planner
// cannot estimate them and choose to sort.
const lists = inEachOrder({
  name: "load_balancer_list",
  by: { name: "b.name", site_id: "b.site_id" },
  id: "b.load_balancer_id",
  text: ({ after, orderBy }) => `${records}
      AND ${after("$position")}
      AND coalesce(${STATUS} = ANY ($statuses::text[]), true) AND coalesce(b.name = $name::text, true)
      AND CASE WHEN $tags::text[] IS NULL THEN true ELSE b.tags && $tags END
      AND ${contains("b.name", "$search")} AND coalesce(b.site_id = ANY ($site_ids::text[]), true)
    ORDER BY ${orderBy} LIMIT $limit`,
});
const get = statement("load_balancer_get", `${records} AND b.load_balancer_id = $load_balancer_id`);

const named = statement(
  "load_balancer_named",
  "SELECT load_balancer_id FROM load_balancer WHERE workspace_id = $workspace_id::bigint AND name = $name",
);
// The default of `apply_at` makes it due at once.
const insert = statement(
  "load_balancer_insert",
  `INSERT INTO load_balancer (workspace_id, load_balancer_id, name, site_id, vpc_id, subnet_id, tags,
                              deletion_protection)
   VALUES ($workspace_id::bigint, $load_balancer_id, $name, $site_id, $vpc_id, $subnet_id, $tags::text[],
           $deletion_protection::boolean)`,
);
const update = statement(
  "load_balancer_update",
  `UPDATE load_balancer b SET name = coalesce($name::text, b.name), tags = coalesce($tags::text[], b.tags),
          deletion_protection = coalesce($deletion_protection::boolean, b.deletion_protection), updated_at = now()
    WHERE b.workspace_id = $workspace_id::bigint AND b.load_balancer_id = $load_balancer_id
      AND (b.name, b.tags, b.deletion_protection)
        IS DISTINCT FROM (coalesce($name::text, b.name), coalesce($tags::text[], b.tags),
                          coalesce($deletion_protection::boolean, b.deletion_protection))`,
);
// Deletes the listeners first: their rules refer to pools, which the balancer's deletion removes.
const remove = statement(
  "load_balancer_delete",
  `WITH listener AS (DELETE FROM load_balancer_listener
                      WHERE workspace_id = $workspace_id::bigint AND load_balancer_id = $load_balancer_id
                  RETURNING listener_id)
   DELETE FROM load_balancer b USING (SELECT count(*) FROM listener) AS gone
    WHERE b.workspace_id = $workspace_id::bigint AND b.load_balancer_id = $load_balancer_id
      AND NOT b.deletion_protection`,
);

const toLoadBalancer = wireForm(LoadBalancer);

function loadBalancerNameTaken(): DomainError {
  return conflict("name_taken", "The workspace has another load balancer of this name; choose another name.");
}

/**
 * Conflicts between concurrent requests that only a constraint detects. Changes of one balancer lock it, so they need
 * none.
 */
export const loadBalancingConstraintErrors: Readonly<Record<string, () => DomainError>> = {
  load_balancer_name_unique: loadBalancerNameTaken,
};

export const listLoadBalancers: Handler<"loadBalancer.list"> = async (
  { sql, workspace },
  { limit, cursor, sort, ...filter },
) => {
  const rows = await sql.query(lists[sort], {
    workspace_id: workspace.id,
    position: positionIn(sort, "lb", cursor),
    statuses: filter.status,
    name: filter.name,
    tags: filter.tag,
    search: filter.search,
    site_ids: filter.site_id,
    limit: limit + 1,
  });
  return toPage(rows, limit, (row) => keyIn(sort, row.load_balancer_id, row), toLoadBalancer);
};

const SKU = "load-balancer";

/**
 * Creates a load balancer with its configuration. It gets the given reserved IP, or an address that the platform
 * assigns and that the price includes. The reserved IP is not locked while billing decides; attaching it fails if
 * another request has taken it.
 */
export const createLoadBalancer: Handler<"loadBalancer.create"> = async (context, input) => {
  const { sql, workspace } = context;
  await checkPlace(context, input);
  const configuration = toStored(input.configuration, EMPTY_CONFIGURATION);
  await checkDomains(context.configuration, EMPTY_CONFIGURATION, configuration, async () => true);
  await checkTargets(context, input, EMPTY_CONFIGURATION, configuration);
  const id = newId("lb");
  const values = { workspace_id: workspace.id, ...input, load_balancer_id: id };
  if ((await sql.maybe(named, values)) !== undefined) throw loadBalancerNameTaken();
  await moveSecrets(context, { id, name: input.name }, EMPTY_CONFIGURATION, configuration);
  await context.admit({ skuCode: SKU });

  await sql.query(insert, values);
  const attachment = { attached_load_balancer_id: id };
  await attachOrAssign(context, input.reserved_ip_id ?? undefined, input.site_id, attachment);
  await saveConfiguration(sql, workspace.id, id, configuration);
  return toLoadBalancer(await sql.one(get, values));
};

/**
 * Checks the site, the subnet and the reserved IP of a new balancer: they exist and are at one site, and the IP is
 * free. @throws DomainError 400, 404, 409
 */
async function checkPlace(
  context: RequestContext,
  { site_id, vpc_id, subnet_id, reserved_ip_id }: CreateLoadBalancer,
): Promise<void> {
  await requireSite(context, site_id, "load_balancer");
  const vpc = vpc_id === null ? undefined : await requireVpc(context, vpc_id);
  if (vpc_id !== null && subnet_id !== null) await keepSubnets(context, vpc_id, [subnet_id]);
  const ip = reserved_ip_id === null ? undefined : await readReservedIp(context, reserved_ip_id);
  requireSameSite(site_id, [
    ...(vpc === undefined ? [] : [{ siteId: vpc.site_id, blocker: { type: "vpc", id: vpc.vpc_id, name: vpc.name } }]),
    ...(ip === undefined ? [] : [sitedReservedIp(ip)]),
  ]);
  if (ip !== undefined) requireFree(ip);
  else if (!(await hasFreeAddress(context.sql, site_id))) throw poolExhausted();
}

async function readLoadBalancer({ sql, workspace }: InWorkspace, load_balancer_id: string): Promise<LoadBalancer> {
  const row = await sql.maybe(get, { workspace_id: workspace.id, load_balancer_id });
  return toLoadBalancer(found(row, "load balancer"));
}

export const getLoadBalancer: Handler<"loadBalancer.get"> = (context, { load_balancer_id }) =>
  readLoadBalancer(context, load_balancer_id);

/**
 * Changes name, tags and protection. A new name is also written where secrets record their use by the balancer. If
 * nothing changes, not even `updated_at` is written.
 */
export const updateLoadBalancer: Handler<"loadBalancer.update"> = async (context, input) => {
  const { sql, workspace } = context;
  const { load_balancer_id: id, name, tags, deletion_protection } = input;
  const configuration = name === undefined ? undefined : await readConfiguration(sql, workspace.id, id);
  if (name !== undefined && configuration !== undefined) {
    for (const { secret_id } of certificatesOf(configuration))
      await takeSecret(sql, workspace.id, secret_id, { type: "load_balancer", id, name });
  }
  await sql.query(update, { workspace_id: workspace.id, load_balancer_id: id, name, tags, deletion_protection });
  return readLoadBalancer(context, id);
};

/**
 * Deletes a balancer at once, with its configuration. The workspace keeps its reserved IP, and its secrets are no longer
 * in use by the balancer. `reconcile-load-balancers` removes it at the provider.
 */
export const deleteLoadBalancer: Handler<"loadBalancer.delete"> = async (context, { load_balancer_id: id }) => {
  const { sql, workspace } = context;
  const balancer = found(await lockLoadBalancer(context, id), "load balancer");
  if (balancer.deletion_protection) throw deletionProtected("load balancer");
  const publicIp = await reservedIpOfBalancer(context, id);
  if (publicIp !== undefined) await detachAddress(context, publicIp);
  await releaseSecret(sql, workspace.id, { type: "load_balancer", id });
  await sql.query(remove, { workspace_id: workspace.id, load_balancer_id: id });
  return { status: "deleted", id };
};
