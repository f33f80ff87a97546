import { formatBytes, formatInstanceSize } from "../../ports/format-size.ts";
import { type InventoryPort, type ResourceKind, recordedName, type SiteResource } from "../../ports/inventory-port.ts";
import { pathOf } from "../client/lxd-client.ts";
import { toInstance } from "../compute/lxd-compute.ts";
import { describeImage } from "../images/lxd-images.ts";
import { findInstance, findMachine, stateOf } from "../instances.ts";
import { labeledId, lxdName, madeAtIn, NAME, PLAN, recordIn } from "../labels.ts";
import type { LxdSite } from "../lxd-site.ts";
import { keptOf } from "../network/gateways.ts";
import { addressesOf, findInstanceProfile } from "../network/instance-profile.ts";
import { LxdProfile } from "../network/network-answers.ts";
import { cidrOf, rangeOf } from "../network/network-ranges.ts";
import { findSubnetNetwork, revisionOf } from "../network/subnet-networks.ts";
import { describeVolume } from "./describe-volume.ts";
import { readOwnership, writeOwnership } from "./site-ownership.ts";

type Describe = (id: string, signal: AbortSignal) => Promise<SiteResource | undefined>;

/** Describes resources from the configuration of our objects on the server. */
export function lxdInventory(site: LxdSite): InventoryPort {
  const describe: Readonly<Record<ResourceKind, Describe>> = {
    vm: (...call) => describeVm(site, ...call),
    volume: (...call) => describeVolume(site, ...call),
    snapshot: (...call) => describeRecoveryPoint(site, "snapshot", ...call),
    backup: (...call) => describeRecoveryPoint(site, "backup", ...call),
    image: (...call) => describeImage(site, ...call),
    subnet: (...call) => describeSubnet(site, ...call),
    vm_network: (...call) => describeInstanceNetwork(site, ...call),
    nat_gateway: (...call) => describeGateway(site, ...call),
    load_balancer: async () => undefined,
  };
  return {
    readOwnership: (signal) => readOwnership(site, signal),
    writeOwnership: (...call) => writeOwnership(site, ...call),
    describe: (kind, id, signal) => describe[kind](id, signal),
  };
}

async function describeVm(site: LxdSite, vmId: string, signal: AbortSignal): Promise<SiteResource | undefined> {
  const machine = await findMachine(site, vmId, signal);
  if (machine === undefined) return undefined;
  const { config, created_at: createdAt } = machine;
  const { power, cpu, ramMb, diskGb, templateId, privateIp } = toInstance(vmId, machine);
  const record = recordIn(config);
  return {
    kind: "vm",
    id: vmId,
    name: config[NAME] || recordedName("vm", record),
    size: formatInstanceSize({ cpu, ramMb, diskGb }),
    madeAt: madeAtIn(config, createdAt),
    record,
    instance: { power, planId: config[PLAN] || null, templateId, cpu, ramMb, diskGb, privateIp },
  };
}

/** The size is that of the root disk: copies of data volumes share unchanged blocks with them. */
async function describeRecoveryPoint(
  site: LxdSite,
  kind: "snapshot" | "backup",
  id: string,
  signal: AbortSignal,
): Promise<SiteResource | undefined> {
  const copy = await findInstance(site, lxdName(id), signal);
  if (copy === undefined || labeledId(site, kind, copy.config) !== id) return undefined;
  const record = recordIn(copy.config);
  const bytes = (await stateOf(site, copy.name, signal)).disk?.root?.usage;
  return {
    kind,
    id,
    name: recordedName(kind, record),
    size: bytes === undefined ? null : formatBytes(bytes),
    madeAt: madeAtIn(copy.config, copy.created_at),
    record,
    recoveryPoint: { vmId: copy.config["user.fulmar.vm"] ?? "" },
  };
}

async function describeSubnet(site: LxdSite, subnetId: string, signal: AbortSignal): Promise<SiteResource | undefined> {
  const network = await findSubnetNetwork(site, subnetId, signal);
  if (network === undefined) return undefined;
  const range = rangeOf(network);
  return described("subnet", subnetId, network.config, range === undefined ? null : cidrOf(range));
}

/**
 * The network of an instance without a configuration of its own belongs to the instance and is not a separate resource.
 */
async function describeInstanceNetwork(
  site: LxdSite,
  vmId: string,
  signal: AbortSignal,
): Promise<SiteResource | undefined> {
  const profile = await findInstanceProfile(site, vmId, signal);
  if (
    profile === undefined ||
    labeledId(site, "vm_network", profile.config) !== vmId ||
    revisionOf(profile.config) === 0
  )
    return undefined;
  return described("vm_network", vmId, profile.config, addressesOf(profile).join(", ") || null);
}

async function describeGateway(
  site: LxdSite,
  natGatewayId: string,
  signal: AbortSignal,
): Promise<SiteResource | undefined> {
  const profile = await site.client.find(pathOf("profiles", lxdName(natGatewayId)), LxdProfile, signal);
  if (profile === undefined || labeledId(site, "nat_gateway", profile.config) !== natGatewayId) return undefined;
  return described("nat_gateway", natGatewayId, profile.config, keptOf(profile).address);
}

function described(kind: ResourceKind, id: string, config: LxdProfile["config"], size: string | null): SiteResource {
  const record = recordIn(config);
  return {
    kind,
    id,
    name: recordedName(kind, record),
    size,
    madeAt: madeAtIn(config),
    record,
    revision: revisionOf(config),
  };
}
