import type { CreateCloudVm } from "@fulmar/contract";
import { statement } from "@fulmar/prisma";
import {
  hasFreeAddress,
  keepFirewallGroups,
  type NewVmNetwork,
  readReservedIp,
  readSubnet,
  requireVpc,
} from "../../networking/index.ts";
import type { RequestContext } from "../../request/context.ts";
import { notFound } from "../../request/domain-error.ts";
import { findPlacement } from "../placement.ts";
import { keysForVm } from "../ssh-keys.ts";
import { userDataForVm } from "../startup-scripts.ts";

// Volumes are locked in the order of their ids, so that two creates with the same volumes cannot deadlock.
const lock = statement(
  "new_vm_hold_volumes",
  `SELECT volume_id, name, status::text, site_id, operation_id FROM volume
    WHERE workspace_id = $workspace_id::bigint AND volume_id = ANY ($volume_ids::text[]) AND deleted_at IS NULL
    ORDER BY volume_id FOR NO KEY UPDATE`,
);

/** The parts that the request of a new VM names, and whether its site has an address for it. */
export type Found = Awaited<ReturnType<typeof gather>>;

/**
 * Finds everything that a new VM is made of. A part that the request does not name costs no query.
 * @throws DomainError 404 when a part is missing
 */
export async function gather(context: RequestContext, siteId: string, input: CreateCloudVm) {
  return {
    volumes: await lockVolumes(context, input.volume_ids),
    network: await findNetwork(context, input),
    placement: await findPlacement(context, siteId, input),
    sshKeys: (await keysForVm(context, input)) ?? [],
    userData: await userDataForVm(context, input),
    hasAddress: !input.public_ip || (await hasFreeAddress(context.sql, siteId)),
  };
}

/** Reads the volumes of a new VM and locks them until the transaction ends. @throws DomainError 404 */
async function lockVolumes({ sql, workspace }: RequestContext, volumeIds: readonly string[]) {
  if (volumeIds.length === 0) return [];
  const volumes = await sql.query(lock, { workspace_id: workspace.id, volume_ids: volumeIds });
  if (volumes.length < volumeIds.length) throw notFound("volume");
  return volumes;
}

/**
 * Reads the network parts of a new VM. Subnet and reserved IP are not locked while billing decides, so that concurrent
 * creates in one subnet do not wait for each other. `connectNewVm` refuses if another request was faster.
 * @throws DomainError 404
 */
async function findNetwork(context: RequestContext, input: CreateCloudVm): Promise<NewVmNetwork> {
  const { vpc_id, subnet_id, public_ip: publicIp, reserved_ip_id, firewall_group_ids: firewallGroupIds } = input;
  if (vpc_id !== undefined) await requireVpc(context, vpc_id);
  const subnet =
    vpc_id === undefined || subnet_id === undefined ? undefined : await readSubnet(context, vpc_id, subnet_id);
  if (subnet_id !== undefined && subnet === undefined) throw notFound("subnet");
  const reservedIp = reserved_ip_id === undefined ? undefined : await readReservedIp(context, reserved_ip_id);
  await keepFirewallGroups(context, firewallGroupIds);
  return { subnet, publicIp, reservedIp, firewallGroupIds };
}
