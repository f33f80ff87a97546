import { z } from "zod";
import { ProviderError } from "../../ports/provider-error.ts";
import { pathOf } from "../client/lxd-client.ts";
import { labeledId } from "../labels.ts";
import type { LxdSite } from "../lxd-site.ts";
import { LxdNetwork } from "./network-answers.ts";

/** Interfaces of Linux have 15 characters at most; the end of an id is its random part. */
const UNIQUE_CHARACTERS = 13;

/** The name of the network of a subnet, be it a bridge or of OVN. */
export function networkNameOf(subnetId: string): string {
  return `fm${subnetId.slice(-UNIQUE_CHARACTERS).replaceAll("_", "-")}`;
}

/**
 * The network of a subnet of ours; undefined while there is none. @throws ProviderError `network_name_taken` when its
 * name is somebody else's
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
    "The site has another network under the name that this subnet would get; make the subnet again.",
    {
      retryable: false,
    },
  );
}

/** Of a subnet that must be there by now. */
export async function requireSubnetNetwork(site: LxdSite, subnetId: string, signal: AbortSignal): Promise<LxdNetwork> {
  const network = await findSubnetNetwork(site, subnetId, signal);
  if (network !== undefined) return network;
  throw new ProviderError("subnet_not_ready", "The subnet is not at its site yet; this goes on as soon as it is.", {
    retryable: true,
  });
}

/** All networks that the server manages, ours and others'. */
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

/** Of what was applied; 0 for what never was. */
export function revisionOf(config: Readonly<Partial<Record<string, string>>>): number {
  return Number(config["user.fulmar.revision"] ?? 0);
}
