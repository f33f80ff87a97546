import type { Firmware } from "../../ports/host-port.ts";
import type { LxdInstance } from "../lxd-instance.ts";
import type { LxdSite } from "../lxd-site.ts";

/** Boots a machine by BIOS (LXD's instance options). Secure boot is a feature of UEFI, and excludes it. */
const BY_BIOS: Readonly<Record<string, string>> = { "security.csm": "true", "security.secureboot": "false" };

const isByBios = (config: LxdInstance["config"]) => config["security.csm"] === "true";

/** The configuration of a machine that its image's firmware boots. The server boots machines by UEFI unless told otherwise. */
export function bootedBy(
  { instanceType }: Pick<LxdSite, "instanceType">,
  firmware: Firmware | null,
): Readonly<Record<string, string>> {
  return instanceType === "virtual-machine" && firmware === "bios" ? BY_BIOS : {};
}

/** What changes in the configuration of a machine that gets a disk which another firmware boots. */
export function anotherBoot(
  config: LxdInstance["config"],
  firmware: Firmware | null,
): Readonly<Record<string, string>> {
  if (firmware === "bios") return BY_BIOS;
  return isByBios(config) ? Object.fromEntries(Object.keys(BY_BIOS).map((key) => [key, ""])) : {};
}

/** The firmware of a copy of a machine. Nothing where only the machine itself says it, as with copies of other sites. */
export function firmwareOf(config: LxdInstance["config"]): { readonly firmware?: Firmware } {
  return isByBios(config) ? { firmware: "bios" } : {};
}
