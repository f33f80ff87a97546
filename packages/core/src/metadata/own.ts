import type { IdentitySigner } from "./identity.ts";
import type { Machine } from "./machine.ts";
import { type Folder, inJson, type MetadataDocument, plain, read } from "./tree.ts";

/** Visible ASCII, so that what a service compares is what a machine has written. */
const AUDIENCE = /^[\x21-\x7e]{1,255}$/;

/** A document of our own paths. `identity` needs the audience in the query. */
export function ownDocument(
  machine: Machine,
  signer: IdentitySigner,
  path: readonly string[],
  query: URLSearchParams,
): MetadataDocument | "audience_missing" | null {
  if (path.length === 2 && path[0] === "v1" && path[1] === "identity") {
    const [audience = "", ...more] = query.getAll("audience");
    if (more.length > 0 || !AUDIENCE.test(audience)) return "audience_missing";
    return plain(signer.token(machine, audience))();
  }
  return read({ v1: treeOf(machine) }, path);
}

function treeOf(machine: Machine): Folder {
  const { id, name, workspaceId, site, planId, imageId, tags, sshKeys, publicIp, createdAt, interfaces } = machine;
  return {
    identity: plain(""),
    machine: inJson(() => ({
      id,
      name,
      workspace_id: workspaceId,
      site: { id: site.id, name: site.name, location: site.location },
      plan_id: planId,
      template_id: imageId,
      tags,
      public_ip: publicIp,
      interfaces: interfaces.map(({ mac, address, ipv6Address, privateDnsName, subnet }) => ({
        mac,
        private_ip: address,
        ipv6_address: ipv6Address,
        private_dns_name: privateDnsName,
        subnet_id: subnet?.id ?? null,
        vpc_id: subnet?.vpcId ?? null,
        cidr: subnet?.cidr ?? null,
      })),
      created_at: createdAt,
    })),
    ssh_keys: plain(sshKeys.map((key) => `${key}\n`).join("")),
    ...(machine.userData !== null && { user_data: plain(machine.userData) }),
  };
}
