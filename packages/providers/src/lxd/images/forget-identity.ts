import { pushFile, removeFile } from "../files.ts";
import type { LxdSite } from "../lxd-site.ts";

const KEY_TYPES = ["rsa", "ecdsa", "ed25519", "dsa"];
const HOST_KEYS = KEY_TYPES.flatMap((type) => [`/etc/ssh/ssh_host_${type}_key`, `/etc/ssh/ssh_host_${type}_key.pub`]);

/**
 * Removes from a stopped copy what tells a machine from others: the keys of its SSH server, and its machine id, which is
 * left empty so that systemd makes another at the next boot (machine-id(5)). cloud-init runs anew by itself, because a
 * new instance has a new instance id; it also makes new host keys. No file of a virtual machine can be changed while it
 * is off, so there cloud-init alone does this, and its image must have it.
 */
export async function forgetIdentity(site: LxdSite, name: string, signal: AbortSignal): Promise<void> {
  if (site.instanceType === "virtual-machine") return;
  for (const path of [...HOST_KEYS, "/var/lib/dbus/machine-id", "/var/lib/systemd/random-seed"])
    await removeFile(site, name, path, signal);
  await pushFile(site, name, { path: "/etc/machine-id", content: "", mode: "0444" }, signal);
}
