import { networkContains, parseCidr, parseIpv4 } from "@fulmar/contract";
import { type Sql, statement } from "@fulmar/prisma";
import { requireSameSite, VpcRepository } from "../networking/index.ts";
import { invalidField, notFound } from "../request/domain-error.ts";
import type { StoredConfiguration } from "./stored-configuration.ts";

// Whoever deletes one of them waits, and then finds the target that was added.
const keep = statement(
  "load_balancer_keep_vms",
  `SELECT vm_id, name, type::text, site_id FROM vm
    WHERE workspace_id = $1::bigint AND vm_id = ANY ($2::text[]) AND deleted_at IS NULL AND status <> 'deleted' ORDER BY vm_id FOR SHARE`,
);

/** Where a balancer is: what it sends to must be there too. */
export interface BalancerPlace {
  readonly site_id: string;
  readonly vpc_id: string | null;
}

/**
 * Checks the targets that a change adds, and keeps their VMs until the transaction ends.
 * @throws DomainError 404 for a VM that is not there, 409 `site_mismatch`, 400 for an address outside of the balancer's
 * VPC
 */
export async function checkTargets(
  { sql, workspaceId }: { readonly sql: Sql; readonly workspaceId: bigint },
  { site_id, vpc_id }: BalancerPlace,
  before: StoredConfiguration,
  after: StoredConfiguration,
): Promise<void> {
  const known = new Set(before.pools.flatMap(({ targets }) => targets.map(({ target_id }) => target_id)));
  const added = after.pools.flatMap(({ targets }) => targets.filter(({ target_id }) => !known.has(target_id)));
  await keepVms({ sql, workspaceId }, site_id, [...new Set(added.flatMap(({ vm_id }) => vm_id ?? []))]);
  const addresses = added.flatMap(({ ip }) => ip ?? []);
  if (vpc_id === null || addresses.length === 0) return;
  const vpc = await new VpcRepository(sql, workspaceId).get(vpc_id);
  const network = vpc === undefined ? undefined : parseCidr(vpc.cidr);
  if (vpc === undefined || network === undefined) throw notFound("VPC");
  const stray = addresses.find((ip) => !networkContains(network, { first: parseIpv4(ip) ?? 0, prefixLength: 32 }));
  if (stray !== undefined)
    throw invalidField("ip", `must lie in the VPC of the load balancer, ${vpc.cidr}; ${stray} does not`);
}

async function keepVms(
  { sql, workspaceId }: { readonly sql: Sql; readonly workspaceId: bigint },
  siteId: string,
  ids: readonly string[],
): Promise<void> {
  if (ids.length === 0) return;
  const vms = await sql.query(keep, [workspaceId, ids]);
  if (vms.length < ids.length) throw notFound("VM");
  requireSameSite(
    siteId,
    vms.map((vm) => ({ siteId: vm.site_id, blocker: { type: `${vm.type}_vm`, id: vm.vm_id, name: vm.name } })),
  );
}
