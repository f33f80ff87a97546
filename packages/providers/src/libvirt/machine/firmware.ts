import type { Firmware } from "../../ports/host-port.ts";
import { element, find, textAt, type XmlElement } from "../xml/xml-document.ts";

/** How firmware of UEFI boots a machine. */
interface Uefi {
  /** The file with its variables on the host. The host makes it from its template at the first start. */
  readonly variables: string;
  /** Whether it boots only what Microsoft's keys signed, which are in the template then. */
  readonly secureBoot: boolean;
}

const OF_FIRMWARE = ["firmware", "loader", "nvram"];
const OF_SECURE_BOOT = "smm";

/**
 * Has a machine boot by UEFI, by the firmware that its host chooses, or by BIOS. Without a word about Secure Boot, hosts
 * would choose it. Changes the definition.
 * @param uefi null for BIOS
 */
export function setFirmware(domain: XmlElement, uefi: Uefi | null): void {
  const [os, features] = [find(domain, "os"), find(domain, "features")];
  if (os === undefined || features === undefined) return;
  const isOf = (names: readonly string[]) => (child: XmlElement | string) =>
    typeof child === "string" || !names.includes(child.name);
  os.children = os.children.filter(isOf(OF_FIRMWARE));
  features.children = features.children.filter(isOf([OF_SECURE_BOOT]));
  if (uefi === null) {
    os.attributes.delete("firmware");
    return;
  }
  const { variables, secureBoot } = uefi;
  const enabled = secureBoot ? "yes" : "no";
  os.attributes.set("firmware", "efi");
  os.children.push(
    element(
      "firmware",
      {},
      element("feature", { enabled, name: "enrolled-keys" }),
      element("feature", { enabled, name: "secure-boot" }),
    ),
    ...(secureBoot ? [element("loader", { secure: "yes" })] : []),
    element("nvram", {}, variables),
  );
  // What a guest must not write is out of its reach in the mode of system management alone.
  if (secureBoot) features.children.push(element(OF_SECURE_BOOT, { state: "on" }));
}

/** Has a machine that boots by UEFI use other variables. Changes the definition. */
export function setVariables(domain: XmlElement, path: string): void {
  const nvram = find(domain, "os", "nvram");
  if (nvram === undefined) return;
  nvram.children = [path];
}

/**
 * Gives a machine a TPM, unless it has one. It belongs to the machine as its addresses do, whatever its disk boots by. Its
 * host keeps what it holds. Changes the definition.
 */
export function addTpm(domain: XmlElement): void {
  if (hasTpm(domain)) return;
  find(domain, "devices")?.children.push(
    element("tpm", { model: "tpm-crb" }, element("backend", { type: "emulator", version: "2.0" })),
  );
}

export function hasTpm(domain: XmlElement): boolean {
  return find(domain, "devices", "tpm") !== undefined;
}

/** What boots a machine, ours or not. */
export function firmwareIn(domain: XmlElement): Firmware {
  const isUefi =
    find(domain, "os")?.attributes.get("firmware") === "efi" ||
    find(domain, "os", "loader")?.attributes.get("type") === "pflash";
  return isUefi ? "uefi" : "bios";
}

/** The file with a machine's variables; undefined where its definition names none. */
export function variablesIn(domain: XmlElement): string | undefined {
  return textAt(domain, "os", "nvram") || find(domain, "os", "nvram", "source")?.attributes.get("file");
}
