import type { Secrets } from "@fulmar/config";
import { type Sql, statement } from "@fulmar/prisma";
import type { MetadataMachine } from "@fulmar/providers";
import { openUserData } from "../compute/index.ts";
import { shownNameOf } from "../networking/index.ts";
import { toTimestamp } from "../query/wire-form.ts";

/** A NIC of a machine. Outside of VPCs it has neither subnet nor VPC. */
export interface MachineInterface {
  readonly mac: string;
  readonly address: string;
  readonly subnet: { readonly id: string; readonly vpcId: string; readonly cidr: string } | null;
  /** Null outside of VPCs with IPv6. */
  readonly ipv6Address: string | null;
  /** By which the machines of the VPC find it; null without one. */
  readonly privateDnsName: string | null;
}

/** What a machine may know of itself. */
export interface Machine {
  readonly id: string;
  readonly name: string;
  readonly workspaceId: string;
  readonly site: { readonly id: string; readonly name: string; readonly location: string };
  readonly planId: string;
  readonly imageId: string;
  readonly tags: readonly string[];
  /** Public keys in the form of authorized_keys. */
  readonly sshKeys: readonly string[];
  readonly userData: string | null;
  readonly publicIp: string | null;
  /** RFC 3339. */
  readonly createdAt: string;
  /** The first one is that of the machine's private address. */
  readonly interfaces: readonly MachineInterface[];
}

// What an operation under way will write into the machine counts: it boots with that.
const find = statement(
  "metadata_machine",
  `SELECT v.vm_id, v.name, v.workspace_id::text, v.site_id, s.name AS site_name, s.location, v.plan_id, v.template_id,
          v.tags, coalesce(p.ssh_keys, v.ssh_keys) AS ssh_keys, coalesce(p.user_data, v.user_data) AS user_data,
          CASE WHEN p.user_data IS NULL THEN coalesce(p.sealed_user_data, v.sealed_user_data) END AS sealed_user_data,
          v.public_ip, v.private_ip, v.created_at,
          (SELECT jsonb_agg(jsonb_build_object('address', host(n.private_ip), 'id', n.subnet_id, 'vpcId', n.vpc_id,
                                               'cidr', n.subnet_cidr::cidr::text, 'ipv6', host(n.ipv6_address),
                                               'name', ${shownNameOf("n")}))
             FROM vpc_node n WHERE n.workspace_id = v.workspace_id AND n.vm_id = v.vm_id) AS nodes
     FROM vm v JOIN site s ON s.site_id = v.site_id
     LEFT JOIN vm_pending_configuration p ON p.operation_id = v.operation_id
    WHERE v.vm_id = $vm_id AND v.site_id = $site_id AND v.deleted_at IS NULL`,
);

/**
 * Reads what a machine may know of itself. The site has said which machine sends from this address, a second ago at
 * most; it counts if the database gives the machine the same address. So an address that has just gone to another
 * machine shows nothing of either.
 * @returns null if there is no such machine, or not at this address
 */
export async function findMachine(
  sql: Sql,
  secrets: Secrets,
  siteId: string,
  { vmId, interfaces, address }: MetadataMachine,
): Promise<Machine | null> {
  const row = await sql.maybe(find, { vm_id: vmId, site_id: siteId });
  if (row === undefined) return null;
  const nodes = row.nodes ?? [];
  // Outside of VPCs the site chooses the address. The database learns it when the machine has started.
  const own = nodes.length > 0 ? nodes.map((node) => node.address) : [row.private_ip ?? address];
  if (!own.includes(address)) return null;
  return {
    id: row.vm_id,
    name: row.name,
    workspaceId: row.workspace_id,
    site: { id: row.site_id, name: row.site_name, location: row.location },
    planId: row.plan_id,
    imageId: row.template_id,
    tags: row.tags,
    sshKeys: row.ssh_keys.filter((key) => key !== null),
    userData: openUserData(secrets, row.vm_id, row),
    publicIp: row.public_ip,
    createdAt: toTimestamp(row.created_at),
    interfaces: interfaces
      .filter((nic) => own.includes(nic.address))
      .map((nic) => {
        const { id, vpcId, cidr, ipv6 = null, name = null } = nodes.find((node) => node.address === nic.address) ?? {};
        const isInSubnet = id !== undefined && vpcId !== undefined && cidr !== undefined;
        return { ...nic, subnet: isInSubnet ? { id, vpcId, cidr } : null, ipv6Address: ipv6, privateDnsName: name };
      }),
  };
}
