import type { InstanceConfiguration } from "../../ports/compute-port.ts";
import type { LibvirtSite } from "../libvirt-site.ts";
import { setSeed } from "../machine/definition.ts";
import { define, machineOf } from "../machine/machines.ts";
import { seedFile } from "../storage/names.ts";
import { folderOf, writeFile } from "../storage/pool.ts";
import { cdOf } from "./iso9660.ts";

/** Configures a machine's first boot by a CD that cloud-init reads (its data source NoCloud). */
export async function configureInstance(
  site: LibvirtSite,
  vmId: string,
  configuration: InstanceConfiguration,
  signal: AbortSignal,
): Promise<void> {
  const { definition } = await machineOf(site, vmId, signal);
  const folder = await folderOf(site, signal);
  await writeFile(site, seedFile(vmId), seedOf(vmId, configuration), signal);
  setSeed(definition, `${folder}/${seedFile(vmId)}`);
  await define(site, definition, signal);
}

/**
 * The CD. Keys and host name are metadata, so that they hold next to any user data. Each entry of the metadata is one
 * line with a JSON value, which is valid YAML. The instance's id says when a boot is the first.
 */
function seedOf(vmId: string, { hostname, sshKeys, userData }: InstanceConfiguration): Buffer {
  const metaData = [
    `instance-id: ${vmId}`,
    `local-hostname: ${JSON.stringify(hostname)}`,
    `public-keys: ${JSON.stringify(sshKeys)}`,
    "",
  ].join("\n");
  return cdOf("cidata", [
    { name: "meta-data", content: Buffer.from(metaData) },
    { name: "user-data", content: Buffer.from(userData ?? "") },
  ]);
}
