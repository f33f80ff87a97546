import { randomBytes } from "node:crypto";
import type { Machine } from "./machine.ts";
import { keyNames, tagPairs } from "./names.ts";
import { type Folder, inJson, type MetadataDocument, plain, read } from "./tree.ts";

/** The version of OpenStack's paths that cloud-init prefers, and the newest by its name. */
const VERSIONS = ["2018-08-27", "latest"] as const;

const SEED_BYTES = 512;

/** A document of OpenStack's paths. Names and forms are those of Nova's metadata service. */
export function openStackDocument(machine: Machine, path: readonly string[]): MetadataDocument | null {
  const folder = treeOf(machine);
  // Nova lists versions without slashes, and cloud-init compares the lines.
  if (path.length === 0) return plain(VERSIONS.join("\n"))();
  return read(Object.fromEntries(VERSIONS.map((version) => [version, folder])), path);
}

function treeOf(machine: Machine): Folder {
  return {
    "meta_data.json": inJson(() => metaDataOf(machine)),
    "network_data.json": inJson(() => networkDataOf(machine)),
    ...(machine.userData !== null && { user_data: plain(machine.userData) }),
    "vendor_data.json": inJson(() => ({})),
    "vendor_data2.json": inJson(() => ({})),
  };
}

function metaDataOf({ id, name, workspaceId, site, sshKeys, tags }: Machine) {
  const keys = keyNames(sshKeys).map((keyName, index) => ({ name: keyName, type: "ssh", data: sshKeys[index] ?? "" }));
  return {
    uuid: id,
    name,
    hostname: name,
    availability_zone: site.id,
    project_id: workspaceId,
    launch_index: 0,
    meta: Object.fromEntries(tagPairs(tags)),
    keys,
    public_keys: Object.fromEntries(keys.map((key) => [key.name, key.data])),
    random_seed: randomBytes(SEED_BYTES).toString("base64"),
  };
}

/** Machines take their addresses by DHCP, in subnets too. */
function networkDataOf({ interfaces }: Machine) {
  return {
    links: interfaces.map(({ mac }, index) => ({ id: `nic${index}`, type: "phy", ethernet_mac_address: mac })),
    networks: interfaces.map(({ subnet }, index) => ({
      id: `network${index}`,
      link: `nic${index}`,
      type: "ipv4_dhcp",
      network_id: subnet?.id ?? "site",
    })),
    services: [],
  };
}
