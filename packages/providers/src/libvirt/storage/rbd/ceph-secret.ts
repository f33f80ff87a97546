import { procedures } from "@fulmar/libvirt-rpc";
import type { LibvirtClient } from "../../client/libvirt-client.ts";
import { says } from "../../client/libvirt-refusal.ts";
import { type CephAccess, secretOf } from "../../machine/disk-source.ts";
import { element, writeXml } from "../../xml/xml-document.ts";

type Client = Pick<LibvirtClient, "call">;

/** The secret with the key of Ceph, by which QEMU opens disks on a host; undefined where its operator has set none. */
export async function findSecret(client: Client, ceph: CephAccess, signal: AbortSignal) {
  const asked = { usage: procedures.CEPH_SECRET, name: secretOf(ceph) };
  try {
    return (await client.call(procedures.secretLookupByUsage, asked, signal)).secret;
  } catch (error) {
    if (says(error, "noSecret")) return undefined;
    throw error;
  }
}

/** Gives a host the key that another one has. Repeatable. */
export async function copySecret(from: Client, to: Client, ceph: CephAccess, signal: AbortSignal): Promise<void> {
  const known = await findSecret(from, ceph, signal);
  if (known === undefined) return;
  const { value } = await from.call(procedures.secretGetValue, { secret: known, flags: 0 }, signal);
  const usage = element("usage", { type: "ceph" }, element("name", {}, secretOf(ceph)));
  const xml = writeXml(element("secret", { ephemeral: "no", private: "no" }, usage));
  const secret =
    (await findSecret(to, ceph, signal)) ??
    (await to.call(procedures.secretDefineXml, { xml, flags: 0 }, signal)).secret;
  await to.call(procedures.secretSetValue, { secret, value, flags: 0 }, signal);
}
