import type { InstanceConfiguration } from "../../ports/compute-port.ts";
import { pushFile, pushFolder } from "../files.ts";
import { machineOf, patchInstance } from "../instances.ts";
import type { LxdSite } from "../lxd-site.ts";
import { hasCloudInit, pushKeys, ROOT } from "./account.ts";

/** Told to cloud-init where the image has it; elsewhere written into the guest, whose first boot then finds it. */
export async function configureInstance(
  site: LxdSite,
  vmId: string,
  configuration: InstanceConfiguration,
  signal: AbortSignal,
): Promise<void> {
  const machine = await machineOf(site, vmId, signal);
  const { name } = machine;
  // Into a virtual machine that is off, nothing can be written: its image must have cloud-init.
  if (hasCloudInit(machine) || site.instanceType === "virtual-machine") {
    await patchInstance(site, name, { config: cloudInitOf(configuration) }, signal);
    return;
  }
  // The server would write the machine's name on the server over the one that it is to have.
  await patchInstance(site, name, { config: { "volatile.apply_template": "" } }, signal);
  const { hostname, sshKeys, userData } = configuration;
  await pushFile(site, name, { path: "/etc/hostname", content: `${hostname}\n`, mode: "0644" }, signal);
  if (sshKeys.length > 0) await pushKeys(site, name, ROOT, sshKeys.map((key) => `${key}\n`).join(""), signal);
  if (userData !== null) {
    await pushFolder(site, name, "/var/lib/fulmar", "0700", signal);
    await pushFile(site, name, { path: "/var/lib/fulmar/user-data", content: userData, mode: "0600" }, signal);
  }
}

/**
 * Keys and name are metadata, so that they hold beside whatever the user data says. The server puts it behind lines of
 * its own, the name on the server among them: so each is a line too, with a value in JSON, which YAML reads, and the
 * last one of a name counts.
 */
export function cloudInitOf({ hostname, sshKeys, userData }: InstanceConfiguration): Record<string, string> {
  const metaData = `local-hostname: ${JSON.stringify(hostname)}\npublic-keys: ${JSON.stringify(sshKeys)}\n`;
  return { "user.meta-data": metaData, "cloud-init.user-data": userData ?? "" };
}
