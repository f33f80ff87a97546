import type { InstanceConfiguration } from "../../ports/compute-port.ts";
import { pushFile, pushFolder } from "../files.ts";
import { machineOf, patchInstance } from "../instances.ts";
import type { LxdSite } from "../lxd-site.ts";
import { hasCloudInit, pushKeys, ROOT } from "./account.ts";

/**
 * Configures an instance through cloud-init where the image has it: cloud-init may read it from the server's socket in
 * the guest, which shows the guest its own configuration. Otherwise it writes files that the guest finds at
 * its first boot.
 */
export async function configureInstance(
  site: LxdSite,
  vmId: string,
  configuration: InstanceConfiguration,
  signal: AbortSignal,
): Promise<void> {
  const machine = await machineOf(site, vmId, signal);
  const { name } = machine;
  // Files cannot be written into a stopped virtual machine, so its image must have cloud-init.
  if (hasCloudInit(machine) || site.instanceType === "virtual-machine") {
    await patchInstance(site, name, { config: { ...cloudInitOf(configuration), "security.devlxd": "true" } }, signal);
    return;
  }
  // Otherwise the server's template would overwrite the hostname with the instance's name.
  await patchInstance(site, name, { config: { "volatile.apply_template": "", "security.devlxd": "false" } }, signal);
  const { hostname, sshKeys, userData } = configuration;
  await pushFile(site, name, { path: "/etc/hostname", content: `${hostname}\n`, mode: "0644" }, signal);
  if (sshKeys.length > 0) await pushKeys(site, name, ROOT, sshKeys.map((key) => `${key}\n`).join(""), signal);
  if (userData !== null) {
    await pushFolder(site, name, "/var/lib/fulmar", "0700", signal);
    await pushFile(site, name, { path: "/var/lib/fulmar/user-data", content: userData, mode: "0600" }, signal);
  }
}

/**
 * Keys and hostname go into the metadata, so that they hold next to any user data. The server appends our metadata to
 * its own lines, which include the instance's name, and the last line with a key wins. So each entry is one line with a
 * JSON value, which is valid YAML.
 */
export function cloudInitOf({ hostname, sshKeys, userData }: InstanceConfiguration): Record<string, string> {
  const metaData = `local-hostname: ${JSON.stringify(hostname)}\npublic-keys: ${JSON.stringify(sshKeys)}\n`;
  return { "user.meta-data": metaData, "cloud-init.user-data": userData ?? "" };
}
