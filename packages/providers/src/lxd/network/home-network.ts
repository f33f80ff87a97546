import { createHash } from "node:crypto";
import { ProviderError } from "../../ports/provider-error.ts";
import { pathOf } from "../client/lxd-client.ts";
import { labelsOf } from "../labels.ts";
import type { LxdSite } from "../lxd-site.ts";
import { hostAddresses } from "./host-addresses.ts";
import { LxdNetwork } from "./network-answers.ts";

/**
 * The network of instances that are in no VPC; undefined if missing. @throws ProviderError `site_unfit` when it is of
 * another type
 */
export async function homeNetwork(
  { client, network }: LxdSite,
  type: "bridge" | "ovn",
  signal: AbortSignal,
): Promise<LxdNetwork | undefined> {
  const present = await client.find(pathOf("networks", network), LxdNetwork, signal);
  if (present === undefined || present.type === type) return present;
  const message =
    `The network ${network} of the server has the type ${present.type}; name a network of the type ${type}, or leave ` +
    "--network out.";
  throw new ProviderError("site_unfit", message, { retryable: false });
}

export function homeConfig(site: LxdSite, address: string) {
  return {
    description: "Machines of Fulmar that are in no VPC",
    config: {
      ...labelsOf(site, "site_network", site.siteId),
      "ipv4.address": address,
      "ipv4.nat": "true",
      "ipv6.address": "none",
    },
  };
}

/** A gateway address for a network of 65,000 addresses that overlaps no interface of the host. */
export async function freeAddress(site: LxdSite, signal: AbortSignal): Promise<string> {
  const taken = await hostAddresses(site, signal);
  const [start = 0] = createHash("sha256").update(site.siteId).digest();
  for (let index = 0; index < 128; index++) {
    const prefix = `10.${64 + ((start + index) % 128)}.`;
    if (!taken.some((address) => address.startsWith(prefix))) return `${prefix}0.1/16`;
  }
  return "auto";
}
