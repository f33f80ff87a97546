import type { CreateLoadBalancer, LoadBalancer, LoadBalancerStatus } from "@fulmar/contract";
import { type RowOf, type Sql, statement } from "@fulmar/prisma";
import { requireSite } from "../catalog/index.ts";
import {
  hasFreeAddress,
  lockLoadBalancer,
  poolExhausted,
  ReservedIpRepository,
  requireFree,
  requireSameSite,
  SubnetRepository,
  sitedReservedIp,
  VpcRepository,
} from "../networking/index.ts";
import { inEachOrder, keyIn, type ListPosition, positionIn, type Sort } from "../query/list-order.ts";
import { toPage } from "../query/paging.ts";
import { contains } from "../query/search.ts";
import { toTimestamp } from "../query/timestamp.ts";
import type { Handler, RequestContext } from "../request/context.ts";
import { conflict, type DomainError, deletionProtected, notFound } from "../request/domain-error.ts";
import { newId } from "../request/identifiers.ts";
import { releaseSecret, useSecret as takeSecret } from "../secret-store/index.ts";
import { checkDomains } from "./check-domains.ts";
import { certificatesOf, checkTargets, moveSecrets } from "./configuration-references.ts";
import { EMPTY_CONFIGURATION, readConfiguration, saveConfiguration } from "./stored-configuration.ts";
import { toStored } from "./written-configuration.ts";

interface LoadBalancerFilter {
  readonly status?: readonly LoadBalancerStatus[] | undefined;
  readonly name?: string | undefined;
  readonly tag?: readonly string[] | undefined;
  readonly site_id?: readonly string[] | undefined;
  readonly search?: string | undefined;
}

interface NewLoadBalancer {
  readonly loadBalancerId: string;
  readonly name: string;
  readonly siteId: string;
  readonly vpcId: string | null;
  readonly subnetId: string | null;
  readonly tags: readonly string[];
  readonly isProtected: boolean;
}

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

/** A row of a load balancer in lists and gets. */
type LoadBalancerRow = RowOf<typeof get>;

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

interface Changes {
  readonly name?: string | undefined;
  readonly tags?: readonly string[] | undefined;
  readonly deletion_protection?: boolean | undefined;
}

/** The load balancers of one workspace. */
class LoadBalancerRepository {
  readonly #sql: Sql;
  readonly #workspaceId: bigint;

  constructor(sql: Sql, workspaceId: bigint) {
    this.#sql = sql;
    this.#workspaceId = workspaceId;
  }

  /** Returns at most `limit` load balancers after a position, in the order of `sort`. */
  list(
    { status, name, tag, site_id, search }: LoadBalancerFilter,
    sort: Sort<"name" | "site_id">,
    after: ListPosition | null,
    limit: number,
  ): Promise<LoadBalancerRow[]> {
    return this.#sql.query(lists[sort], {
      workspace_id: this.#workspaceId,
      position: after,
      statuses: status ?? null,
      name: name ?? null,
      tags: tag ?? null,
      search: search ?? null,
      site_ids: site_id ?? null,
      limit,
    });
  }

  async get(loadBalancerId: string): Promise<LoadBalancerRow | undefined> {
    const [row] = await this.#sql.query(get, { workspace_id: this.#workspaceId, load_balancer_id: loadBalancerId });
    return row;
  }

  async isNameTaken(name: string): Promise<boolean> {
    return (await this.#sql.query(named, { workspace_id: this.#workspaceId, name })).length > 0;
  }

  async insert(balancer: NewLoadBalancer): Promise<void> {
    const { loadBalancerId, name, siteId, vpcId, subnetId, tags, isProtected } = balancer;
    await this.#sql.query(insert, {
      workspace_id: this.#workspaceId,
      load_balancer_id: loadBalancerId,
      name,
      site_id: siteId,
      vpc_id: vpcId,
      subnet_id: subnetId,
      tags,
      deletion_protection: isProtected,
    });
  }

  /** Updates the given fields. If none of them changes, nothing is written, not even `updated_at`. */
  async update(loadBalancerId: string, { name, tags, deletion_protection }: Changes): Promise<void> {
    await this.#sql.query(update, {
      workspace_id: this.#workspaceId,
      load_balancer_id: loadBalancerId,
      name: name ?? null,
      tags: tags ?? null,
      deletion_protection: deletion_protection ?? null,
    });
  }

  /** Deletes a balancer with its configuration. `reconcile-load-balancers` removes it at the provider. */
  async delete(loadBalancerId: string): Promise<void> {
    await this.#sql.query(remove, { workspace_id: this.#workspaceId, load_balancer_id: loadBalancerId });
  }
}

