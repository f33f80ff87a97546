import type { ResourceKind, SiteResource } from "../../ports/inventory-port.ts";
import { recordedName } from "../../ports/inventory-port.ts";
import { pathOf } from "../client/path-of.ts";
import type { LxdSite } from "../lxd-site.ts";
import { markedId } from "../marks.ts";
import { lxdName } from "../names.ts";
import { keptOf } from "../network/gateways.ts";
import { addressesOf, findInstanceProfile } from "../network/instance-profile.ts";
import { LxdProfile } from "../network/network-answers.ts";
import { cidrOf, rangeOf } from "../network/network-ranges.ts";
import { findSubnetNetwork, revisionOf } from "../network/subnet-networks.ts";
import { madeAtIn, recordIn } from "../record-marks.ts";

export async function describeSubnet(
  site: LxdSite,
  subnetId: string,
  signal: AbortSignal,
): Promise<SiteResource | undefined> {
  const network = await findSubnetNetwork(site, subnetId, signal);
  if (network === undefined) return undefined;
  const range = rangeOf(network);
  return described("subnet", subnetId, network.config, range === undefined ? null : cidrOf(range));
}

/** What an instance has of which no network was told belongs to it, and is no network of its own. */
export async function describeInstanceNetwork(
  site: LxdSite,
  vmId: string,
  signal: AbortSignal,
): Promise<SiteResource | undefined> {
  const profile = await findInstanceProfile(site, vmId, signal);
  if (
    profile === undefined ||
    markedId(site, "vm_network", profile.config) !== vmId ||
    revisionOf(profile.config) === 0
  )
    return undefined;
  return described("vm_network", vmId, profile.config, addressesOf(profile).join(", ") || null);
}

export async function describeGateway(
  site: LxdSite,
  natGatewayId: string,
  signal: AbortSignal,
): Promise<SiteResource | undefined> {
  const profile = await site.client.find(pathOf("profiles", lxdName(natGatewayId)), LxdProfile, signal);
  if (profile === undefined || markedId(site, "nat_gateway", profile.config) !== natGatewayId) return undefined;
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
