import { createHash } from "node:crypto";
import { formatIpv4, networkSize } from "@fulmar/contract";
import { z } from "zod";
import type { InstanceNetwork } from "../../ports/network-port.ts";
import { ProviderError } from "../../ports/provider-error.ts";
import { pathOf } from "../client/lxd-client.ts";
import { labeledId, labelsOf, lxdName } from "../labels.ts";
import type { LxdSite } from "../lxd-site.ts";
import type { Fabric } from "./fabric.ts";
import { LxdNetwork, LxdProfile } from "./network-answers.ts";
import { rangeOf } from "./network-ranges.ts";
import { networkNameOf } from "./subnet-networks.ts";

export type Nic = Pick<InstanceNetwork["nics"][number], "subnetId" | "address">;

/**
 * The profile that holds an instance's NICs. It can exist before the instance, which then has its NICs from the start.
 */
export async function findInstanceProfile(
  { client }: LxdSite,
  vmId: string,
  signal: AbortSignal,
): Promise<LxdProfile | undefined> {
  return client.find(pathOf("profiles", lxdName(vmId)), LxdProfile, signal);
}

export async function putInstanceProfile(
  site: LxdSite,
  vmId: string,
  profile: { readonly config: Readonly<Record<string, string>>; readonly devices: LxdProfile["devices"] },
  signal: AbortSignal,
): Promise<void> {
  const whole = { description: "", ...profile, config: { ...profile.config, ...labelsOf(site, "vm_network", vmId) } };
  const present = await findInstanceProfile(site, vmId, signal);
  if (present === undefined) await site.client.change("POST", "/profiles", { name: lxdName(vmId), ...whole }, signal);
  else await site.client.change("PUT", pathOf("profiles", lxdName(vmId)), whole, signal);
}

interface InstanceProfile extends LxdProfile {
  readonly vmId: string;
}

/** The profiles of this site's instances. */
export function instanceProfiles(site: LxdSite, signal: AbortSignal): Promise<InstanceProfile[]> {
  return profilesAs(site, ["vm_network"], signal);
}

/** The same with those of released machines, which keep their addresses and their filters. */
export function presentProfiles(site: LxdSite, signal: AbortSignal): Promise<InstanceProfile[]> {
  return profilesAs(site, ["vm_network", "released_network"], signal);
}

async function profilesAs(
  site: LxdSite,
  roles: readonly ("vm_network" | "released_network")[],
  signal: AbortSignal,
): Promise<InstanceProfile[]> {
  const profiles = await site.client.get("/profiles", z.array(LxdProfile), signal, { recursion: 1 });
  return profiles.flatMap((profile) =>
    roles.flatMap((role) => {
      const vmId = labeledId(site, role, profile.config);
      return vmId === undefined ? [] : [{ ...profile, vmId }];
    }),
  );
}

/** NIC devices in subnets. An instance cannot spoof addresses, whatever it configures for itself. */
export function subnetDevices(fabric: Fabric, vmId: string, nics: readonly Nic[]): LxdProfile["devices"] {
  return Object.fromEntries(
    nics.map(({ subnetId, address }, index) => [
      `eth${index}`,
      nicDevice(fabric, vmId, `eth${index}`, networkNameOf(subnetId), address),
    ]),
  );
}

/** The single NIC of an instance that is in no subnet. */
export function homeDevices(fabric: Fabric, site: LxdSite, vmId: string, address: string): LxdProfile["devices"] {
  return { eth0: nicDevice(fabric, vmId, "eth0", site.network, address) };
}

function nicDevice(
  fabric: Fabric,
  vmId: string,
  name: string,
  network: string,
  address: string,
): Record<string, string> {
  return {
    type: "nic",
    name,
    network,
    hwaddr: hardwareAddress(vmId, name),
    "ipv4.address": address,
    ...fabric.nicKeys({ vmId, network }),
  };
}

/** A NIC's permanent MAC address, in LXD's own range. It stays the same when the instance is created again. */
function hardwareAddress(vmId: string, name: string): string {
  const [a, b, c] = createHash("sha256").update(`${vmId} ${name}`).digest();
  return `00:16:3e:${[a, b, c].map((byte) => (byte ?? 0).toString(16).padStart(2, "0")).join(":")}`;
}

/** The addresses of the NICs, in order. */
export function addressesOf({ devices }: Pick<LxdProfile, "devices">): string[] {
  return Object.values(devices).flatMap((device) => device["ipv4.address"] ?? []);
}

export function networksOf({ devices }: Pick<LxdProfile, "devices">): string[] {
  return [...new Set(Object.values(devices).flatMap((device) => device.network ?? []))];
}

/**
 * A free address of the site's own network, or the one that the instance already has. @throws ProviderError `site_full`
 */
export async function homeAddress(site: LxdSite, vmId: string, signal: AbortSignal): Promise<string> {
  const profiles = await presentProfiles(site, signal);
  const own = profiles.find((profile) => profile.vmId === vmId)?.devices.eth0;
  if (own?.network === site.network && own["ipv4.address"] !== undefined) return own["ipv4.address"];
  const range = rangeOf(await site.client.get(pathOf("networks", site.network), LxdNetwork, signal));
  if (range === undefined) throw new Error(`the network ${site.network} has no IPv4 addresses`);
  const held = (await site.heldAddresses?.()) ?? new Set();
  const taken = new Set([...profiles.flatMap(addressesOf), ...held]);
  // Starts at a random address, so that two workers rarely choose the same. The first address is the host's, the last
  // is broadcast.
  const size = networkSize(range) - 3;
  const start = Math.floor(Math.random() * size);
  for (let index = 0; index < size; index++) {
    const address = formatIpv4(range.first + 2 + ((start + index) % size));
    if (!taken.has(address)) return address;
  }
  throw new ProviderError(
    "site_full",
    "The site has no private address left; put the VM into a subnet, or use another site.",
    { retryable: false },
  );
}
