import { procedures } from "@fulmar/libvirt-rpc";
import type { Firmware } from "../../ports/host-port.ts";
import { ProviderError } from "../../ports/provider-error.ts";
import type { LibvirtClient } from "../client/libvirt-client.ts";
import type { SiteHost } from "../hosts/site-hosts.ts";
import type { LibvirtSite } from "../libvirt-site.ts";
import type { Hypervisor } from "../machine/definition.ts";
import { childrenOf, find, readXml, textAt, type XmlElement } from "../xml/xml-document.ts";

/** What QEMU emulates for everybody. A guest under emulation crashes with more when it moves (docs/kvm.md). */
const EMULATED_CPU = "qemu64";

/** What a host runs machines with: KVM where it has it. @throws ProviderError for a host without QEMU for x86_64 */
async function capabilitiesOf(client: LibvirtClient, signal: AbortSignal) {
  const asked = { emulator: null, arch: "x86_64", machine: "q35", type: null, flags: 0 };
  try {
    return readXml((await client.call(procedures.getDomainCapabilities, asked, signal)).capabilities);
  } catch (error) {
    if (!(error instanceof ProviderError) || error.code !== "provider_refused") throw error;
    throw new ProviderError("site_unfit", "The host has no QEMU for x86_64 machines of the type q35.", {
      retryable: false,
      cause: error,
    });
  }
}

export async function hypervisorOf(
  { cpuModel, screens }: LibvirtSite,
  { client }: SiteHost,
  signal: AbortSignal,
): Promise<Hypervisor> {
  const capabilities = await capabilitiesOf(client, signal);
  return {
    type: textAt(capabilities, "domain") ?? "qemu",
    cpuModel,
    screens,
    firmware: firmwareOf(capabilities),
    tpm: emulatesTpm(capabilities),
  };
}

/** libvirt tells of the emulation where its program is installed. */
function emulatesTpm(capabilities: XmlElement): boolean {
  const tpm = find(capabilities, "devices", "tpm");
  return (
    tpm !== undefined &&
    valuesOf(tpm, "backendModel").includes("emulator") &&
    valuesOf(tpm, "backendVersion").includes("2.0")
  );
}

/** SeaBIOS comes with QEMU, and firmware of UEFI is a package of its own. */
function firmwareOf(capabilities: XmlElement): readonly Firmware[] {
  const os = find(capabilities, "os");
  return os !== undefined && valuesOf(os, "firmware").includes("efi") ? ["bios", "uefi"] : ["bios"];
}

/** @throws ProviderError for a host without firmware of UEFI with Secure Boot, where the site's machines have that */
export async function requireFirmware(
  { secureBoot }: Pick<LibvirtSite, "secureBoot">,
  { client }: SiteHost,
  signal: AbortSignal,
): Promise<void> {
  if (!secureBoot) return;
  const capabilities = await capabilitiesOf(client, signal);
  const loader = find(capabilities, "os", "loader");
  const canBeSecure = loader !== undefined && valuesOf(loader, "secure").includes("yes");
  if (canBeSecure && firmwareOf(capabilities).includes("uefi")) return;
  throw new ProviderError(
    "site_unfit",
    "The host has no firmware of UEFI with Secure Boot: install the package ovmf, or leave secure_boot off.",
    { retryable: false },
  );
}

/** @throws ProviderError for a host that emulates no TPM, where the site's machines have one */
export async function requireTpm(
  { tpm }: Pick<LibvirtSite, "tpm">,
  { client }: SiteHost,
  signal: AbortSignal,
): Promise<void> {
  if (!tpm || emulatesTpm(await capabilitiesOf(client, signal))) return;
  throw new ProviderError(
    "site_unfit",
    "The host emulates no TPM: install the packages swtpm and swtpm-tools and restart libvirtd, or leave tpm off.",
    { retryable: false },
  );
}

/** The values of an enumeration. */
function valuesOf(from: XmlElement, name: string): string[] {
  const named = childrenOf(from, "enum").find((each) => each.attributes.get("name") === name);
  return named === undefined ? [] : childrenOf(named, "value").map((value) => textAt(value) ?? "");
}

/** @throws ProviderError for a host on which machines with that processor do not run */
export async function requireCpuModel({ client }: SiteHost, model: string, signal: AbortSignal): Promise<void> {
  const cpu = find(await capabilitiesOf(client, signal), "cpu");
  const custom = cpu && childrenOf(cpu, "mode").find((mode) => mode.attributes.get("name") === "custom");
  const models = custom === undefined ? [] : childrenOf(custom, "model");
  const known = models.find((each) => each.children[0] === model);
  if (known !== undefined && known.attributes.get("usable") !== "no") return;
  throw new ProviderError(
    "site_unfit",
    `The host does not run machines with the processor ${model}, which the site's VMs have; such VMs could not move there.`,
    { retryable: false },
  );
}

/** The named model that is nearest to a host's processors; that of emulation where the host emulates. */
export async function bestCpuModel(client: LibvirtClient, signal: AbortSignal): Promise<string> {
  const capabilities = await capabilitiesOf(client, signal);
  if (textAt(capabilities, "domain") !== "kvm") return EMULATED_CPU;
  const cpu = find(capabilities, "cpu");
  const named = cpu && childrenOf(cpu, "mode").find((mode) => mode.attributes.get("name") === "host-model");
  return (named && textAt(named, "model")) ?? EMULATED_CPU;
}