function toLoadBalancer(row: LoadBalancerRow): LoadBalancer {
  return { ...row, created_at: toTimestamp(row.created_at), updated_at: toTimestamp(row.updated_at) };
}

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
  const balancers = new LoadBalancerRepository(sql, workspace.id);
  const rows = await balancers.list(filter, sort, positionIn(sort, "lb", cursor), limit + 1);
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
  const balancers = new LoadBalancerRepository(sql, workspace.id);
  await checkPlace(context, input);
  const configuration = toStored(input.configuration, EMPTY_CONFIGURATION);
  await checkDomains(context.configuration, EMPTY_CONFIGURATION, configuration, async () => true);
  await checkTargets({ sql, workspaceId: workspace.id }, input, EMPTY_CONFIGURATION, configuration);
  if (await balancers.isNameTaken(input.name)) throw loadBalancerNameTaken();
  const loadBalancerId = newId("lb");
  await moveSecrets(context, { id: loadBalancerId, name: input.name }, EMPTY_CONFIGURATION, configuration);
  await context.admit({ skuCode: SKU });

  const { name, site_id: siteId, vpc_id: vpcId, subnet_id: subnetId, tags, deletion_protection: isProtected } = input;
  await balancers.insert({ loadBalancerId, name, siteId, vpcId, subnetId, tags, isProtected });
  const ips = new ReservedIpRepository(sql, workspace.id);
  await ips.attachOrAssign(input.reserved_ip_id ?? undefined, siteId, { loadBalancerId });
  await saveConfiguration(sql, workspace.id, loadBalancerId, configuration);
  const row = await balancers.get(loadBalancerId);
  if (row === undefined) throw new Error("the database created no load balancer");
  return toLoadBalancer(row);
};

/**
 * Checks the site, the subnet and the reserved IP of a new balancer: they exist and are at one site, and the IP is
 * free. @throws DomainError 400, 404, 409
 */
async function checkPlace(
  context: RequestContext,
  { site_id, vpc_id, subnet_id, reserved_ip_id }: CreateLoadBalancer,
): Promise<void> {
  const { sql, workspace } = context;
  await requireSite(context, site_id, "load_balancer");
  const vpc = vpc_id === null ? undefined : await new VpcRepository(sql, workspace.id).get(vpc_id);
  if (vpc_id !== null && vpc === undefined) throw notFound("VPC");
  if (
    vpc_id !== null &&
    subnet_id !== null &&
    !(await new SubnetRepository(sql, workspace.id, vpc_id).keep([subnet_id]))
  )
    throw notFound("subnet");
  const ip =
    reserved_ip_id === null ? undefined : await new ReservedIpRepository(sql, workspace.id).get(reserved_ip_id);
  if (reserved_ip_id !== null && ip === undefined) throw notFound("reserved IP");
  requireSameSite(site_id, [
    ...(vpc === undefined ? [] : [{ siteId: vpc.site_id, blocker: { type: "vpc", id: vpc.vpc_id, name: vpc.name } }]),
    ...(ip === undefined ? [] : [sitedReservedIp(ip)]),
  ]);
  if (ip !== undefined) requireFree(ip);
  else if (!(await hasFreeAddress(sql, site_id))) throw poolExhausted();
}

export const getLoadBalancer: Handler<"loadBalancer.get"> = async ({ sql, workspace }, { load_balancer_id }) => {
  const row = await new LoadBalancerRepository(sql, workspace.id).get(load_balancer_id);
  if (row === undefined) throw notFound("load balancer");
  return toLoadBalancer(row);
};

/** Changes name, tags and protection. A new name is also written where secrets record their use by the balancer. */
export const updateLoadBalancer: Handler<"loadBalancer.update"> = async (
  { sql, workspace },
  { load_balancer_id: id, name, tags, deletion_protection },
) => {
  const balancers = new LoadBalancerRepository(sql, workspace.id);
  const configuration = name === undefined ? undefined : await readConfiguration(sql, workspace.id, id);
  if (name !== undefined && configuration !== undefined) {
    for (const { secret_id } of certificatesOf(configuration))
      await takeSecret(sql, workspace.id, secret_id, { type: "load_balancer", id, name });
  }
  await balancers.update(id, { name, tags, deletion_protection });
  const row = await balancers.get(id);
  if (row === undefined) throw notFound("load balancer");
  return toLoadBalancer(row);
};

/**
 * Deletes a balancer at once. The workspace keeps its reserved IP, and its secrets are no longer in use by the
 * balancer.
 */
export const deleteLoadBalancer: Handler<"loadBalancer.delete"> = async (
  { sql, workspace },
  { load_balancer_id: id },
) => {
  const balancer = await lockLoadBalancer(sql, workspace.id, id);
  if (balancer === undefined) throw notFound("load balancer");
  if (balancer.deletion_protection) throw deletionProtected("load balancer");
  const ips = new ReservedIpRepository(sql, workspace.id);
  const publicIp = await ips.findOfLoadBalancer(id);
  if (publicIp !== undefined) await ips.detach(publicIp);
  await releaseSecret(sql, workspace.id, { type: "load_balancer", id });
  await new LoadBalancerRepository(sql, workspace.id).delete(id);
  return { status: "deleted", id };
};
