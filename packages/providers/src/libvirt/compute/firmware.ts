import type { InstanceSpec } from "../../ports/compute-port.ts";
import type { Firmware } from "../../ports/host-port.ts";
import type { SiteHost } from "../hosts/site-hosts.ts";
import { recordOfImage } from "../images/stored-image.ts";
import type { LibvirtSite } from "../libvirt-site.ts";
import { addTpm, setFirmware } from "../machine/firmware.ts";
import type { Machine } from "../machine/machine.ts";
import { findPoint } from "../recovery/points.ts";
import { hypervisorOf } from "../site/hypervisor.ts";
import { variablesFile } from "../storage/names.ts";
import { folderOf } from "../storage/pool.ts";
import { unsupported } from "../unsupported.ts";

/**
 * Has a machine boot by a firmware. Changes the definition. Firmware of UEFI gets variables that no boot has written yet,
 * so that it boots the disk by its removable path, and a TPM where the site has them.
 * @param made tells the variables of a machine apart, as its disks
 * @returns the name of the file with the variables; undefined for BIOS, which has none
 * @throws ProviderError `unsupported_by_site` where its host has no such firmware
 */
export async function bootBy(
  site: LibvirtSite,
  { host, definition }: Pick<Machine, "host" | "definition">,
  { vmId, firmware, made }: { readonly vmId: string; readonly firmware: Firmware; readonly made: string },
  signal: AbortSignal,
): Promise<string | undefined> {
  if (firmware === "bios") {
    setFirmware(definition, null);
    return undefined;
  }
  await requireUefi(site, host, signal);
  const name = variablesFile(vmId, made);
  const variables = `${await folderOf(site, signal)}/${name}`;
  setFirmware(definition, { variables, secureBoot: site.secureBoot });
  if (site.tpm) addTpm(definition);
  return name;
}

/**
 * What boots a new root disk. Where its image does not say: what boots the machine that the disk, or the image, is a copy
 * of, and else BIOS.
 */
export async function firmwareFor(
  site: LibvirtSite,
  wanted: Pick<InstanceSpec, "templateId" | "firmware" | "point">,
  signal: AbortSignal,
): Promise<Firmware> {
  const { templateId, firmware, point } = wanted;
  if (firmware != null) return firmware;
  const origin =
    point == null ? await recordOfImage(site, templateId, signal) : await findPoint(site, point.pointId, signal);
  return origin?.firmware ?? "bios";
}

/** @throws ProviderError `unsupported_by_site` */
export async function requireUefi(site: LibvirtSite, host: SiteHost, signal: AbortSignal): Promise<void> {
  const { firmware } = await hypervisorOf(site, host, signal);
  if (!firmware.includes("uefi")) throw unsupported("UEFI");
}
