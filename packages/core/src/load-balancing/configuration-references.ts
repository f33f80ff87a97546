import { type LoadBalancerListener, networkContains, parseCidr, parseIpv4 } from "@fulmar/contract";
import { statement } from "@fulmar/prisma";
import { requireSameSite, requireVpc } from "../networking/index.ts";
import type { InWorkspace, RequestContext } from "../request/context.ts";
import { DomainError, invalidField, notFound } from "../request/domain-error.ts";
import { readCertificate, readSecret, releaseSecret, useSecret as takeSecret } from "../secret-store/index.ts";
import type { StoredConfiguration } from "./stored-configuration.ts";

type Reference = NonNullable<LoadBalancerListener["certificate"]>;

/**
 * Records the use of secrets that a change adds, and ends the use of those that it removes. A balancer uses a secret
 * once, regardless of how many listeners refer to it.
 * @throws DomainError 404 for a secret that is not in that store, 400 for one that holds no certificate with its key
 */
export async function moveSecrets(
  context: Pick<RequestContext, "sql" | "workspace" | "vault">,
  balancer: { readonly id: string; readonly name: string },
  before: StoredConfiguration,
  after: StoredConfiguration,
): Promise<void> {
  const user = { type: "load_balancer", ...balancer };
  const [old, wanted] = [certificatesOf(before), certificatesOf(after)];
  for (const reference of wanted)
    if (!old.some((known) => isSame(known, reference)))
      await takeUp(context, user, reference, fieldOf(after, reference));
  for (const { secret_id } of old) {
    if (!wanted.some((reference) => reference.secret_id === secret_id))
      await releaseSecret(context.sql, context.workspace.id, user, secret_id);
  }
}

/** Returns the secrets that the listeners need, without duplicates. */
export function certificatesOf({ listeners }: StoredConfiguration): Reference[] {
  const all = listeners.flatMap(({ certificate, additional_certificates }) => [
    ...(certificate === null ? [] : [certificate]),
    ...additional_certificates,
  ]);
  return all.filter((reference, index) => all.findIndex((other) => isSame(other, reference)) === index);
}

/** The field of a listener that names a secret. */
function fieldOf({ listeners }: StoredConfiguration, reference: Reference): string {
  const isDefault = listeners.some(({ certificate }) => certificate !== null && isSame(certificate, reference));
  return isDefault ? "certificate" : "additional_certificates";
}

function isSame(one: Reference, other: Reference): boolean {
  return one.store_id === other.store_id && one.secret_id === other.secret_id;
}

async function takeUp(
  context: Pick<RequestContext, "sql" | "workspace" | "vault">,
  user: { readonly type: string; readonly id: string; readonly name: string },
  { store_id, secret_id }: Reference,
  field: string,
): Promise<void> {
  const { sql, workspace, vault } = context;
  await readSecret(context, { store_id, secret_id });
  await takeSecret(sql, workspace.id, secret_id, user);
  const asked = { workspaceId: workspace.id, secretId: secret_id, reader: "load-balancer" };
  const { disorder } = await readCertificate({ sql, vault }, asked).catch((error: unknown) => {
    if (!(error instanceof DomainError && error.kind === "conflict")) throw error;
    throw invalidField(field, `cannot be used: ${error.message.replace(/\.$/, "")}`, error.code);
  });
  // A balancer that has such a chain since an earlier version keeps it: it is loaded.
  if (disorder !== undefined)
    throw invalidField(
      field,
      `cannot be used: ${disorder}; store the listener's own certificate first and after each the one that has signed it`,
      "certificate_invalid",
    );
}

// A concurrent request that deletes one of these VMs waits, then sees the new target.
const keep = statement(
  "load_balancer_keep_vms",
  `SELECT vm_id, name, type::text, site_id FROM vm
    WHERE workspace_id = $workspace_id::bigint AND vm_id = ANY ($vm_ids::text[]) AND deleted_at IS NULL
      AND status <> 'deleted' ORDER BY vm_id FOR SHARE`,
);

/** The site and VPC of a balancer. Its targets must be there too. */
interface BalancerPlace {
  readonly site_id: string;
  readonly vpc_id: string | null;
}

/**
 * Checks the targets that a change adds or enables, and locks their VMs until the transaction ends. An address must lie
 * in the balancer's VPC. Without a VPC, the balancer is in the site's own network, which workspaces share, so that an
 * address there may belong to somebody else.
 * @throws DomainError 404 for a VM that does not exist, 409 `site_mismatch`, 400 for an address outside the balancer's
 * VPC
 */
export async function checkTargets(
  context: InWorkspace,
  { site_id, vpc_id }: BalancerPlace,
  before: StoredConfiguration,
  after: StoredConfiguration,
): Promise<void> {
  const known = new Map(
    before.pools.flatMap(({ targets }) => targets.map(({ target_id, enabled }) => [target_id, enabled] as const)),
  );
  const added = after.pools.flatMap(({ targets }) =>
    targets.filter(({ target_id, enabled }) => !known.has(target_id) || (enabled && known.get(target_id) === false)),
  );
  const addresses = added.flatMap(({ ip }) => ip ?? []);
  if (vpc_id === null && addresses.length > 0)
    throw invalidField("ip", "needs a load balancer in a VPC; without one, name the VM by vm_id");
  await keepVms(context, site_id, [...new Set(added.flatMap(({ vm_id }) => vm_id ?? []))]);
  if (vpc_id === null || addresses.length === 0) return;
  const { cidr } = await requireVpc(context, vpc_id);
  const network = parseCidr(cidr);
  if (network === undefined) throw notFound("VPC");
  const stray = addresses.find((ip) => !networkContains(network, { first: parseIpv4(ip) ?? 0, prefixLength: 32 }));
  if (stray !== undefined)
    throw invalidField("ip", `must lie in the VPC of the load balancer, ${cidr}; ${stray} does not`);
}

async function keepVms({ sql, workspace }: InWorkspace, siteId: string, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  const vms = await sql.query(keep, { workspace_id: workspace.id, vm_ids: ids });
  if (vms.length < ids.length) throw notFound("VM");
  requireSameSite(
    siteId,
    vms.map((vm) => ({ siteId: vm.site_id, blocker: { type: `${vm.type}_vm`, id: vm.vm_id, name: vm.name } })),
  );
}
