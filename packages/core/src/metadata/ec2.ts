import type { IdentitySigner } from "./identity.ts";
import type { Machine } from "./machine.ts";
import { keyNames, tagPairs } from "./names.ts";
import { type Folder, type MetadataDocument, plain, read } from "./tree.ts";

/** The versions of EC2's paths that cloud-init asks for, and the newest by its name. */
export const EC2_VERSIONS = ["2009-04-04", "2016-09-02", "2018-09-24", "2021-03-23", "latest"] as const;

/**
 * A document of EC2's paths, below the version. Names and forms are those of the instance metadata service of Amazon
 * EC2, as far as a machine here has such a thing.
 */
export function ec2Document(
  machine: Machine,
  signer: IdentitySigner,
  path: readonly string[],
): MetadataDocument | null {
  // EC2 lists keys by number and name, and has them below the number.
  const keys = keyNames(machine.sshKeys);
  return read(treeOf(machine, signer), path, ([first, second, ...rest], name) =>
    first === "meta-data" && second === "public-keys" && rest.length === 0
      ? `${name}=${keys[Number(name)]}`
      : undefined,
  );
}

function treeOf(machine: Machine, signer: IdentitySigner): Folder {
  const identity = signer.document(machine);
  return {
    dynamic: {
      "instance-identity": {
        document: plain(identity),
        jws: plain(signer.signed("json", identity)),
        signature: plain(signer.signature(identity)),
      },
    },
    "meta-data": metaDataOf(machine),
    ...(machine.userData !== null && { "user-data": plain(machine.userData) }),
  };
}

function metaDataOf(machine: Machine): Folder {
  const [first] = machine.interfaces;
  const tags = tagPairs(machine.tags);
  return {
    "ami-id": plain(machine.imageId),
    "ami-launch-index": plain("0"),
    hostname: plain(machine.name),
    "instance-id": plain(machine.id),
    "instance-type": plain(machine.planId),
    "local-hostname": plain(machine.name),
    ...(first !== undefined && { "local-ipv4": plain(first.address), mac: plain(first.mac) }),
    ...(first !== undefined && { network: { interfaces: { macs: interfacesOf(machine) } } }),
    placement: { "availability-zone": plain(machine.site.id), region: plain(machine.site.location) },
    ...(machine.sshKeys.length > 0 && {
      "public-keys": Object.fromEntries(machine.sshKeys.map((key, index) => [index, { "openssh-key": plain(key) }])),
    }),
    ...(machine.publicIp !== null && { "public-ipv4": plain(machine.publicIp) }),
    ...(tags.length > 0 && {
      tags: { instance: Object.fromEntries(tags.map(([name, value]) => [name, plain(value)])) },
    }),
  };
}

function interfacesOf({ interfaces, publicIp }: Machine): Folder {
  return Object.fromEntries(
    interfaces.map(({ mac, address, subnet }, index) => [
      mac,
      {
        "device-number": plain(String(index)),
        "local-ipv4s": plain(address),
        mac: plain(mac),
        ...(index === 0 && publicIp !== null && { "public-ipv4s": plain(publicIp) }),
        ...(subnet !== null && {
          "subnet-id": plain(subnet.id),
          "subnet-ipv4-cidr-block": plain(subnet.cidr),
          "vpc-id": plain(subnet.vpcId),
        }),
      },
    ]),
  );
}
