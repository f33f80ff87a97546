import { withAddresses } from "@fulmar/contract";
import type { InstanceNetwork } from "../../ports/network-port.ts";
import { pathOf } from "../client/lxd-client.ts";
import { labeledId, labelsOf, lxdName, madeBefore, madeNow, RECORD, recordText } from "../labels.ts";
import type { LxdSite } from "../lxd-site.ts";
import { fabricOf } from "./fabric-of.ts";
import { putForward, removeForward } from "./forwards.ts";
import { instanceRules } from "./instance-filter.ts";
import {
  addressesOf,
  findInstanceProfile,
  homeAddress,
  homeDevices,
  networksOf,
  putInstanceProfile,
  subnetDevices,
} from "./instance-profile.ts";
import { LxdProfile } from "./network-answers.ts";
import { requireSubnetNetwork, revisionOf } from "./subnet-networks.ts";

/** Profile keys for the forward of a public address, to find it when the address moves. */
const FORWARD = { network: "user.fulmar.forward.network", address: "user.fulmar.forward.address" } as const;

/**
 * Applies the NICs, filter and public address of an instance, before or after it is created. A network drops what no
 * rule allows, so an instance is never open.
 */
export async function applyInstance(
  site: LxdSite,
  vmId: string,
  wanted: InstanceNetwork,
  signal: AbortSignal,
): Promise<void> {
  const fabric = fabricOf(site);
  const before = await findInstanceProfile(site, vmId, signal);
  if (before !== undefined && revisionOf(before.config) > wanted.revision) return;
  for (const { subnetId } of wanted.nics) await requireSubnetNetwork(site, subnetId, signal);
  const devices =
    wanted.nics.length > 0
      ? subnetDevices(fabric, vmId, wanted.nics)
      : homeDevices(fabric, site, vmId, await homeAddress(site, vmId, signal));
  const [address] = addressesOf({ devices });
  const [network] = networksOf({ devices });

  const forward =
    wanted.publicAddress !== null && address !== undefined && network !== undefined
      ? { network, address: wanted.publicAddress.address }
      : null;
  const former = forwardOf(before);
  if (
    former !== null &&
    (forward === null || former.address !== forward.address || former.network !== forward.network)
  ) {
    await removeForward(site, vmId, former, signal);
  }
  const kept = forward === null ? {} : { [FORWARD.network]: forward.network, [FORWARD.address]: forward.address };
  const sets = new Map(wanted.sets.map(({ id, addresses }) => [id, addresses]));
  const rules = instanceRules(addressesOf({ devices }), wanted.firewall && withAddresses(wanted.firewall, sets));
  const filter = await fabric.prepareFilter(vmId, { rules, networks: networksOf({ devices }) }, signal);
  const applied = {
    "user.fulmar.revision": String(wanted.revision),
    [RECORD]: recordText(wanted.record),
    ...madeNow(),
    ...madeBefore(before?.config),
  };
  await putInstanceProfile(site, vmId, { config: { ...applied, ...filter, ...kept }, devices }, signal);
  await fabric.applyFilters(
    [...new Set([...networksOf({ devices }), ...(before === undefined ? [] : networksOf(before))])],
    signal,
  );
  if (forward !== null) await putForward(site, vmId, { ...forward, target: address ?? null, ports: [] }, signal);
}

/**
 * Gives an instance without a configuration a NIC in the site's own network, unfiltered. An existing configuration
 * stays.
 * @returns the private address of its first NIC
 */
export async function ensureInstanceNetwork(site: LxdSite, vmId: string, signal: AbortSignal): Promise<string> {
  const fabric = fabricOf(site);
  const present = await findInstanceProfile(site, vmId, signal);
  const [known] = present === undefined ? [] : addressesOf(present);
  if (known !== undefined) {
    // The writer of the profile may have crashed before it set the network's rules. A profile with a revision is
    // finished by the call that applies that revision.
    if (present !== undefined && revisionOf(present.config) === 0) await fabric.applyFilters([site.network], signal);
    return known;
  }
  const address = await homeAddress(site, vmId, signal);
  const filter = await fabric.prepareFilter(
    vmId,
    { rules: instanceRules([address], null), networks: [site.network] },
    signal,
  );
  const config = { "user.fulmar.revision": "0", ...madeNow(), ...filter };
  await putInstanceProfile(site, vmId, { config, devices: homeDevices(fabric, site, vmId, address) }, signal);
  await fabric.applyFilters([site.network], signal);
  return address;
}

/** Removes all network objects of an instance, after the instance itself. They may be gone already. */
export async function removeInstanceNetwork(site: LxdSite, vmId: string, signal: AbortSignal): Promise<void> {
  const present = await findInstanceProfile(site, vmId, signal);
  const fabric = fabricOf(site);
  if (present !== undefined) {
    const forward = forwardOf(present);
    if (forward !== null) await removeForward(site, vmId, forward, signal);
    await site.client.remove(pathOf("profiles", lxdName(vmId)), signal);
    await fabric.applyFilters(networksOf(present), signal);
  }
  await fabric.removeFilter(vmId, signal);
}

/** Lets the network of a released machine be as it is: its profile keeps NICs and filter, and is ours no more. */
export async function releaseInstanceNetwork(site: LxdSite, vmId: string, signal: AbortSignal): Promise<void> {
  const present = await findInstanceProfile(site, vmId, signal);
  if (present === undefined || labeledId(site, "vm_network", present.config) !== vmId) return;
  const { [RECORD]: _, ...config } = present.config;
  const released = {
    description: "",
    config: { ...config, ...labelsOf(site, "released_network", vmId) },
    devices: present.devices,
  };
  await site.client.change("PUT", pathOf("profiles", present.name), released, signal);
}

/** Removes the networks that a machine had before it was released and adopted again, after the machine itself. */
export async function removeReleasedNetworks(
  site: LxdSite,
  profiles: readonly string[],
  signal: AbortSignal,
): Promise<void> {
  for (const name of profiles) {
    const present = await site.client.find(pathOf("profiles", name), LxdProfile, signal);
    const vmId = present && labeledId(site, "released_network", present.config);
    if (vmId !== undefined) await removeInstanceNetwork(site, vmId, signal);
  }
}

function forwardOf(profile: LxdProfile | undefined): { network: string; address: string } | null {
  const network = profile?.config[FORWARD.network];
  const address = profile?.config[FORWARD.address];
  return network === undefined || address === undefined ? null : { network, address };
}
