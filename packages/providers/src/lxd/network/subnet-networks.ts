import { z } from "zod";
import { ProviderError, subnetNotReady } from "../../ports/provider-error.ts";
import { pathOf } from "../client/lxd-client.ts";
import { labeledId } from "../labels.ts";
import type { LxdSite } from "../lxd-site.ts";
import { LxdNetwork } from "./network-answers.ts";

/** Linux interface names have at most 15 characters. The end of an id is its random part. */
const UNIQUE_CHARACTERS = 13;

/** The name of a subnet's network, bridge or OVN. */
export function networkNameOf(subnetId: string): string {
  return `fm${subnetId.slice(-UNIQUE_CHARACTERS).replaceAll("_", "-")}`;
}

/**
 * The network of a subnet of ours; undefined if missing. @throws ProviderError `network_name_taken` when a network that
 * is not ours has its name
 */
export async function findSubnetNetwork(
  site: LxdSite,
  subnetId: string,
  signal: AbortSignal,
): Promise<LxdNetwork | undefined> {
  const network = await site.client.find(pathOf("networks", networkNameOf(subnetId)), LxdNetwork, signal);
  if (network === undefined || labeledId(site, "subnet", network.config) === subnetId) return network;
  throw new ProviderError(
    "network_name_taken",
    "The site has another network under the name of this subnet; delete the subnet and create it again.",
    {
      retryable: false,
    },
  );
}

/** The network of a subnet that must exist. */
export async function requireSubnetNetwork(site: LxdSite, subnetId: string, signal: AbortSignal): Promise<LxdNetwork> {
  const network = await findSubnetNetwork(site, subnetId, signal);
  if (network !== undefined) return network;
  throw subnetNotReady();
}

/** All networks that the server manages, including those that are not ours. */
export async function managedNetworks({ client }: LxdSite, signal: AbortSignal): Promise<LxdNetwork[]> {
  const networks = await client.get("/networks", z.array(LxdNetwork), signal, { recursion: 1 });
  return networks.filter(({ managed }) => managed);
}

/** A network of ours that belongs to a VPC. */
export interface SubnetNetwork {
  readonly subnetId: string;
  readonly vpcId: string;
  readonly name: string;
  readonly revision: number;
  readonly config: LxdNetwork["config"];
}

export function subnetNetworks(site: LxdSite, networks: readonly LxdNetwork[]): SubnetNetwork[] {
  return networks.flatMap(({ name, config }) => {
    const subnetId = labeledId(site, "subnet", config);
    return subnetId === undefined
      ? []
      : [{ subnetId, name, config, vpcId: config["user.fulmar.vpc"] ?? "", revision: revisionOf(config) }];
  });
}

/** The applied revision; 0 if none was applied. */
export function revisionOf(config: Readonly<Partial<Record<string, string>>>): number {
  return Number(config["user.fulmar.revision"] ?? 0);
}
